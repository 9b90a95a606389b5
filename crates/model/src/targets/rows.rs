//! What rows of the tables of readers may say: [`RowKind`], and the one grammar of what a reader does, [`Behaviour`].

use crate::verdict::{Outcome, Stage};

/// A kind of row: the first word of a line. A row of any other kind is an error, and so is a value of another form.
#[derive(Clone, Copy, Debug)]
pub struct RowKind {
    /// The word.
    pub kind: &'static str,
    /// What stands behind `=`.
    pub form: Form,
}

/// What a value may be.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Nothing: that the row is there says all.
    Nothing,
    /// Any text, such as a message; it may be empty.
    Text,
    /// A whole number.
    Number,
    /// One of these words.
    Word(&'static [&'static str]),
    /// What the reader does: see [`Behaviour`]. No stage, no condition.
    Outcome,
    /// What the reader does, and at which stage.
    Staged,
    /// What the reader does, at which stage, and in which case: conditions that this knows.
    Conditional(fn(&str) -> bool),
    /// A grammar of its own: what is wrong with a value.
    Own(fn(&str) -> Result<(), String>),
}

/// What is wrong with a row of a table whose rows are of these kinds.
///
/// # Errors
///
/// A kind that is not among them, and a value of another form than its kind has.
pub fn check(kinds: &[RowKind], kind: &str, value: &str) -> Result<(), String> {
    match kinds.iter().find(|row| row.kind == kind) {
        Some(row) => row.form.check(value),
        None => Err(format!("no table of this family has rows of kind `{kind}`")),
    }
}

impl Form {
    /// What is wrong with a value.
    pub fn check(self, value: &str) -> Result<(), String> {
        let behaviour =
            || Behaviour::parse(value).ok_or_else(|| format!("`{value}` does not say what the reader does"));
        match self {
            Form::Nothing if value.is_empty() => Ok(()),
            Form::Nothing => Err(format!("`{value}`: rows of this kind have no value")),
            Form::Text => Ok(()),
            Form::Number => match value.parse::<u64>() {
                Ok(_) => Ok(()),
                Err(_) => Err(format!("`{value}` is not a number")),
            },
            Form::Word(words) if words.contains(&value) => Ok(()),
            Form::Word(words) => Err(format!("`{value}` is not one of {}", words.join(", "))),
            Form::Outcome => match behaviour()? {
                Behaviour { stage: None, condition: "", .. } => Ok(()),
                _ => Err(format!("`{value}`: rows of this kind have no stage and no condition")),
            },
            Form::Staged => match behaviour()? {
                Behaviour { stage: Some(_), condition: "", .. } => Ok(()),
                _ => Err(format!("`{value}`: rows of this kind have a stage, and no condition")),
            },
            Form::Conditional(known) => match behaviour()? {
                Behaviour { stage: Some(_), condition, .. } if condition.split(" and ").all(known) => Ok(()),
                Behaviour { condition, .. } => {
                    Err(format!("`{condition}`: no stage, or an unknown condition"))
                }
            },
            Form::Own(check) => check(value),
        }
    }
}

/// What a reader does with a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// Reads it as it is meant.
    Loads,
    /// Leaves it out, which changes nothing of what the program computes.
    Ignores,
    /// Takes it for something else.
    Misreads,
    /// Refuses it, or crashes.
    Fails,
    /// It is not known.
    Unknown,
    /// Reads something else; another row says how bad that is.
    Differs,
    /// Does not read it without another file.
    Alone,
}

impl Does {
    const ALL: [(&str, Does); 7] = [
        ("loads", Does::Loads),
        ("ignores", Does::Ignores),
        ("misreads", Does::Misreads),
        ("fails", Does::Fails),
        ("unknown", Does::Unknown),
        ("differs", Does::Differs),
        ("alone", Does::Alone),
    ];

    /// What that leads to; `None` where the row alone does not say.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Does::Loads | Does::Ignores => Some(Outcome::Loads),
            Does::Misreads => Some(Outcome::Misreads),
            Does::Fails => Some(Outcome::Fails),
            Does::Unknown | Does::Alone => Some(Outcome::Unknown),
            Does::Differs => None,
        }
    }
}

/// What a row says that a reader does, in one grammar for all families:
///
/// ```text
/// value    = [ [stage " "] word [" " condition] [" | " text] ]
/// stage    = "load" | "method" | "run"
/// word     = "loads" | "ignores" | "misreads" | "fails" | "unknown" | "differs" | "alone"
/// text     = the message that the reader prints, or what it reads instead
/// ```
///
/// Nothing at all is `loads`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Behaviour<'t> {
    /// When; `None` where the row does not say.
    pub stage: Option<Stage>,
    /// What it does.
    pub does: Does,
    /// In which case; empty for any.
    pub condition: &'t str,
    /// The message, or what it reads.
    pub text: Option<&'t str>,
}

impl<'t> Behaviour<'t> {
    /// Parses the value of a row.
    pub fn parse(value: &'t str) -> Option<Behaviour<'t>> {
        let (head, text) = match value.split_once(" | ") {
            Some((head, text)) => (head, Some(text)),
            None => (value, None),
        };
        if head.is_empty() {
            let does = Does::Loads;
            return text.is_none().then_some(Behaviour { stage: None, does, condition: "", text });
        }
        let (first, rest) = head.split_once(' ').unwrap_or((head, ""));
        let stage = Stage::ALL.into_iter().find(|stage| stage.name() == first);
        let (word, condition) = match stage {
            Some(_) => rest.split_once(' ').unwrap_or((rest, "")),
            None => (first, rest),
        };
        let (_, does) = Does::ALL.into_iter().find(|(name, _)| *name == word)?;
        Some(Behaviour { stage, does, condition, text })
    }
}

#[cfg(test)]
mod tests {
    use super::{Behaviour, Does, Form, RowKind, check};
    use crate::verdict::Stage;

    #[test]
    fn one_grammar() {
        let full = Behaviour::parse("run fails type 0 int8 | Check failed").unwrap();
        let (stage, does, text) = (Some(Stage::Run), Does::Fails, Some("Check failed"));
        assert_eq!(full, Behaviour { stage, does, condition: "type 0 int8", text });
        assert_eq!(Behaviour::parse("").unwrap().does, Does::Loads);
        assert_eq!(Behaviour::parse("misreads | read as `undef`").unwrap().text, Some("read as `undef`"));
        for wrong in ["sometime fails", "breaks", "run", " | message", "run sometimes | x"] {
            assert_eq!(Behaviour::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn forms_are_held() {
        let kinds = &[RowKind { kind: "backend", form: Form::Nothing }];
        assert_eq!(check(kinds, "backend", "7").unwrap_err(), "`7`: rows of this kind have no value");
        assert_eq!(check(kinds, "opp", "").unwrap_err(), "no table of this family has rows of kind `opp`");
        let holds = |form: Form, value: &str| form.check(value).is_ok();
        assert!(holds(Form::Nothing, "") && !holds(Form::Nothing, "x"));
        assert!(holds(Form::Number, "7") && !holds(Form::Number, "seven"));
        assert!(holds(Form::Word(&["a", "b"]), "b") && !holds(Form::Word(&["a", "b"]), "c"));
        assert!(holds(Form::Outcome, "fails | no") && !holds(Form::Outcome, "run fails"));
        assert!(holds(Form::Staged, "run fails") && !holds(Form::Staged, "fails"));
        let condition = Form::Conditional(|word| word == "always");
        assert!(holds(condition, "run fails always") && !holds(condition, "run fails seldom"));
    }
}
