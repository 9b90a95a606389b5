//! What a conversion finds: reasons against it, and sentences on what it changes.

use std::collections::BTreeSet;

use outlast_core::{Code, Path, Place, Source, Step};

use crate::json::{Kind, Value};

/// Why a program cannot be rewritten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What cannot be expressed, or read.
    pub what: String,
    /// Where it is: bytes in the record of the program, with the path to it.
    pub place: Place,
    /// What can be done.
    pub help: String,
    /// If an operator stands in the way: a code of [`outlast_opset::versions::codes`], and its name with the overload.
    pub operator: Option<(Code, String)>,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.place)?;
        if let Some((code, _)) = &self.operator {
            write!(f, "{code}: ")?;
        }
        f.write_str(&self.what)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "; {}", self.help) }
    }
}

/// Reasons, and different changes, that are kept; others are counted.
const MOST: usize = 50;

/// A reason, before its bytes are looked up.
#[derive(Debug)]
struct Noted {
    path: Path,
    what: String,
    help: String,
    operator: Option<(Code, String)>,
}

/// What is found on the way.
#[derive(Debug, Default)]
pub(super) struct Notes {
    reasons: Vec<Noted>,
    count: u64,
    /// Of the nodes of the graph, as they are now, those of the file.
    origins: Option<Vec<u64>>,
    /// Operators some of whose calls were replaced.
    pub(super) replaced: BTreeSet<String>,
    changes: Vec<(String, u64)>,
    more_changes: u64,
    path: Path,
}

impl Notes {
    /// How many levels down it is.
    pub(super) fn depth(&self) -> usize {
        self.path.steps().len()
    }

    /// Goes one level down.
    pub(super) fn enter(&mut self, step: Step) {
        self.path.push(step);
    }

    pub(super) fn enter_field(&mut self, name: &str) {
        self.path.push(Step::Field(name.to_string().into()));
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Something at this place cannot be expressed.
    pub(super) fn refuse(&mut self, what: impl Into<String>, help: impl Into<String>) {
        self.note(what.into(), help.into(), None);
    }

    /// An operator at this place stands in the way.
    pub(super) fn refuse_operator(&mut self, code: Code, operator: &str, what: impl Into<String>) {
        self.note(what.into(), String::new(), Some((code, operator.to_string())));
    }

    fn note(&mut self, what: String, help: String, operator: Option<(Code, String)>) {
        self.count += 1;
        if self.reasons.len() < MOST {
            self.reasons.push(Noted { path: self.origin(), what, help, operator });
        }
    }

    /// Nodes were put into the graph: of each that it has now, the one from before whose place it takes.
    pub(super) fn set_origins(&mut self, mut origins: Vec<u64>) {
        if let Some(before) = &self.origins {
            for origin in &mut origins {
                let of_file = usize::try_from(*origin).ok().and_then(|at| before.get(at));
                *origin = of_file.copied().unwrap_or(*origin);
            }
        }
        self.origins = Some(origins);
    }

    /// The path in the file.
    fn origin(&self) -> Path {
        let Some(origins) = &self.origins else { return self.path.clone() };
        let mut path = Path::root();
        for (depth, step) in self.path.steps().iter().enumerate() {
            let node = depth == 3
                && matches!(self.path.steps().get(2), Some(Step::Field(name)) if &**name == "nodes");
            path.push(match step {
                Step::Index(at) if node => {
                    let origin = usize::try_from(*at).ok().and_then(|at| origins.get(at));
                    Step::Index(origin.copied().unwrap_or(*at))
                }
                step => step.clone(),
            });
        }
        path
    }

    /// Something below this place cannot be expressed.
    pub(super) fn refuse_at(&mut self, step: Step, what: impl Into<String>, help: impl Into<String>) {
        self.path.push(step);
        self.refuse(what, help);
        self.path.pop();
    }

    /// Something is changed. The same sentence is kept once, with how often it was said.
    pub(super) fn change(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        let full = self.changes.len() >= MOST;
        match self.changes.iter_mut().find(|(said, _)| *said == sentence) {
            Some((_, count)) => *count += 1,
            None if !full => self.changes.push((sentence, 1)),
            None => self.more_changes += 1,
        }
    }

    pub(super) fn is_refused(&self) -> bool {
        self.count > 0
    }

    /// The sentences on what is changed.
    pub(super) fn changes(self) -> Vec<String> {
        let said = |(sentence, count): (String, u64)| match count {
            1 => sentence,
            count => format!("{sentence} ({count} times)"),
        };
        let more =
            (self.more_changes > 0).then(|| format!("{} more changes of these kinds", self.more_changes));
        self.changes.into_iter().map(said).chain(more).collect()
    }

    /// The reasons, with places in a text: of paths that are not in it, the part that is.
    pub(super) fn reasons(self, root: Value<'_>, source: &Source) -> Vec<Reason> {
        let rest = self.count.saturating_sub(self.reasons.len() as u64);
        let mut all: Vec<Reason> = self
            .reasons
            .into_iter()
            .map(|Noted { path, what, help, operator }| {
                let span = find(root, &path).span();
                Reason { what, place: Place::new(span.in_source(source), path), help, operator }
            })
            .collect();
        if rest > 0 {
            let place = Place::new(root.span().in_source(source), Path::root());
            all.push(Reason {
                what: format!("{rest} more reasons of these kinds"),
                place,
                help: "see those before".into(),
                operator: None,
            });
        }
        all
    }
}

/// The value that a path leads to, or the last one on the way.
fn find<'d>(root: Value<'d>, path: &Path) -> Value<'d> {
    let mut here = root;
    for step in path.steps() {
        let next = match step {
            Step::Field(name) => here.get(name),
            Step::Index(index) if here.kind() == Kind::Array => {
                usize::try_from(*index).ok().and_then(|index| here.items().nth(index))
            }
            _ => None,
        };
        match next {
            Some(next) => here = next,
            None => break,
        }
    }
    here
}
