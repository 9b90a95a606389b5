//! [`edits()`]: every edit of ExecuTorch programs, and every conversion step that can be asked for by name.

use outlast::AsExecutorch as _;
use std::collections::{BTreeMap, BTreeSet};

use outlast::convert::{self, ConvertError, Request};
use outlast::families::executorch::{
    Edit, LayoutVersion, NewData, Repack, edit, names_of_constants, values_of, values_of_arrays,
};
use outlast::{Companion, Options, Program};
use outlast_core::Code;
use outlast_executorch::tables::NamedData;
use outlast_executorch::{ProgramFile, Signature};

use crate::changed::{Changed, expect_as_good, expect_sound, faultless, opened, sound};
use crate::library;
use crate::parts::Parts;

/// Data from outside are needed.
const EXTERNAL_DATA: Code = Code(1169);

/// Edits, and after them the steps.
pub(crate) const EDITS: usize = 10;

/// The edit that takes tensor data.
pub(crate) const MERGE: usize = 8;

/// How many operations an input can ask for.
pub(crate) fn operations() -> usize {
    EDITS + convert::steps().count()
}

/// Edits a program as the input says: its first file is the program, its second one is what the edit takes: new bytes, a name, arrays, or
/// tensor data.
///
/// # Panics
///
/// Where the result of an edit of a sound file is not sound, has a fault of a kind that the program had not, does not open or does not
/// replay; where an edit that can be undone does not give back what was there; where weights that were split off do not come back;
/// where a file in which verification finds nothing is refused for its layout.
pub fn edits(input: &[u8]) -> Changed {
    let Some(parts) = Parts::split(input) else { return Changed::NotAsked };
    let Ok(program) = library::open(parts.first) else { return Changed::NotAsked };
    let Some(file) = inner(&program) else { return Changed::NotAsked };
    let operation = parts.operation % operations();
    if let Some(step) = operation.checked_sub(EDITS) {
        return stepped(&program, step, &parts);
    }
    let Some(change) = change(operation, &program, &file, &parts) else { return Changed::Refused };
    let companions = companions(parts.second);
    let edited = match edit(&program, &companions, None, &change) {
        Ok(edited) => edited,
        Err(error) => {
            let takes = always_taken(&change, &file) && faultless(parts.first);
            assert!(!takes, "verification is clean, and {change:.200?} is refused: {error}");
            return refused(&error);
        }
    };
    let made = edited.output.to_vec();
    assert_eq!(edited.output.len(), made.len(), "an edit says another length than it has");
    if !sound(parts.first) {
        return Changed::Refused;
    }
    let what = format!("{change:.200?}");
    // Data that were taken out are needed from outside.
    let caused: &[Code] = match &change {
        Edit::RemoveData { .. } | Edit::SplitWeights(_) => &[EXTERNAL_DATA],
        _ => &[],
    };
    expect_as_good(&what, parts.first, &made, caused);
    let after = opened(&what, &made);
    match &change {
        Edit::Rename { from, to } => {
            let back = Edit::Rename { from: to.clone(), to: from.clone() };
            undone(&program, &after, &back);
        }
        Edit::AddData { key, .. } => {
            undone(&program, &after, &Edit::RemoveData { keys: BTreeSet::from([key.clone()]) });
        }
        Edit::StripStacktraces => {
            let again = edit(&after, &[], None, &change);
            let same = again.is_ok_and(|again| again.changes.is_empty() && again.output.to_vec() == made);
            assert!(same, "stack traces are taken out twice");
        }
        Edit::Repack => {
            assert_eq!(differences(&program, &after), 0, "tables serialised again say something else");
        }
        Edit::SplitWeights(_) => {
            // Data that others have to bring are not split off, and without them nothing is merged.
            let whole = edit(&program, &[], None, &Edit::MergeWeights).is_ok();
            if let Some(data) = edited.data.as_ref().filter(|_| whole) {
                merged(&program, &after, &data.to_vec());
            }
        }
        _ => {}
    }
    Changed::Done
}

/// The program, also of a bundle.
fn inner<'a>(program: &Program<'a>) -> Option<ProgramFile<'a>> {
    match program.as_executorch() {
        Some(file) => Some(file),
        None => ProgramFile::open(program.as_executorch_bundle()?.program?).ok(),
    }
}

/// The edit that an input asks for; `None` if there is nothing in the program that it could be made on.
fn change(
    operation: usize,
    program: &Program<'_>,
    file: &ProgramFile<'_>,
    parts: &Parts<'_>,
) -> Option<Edit> {
    let data = || parts.second.to_vec();
    let text = || String::from_utf8_lossy(parts.second.get(..64).unwrap_or(parts.second)).into_owned();
    let keys = || named_data(file);
    Some(match operation {
        0 => {
            let methods = Signature::all(file).ok()?;
            Edit::Rename { from: parts.choose(&methods)?.method.clone(), to: text() }
        }
        1 => Edit::StripStacktraces,
        2 => Edit::AddData { key: format!("data {}", parts.variant), data: data() },
        3 => Edit::ReplaceData { key: parts.choose(&keys()?)?.clone(), data: data() },
        4 => Edit::RemoveData { keys: BTreeSet::from([parts.choose(&keys()?)?.clone()]) },
        5 => Edit::SwapConstants(constants(program, parts)?),
        6 => Edit::SwapConstants(given(parts.second)?),
        7 => {
            Edit::SplitWeights(*parts.choose(&[LayoutVersion::V1, LayoutVersion::V0a, LayoutVersion::V0b])?)
        }
        MERGE => Edit::MergeWeights,
        _ => Edit::Repack,
    })
}

