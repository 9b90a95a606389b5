//! What a release reads beside what another one wrote.

use super::context::{Context, Ops};
use super::model::split;
use super::wire::{About, Fields, Reading, Seen};
use crate::Direction;

/// Something that is read as something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trouble {
    /// Where, as the writer calls it.
    pub(crate) path: String,
    pub(crate) wrote: String,
    pub(crate) read: String,
    pub(crate) about: About,
}

/// Everything that is read as something else.
pub(crate) fn difference(
    context: &Context<'_>,
    direction: Direction,
    own: &Reading,
    other: &Reading,
) -> Vec<Trouble> {
    let mut out = Vec::new();
    for (was, is) in own.ops.iter().zip(&other.ops) {
        let (dialect, name) = split(&was.name);
        let of = context.ops.iter().find(|of| {
            let op = if direction == Direction::NewReadsOld { of.old } else { of.new };
            of.dialect == dialect && op.is_some_and(|op| op.name == name)
        });
        match of.filter(|of| of.old.is_some() && of.new.is_some() && is.registered) {
            Some(of) => operation(of, direction, was, is, &mut out),
            None => out.push(Trouble {
                path: was.name.clone(),
                wrote: "an operation".to_string(),
                read: "an operation without a meaning".to_string(),
                about: About::Names,
            }),
        }
    }
    for (was, is) in own.entries.iter().zip(&other.entries) {
        entry(context, direction, was, is, &mut out);
    }
    out
}

fn operation(of: &Ops<'_>, direction: Direction, was: &Seen, is: &Seen, out: &mut Vec<Trouble>) {
    let nothing = || "nothing".to_string();
    for (old, new) in &of.fields {
        let (writer, reader) = match direction {
            Direction::NewReadsOld => (*old, *new),
            Direction::OldReadsNew => (*new, *old),
        };
        let name = writer.or(reader).map_or("", |field| field.name());
        let wrote = writer.and_then(|field| was.fields.get(field.name()));
        let read = reader.and_then(|field| is.fields.get(field.name()));
        let path = format!("{}.{name}", was.name);
        if wrote != read {
            let kept = writer.is_some_and(|field| is.discardable.contains_key(field.name()));
            let read = match read {
                None if kept => "an attribute without a meaning".to_string(),
                read => read.cloned().unwrap_or_else(nothing),
            };
            out.push(Trouble {
                path,
                wrote: wrote.cloned().unwrap_or_else(nothing),
                read,
                about: About::Properties,
            });
        } else if wrote.is_none() && writer.is_some() && reader.is_some() {
            let meant = writer.and_then(|field| was.defaults.get(field.name()));
            let means = reader.and_then(|field| is.defaults.get(field.name()));
            if meant != means {
                let (wrote, read) =
                    (meant.cloned().unwrap_or_else(nothing), means.cloned().unwrap_or_else(nothing));
                out.push(Trouble { path, wrote, read, about: About::Defaults });
            }
        }
    }
    for (what, was_at, is_at) in
        [("operand", &was.operands, &is.operands), ("result", &was.results, &is.results)]
    {
        for (name, wrote) in was_at {
            let Some(read) = is_at.get(name).filter(|read| *read != wrote) else { continue };
            let text = |of: &(usize, usize)| match of {
                (0, _) => nothing(),
                (1, first) => format!("{what} {first}"),
                (count, first) => format!("{what}s {first} to {}", first + count - 1),
            };
            if text(wrote) != text(read) {
                let path = format!("{}.{name}", was.name);
                out.push(Trouble { path, wrote: text(wrote), read: text(read), about: About::Numbers });
            }
        }
    }
}

fn entry(
    context: &Context<'_>,
    direction: Direction,
    was: &(String, Fields),
    is: &(String, Fields),
    out: &mut Vec<Trouble>,
) {
    let path = was.0.clone();
    if was.0 != is.0 {
        let paired = context.codes.iter().any(|codes| {
            let (Some(old), Some(new)) = (codes.old, codes.new) else { return false };
            let old = format!("{}.{}", codes.old_dialect.name, old.name);
            let new = format!("{}.{}", codes.new_dialect.name, new.name);
            let (writer, reader) = if direction == Direction::NewReadsOld { (old, new) } else { (new, old) };
            writer == was.0 && reader == is.0
        });
        if !paired {
            out.push(Trouble { path, wrote: was.0.clone(), read: is.0.clone(), about: About::Codes });
            return;
        }
    }
    let names = |fields: &Fields| {
        let mut names: Vec<String> = fields.iter().map(|(name, _)| name.clone()).collect();
        names.sort_unstable();
        names
    };
    let by_name = names(&was.1) == names(&is.1);
    for (at, (name, wrote)) in was.1.iter().enumerate() {
        let read = if by_name { is.1.iter().find(|(of, _)| of == name) } else { is.1.get(at) };
        let read = read.map_or("nothing", |(_, value)| value);
        if read != wrote {
            let path = format!("{path}.{name}");
            out.push(Trouble { path, wrote: wrote.clone(), read: read.to_string(), about: About::Codes });
        }
    }
}
