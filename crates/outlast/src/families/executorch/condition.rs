//! Conditions of `op-fails` and `xnnpack-fails` rows: which uses of an operator fail.
//!
//! `run fails type 0 uint16 | message`: stage, outcome, condition, and the message after a bar. Conditions speak of the
//! words of a use's shape:
//!
//! * `always`
//! * `type N A,B`: argument N has one of these element types (the last argument is `-1`)
//! * `rank N A,B`: argument N is a tensor of one of these ranks
//! * `is N A,B`: the word of argument N is one of these: `true`, `Null`, …
//! * `not N A,B`: it is none of these
//! * `sizes-differ N M`: arguments N and M are tensors of different sizes
//! * `one-element N`: argument N is a tensor of one element
//! * `varies N`: the sizes of tensor argument N can vary
//! * `static N`: the sizes of tensor argument N cannot vary
//! * `order N A,B`: argument N has one of these dimension orders, such as `0231`
//! * `orders N M`: arguments N and M have different dimension orders
//! * `flag MASK`, `no-flag MASK`: the first word is `flags=…` and has these bits, or lacks one of them

use crate::targets::Behaviour;
use crate::verdict::{Outcome, Stage};

/// A parsed row.
pub(super) struct Failure<'a> {
    pub(super) stage: Stage,
    pub(super) outcome: Outcome,
    pub(super) says: Option<&'a str>,
    condition: &'a str,
}

