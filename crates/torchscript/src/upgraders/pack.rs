//! [`Pack`]: functions in the language of TorchScript, one behind the other in a text, of which each is parsed when it is first asked for.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::program::Program;
use crate::source::Fault;

/// Functions by name: upgraders and downgraders of an operator set.
///
/// A runtime that embeds a pack pays for what a program needs: opening finds where functions begin, and [`Pack::function`] parses one.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// The text of each function.
    texts: BTreeMap<String, Rc<str>>,
    parsed: RefCell<BTreeMap<String, Rc<Parsed>>>,
    count: Cell<usize>,
}

/// A function of a pack.
#[derive(Debug)]
pub struct Parsed {
    /// Its name.
    pub name: String,
    /// Its text, as it stands in the pack.
    pub text: Rc<str>,
    /// Other functions of the pack that it calls, as `__torch__.outlast_upgraders.NAME(…)`.
    pub calls: Vec<String>,
    /// The function, and behind it those that it calls, as a program.
    pub program: Program,
}

/// The qualifier that functions of packs are parsed under.
pub const QUALIFIER: &str = "__torch__.outlast_upgraders";

impl Pack {
    /// Finds the functions of a text: what begins with `def` at the start of a line, up to the next.
    ///
    /// # Errors
    ///
    /// The name of a function that is there twice, or that another text of the pack has.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let mut starts: Vec<usize> = text.match_indices("def ").map(|(at, _)| at).collect();
        starts.retain(|at| *at == 0 || text.as_bytes().get(at.saturating_sub(1)) == Some(&b'\n'));
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index.saturating_add(1)).copied().unwrap_or(text.len());
            let Some(body) = text.get(*start..end) else { continue };
            let name =
                body.strip_prefix("def ").and_then(|rest| rest.split('(').next()).unwrap_or_default().trim();
            // Comments between functions are about the next one.
            let lines: Vec<&str> = body.lines().collect();
            let last = lines.iter().rposition(|line| {
                line.starts_with([' ', '\t']) || line.starts_with("def ") || line.starts_with(')')
            });
            let body: String = lines
                .iter()
                .take(last.map_or(0, |last| last.saturating_add(1)))
                .map(|line| format!("{line}\n"))
                .collect();
            if self.texts.insert(name.to_string(), body.into()).is_some() {
                return Err(format!("the function `{name}` occurs twice"));
            }
        }
        Ok(())
    }

    /// The functions of the pack that a text calls.
    fn called(&self, text: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for rest in text.split(QUALIFIER).skip(1) {
            let name: String = rest
                .strip_prefix('.')
                .into_iter()
                .flat_map(str::chars)
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            if self.texts.contains_key(&name) && !found.contains(&name) {
                found.push(name);
            }
        }
        found
    }

    /// The names of all functions, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// Whether there is such a function, without parsing it.
    pub fn has(&self, name: &str) -> bool {
        self.texts.contains_key(name)
    }

    /// How many functions were parsed so far.
    pub fn parsed(&self) -> usize {
        self.count.get()
    }

    /// A function by name, parsed the first time; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Why its text is no code.
    pub fn function(&self, name: &str) -> Option<Result<Rc<Parsed>, Fault>> {
        if let Some(known) = self.parsed.borrow().get(name) {
            return Some(Ok(Rc::clone(known)));
        }
        let text = Rc::clone(self.texts.get(name)?);
        let mut whole = text.to_string();
        let calls = self.called(&text);
        let (mut open, mut seen) = (calls.clone(), vec![name.to_string()]);
        while let Some(called) = open.pop() {
            if !seen.contains(&called)
                && let Some(text) = self.texts.get(&called)
            {
                whole.push_str(text);
                open.extend(self.called(text));
                seen.push(called);
            }
        }
        self.count.set(self.count.get().saturating_add(1));
        let program = Program::of_code([(QUALIFIER, whole.as_bytes())], 0);
        if let Some(Err(fault)) = program.files.first().map(|file| &file.tree) {
            return Some(Err(fault.clone()));
        }
        let parsed = Rc::new(Parsed { name: name.to_string(), text, calls, program });
        self.parsed.borrow_mut().insert(name.to_string(), Rc::clone(&parsed));
        Some(Ok(parsed))
    }
}