/// Whether nothing but the layout of a file can be in the way of an edit.
fn always_taken(change: &Edit, file: &ProgramFile<'_>) -> bool {
    match change {
        Edit::StripStacktraces => true,
        Edit::AddData { key, .. } => named_data(file).is_none_or(|keys| !keys.contains(key)),
        _ => false,
    }
}

/// The names of its named data, as many as the variant of an input can choose from.
fn named_data(file: &ProgramFile<'_>) -> Option<Vec<String>> {
    let list = file.root.named_data().ok()??;
    let name = |entry: NamedData<'_>| Some(entry.key().ok()??.text().ok()?.to_owned());
    Some(list.iter().take(256).filter_map(|entry| name(entry.ok()?)).collect())
}

/// One constant of the program, or all of them, filled with the bytes of the second file.
fn constants(program: &Program<'_>, parts: &Parts<'_>) -> Option<BTreeMap<String, NewData>> {
    let mut values = BTreeMap::new();
    for (at, (name, layout)) in names_of_constants(program).ok()?.into_iter().enumerate() {
        let wanted = parts.variant == 0 || at == parts.variant - 1;
        // What a few bytes in a file say is large is not filled here.
        let size =
            layout.byte_size().filter(|size| *size <= 1 << 20).and_then(|size| usize::try_from(size).ok());
        let Some(size) = size.filter(|_| wanted) else { continue };
        let data = parts.second.iter().copied().cycle().take(size).collect();
        values.insert(name, NewData { layout: Some(layout), data });
    }
    Some(values)
}

/// The values of tensor data, or of a file of arrays, by their own names.
fn given(bytes: &[u8]) -> Option<BTreeMap<String, NewData>> {
    match library::open(bytes).ok().and_then(|program| program.as_executorch_data()) {
        Some(file) => values_of(&file).ok(),
        None => values_of_arrays(bytes).ok(),
    }
}

/// The second file, if it is one that is loaded together with a program.
fn companions(bytes: &[u8]) -> Vec<Companion<'_>> {
    let program = library::open(bytes).ok().filter(|program| program.as_executorch_data().is_some());
    program.map(|program| Companion::new("data".into(), program)).into_iter().collect()
}

/// Takes a step by its name.
fn stepped(program: &Program<'_>, step: usize, parts: &Parts<'_>) -> Changed {
    let Some(step) = convert::steps().nth(step) else { return Changed::NotAsked };
    let repack = *parts.choose(&[Repack::Auto, Repack::Always, Repack::Never]).unwrap_or(&Repack::Auto);
    let steps = [step.id.to_owned()];
    let request = Request::default().steps(&steps).options(Options::none().with(repack));
    let companions = companions(parts.second);
    let converted = match program.convert(&companions, &request) {
        Ok(converted) => converted,
        Err(error) => return refused(&error),
    };
    if !sound(parts.first) {
        return Changed::Refused;
    }
    let made = converted.output.to_vec();
    let nothing = converted.steps.is_empty();
    assert!(!nothing || made == parts.first, "{}: nothing was to change, and the output differs", step.id);
    expect_as_good(step.id, parts.first, &made, &[]);
    Changed::Done
}

/// A refusal has a reason.
fn refused(error: &ConvertError) -> Changed {
    assert!(!error.to_string().is_empty(), "refused without a reason");
    Changed::Refused
}

/// Demands that an edit gives back what was there before another.
fn undone(before: &Program<'_>, after: &Program<'_>, back: &Edit) {
    match edit(after, &[], None, back) {
        Ok(edited) => {
            let bytes = edited.output.to_vec();
            let program = opened("an edit that was undone", &bytes);
            assert_eq!(differences(before, &program), 0, "after {back:.200?} something differs");
        }
        Err(error) => panic!("an edit cannot be undone: {back:.200?}: {error}"),
    }
}

/// Demands that weights that were split off are tensor data, and come back.
fn merged(before: &Program<'_>, after: &Program<'_>, data: &[u8]) {
    expect_sound("weights split off", data);
    let companions = companions(data);
    assert_eq!(companions.len(), 1, "weights split off are not tensor data");
    match edit(after, &companions, None, &Edit::MergeWeights) {
        Ok(edited) => {
            let bytes = edited.output.to_vec();
            let program = opened("merged weights", &bytes);
            assert_eq!(differences(before, &program), 0, "weights that were split off come back otherwise");
        }
        Err(error) => panic!("weights that were split off do not come back: {error}"),
    }
}

/// How many differences there are; 0 for files that are not compared.
fn differences(before: &Program<'_>, after: &Program<'_>) -> usize {
    before.diff(after).map_or(0, |found| found.len())
}
