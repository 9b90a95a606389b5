//! Attributes of the llvm dialect since LLVM 22: `LLVMDialectBytecode.td`.

use super::Field::{Attr, Bool, Maybe, OptAttr, Str, VarInt};
use super::{Field, Fields, Shape};

const fn shape(code: u64, name: &'static str, fields: Fields) -> Shape {
    Shape { code, name, fields, former: &[] }
}

/// A list that is left out if it is empty.
const LIST: Field = Maybe(&[("values", Field::List(&[("value", OptAttr)]))]);
const NUMBERS: Field = Maybe(&[("values", Field::List(&[("value", VarInt)]))]);

/// Attributes.
pub(super) const ATTRS: &[Shape] = &[
    shape(
        0,
        "DIBasicTypeAttr",
        &[("tag", VarInt), ("name", Str), ("sizeInBits", VarInt), ("encoding", VarInt)],
    ),
    shape(
        1,
        "DICompileUnitAttr",
        &[
            ("id", Attr),
            ("sourceLanguage", VarInt),
            ("file", Attr),
            ("producer", OptAttr),
            ("isOptimized", Bool),
            ("emissionKind", VarInt),
            ("nameTableKind", VarInt),
        ],
    ),
    shape(
        2,
        "DICompositeTypeAttr",
        &[
            ("recId", OptAttr),
            ("isRecSelf", Bool),
            ("tag", VarInt),
            ("name", OptAttr),
            ("file", OptAttr),
            ("line", VarInt),
            ("scope", OptAttr),
            ("baseType", OptAttr),
            ("flags", VarInt),
            ("sizeInBits", VarInt),
            ("alignInBits", VarInt),
            ("dataLocation", OptAttr),
            ("rank", OptAttr),
            ("allocated", OptAttr),
            ("associated", OptAttr),
            ("elements", LIST),
        ],
    ),
    shape(
        3,
        "DIDerivedTypeAttr",
        &[
            ("tag", VarInt),
            ("name", OptAttr),
            ("baseType", OptAttr),
            ("sizeInBits", VarInt),
            ("alignInBits", VarInt),
            ("offsetInBits", VarInt),
            // A number and whether it is there, in its lowest bit.
            ("dwarfAddressSpace", VarInt),
            ("extraData", OptAttr),
        ],
    ),
    shape(4, "DIExpressionElemAttr", &[("opcode", VarInt), ("arguments", NUMBERS)]),
    shape(5, "DIExpressionAttr", &[("operations", LIST)]),
    shape(6, "DIFileAttr", &[("name", Str), ("directory", Str)]),
    shape(
        7,
        "DIGlobalVariableAttr",
        &[
            ("scope", OptAttr),
            ("name", OptAttr),
            ("linkageName", OptAttr),
            ("file", Attr),
            ("line", VarInt),
            ("type", Attr),
            ("isLocalToUnit", Bool),
            ("isDefined", Bool),
            ("alignInBits", VarInt),
        ],
    ),
    shape(8, "DIGlobalVariableExpressionAttr", &[("var", Attr), ("expr", OptAttr)]),
    shape(
        9,
        "DIImportedEntityAttr",
        &[
            ("tag", VarInt),
            ("scope", Attr),
            ("entity", Attr),
            ("file", OptAttr),
            ("line", VarInt),
            ("name", OptAttr),
            ("elements", LIST),
        ],
    ),
    shape(10, "DILabelAttr", &[("scope", Attr), ("name", OptAttr), ("file", OptAttr), ("line", VarInt)]),
    shape(
        11,
        "DILexicalBlockAttr",
        &[("scope", Attr), ("file", OptAttr), ("line", VarInt), ("column", VarInt)],
    ),
    shape(12, "DILexicalBlockFileAttr", &[("scope", Attr), ("file", OptAttr), ("discriminator", VarInt)]),
    shape(
        13,
        "DILocalVariableAttr",
        &[
            ("scope", Attr),
            ("name", OptAttr),
            ("file", OptAttr),
            ("line", VarInt),
            ("arg", VarInt),
            ("alignInBits", VarInt),
            ("type", OptAttr),
            ("flags", VarInt),
        ],
    ),
    shape(14, "DINamespaceAttr", &[("name", OptAttr), ("scope", OptAttr), ("exportSymbols", Bool)]),
    shape(
        15,
        "DISubprogramAttr",
        &[
            ("recId", OptAttr),
            ("isRecSelf", Bool),
            ("id", OptAttr),
            ("compileUnit", OptAttr),
            ("scope", OptAttr),
            ("name", OptAttr),
            ("linkageName", OptAttr),
            ("file", OptAttr),
            ("line", VarInt),
            ("scopeLine", VarInt),
            ("subprogramFlags", VarInt),
            ("type", OptAttr),
            ("retainedNodes", LIST),
            ("annotations", LIST),
        ],
    ),
    shape(
        16,
        "DISubrangeAttr",
        &[("count", OptAttr), ("lowerBound", OptAttr), ("upperBound", OptAttr), ("stride", OptAttr)],
    ),
    shape(17, "DISubroutineTypeAttr", &[("callingConvention", VarInt), ("types", LIST)]),
    shape(
        18,
        "LoopAnnotationAttr",
        &[
            ("disableNonforced", OptAttr),
            ("vectorize", OptAttr),
            ("interleave", OptAttr),
            ("unroll", OptAttr),
            ("unrollAndJam", OptAttr),
            ("licm", OptAttr),
            ("distribute", OptAttr),
            ("pipeline", OptAttr),
            ("peeled", OptAttr),
            ("unswitch", OptAttr),
            ("mustProgress", OptAttr),
            ("isVectorized", OptAttr),
            ("startLoc", OptAttr),
            ("endLoc", OptAttr),
            ("parallelAccesses", LIST),
        ],
    ),
];
