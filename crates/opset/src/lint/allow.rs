//! Allow-lists: changes that somebody answers for, up to a day.

use crate::schema::OperatorName;
use crate::versions::Date;

/// An entry of an allow-list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// An operator with its overload (`aten::div.Tensor`), or the beginning of names, with `*` at the end (`aten::_foreach_*`).
    pub operator: String,
    /// Who answers for it.
    pub owner: String,
    /// The day from which on it allows nothing any more.
    pub expires: Date,
    /// Why.
    pub reason: Option<String>,
    /// The line of the file, from 1.
    pub line: u64,
}

impl Allowance {
    /// Whether the entry is about an operator.
    pub fn is_for(&self, operator: &OperatorName) -> bool {
        // `NAME.OVERLOAD`, compared without putting it together.
        let OperatorName { name, overload } = operator;
        let full = |pattern: &str| match pattern.strip_prefix(name.as_str()) {
            Some(rest) if overload.is_empty() => rest.is_empty(),
            Some(rest) => rest.strip_prefix('.') == Some(overload),
            None => false,
        };
        match self.operator.strip_suffix('*') {
            None => full(&self.operator),
            Some(start) => name.starts_with(start) || operator.to_string().starts_with(start),
        }
    }

    /// Whether it is over on a day.
    pub fn is_over(&self, day: Date) -> bool {
        self.expires <= day
    }
}

#[cfg(test)]
mod tests {
    use super::Allowance;
    use crate::schema::OperatorName;
    use crate::versions::Date;

    #[test]
    fn exact_names_and_beginnings() {
        let is_for = |pattern: &str, name: &str, overload: &str| {
            let entry = Allowance {
                operator: pattern.into(),
                owner: "ops".into(),
                expires: Date::parse("2027-01-01").unwrap(),
                reason: None,
                line: 1,
            };
            entry.is_for(&OperatorName { name: name.into(), overload: overload.into() })
        };
        for (pattern, name, overload, expected) in [
            ("aten::div", "aten::div", "", true),
            ("aten::div", "aten::div", "Tensor", false),
            ("aten::div", "aten::divide", "", false),
            ("aten::div.Tensor", "aten::div", "Tensor", true),
            ("aten::div.Tensor", "aten::div", "Tensor_mode", false),
            ("aten::div.*", "aten::div", "Tensor_mode", true),
            ("aten::div.*", "aten::div", "", false),
            ("aten::_foreach_*", "aten::_foreach_add", "List", true),
            ("*", "a::b", "", true),
            ("aten::d*v", "aten::div", "", false),
        ] {
            assert_eq!(is_for(pattern, name, overload), expected, "{pattern} for {name}.{overload}");
        }
    }
}
