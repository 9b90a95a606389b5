//! Version tables of the library's own sets as lines that are read in a small part of the time of YAML.
//!
//! The first line is name, newest and oldest version of the set; each line after it is a change, with its fields between tabs. What a field
//! does not say is empty.

use outlast_opset::schema::Schema;
use outlast_opset::versions::{Change, ChangeKind, Date, Downgrader, FileFormat, VersionTable};

use super::table::{VersionedSet, operator};

/// Reads lines. `None` where they are none of [`write`].
pub(crate) fn read(text: &str) -> Option<VersionedSet> {
    let mut lines = text.lines();
    let mut head = lines.next()?.split('\t');
    let (name, version, minimum) = (head.next()?, head.next()?.parse().ok()?, head.next()?.parse().ok()?);
    let mut set = VersionedSet { minimum, ..VersionedSet::default() };
    set.table = VersionTable::new(name, version);
    for line in lines {
        set.table.push(change(line)?);
    }
    Some(set)
}

fn change(line: &str) -> Option<Change> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    let text = |field: &str| (!field.is_empty()).then(|| field.to_string());
    let date = |field: &str| if field.is_empty() { Some(None) } else { Date::parse(field).map(Some) };
    let formats = |field: &str| -> Option<Vec<FileFormat>> {
        field.split_terminator(',').map(|name| named(&FileFormat::NAMES, name)).collect()
    };
    Some(Change {
        operator: operator(next()?),
        version: next()?.parse().ok()?,
        kind: named(&ChangeKind::NAMES, next()?)?,
        upgrader: text(next()?),
        downgrader: match (next()?, text(next()?)) {
            ("", _) => None,
            (function, condition) => Some(Downgrader { function: function.to_string(), condition }),
        },
        same_if: text(next()?),
        old_reads_new: next()? == "yes",
        old_schema: match next()? {
            "" => None,
            schema => Some(Schema::parse(schema).ok()?),
        },
        formats: formats(next()?)?,
        unversioned_in: formats(next()?)?,
        created: date(next()?)?,
        expires: date(next()?)?,
        emit_after: date(next()?)?,
        line: next()?.parse().ok()?,
    })
}

fn named<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

/// Writes a set that has no schemas of its own.
#[cfg(test)]
pub(crate) fn write(set: &VersionedSet) -> String {
    fn said(field: Option<&impl ToString>) -> String {
        field.map(ToString::to_string).unwrap_or_default()
    }
    fn name<T: PartialEq>(names: &[(&str, T)], value: &T) -> String {
        names.iter().find(|(_, known)| known == value).unwrap().0.to_string()
    }
    let formats = |formats: &[FileFormat]| {
        formats.iter().map(|format| name(&FileFormat::NAMES, format)).collect::<Vec<_>>().join(",")
    };
    let mut out = format!("{}\t{}\t{}\n", set.table.set, set.table.version, set.minimum);
    for change in set.table.changes() {
        let back = change.downgrader.as_ref();
        let fields = [
            change.operator.to_string(),
            change.version.to_string(),
            name(&ChangeKind::NAMES, &change.kind),
            said(change.upgrader.as_ref()),
            said(back.map(|back| &back.function)),
            said(back.and_then(|back| back.condition.as_ref())),
            said(change.same_if.as_ref()),
            if change.old_reads_new { "yes".to_string() } else { String::new() },
            said(change.old_schema.as_ref()),
            formats(&change.formats),
            formats(&change.unversioned_in),
            said(change.created.as_ref()),
            said(change.expires.as_ref()),
            said(change.emit_after.as_ref()),
            change.line.to_string(),
        ];
        out += &fields.join("\t");
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{VersionedSet, read, write};

    #[test]
    fn lines_are_those_of_the_tables() {
        for name in ["operator_versions", "format_versions"] {
            let path = |ending: &str| {
                let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("operators/torch");
                folder.join(format!("{name}.{ending}"))
            };
            let set = VersionedSet::parse(&std::fs::read_to_string(path("yaml")).unwrap()).unwrap();
            let lines = write(&set);
            assert!(read(&lines).unwrap() == set, "{name}");
            if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
                std::fs::write(path("tsv"), &lines).unwrap();
            }
            assert!(
                std::fs::read_to_string(path("tsv")).unwrap() == lines,
                "{name}: run `cargo xtask bless`"
            );
        }
    }
}
