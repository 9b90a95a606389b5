//! What a need is called, and which code its reasons have.

use outlast_bitstream::ir::{self, BundleUse, Kind, Need, Operation, Value, Word};
use outlast_core::Code;

use super::codes;

/// The code of reasons for needs of this kind.
pub(super) fn code(kind: Kind) -> Code {
    match kind {
        Kind::Malformed => codes::UNREADABLE,
        Kind::Epoch
        | Kind::ModuleVersion
        | Kind::IdentificationRecord
        | Kind::Block
        | Kind::ModuleRecord
        | Kind::DataLayout => codes::CONTAINER,
        Kind::Type | Kind::TypeShape | Kind::TargetType => codes::TYPE,
        Kind::Attribute | Kind::AttributeRecord | Kind::AttributeText => codes::ATTRIBUTE,
        Kind::Memory => codes::MEMORY,
        Kind::Initializer | Kind::MetadataValue => codes::EXPRESSION,
        Kind::Global
        | Kind::GlobalOfTargetType
        | Kind::Function
        | Kind::Alias
        | Kind::Aliasee
        | Kind::Ifunc
        | Kind::Comdat
        | Kind::Linkage => codes::GLOBAL,
        Kind::CallingConvention | Kind::CallConvention => codes::CONVENTION,
        Kind::IntrinsicName | Kind::IntrinsicUnused => codes::INTRINSIC,
        Kind::Metadata
        | Kind::MetadataLast
        | Kind::MetadataLanguage
        | Kind::MetadataShape
        | Kind::Expression => codes::METADATA,
        Kind::SummaryVersion | Kind::SummaryFlags | Kind::SummaryRecord => codes::SUMMARY,
        Kind::Constant
        | Kind::ConstantBinary
        | Kind::ConstantBinaryFlags
        | Kind::ConstantCast
        | Kind::ConstantCompare
        | Kind::ConstantGep
        | Kind::ConstantInteger
        | Kind::ConstantNull => codes::CONSTANT,
        _ => codes::INSTRUCTION,
    }
}