impl<'a> Failure<'a> {
    /// Parses the value of a row.
    pub(super) fn parse(value: &'a str) -> Option<Failure<'a>> {
        let Behaviour { stage, does, condition, text: says } = Behaviour::parse(value)?;
        Some(Failure { stage: stage?, outcome: does.outcome()?, condition, says })
    }

    /// The most specific of these rows that holds for a use of this shape: the one with the most conditions.
    pub(super) fn find(rows: &[&'a str], shape: &str) -> Option<Failure<'a>> {
        let hold = rows.iter().filter_map(|row| Failure::parse(row)).filter(|failure| failure.holds(shape));
        hold.max_by_key(|failure| failure.condition.matches(" and ").count())
    }

    /// Whether a use of this shape fails; every condition joined by ` and ` must hold.
    pub(super) fn holds(&self, shape: &str) -> bool {
        holds_all(self.condition, shape)
    }
}

/// The words that conditions begin with, and how many follow each.
const CONDITIONS: &[(&str, usize)] = &[
    ("always", 0),
    ("type", 2),
    ("rank", 2),
    ("is", 2),
    ("not", 2),
    ("sizes-differ", 2),
    ("one-element", 1),
    ("varies", 1),
    ("static", 1),
    ("order", 2),
    ("orders", 2),
    ("flag", 1),
    ("no-flag", 1),
];

/// Whether this is a condition, none of several joined by ` and `.
pub(super) fn is_known(condition: &str) -> bool {
    let mut words = condition.split_whitespace();
    let (first, count) = (words.next().unwrap_or_default(), words.count());
    CONDITIONS.contains(&(first, count))
}

/// What is wrong with the value of an `op-note` row: `condition | remark`.
pub(super) fn check_note(value: &str) -> Result<(), String> {
    let (conditions, _) = value.split_once(" | ").ok_or("an `op-note` row is `condition | remark`")?;
    match conditions.split(" and ").find(|condition| !is_known(condition)) {
        Some(unknown) => Err(format!("`{unknown}` is not a condition")),
        None => Ok(()),
    }
}

/// Whether all of the conditions, joined by ` and `, hold for a shape.
pub(super) fn holds_all(conditions: &str, shape: &str) -> bool {
    let words: Vec<&str> = shape.split(' ').collect();
    conditions.split(" and ").all(|condition| holds(condition, &words).unwrap_or(false))
}

fn holds(condition: &str, words: &[&str]) -> Option<bool> {
    let parts: Vec<&str> = condition.split_whitespace().collect();
    let argument = |index: &str| match index {
        "-1" => words.last().copied(),
        index => words.get(index.parse::<usize>().ok()?).copied(),
    };
    let base = |word: &str| -> String {
        word.trim_start_matches("list(").split(['[', '@', '~', ')']).next().unwrap_or("").to_string()
    };
    let order =
        |word: &str| word.split_once('@').map(|(_, order)| order.trim_end_matches(['~', ')']).to_string());
    let rank = |word: &str| {
        let sizes = sizes(word)?;
        Some(if sizes.is_empty() { 0 } else { sizes.split(',').count() })
    };
    Some(match parts[..] {
        ["always"] => true,
        ["type", index, types] => {
            let word = base(argument(index)?);
            types.split(',').any(|t| t == word)
        }
        ["not", index, words] => {
            let word = argument(index)?;
            words.split(',').all(|w| w != word)
        }
        ["sizes-differ", a, b] => sizes(argument(a)?)? != sizes(argument(b)?)?,
        ["one-element", index] => sizes(argument(index)?)?.split(',').all(|n| n == "1" || n.is_empty()),
        ["varies", index] => argument(index)?.trim_end_matches(')').ends_with('~'),
        ["rank", index, ranks] => {
            let rank = rank(argument(index)?)?.to_string();
            ranks.split(',').any(|r| r == rank)
        }
        ["is", index, words] => {
            let word = argument(index)?;
            words.split(',').any(|w| w == word)
        }
        ["static", index] => !argument(index)?.trim_end_matches(')').ends_with('~'),
        ["order", index, orders] => {
            let order = order(argument(index)?).unwrap_or_default();
            orders.split(',').any(|o| o == order)
        }
        ["orders", a, b] => order(argument(a)?) != order(argument(b)?),
        ["flag", mask] => flags(words)? & number(mask)? == number(mask)?,
        ["no-flag", mask] => flags(words)? & number(mask)? != number(mask)?,
        _ => return None,
    })
}

/// The sizes in the word of a tensor: `2,3`.
fn sizes(word: &str) -> Option<&str> {
    Some(word.split_once('[')?.1.split_once(']')?.0)
}

fn flags(words: &[&str]) -> Option<u64> {
    number(words.first()?.strip_prefix("flags=")?)
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;
    use crate::verdict::{Outcome, Stage};

    fn holds(row: &str, shape: &str) -> bool {
        Failure::parse(row).unwrap().holds(shape)
    }

    #[test]
    fn what_is_known_is_evaluated() {
        for (word, count) in super::CONDITIONS {
            let condition = [&[*word][..], &["0", "1"][..*count]].concat().join(" ");
            assert!(super::is_known(&condition), "{condition}");
            let words = ["flags=0x1", "float32[2]@0", "float32[2]@0"];
            assert!(super::holds(&condition.replace(" 0", " 1"), &words).is_some(), "{condition}");
        }
        assert!(!super::is_known("type 0") && !super::is_known("nonsense 0 1"));
    }

    #[test]
    fn conditions() {
        let row = Failure::parse("run fails type 0 uint16,int8 | Unhandled dtype").unwrap();
        assert_eq!((row.stage, row.outcome, row.says), (Stage::Run, Outcome::Fails, Some("Unhandled dtype")));
        assert!(row.holds("uint16[2,3]@10~ true float32[1]"));
        assert!(!row.holds("float32[1] uint16[1]"));
        assert!(holds("run fails type 0 uint16", "list(uint16[2]) float32[]"));
        assert!(holds("run fails order 0 0231 and not 0 Null", "list(float32[1,2,3,4]@0231~) Int"));
        let rows = ["run fails sizes-differ 0 1", "run misreads one-element 0 and sizes-differ 0 1"];
        assert_eq!(Failure::find(&rows, "int8[1] int8[2]").unwrap().outcome, Outcome::Misreads);
        assert_eq!(Failure::find(&rows, "int8[2] int8[2,2]").unwrap().outcome, Outcome::Fails);
        assert!(holds("run fails type -1 int64", "float32[2] int64[2]"));
        assert!(holds("run fails rank 0 1,3 and is 1 true", "float32[2,3,4] true"));
        assert!(!holds("run fails rank 0 1,3 and is 1 true", "float32[2,3] true"));
        assert!(holds("run fails rank 0 0", "float32[]"));
        assert!(holds("run misreads static 0", "float32[2] float32[2]~"));
        assert!(!holds("run misreads static 0", "float32[2]~ float32[2]"));
        assert!(holds("run fails orders 0 -1", "float32[1,2,3,4]@0231 Null float32[1,2,3,4]"));
        assert!(!holds("run fails orders 0 -1", "float32[1,2,3,4]@0231 Null float32[1,2,3,4]@0231~"));
        assert!(holds("run fails flag 0x40", "flags=0x41 fp32"));
        assert!(holds("run fails sizes-differ 0 1", "int8[2,3] int8[3]"));
        assert!(!holds("run fails sizes-differ 0 1", "int8[2,3] int8[2,3]"));
        assert!(holds("run misreads one-element 0 and not 1 Int=1", "int8[1,1] Int"));
        assert!(!holds("run misreads one-element 0 and not 1 Int=1", "int8[] Int=1"));
        assert!(!holds("run misreads one-element 0", "int8[2]"));
        assert!(holds("run fails varies 0", "int8[2]~"));
        assert!(holds("run fails order 0 0231", "float32[1,2,3,4]@0231~"));
        assert!(!holds("run fails order 0 0231", "float32[1,2,3,4]"));
        assert!(holds("run fails no-flag 0x40 and type 1 fp32", "flags=0x1 fp32"));
        assert!(holds("run fails always", ""));
        assert!(!holds("run fails nonsense", "float32"));
        assert!(Failure::parse("sometime fails always").is_none());
    }
}
