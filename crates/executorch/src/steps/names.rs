//! Names of entry points.

use outlast_core::Place;

use super::{Changes, Refusal};
use crate::edit::ProgramEditor;
use crate::tables::{View, items};
use crate::work::{Spending, budget};

/// Gives an entry point another name.
pub fn rename(editor: &mut ProgramEditor<'_, '_>, old: &str, new: &str) -> Changes {
    if new.is_empty() || new.contains('\0') {
        return Err(Refusal::whole("an entry point needs a name, without NUL"));
    }
    let file = *editor.file();
    let mut names = Vec::new();
    let mut work = budget(&file.flatbuffer);
    for plan in items(file.root.execution_plan()?) {
        names.push(work.text(plan?.name()?)?);
    }
    let Some(index) = names.iter().position(|name| name == old) else {
        let why = format!("no entry point `{old}`: there are {}", names.join(", "));
        return Err(Refusal::new(
            why,
            Place::new(file.root.table().whole_span(), outlast_core::Path::root()),
        ));
    };
    if old == new {
        return Ok(Vec::new());
    }
    if names.iter().any(|name| name == new) {
        return Err(Refusal::whole(format!("there is an entry point `{new}` already")));
    }
    let plan = editor.plan(index)?;
    let text = editor.tables.build.string(new);
    editor.tables.set(plan, 0, text);
    Ok(vec![format!("entry point `{old}` is `{new}` now")])
}
