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
            format!("constant getelementptr (code {code}) of a type that is not there")
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
            Word::Layout => "a data layout that cannot be read",
            Word::NoSuchType => "a type that the table does not have",
            Word::NoSuchBlock => "a basic block that the function does not have",
            Word::NoBlocks => "a function body without basic blocks",
            Word::NoSuchTag => "an operand bundle of a tag that the module does not have",
            Word::NoSuchSymbol => "a symbol of a value or place that is not there",
            Word::Unsized => "an address in a type without a size",
            Word::Short => "an instruction that ends before its operands do",
            Word::Long => "an instruction with too many operands",
            Word::OperandType => "an operand of a type that its instruction does not take",
            Word::LateType => "a value that was used with another type before it was defined",
            Word::Operation => "an operation that values of its type do not have",
            Word::CastTypes => "a cast between types that it does not take",
            Word::NotFunction => "a call with a type that is not that of a function",
            Word::NoSuchValue => "a value that is never defined",
            Word::Alignment => "an alignment beyond the largest",
            Word::BundleAlone => "an operand bundle without a call",
            Word::AfterEnd => "an instruction after the last basic block",
            Word::OpenBlock => "a function body that ends before its basic blocks do",
            Word::Count => "another number of types or function bodies than announced",
            Word::ConventionType => "a function type that its calling convention does not allow",
            Word::TypeRecord => "a type made of what it cannot be made of",
            Word::ConstantType => "a constant of a type that its record does not go with",
            Word::NoSuchId => "a global with a section, comdat or type that is not there",
            Word::NoSuchParameter => "attributes of a parameter that no function has",
            Word::InitializerType => "a variable whose first value is of another type",
            Word::Depth => "an address of a part of what has no parts",
            Word::NoSuchNode => "a node of metadata with an operand that is not there",
            Word::AttributePlace => "an attribute of what it does not apply to",
            Word::DeclaredPersonality => "a declared function with a personality",
            Word::ImportedLocal => "a global that is imported and local",
            Word::NotString => "a field for a string of metadata that is none",
            Word::NameAlone => "a name that no named node follows",
            Word::MetadataParameter => "a function that takes metadata and is no intrinsic",
            Word::EntryBranch => "a branch to the first basic block",
            Word::LateLayout => "a data layout that only some releases read",
            Word::NoSuchModel => "a variable with a code model that there is not",
            Word::RecursiveType => "a type that is an element of itself",
            Word::UseList => "an order of uses of a value or block that is not there",
            Word::Dominance => "a value that is not there on all ways to where it is used",
            Word::PhiBlocks => "a phi without one value for each way into its block",
            Word::LandingPad => "a landingpad in a block that not only calls unwind to",
            Word::ReturnType => "a return of another type than that of the function",
            Word::SwitchTwice => "a switch with a value twice",
            Word::GlobalLinkage => "a linkage that does not go with what has it",
            Word::DeclaredComdat => "a declaration in a comdat",
            Word::AllocSize => "attributes whose parameters for sizes are no integers",
            Word::IntrinsicUse => "an intrinsic that is used otherwise than to call it, or a function as only intrinsics are",
            Word::AttachmentPlace => "metadata attached to an instruction that it does not go with",
            Word::LaneIndex => "an element of a vector chosen by what is no integer",
            Word::AttributePair => "attributes that exclude each other",
            Word::NamedForm => "a named node of another form than its name demands",
            Word::TailCall => "a call that the function must end with, and does not",
            Word::BehindTable => "a type of a number behind the table",
            Word::SummaryCounts => "an entry of a summary that refers to more than it says",
            Word::ConstantCycle => "a constant that is made of itself",
            Word::ByteType => "a byte of a type that is none",
            Word::NodeKind => "a node with a field of another kind",
            Word::OddNode => "a node with a version or a number that no reader takes",
            Word::NoVersion => "a summary that does not begin with its version",
            Word::AggregateType => "a constant with an element of another type",
            Word::AggregateParts => "a constant with another number of elements than its type has, or a vector with an element of another type",
            Word::ConstantOperand => "a constant expression of values that its operation does not take",
            Word::KindTwice => "a kind of metadata with two names",
            Word::NotNode => "a named node of something that is no node",
            Word::OtherLength => "a length word that only some tools go by, and that is wrong",
            Word::NoSuchName => "a name that ends past the string table",
            Word::Length => "a length word that disagrees with where its block ends",
            Word::Strings => "a table of metadata strings that does not hold as many as it says",
            Word::Attachment => "attached metadata that is no node, or of a kind without a name",
            Word::NoSuchInstruction => "metadata attached to an instruction that is not there",
            Word::NoSuchScope => "a place in the source whose scope is no node",
            Word::OtherBody => "a symbol table that gives a function the body of another",
            Word::NoSuchEntry => "a summary with a record that refers to nothing known, or has no form that readers go by",
            Word::ShortAttribute => "a group of attributes that ends inside one, or has one written in no known way",
            Word::LateAttribute => "attributes of more parameters than the function has",
            Word::ShortGlobal => "a global that ends before it says what it must",
            Word::UnsizedWhole => "an address over things of a type without a size",
            Word::WrongPredicate => "a comparison that values of its type do not have",
            Word::InvokeBlock => "an invoke that goes on at a basic block that is not there",
            _ => "a position past the end",
        }
        .to_string(),
        (Kind::SwitchCase, value) => format!("a case of a switch that is no number, but {}", case(value)),
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
        Value::Word(Word::RoundTrip) => "an address made of a number, made a number again".into(),
        Value::Word(Word::OtherWidth) => "an address made of a number, made a number of another width".into(),
        Value::Word(Word::NullAddress) => "the address null, made a number".into(),
        Value::Word(Word::GlobalAddress) => "the address of a global, made a number".into(),
        Value::Word(Word::NoNumber) => "`undef` or `poison`".into(),
        Value::Expression(Operation::Binary, op) => {
            format!("an expression: {}", ir::name("binary", *op).unwrap_or("an operation"))
        }
        Value::Expression(_, op) => format!("an expression: {}", ir::name("cast", *op).unwrap_or("a cast")),
        _ => "an expression".into(),
    }
}
