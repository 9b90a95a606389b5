//! Stack traces of instructions, which exporters write on request: they name source files of the model.

use super::{Changes, count};
use crate::edit::ProgramEditor;
use crate::tables::items;

/// Takes all stack traces out.
pub fn strip(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let file = *editor.file();
    let (mut chains, mut frames) = (0, 0);
    for (p, plan) in items(file.root.execution_plan()?).enumerate() {
        for (c, chain) in items(plan?.chains()?).enumerate() {
            let Some(stacktrace) = chain?.stacktrace()? else { continue };
            for list in stacktrace.iter() {
                frames += list?.items()?.map_or(0, |items| items.len());
            }
            let node = editor.tables.follow(&[1, p, 5, c])?;
            editor.tables.clear(node, 3);
            chains += 1;
        }
    }
    if chains == 0 {
        return Ok(Vec::new());
    }
    Ok(vec![format!("stack traces taken out ({})", count(frames, "frame"))])
}
