//! Code whose calls of changed operators become calls of upgraders or downgraders.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use outlast_core::{Code, Place, SortShort};
use outlast_opset::versions::codes;

use super::bridge::{Bridge, Needed};
use super::pack::QUALIFIER;
use crate::program::{Answer, Call, CodePlace, Compiled, File, Operators, Program, analyse};
use crate::source::{Bytes32, ExprKind};

/// Code that was rewritten.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rewritten {
    /// Records of code with their new text; where nothing is rewritten, bytes are as they were. The functions are in a record of their own.
    pub records: Vec<(String, Vec<u8>)>,
    /// Of each operator that was replaced: the function, and how many calls of it became calls of the function.
    pub replaced: BTreeMap<(String, String), u64>,
    /// Names of the functions that were added, also those that only other functions call.
    pub functions: BTreeSet<String>,
}

/// A call that stands in the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// A code of [`outlast_opset::versions::codes`].
    pub code: Code,
    /// The operator.
    pub operator: String,
    /// What was found and what was expected.
    pub message: String,
    /// Where the first such call is.
    pub place: Place,
}

/// Rewrites the code of a program that is of one of the `versions`. What is not reached when the program is loaded is not looked at.
///
/// # Errors
///
/// Every call that nothing carries over, the first of each kind.
pub fn rewrite(
    program: &Program,
    versions: RangeInclusive<u64>,
    operators: &dyn Operators,
    bridge: &Bridge<'_>,
) -> Result<Rewritten, Vec<Refusal>> {
    let mut work = Work {
        bridge,
        qualifier: fresh(program),
        rewritten: Rewritten::default(),
        refusals: BTreeMap::new(),
        texts: BTreeMap::new(),
    };
    for (file, edits) in work.edits(program, &versions, operators) {
        let Some(of) = program.files.get(file) else { continue };
        if let Ok(tree) = &of.tree {
            work.rewritten.records.push((of.record.clone(), applied(tree.text(), edits)));
        }
    }
    if !work.refusals.is_empty() {
        return Err(work.refusals.into_values().collect());
    }
    if !work.texts.is_empty() {
        let (record, mut text) = marked(program, bridge.runtime.version);
        text.extend(work.texts.into_values().flatten());
        work.rewritten.records.push((record, text));
    }
    Ok(work.rewritten)
}

/// A function of the pack with those that it needs, in code for the operators of the runtime.
///
/// # Errors
///
/// As [`rewrite`].
pub fn functions(bridge: &Bridge<'_>, needed: &Needed) -> Result<Program, Vec<Refusal>> {
    let mut work = Work {
        bridge,
        qualifier: QUALIFIER.to_string(),
        rewritten: Rewritten::default(),
        refusals: BTreeMap::new(),
        texts: BTreeMap::new(),
    };
    work.function(needed);
    if !work.refusals.is_empty() {
        return Err(work.refusals.into_values().collect());
    }
    let text: Vec<u8> = work.texts.into_values().flatten().collect();
    Ok(Program::of_code([(QUALIFIER, text.as_slice())], 0))
}

/// A file of functions without any, under a name that the program does not have: it says of which version of the set the program's calls are.
pub fn marked(program: &Program, version: u64) -> (String, Vec<u8>) {
    (format!("code/{}.py", fresh(program).replace('.', "/")), format!("{HEAD}{version}\n").into_bytes())
}

