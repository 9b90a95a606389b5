//! The files of a schema: which there are, and in which order they are parsed.

use std::borrow::Cow;
use std::collections::HashSet;

use outlast_core::{Error, Result, Step};

use super::lexer::{Lexer, Mark, Tok};

/// A schema may have this many files.
const MAX_FILES: usize = 1000;

/// One file of a schema.
pub(super) struct File<'t> {
    pub(super) name: String,
    pub(super) text: Cow<'t, str>,
}

/// What a file wants included: path as written and where.
type Include = (String, Mark);

/// Says in which file an error is.
pub(super) fn in_file(error: Error, name: &str) -> Error {
    if name.is_empty() { error } else { error.within(Step::Named("file", name.to_string())) }
}

/// All files, included ones before those that include them.
pub(super) fn collect<'t>(
    name: &str,
    text: &'t str,
    resolver: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<Vec<File<'t>>> {
    struct Open<'t> {
        file: File<'t>,
        includes: std::vec::IntoIter<Include>,
    }
    fn open<'t>(name: String, text: Cow<'t, str>) -> Result<Open<'t>> {
        let includes = header(&text).map_err(|error| in_file(error, &name))?;
        Ok(Open { file: File { name, text }, includes: includes.into_iter() })
    }
    let base = |path: &str| path.rsplit_once('/').map_or(path, |(_, base)| base).to_string();
    let mut seen: HashSet<(String, String)> = HashSet::from([(base(name), text.to_string())]);
    let mut paths: HashSet<String> = HashSet::from([name.to_string()]);
    let mut done = Vec::new();
    let mut stack = vec![open(name.to_string(), Cow::Borrowed(text))?];
    while let Some(top) = stack.last_mut() {
        let Some((wanted, mark)) = top.includes.next() else {
            done.extend(stack.pop().map(|top| top.file));
            continue;
        };
        let wanted = wanted.replace('\\', "/");
        let folder = top.file.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let near = normalized(folder, &wanted);
        let far = normalized("", &wanted);
        if paths.contains(&near) {
            continue;
        }
        let mut found = resolver(&near).map(|text| (near.clone(), text));
        if found.is_none() && far != near {
            if paths.contains(&far) {
                continue;
            }
            found = resolver(&far).map(|text| (far, text));
        }
        let at = |message: String| match Lexer::new(&top.file.text) {
            Ok(lexer) => in_file(lexer.error_at(mark, message), &top.file.name),
            Err(error) => error,
        };
        let Some((path, text)) = found else {
            return Err(at(format!("the included file `{wanted}` is not there"))
                .with_help(format!("looked for `{near}`")));
        };
        if paths.len() >= MAX_FILES {
            return Err(at(format!("more than {MAX_FILES} files")));
        }
        paths.insert(path.clone());
        if seen.insert((base(&path), text.clone())) {
            stack.push(open(path, Cow::Owned(text))?);
        }
    }
    Ok(done)
}

/// A path below a folder, without `.` and with `..` applied where there is something to go up from.
fn normalized(folder: &str, path: &str) -> String {
    let absolute = path.starts_with('/') || (folder.starts_with('/'));
    let folder = if path.starts_with('/') { "" } else { folder };
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("{}{}", if absolute { "/" } else { "" }, parts.join("/"))
}

/// The includes at the head of a text.
fn header(text: &str) -> Result<Vec<Include>> {
    let mut lex = Lexer::new(text)?;
    let mut includes = Vec::new();
    while lex.tok == Tok::Ident && (lex.value == "include" || lex.value == "native_include") {
        let native = lex.value == "native_include";
        lex.next()?;
        if lex.tok != Tok::Str {
            return Err(lex.error(format!("a path in quotes was expected, found {}", lex.found())));
        }
        if !native {
            includes.push((lex.value.to_string(), lex.mark));
        }
        lex.next()?;
        if lex.tok != Tok::Char(b';') {
            return Err(lex.error(format!("`;` was expected, found {}", lex.found())));
        }
        lex.next()?;
    }
    Ok(includes)
}
