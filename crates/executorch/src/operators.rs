//! What the operators of ExecuTorch's own kernel libraries take, as a `KernelCall` passes it: the arguments of the
//! schema and one more, the place of the result. The table is `data/operator-schemas.txt`.

use outlast_core::QuickMap;
use std::sync::OnceLock;

use crate::defs::ValueKind;

static TEXT: &str = include_str!("../data/operator-schemas.txt");

/// The arguments of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    kinds: &'static str,
}

/// One argument of an operator: `Tensor?`, `int[]`, `Tensor!`; `any` where its kind does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// As the table writes it.
    pub text: &'static str,
}

impl Signature {
    /// The signature of `name.overload`, if the operator belongs to the runtime's own libraries.
    pub fn by_name(name: &str) -> Option<Signature> {
        static TABLE: OnceLock<QuickMap<&'static str, &'static str>> = OnceLock::new();
        let table = TABLE.get_or_init(|| {
            TEXT.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once(' ')).collect()
        });
        table.get(name).map(|kinds| Signature { kinds })
    }

    /// A signature from a text in the table's form, such as `Tensor Tensor! any`.
    pub fn from_text(kinds: &'static str) -> Signature {
        Signature { kinds }
    }

    /// The arguments.
    pub fn arguments(self) -> impl Iterator<Item = Argument> {
        self.kinds.split_ascii_whitespace().map(|text| Argument { text })
    }
}

impl Argument {
    /// Whether the operator writes it.
    pub fn written(self) -> bool {
        self.text.ends_with('!') || self.text == "result"
    }

    /// Whether the operator only writes it: an `out` argument stands behind the ones that are read.
    pub fn is_any(self) -> bool {
        matches!(self.text, "any" | "result")
    }

    /// Whether a value of this kind may be passed.
    pub fn takes(self, kind: ValueKind) -> bool {
        use ValueKind::*;
        let text = self.text.trim_end_matches('!');
        let (text, optional) = text.strip_suffix('?').map_or((text, false), |t| (t, true));
        if optional && kind == Null {
            return true;
        }
        match text {
            "Tensor" => kind == Tensor,
            "Scalar" => matches!(kind, Int | Double | Bool),
            "int" | "ScalarType" | "MemoryFormat" | "Layout" => kind == Int,
            "float" => kind == Double,
            "bool" => kind == Bool,
            "str" => kind == String,
            "int[]" => kind == IntList,
            "float[]" => kind == DoubleList,
            "bool[]" => kind == BoolList,
            "Tensor[]" => kind == TensorList,
            "Tensor?[]" => matches!(kind, OptionalTensorList | TensorList),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Signature;
    use crate::defs::ValueKind;

    #[test]
    fn finds_and_takes() {
        let add = Signature::by_name("aten::add.out").unwrap();
        let texts: Vec<_> = add.arguments().map(|a| a.text).collect();
        assert_eq!(texts, ["Tensor", "Tensor", "Scalar", "Tensor!", "any"]);
        let scalar = add.arguments().nth(2).unwrap();
        assert!(scalar.takes(ValueKind::Int) && !scalar.takes(ValueKind::Tensor));
        assert_eq!(Signature::by_name("aten::nothing"), None);
    }

    #[test]
    fn every_line_is_known() {
        for line in super::TEXT.lines().filter(|l| !l.starts_with('#')) {
            let (name, _) = line.split_once(' ').unwrap();
            for argument in Signature::by_name(name).unwrap().arguments() {
                let strange = argument.takes(ValueKind::Unknown(99)) && !argument.is_any();
                assert!(!strange, "{line}: {}", argument.text);
            }
        }
    }
}
