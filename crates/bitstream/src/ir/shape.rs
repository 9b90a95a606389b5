//! What a module can ask of a reader: [`Kind`] says which part of the format it is about, [`Value`] which of the things there.
//!
//! Both have a text form, which tables and people use: `attribute` and `0/79`, `intrinsic` and `llvm.abs.*:int(int,int)`.
//! [`Value::parse`] reads it and [`Display`](fmt::Display) writes it; a value is compared as a value, never as text.

use std::fmt;

use outlast_core::Value as Text;

use super::signature::Signature;
use super::uses::Spot;

/// An enumeration whose variants have names in the text form.
macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// Its place among all of them.
            pub fn index(self) -> usize {
                self as usize
            }

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }

            /// The one of this name.
            pub fn parse(text: &str) -> Option<$name> {
                match text {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

mod word;

pub use word::Word;

named! {
    /// Which part of the format a need is about. Numbers are those of the format.
    Kind {
        /// The constant that an alias or resolver is of: its code.
        Aliasee = "aliasee",
        /// A late operand of an alias that is not zero: its index.
        Alias = "alias",
        /// A record of a stack slot: how many operands it has.
        Alloca = "alloca",
        /// An atomic operation on vectors: `load`, `store`, or the operation of `atomicrmw`.
        AtomicVector = "atomic-vector",
        /// The operation of an `atomicrmw`.
        AtomicRmw = "atomicrmw",
        /// Encoding and kind of an attribute.
        Attribute = "attribute",
        /// The code of a record of attribute groups.
        AttributeRecord = "attribute-record",
        /// A string attribute that verifiers check, with its value or the kind of its value.
        AttributeText = "attribute-text",
        /// A binary operation, and its flags.
        Binary = "binary",
        /// A block and a block inside it.
        Block = "block",
        /// An operand bundle: tag and use.
        Bundle = "bundle",
        /// A call with fast-math flags: what it returns.
        Call = "call",
        /// The calling convention of a call.
        CallConvention = "call-convention",
        /// What `callbr` calls.
        Callbr = "callbr",
        /// The calling convention of a function, `invoke` or `callbr`; 1024 stands for all that have more than ten bits.
        CallingConvention = "calling-convention",
        /// A cast, and its flags.
        Cast = "cast",
        /// The selection kind of a comdat.
        Comdat = "comdat",
        /// A comparison (0 of floats, 1 of integers), and its flags.
        Compare = "compare",
        /// The code of a constant.
        Constant = "constant",
        /// The operation of a constant binary expression.
        ConstantBinary = "constant-binary",
        /// A constant binary expression with flags: its operation.
        ConstantBinaryFlags = "constant-binary-flags",
        /// The operation of a constant cast.
        ConstantCast = "constant-cast",
        /// The predicate of a constant comparison.
        ConstantCompare = "constant-compare",
        /// A constant `getelementptr`: code and flags.
        ConstantGep = "constant-gep",
        /// An integer that not every release takes for the same number.
        ConstantInteger = "constant-integer",
        /// A null constant of a target type: the type's name.
        ConstantNull = "constant-null",
        /// A part of the data layout that not every release takes.
        DataLayout = "data-layout",
        /// The epoch.
        Epoch = "epoch",
        /// An operation of `DIExpression` that only LLVM has.
        Expression = "expression",
        /// A late operand of a function that is not zero: its index.
        Function = "function",
        /// The flags of a `getelementptr`.
        Gep = "gep",
        /// A late operand of a variable that is not zero: its index, or its name.
        Global = "global",
        /// A variable of a target type.
        GlobalOfTargetType = "global-of-target-type",
        /// The code of a record of the identification.
        IdentificationRecord = "identification-record",
        /// A late operand of an ifunc that is not zero: its index.
        Ifunc = "ifunc",
        /// An expression that a global depends on.
        Initializer = "initializer",
        /// The code of a record of a function body.
        Instruction = "instruction",
        /// The signature of a function `llvm.…` that is called.
        Intrinsic = "intrinsic",
        /// The name of a function `llvm.…` that is called.
        IntrinsicName = "intrinsic-name",
        /// The name of a function `llvm.…` of which there are only calls that code generators leave out.
        IntrinsicUnused = "intrinsic-unused",
        /// The signature of a function `llvm.…` that is declared.
        IntrinsicDeclared = "intrinsic-declared",
        /// A linkage.
        Linkage = "linkage",
        /// A load of a type that not every release loads.
        Load = "load",
        /// What no reader takes.
        Malformed = "malformed",
        /// What `memory(…)` says.
        Memory = "memory",
        /// A metadata record: code, operands and version bits.
        Metadata = "metadata",
        /// The language of a compile unit.
        MetadataLanguage = "metadata-language",
        /// A metadata record: its code, and the index of the last field that is not zero.
        MetadataLast = "metadata-last",
        /// What only some readers take in metadata.
        MetadataShape = "metadata-shape",
        /// An expression that metadata depends on.
        MetadataValue = "metadata-value",
        /// A module flag: its behavior, or a rule that flags break together.
        ModuleFlag = "module-flag",
        /// The code of a record of the module.
        ModuleRecord = "module-record",
        /// The version of the module.
        ModuleVersion = "module-version",
        /// The ordering of an `atomicrmw`.
        Ordering = "ordering",
        /// The predicate of a comparison.
        Predicate = "predicate",
        /// A `select`, and its flags.
        Select = "select",
        /// A flag of a summary: its bit.
        SummaryFlags = "summary-flags",
        /// The code of a record of a summary.
        SummaryRecord = "summary-record",
        /// The version of a summary.
        SummaryVersion = "summary-version",
        /// A case of a `switch` that is no number but an expression: what readers must compute to get the number.
        SwitchCase = "switch-case",
        /// The name of a target type.
        TargetType = "target-type",
        /// The code of a type.
        Type = "type",
        /// A type that early readers refuse.
        TypeShape = "type-shape",
        /// A unary operation, and its flags.
        Unary = "unary",
    }
}

named! {
    /// What holds an element.
    Outer {
        /// A structure.
        Struct = "struct",
        /// An array.
        Array = "array",
        /// A vector.
        Vector = "vector",
        /// A typed pointer.
        Pointer = "pointer",
        /// A function type.
        Function = "function",
    }
}

named! {
    /// An element that not every release takes there.
    Inner {
        /// A scalable vector.
        Scalable = "scalable",
        /// A target type.
        Target = "target",
        /// `x86_amx`.
        Amx = "amx",
        /// A label.
        Label = "label",
        /// A structure with scalable vectors.
        StructOfScalable = "struct-of-scalable",
        /// An array of scalable vectors.
        ArrayOfScalable = "array-of-scalable",
    }
}

named! {
    /// How a reader of the first version of memory effects takes what a later version says.
    Taken {
        /// As less than is meant.
        Less = "less",
        /// As more than is meant.
        More = "more",
        /// As it is meant.
        Same = "same",
        /// With more said of memory of the target than of all other.
        Target = "target",
        /// Version 0 with other memory named.
        Other = "other",
    }
}

named! {
    /// A constant expression.
    Operation {
        /// A binary operation on integers.
        Binary = "binary",
        /// A binary operation on floats.
        BinaryFloat = "binary-float",
        /// A cast.
        Cast = "cast",
        /// A comparison: 0 of floats, 1 of integers.
        Compare = "compare",
        /// `extractelement`.
        ExtractElement = "extractelement",
        /// `getelementptr`.
        Gep = "gep",
        /// `insertelement`.
        InsertElement = "insertelement",
        /// `select`.
        Select = "select",
        /// `shufflevector`.
        ShuffleVector = "shufflevector",
        /// A unary operation.
        Unary = "unary",
    }
}

named! {
    /// How an operand bundle is used.
    BundleUse {
        /// On a call of a function.
        Direct = "direct",
        /// On a call through a pointer.
        Indirect = "indirect",
        /// With a constant operand.
        Constant = "constant",
        /// With a tag that LLVM does not define, on a call that is no assumption: nobody looks at it.
        Own = "own",
    }
}

/// Which of the things that a [`Kind`] is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Value {
    /// A code, operation, version or index: `25`.
    Number(u64),
    /// Two numbers that belong together, such as an operation and its flags: `11/1`.
    Pair(u64, u64),
    /// Three numbers that belong together: `17/14/0`.
    Triple(u64, u64, u64),
    /// A property.
    Word(Word),
    /// An element in an aggregate: `array/scalable`.
    Element(Outer, Inner),
    /// Memory effects: the version of their encoding, and how a reader of version 0 takes them: `1/less`.
    Memory(u64, Taken),
    /// A constant expression, with the number of its operation where it has several: `cast/9`.
    Expression(Operation, u64),
    /// A constant of this code that names a type which is not in the table: `12/no-type`.
    NoType(u64),
    /// How a module flag behaves where modules are linked: `behavior/7`.
    Behavior(u64),
    /// The name of a target type.
    Name(String),
    /// A variable of a target type, with an initial value or without: `initialized/spirv.Image`.
    Variable {
        /// Whether it has an initial value.
        initialized: bool,
        /// The name of the type.
        name: String,
    },
    /// A value of a type without parameters, by its code: `type/24`.
    OfType(u64),
    /// A value of a target type: `target/spirv.Event`.
    OfTarget(String),
    /// A string attribute: `frame-pointer=all`.
    Attribute {
        /// Its name.
        name: String,
        /// Its value, or `other` for those that no verifier knows.
        value: String,
    },
    /// An operand bundle: `deopt/direct`.
    Bundle {
        /// Its tag.
        tag: String,
        /// Where it is.
        at: BundleUse,
    },
    /// A function `llvm.…`: `llvm.abs.*:int(int,int)`.
    Signature(Box<Signature>),
}

impl Value {
    /// A value of one to three numbers; more are left out.
    pub(super) fn numbers(numbers: &[u64]) -> Value {
        match *numbers {
            [] => Value::Number(0),
            [a] => Value::Number(a),
            [a, b] => Value::Pair(a, b),
            [a, b, c, ..] => Value::Triple(a, b, c),
        }
    }

    /// The value of this kind that a text says; `None` if values of the kind do not look like that.
    pub fn parse(kind: Kind, text: &str) -> Option<Value> {
        let parts = || text.split_once('/');
        match kind {
            Kind::ConstantInteger
            | Kind::DataLayout
            | Kind::Malformed
            | Kind::Call
            | Kind::Callbr
            | Kind::MetadataShape
            | Kind::MetadataLanguage => Word::parse(text).map(Value::Word),
            Kind::Global | Kind::AtomicVector => {
                Word::parse(text).map(Value::Word).or_else(|| number(text).map(Value::Number))
            }
            Kind::TypeShape => match Word::parse(text) {
                Some(word) => Some(Value::Word(word)),
                None => parts().and_then(|(outer, inner)| {
                    Some(Value::Element(Outer::parse(outer)?, Inner::parse(inner)?))
                }),
            },
            Kind::Memory => {
                let (version, taken) = parts()?;
                Some(Value::Memory(number(version)?, Taken::parse(taken)?))
            }
            Kind::Initializer | Kind::MetadataValue | Kind::SwitchCase => match Word::parse(text) {
                Some(word) => Some(Value::Word(word)).filter(|_| kind == Kind::SwitchCase),
                None => {
                    let (operation, of) = parts()?;
                    Some(Value::Expression(Operation::parse(operation)?, number(of)?))
                }
            },
            Kind::ConstantGep => match text.strip_suffix("/no-type") {
                Some(code) => number(code).map(Value::NoType),
                None => numbers(text),
            },
            Kind::ModuleFlag => match text.strip_prefix("behavior/") {
                Some(behavior) => number(behavior).map(Value::Behavior),
                None => Word::parse(text).map(Value::Word),
            },
            Kind::TargetType | Kind::ConstantNull | Kind::IntrinsicName | Kind::IntrinsicUnused => {
                Some(Value::Name(text.to_string()))
            }
            Kind::GlobalOfTargetType => match parts()? {
                ("initialized", name) => Some(Value::Variable { initialized: true, name: name.to_string() }),
                ("declared", name) => Some(Value::Variable { initialized: false, name: name.to_string() }),
                _ => None,
            },
            Kind::Load => match parts()? {
                ("type", code) => number(code).map(Value::OfType),
                ("target", name) => Some(Value::OfTarget(name.to_string())),
                _ => None,
            },
            Kind::AttributeText => {
                let (name, value) = text.split_once('=')?;
                Some(Value::Attribute { name: name.to_string(), value: value.to_string() })
            }
            Kind::Bundle => {
                let (tag, at) = text.rsplit_once('/')?;
                Some(Value::Bundle { tag: tag.to_string(), at: BundleUse::parse(at)? })
            }
            Kind::Intrinsic | Kind::IntrinsicDeclared => {
                Signature::parse(text).map(|signature| Value::Signature(Box::new(signature)))
            }
            _ => numbers(text),
        }
    }

    /// Whether these are numbers only.
    pub fn is_numbers(&self) -> bool {
        matches!(self, Value::Number(_) | Value::Pair(..) | Value::Triple(..))
    }
}

/// A number as [`Display`](fmt::Display) writes it, and no other way.
pub(super) fn number(text: &str) -> Option<u64> {
    let plain = text == "0" || text.starts_with(|c: char| ('1'..='9').contains(&c));
    text.parse().ok().filter(|_| plain)
}

fn numbers(text: &str) -> Option<Value> {
    let parts: Vec<u64> = text.split('/').map(number).collect::<Option<_>>()?;
    (1..=3).contains(&parts.len()).then(|| Value::numbers(&parts))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(a) => write!(f, "{a}"),
            Value::Pair(a, b) => write!(f, "{a}/{b}"),
            Value::Triple(a, b, c) => write!(f, "{a}/{b}/{c}"),
            Value::Word(word) => f.write_str(word.name()),
            Value::Element(outer, inner) => write!(f, "{}/{}", outer.name(), inner.name()),
            Value::Memory(version, taken) => write!(f, "{version}/{}", taken.name()),
            Value::Expression(operation, number) => write!(f, "{}/{number}", operation.name()),
            Value::NoType(code) => write!(f, "{code}/no-type"),
            Value::Behavior(behavior) => write!(f, "behavior/{behavior}"),
            Value::Name(name) => f.write_str(name),
            Value::Variable { initialized: true, name } => write!(f, "initialized/{name}"),
            Value::Variable { initialized: false, name } => write!(f, "declared/{name}"),
            Value::OfType(code) => write!(f, "type/{code}"),
            Value::OfTarget(name) => write!(f, "target/{name}"),
            Value::Attribute { name, value } => write!(f, "{name}={value}"),
            Value::Bundle { tag, at } => write!(f, "{tag}/{}", at.name()),
            Value::Signature(signature) => signature.fmt(f),
        }
    }
}

/// One thing that a module asks of its reader, how often, and where first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// Which part of the format it is about.
    pub kind: Kind,
    /// Which of the things there.
    pub value: Value,
    /// How many places need it.
    pub count: u64,
    /// The first of them.
    pub first: Spot,
}

impl Need {
    /// The need in the form that is the same for all formats, with its value as text.
    pub fn flat(&self) -> outlast_core::Need {
        let value = Text::Text(self.value.to_string());
        outlast_core::Need { key: self.kind.name(), value, count: self.count, first: self.first.place() }
    }
}

#[cfg(test)]
mod tests;