/// A qualifier that the program does not have.
fn fresh(program: &Program) -> String {
    let taken = |name: &str| program.files.iter().any(|file| file.qualifier == name);
    let numbered = (2..).map(|number: u32| format!("{QUALIFIER}_{number}"));
    std::iter::once(QUALIFIER.to_string()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// How a file of functions begins: a comment with the version of the set that its calls are of.
const HEAD: &str = "# Operators of version ";

/// A file of functions without the comment that says the version: for sets that do not have all operators of a program.
pub fn unmarked(text: Vec<u8>) -> Vec<u8> {
    let end = text.iter().position(|byte| *byte == b'\n').filter(|_| text.starts_with(HEAD.as_bytes()));
    match end {
        Some(end) => text.get(end.saturating_add(1)..).unwrap_or_default().to_vec(),
        None => text,
    }
}

/// The version of the set that the calls of a program are of, if it was rewritten: the last time decides, which looked at all of its files.
pub fn version_of_program(program: &Program) -> Option<u64> {
    let number = |file: &File| match file.qualifier.strip_prefix(QUALIFIER)?.strip_prefix('_') {
        None => Some(1),
        Some(number) => number.parse::<u32>().ok(),
    };
    let rewritten =
        program.files.iter().filter_map(|file| Some((number(file)?, version_of_functions(file)?)));
    rewritten.max().map(|(_, version)| version)
}

/// The version of the set that the calls in a file of functions are of; `None` for other files.
fn version_of_functions(file: &File) -> Option<u64> {
    let tree = file.tree.as_ref().ok().filter(|_| file.qualifier.starts_with(QUALIFIER))?;
    let rest = tree.text().strip_prefix(HEAD.as_bytes())?;
    let line = rest.split(|byte| *byte == b'\n').next()?;
    std::str::from_utf8(line).ok()?.parse().ok()
}

/// A replacement of bytes.
type Edit = (Bytes32, String);

struct Work<'w, 'b> {
    bridge: &'w Bridge<'b>,
    qualifier: String,
    rewritten: Rewritten,
    refusals: BTreeMap<(String, u16), Refusal>,
    /// The functions, by name, rewritten themselves.
    texts: BTreeMap<String, Vec<u8>>,
}

impl Work<'_, '_> {
    /// What is to be replaced in the files of a program, and puts the functions that this needs beside it.
    fn edits(
        &mut self,
        program: &Program,
        versions: &RangeInclusive<u64>,
        operators: &dyn Operators,
    ) -> BTreeMap<usize, Vec<Edit>> {
        let analysis = analyse(program, operators);
        let mut edits: BTreeMap<usize, Vec<Edit>> = BTreeMap::new();
        let compiled = Compiled::new(program, &analysis);
        for unit in compiled.functions.iter().filter_map(|function| analysis.units.get(*function)) {
            for call in &unit.calls {
                let Some((operator, needed)) = self.needed(program, call, versions, operators) else {
                    continue;
                };
                match callee(program, call) {
                    Some(span) if !call.implicit => {
                        let text = format!("{}.{}", self.qualifier, needed.function);
                        edits.entry(call.place.file).or_default().push((span, text));
                        *self.rewritten.replaced.entry((operator, needed.function.clone())).or_default() += 1;
                        self.function(&needed);
                    }
                    _ => self.refuse(
                        program,
                        &operator,
                        codes::CONDITION,
                        "the code does not name the operator: the compiler adds the call".into(),
                        call.place,
                    ),
                }
            }
        }
        edits
    }

    /// What a call needs, with the operator.
    fn needed(
        &mut self,
        program: &Program,
        call: &Call,
        versions: &RangeInclusive<u64>,
        operators: &dyn Operators,
    ) -> Option<(String, Needed)> {
        let Answer::Overload { name, variant, .. } = &call.answer else { return None };
        let variants = operators.variants(&call.name);
        let schema = &variants.get(*variant)?.schema;
        let shared = variants.iter().filter(|other| other.schema.name == schema.name).count() > 1;
        let operator = self.bridge.table.named(schema, shared)?;
        match self.bridge.between(operator, schema, &call.given, versions) {
            Ok(needed) => Some((name.clone(), needed?)),
            Err(obstacle) => {
                self.refuse(program, name, obstacle.code, obstacle.message, call.place);
                None
            }
        }
    }

    fn refuse(&mut self, program: &Program, operator: &str, code: Code, message: String, place: CodePlace) {
        let place = program.place(place);
        let refusal = Refusal { code, operator: operator.to_string(), message, place };
        self.refusals.entry((operator.to_string(), code.0)).or_insert(refusal);
    }

    /// Puts a function beside the code, and those that it needs itself.
    fn function(&mut self, needed: &Needed) {
        if self.rewritten.functions.contains(&needed.function) {
            return;
        }
        self.rewritten.functions.insert(needed.function.clone());
        let missing = |what: String| Refusal {
            code: codes::NO_UPGRADER,
            operator: needed.function.clone(),
            message: what,
            place: Place::default(),
        };
        let key = (needed.function.clone(), codes::NO_UPGRADER.0);
        let parsed = match self.bridge.pack.function(&needed.function) {
            Some(Ok(parsed)) => parsed,
            Some(Err(fault)) => {
                self.refusals
                    .insert(key, missing(format!("the function `{}` is not code: {fault}", needed.function)));
                return;
            }
            None => {
                self.refusals.insert(key, missing(format!("the pack has no function `{}`", needed.function)));
                return;
            }
        };
        let Some(operators) = (self.bridge.sets)(needed.version) else {
            self.refusals.insert(
                key,
                missing(format!("which operators the set has at version {} is not known", needed.version)),
            );
            return;
        };
        let replaced = std::mem::take(&mut self.rewritten.replaced);
        let mut edits = self.edits(&parsed.program, &(needed.version..=needed.version), &*operators);
        // What is counted is what the program itself calls.
        self.rewritten.replaced = replaced;
        let mut edits = edits.remove(&0).unwrap_or_default();
        // Those that it calls stand behind it, and come by themselves.
        let end = u32::try_from(parsed.text.len()).unwrap_or(u32::MAX);
        edits.retain(|(span, _)| span.end <= end);
        for name in &parsed.calls {
            self.function(&Needed { function: name.clone(), version: needed.version });
        }
        let text = applied(parsed.text.as_bytes(), edits);
        let text = match self.qualifier == QUALIFIER {
            true => text,
            false => String::from_utf8_lossy(&text)
                .replace(&format!("{QUALIFIER}."), &format!("{}.", self.qualifier))
                .into_bytes(),
        };
        self.texts.insert(needed.function.clone(), text);
    }
}

/// The bytes of what a call calls: `torch.qr`.
fn callee(program: &Program, call: &Call) -> Option<Bytes32> {
    let tree = program.files.get(call.place.file)?.tree.as_ref().ok()?;
    let callees = tree.exprs().filter_map(|(_, expr)| match &expr.kind {
        ExprKind::Call { callee, .. } => Some(tree.expr(*callee).span),
        _ => None,
    });
    let mut callees = callees.filter(|span| span.end == call.place.span.end);
    callees.next()
}

/// A text with bytes replaced.
fn applied(text: &[u8], mut edits: Vec<Edit>) -> Vec<u8> {
    edits.sort_short_by_key(|(span, _)| span.start);
    edits.dedup();
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    for (span, new) in edits {
        let [start, end] = [span.start, span.end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        out.extend_from_slice(text.get(at..start).unwrap_or_default());
        out.extend_from_slice(new.as_bytes());
        at = end;
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
    out
}