/// What the need is, in words: `attribute captures (kind 102, with a number)`.
pub(super) fn subject(need: &Need) -> String {
    let name = |kind: &str, number: u64| ir::name(kind, number).unwrap_or("?").to_string();
    let key = need.kind.name();
    match (need.kind, &need.value) {
        (Kind::Attribute, Value::Pair(encoding, kind)) => {
            let how = match encoding {
                0 => "",
                1 => ", with a number",
                5 => ", with a type",
                7 => ", with a range",
                8 => ", with ranges",
                _ => ", in an unknown encoding",
            };
            format!("attribute {} (kind {kind}{how})", name("attribute", *kind))
        }
        (Kind::Type, Value::Number(code)) => format!("type {} (code {code})", name("type", *code)),
        (Kind::Constant, Value::Number(code)) => {
            let name = name("constant", *code).replacen("gep", "getelementptr", 1);
            format!("constant {name} (code {code})")
        }
        (Kind::ConstantGep, Value::NoType(code)) => {
            format!("constant getelementptr (code {code}) of a type that does not exist")
        }
        (Kind::ConstantGep, Value::Pair(code, flags)) => {
            format!("constant getelementptr (code {code}, flags {flags})")
        }
        (Kind::ConstantCast, Value::Number(op)) => format!("constant {} (cast {op})", name("cast", *op)),
        (Kind::ConstantBinary | Kind::ConstantBinaryFlags, Value::Number(op)) => {
            format!("constant {}", name("binary", *op))
        }
        (Kind::Instruction, Value::Number(code)) => {
            format!("record {} (code {code}) of a function", name("instruction", *code))
        }
        (Kind::Function, Value::Number(index)) => match index {
            5 => "the alignment of a function".into(),
            6 => "the section of a function".into(),
            8 => "a function with a collector of garbage".into(),
            10 => "the prologue of a function".into(),
            13 => "data in front of a function".into(),
            14 => "the personality of a function".into(),
            index => format!("operand {index} of a function"),
        },
        (Kind::Instruction, Value::Pair(code, which)) => {
            let what = match (code, which) {
                (_, 2) => "alignment of more than 2^29",
                (46, _) => "alignment",
                _ => "fast-math flags",
            };
            format!("{what} of record {} (code {code}) of a function", name("instruction", *code))
        }
        (Kind::Cast | Kind::Binary | Kind::Unary, Value::Number(op)) => {
            format!("{} ({key} {op})", name(key, *op))
        }
        (Kind::Cast | Kind::Binary | Kind::Unary, Value::Pair(op, flags)) => {
            format!("flags of {} ({key} {op}, flags {flags})", name(key, *op))
        }
        (Kind::AtomicRmw, Value::Number(op)) => {
            format!("atomicrmw {} (operation {op})", name("atomicrmw", *op))
        }
        (Kind::Compare, Value::Pair(class, _)) => {
            format!("flags of {}", if *class == 0 { "fcmp" } else { "icmp (samesign)" })
        }
        (Kind::Select, _) => "fast-math flags of select".into(),
        (Kind::Gep, Value::Number(flags)) => {
            format!("getelementptr with flags {flags}{}", gep_flags(*flags))
        }
        (Kind::Metadata, Value::Number(code)) => {
            format!("metadata {} (code {code})", name("metadata", *code))
        }
        (Kind::Metadata, Value::Triple(code, count, _)) => {
            let fields = if *count > 0 { format!(", {count} fields") } else { String::new() };
            format!("metadata {} (code {code}{fields})", name("metadata", *code))
        }
        (Kind::MetadataLast, Value::Pair(code, index)) => {
            format!("field {index} of metadata {} (code {code})", name("metadata", *code))
        }
        (Kind::Intrinsic | Kind::IntrinsicDeclared, Value::Signature(signature)) => {
            format!("intrinsic {} of the signature {}", signature.full_name(), signature.types())
        }
        (Kind::Malformed, Value::Word(word)) => match word {
            Word::Layout => "an invalid data layout",
            Word::NoSuchType => "a type ID outside the type table",
            Word::NoSuchBlock => "a reference to a basic block that does not exist",
            Word::NoBlocks => "a function body without basic blocks",
            Word::NoSuchTag => "an operand bundle whose tag the module does not define",
            Word::NoSuchSymbol => "a symbol table entry for a value or an offset that does not exist",
            Word::Unsized => "a getelementptr into an unsized type",
            Word::Short => "an instruction record with too few operands",
            Word::Long => "an instruction record with too many operands",
            Word::OperandType => "an operand of the wrong type",
            Word::LateType => "a forward reference with another type than the definition",
            Word::Operation => "an operation that is not defined for the type of its operands",
            Word::CastTypes => "an invalid cast",
            Word::NotFunction => "a call whose type is not a function type",
            Word::NoSuchValue => "a forward reference to a value that is never defined",
            Word::Alignment => "an alignment above the maximum",
            Word::BundleAlone => "an operand bundle that no call follows",
            Word::AfterEnd => "an instruction after the last basic block",
            Word::OpenBlock => "a function body that ends before its declared basic blocks do",
            Word::Count => "a number of types or function bodies other than declared",
            Word::ConventionType => "a function type that its calling convention does not allow",
            Word::TypeRecord => "a type with an invalid element type",
            Word::ConstantType => "a constant whose record does not match its type",
            Word::NoSuchId => "a global whose section, comdat, GC or type does not exist",
            Word::NoSuchParameter => "attributes for an invalid parameter index",
            Word::InitializerType => "a global variable whose initializer has another type",
            Word::Depth => "getelementptr indices into a type that is not an aggregate",
            Word::NoSuchNode => "a metadata node with an operand that does not exist",
            Word::AttributePlace => "an attribute that does not apply to its function, parameter or result",
            Word::DeclaredPersonality => "a function declaration with a personality",
            Word::ImportedLocal => "a dllimport function that is dso_local",
            Word::NotString => "a metadata field that is not an MDString where one is required",
            Word::NameAlone => "a metadata name that no named node follows",
            Word::MetadataParameter => "a metadata parameter of a function that is not an intrinsic",
            Word::EntryBranch => "a branch to the entry block",
            Word::LateLayout => "a data layout that only some releases read",
            Word::NoSuchModel => "a global variable with an unknown code model",
            Word::RecursiveType => "a recursive type",
            Word::UseList => "a use-list order for a value or block that does not exist",
            Word::Dominance => "an instruction that does not dominate all uses",
            Word::PhiBlocks => "a phi that does not match the predecessors of its block",
            Word::LandingPad => "a landingpad in a block that is not only an unwind destination",
            Word::ReturnType => "a return whose type is not the function's return type",
            Word::SwitchTwice => "a switch with a duplicate case value",
            Word::GlobalLinkage => "a linkage that is not valid for its global",
            Word::DeclaredComdat => "a declaration in a comdat",
            Word::AllocSize => "an allocsize attribute that names parameters that are not integers",
            Word::IntrinsicUse => "an intrinsic used other than in a call, or a function used as only intrinsics may be",
            Word::AttachmentPlace => "a metadata attachment that is not valid on its instruction",
            Word::MemprofPlace => "`!memprof` metadata on an instruction that is not a call",
            Word::CallsitePlace => "`!callsite` metadata on an instruction that is not a call",
            Word::LaneIndex => "a vector index that is not an integer",
            Word::AttributePair => "attributes that exclude each other",
            Word::NamedForm => "a named metadata node whose form does not match its name",
            Word::TailCall => "a musttail call that no return follows, or of another type",
            Word::BehindTable => "a type ID past the end of the type table",
            Word::SummaryCounts => "a summary entry with more references than it declares",
            Word::ConstantCycle => "a constant that refers to itself",
            Word::ByteType => "a byte constant of a type that is not a byte type",
            Word::NodeKind => "a metadata node with a field of the wrong kind",
            Word::OddNode => "a metadata node with a version or number that no reader accepts",
            Word::NoVersion => "a summary that does not begin with its version",
            Word::AggregateType => "a constant aggregate with an element of another type",
            Word::AggregateParts => "a constant aggregate whose number of elements is not that of its type, or a vector with an element of another type",
            Word::ConstantOperand => "a constant expression with invalid operands",
            Word::KindTwice => "a kind of metadata with two names",
            Word::NotNode => "a named metadata node with an operand that is not a node",
            Word::OtherLength => "a wrong block length that only some tools use",
            Word::NoSuchName => "a name that ends past the string table",
            Word::Length => "a block length that does not match the end of the block",
            Word::Strings => "a METADATA_STRINGS record with another number of strings than declared",
            Word::Attachment => "a metadata attachment that is not a node, or whose kind has no name",
            Word::NoSuchInstruction => "a metadata attachment to an instruction that does not exist",
            Word::NoSuchScope => "a debug location whose scope is not a node",
            Word::OtherBody => "a symbol table that gives a function another function's body",
            Word::NoSuchEntry => "a summary record that refers to an unknown value, or has an unknown form",
            Word::ShortAttribute => "an attribute group that ends within an attribute, or has one of unknown encoding",
            Word::LateAttribute => "attributes for a parameter after the last",
            Word::ShortGlobal => "a global's record with too few fields",
            Word::UnsizedWhole => "a getelementptr over elements of an unsized type",
            Word::WrongPredicate => "a comparison predicate that is not valid for its type",
            Word::InvokeBlock => "an invoke with a destination that does not exist",
            _ => "an offset past the end",
        }
        .to_string(),
        (Kind::SwitchCase, value) => format!("a switch case that is not an integer, but {}", case(value)),
        (Kind::IntrinsicName | Kind::IntrinsicUnused, Value::Name(name)) => format!("intrinsic {name}"),
        (Kind::CallingConvention, Value::Number(number)) => format!("calling convention {number}"),
        (Kind::CallConvention, Value::Number(number)) => format!("calling convention {number} of a call"),
        (Kind::AttributeText, Value::Attribute { name, value }) => {
            format!("attribute \"{name}\"=\"{value}\"")
        }
        (Kind::ConstantInteger, _) => "integer of more than 64 bits in the record for small ones".into(),
        (Kind::ConstantNull, Value::Name(name)) => format!("null constant of target({name})"),
        (Kind::Aliasee, Value::Number(code)) => {
            format!("alias of a constant {} (code {code})", name("constant", *code))
        }
        (Kind::AtomicVector, Value::Number(op)) => format!("atomicrmw {} on vectors", name("atomicrmw", *op)),
        (Kind::AtomicVector, value) => format!("atomic {value} of a vector"),
        (Kind::Bundle, Value::Bundle { tag, at }) => match at {
            BundleUse::Constant => format!("operand bundle \"{tag}\" with a constant"),
            at => format!("operand bundle \"{tag}\" on {} calls", at.name()),
        },
        (Kind::Callbr, _) => "callbr of an intrinsic".into(),
        (Kind::SummaryVersion, Value::Number(version)) => format!("summary version {version}"),
        (Kind::SummaryFlags, Value::Number(bit)) => format!("flag {bit} of the summary"),
        (_, value) => format!("{key} {value}"),
    }
}

fn gep_flags(flags: u64) -> String {
    let words: Vec<&str> = [(1, "inbounds"), (2, "nusw"), (4, "nuw")]
        .iter()
        .filter(|(bit, _)| flags & bit != 0)
        .map(|(_, word)| *word)
        .collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(" ")) }
}

/// What stands where a number is wanted.
fn case(value: &Value) -> String {
    match value {
        Value::Word(Word::RoundTrip) => "ptrtoint of an inttoptr".into(),
        Value::Word(Word::OtherWidth) => "ptrtoint of an inttoptr of another width".into(),
        Value::Word(Word::NullAddress) => "ptrtoint of null".into(),
        Value::Word(Word::GlobalAddress) => "ptrtoint of the address of a global".into(),
        Value::Word(Word::NoNumber) => "`undef` or `poison`".into(),
        Value::Expression(Operation::Binary, op) => {
            format!("an expression: {}", ir::name("binary", *op).unwrap_or("an operation"))
        }
        Value::Expression(_, op) => format!("an expression: {}", ir::name("cast", *op).unwrap_or("a cast")),
        _ => "an expression".into(),
    }
}
