//! Parameters of attributes that printers leave out where they have their default, and whose default is another one in later releases: `#rocdl.target` is for
//! version 500 of the ABI up to LLVM 19, and for 600 since. Assembly text that leaves them out means another thing to another release.
//!
//! Read off the generated parsers of all releases that are known here (`value_or` of each parameter).

use crate::module::Module;

/// A parameter, and its defaults.
#[derive(Debug, PartialEq, Eq)]
pub struct Elided {
    /// The attribute, with its dialect.
    pub attr: &'static str,
    /// The parameter.
    pub name: &'static str,
    /// The last release with the older default.
    last: u32,
    older: &'static str,
    newer: &'static str,
}

/// All of them.
const ELIDED: [Elided; 3] = [
    Elided { attr: "rocdl.target", name: "abi", last: 19, older: "500", newer: "600" },
    Elided { attr: "nvvm.target", name: "features", last: 21, older: "+ptx60", newer: "" },
    Elided { attr: "nvvm.target", name: "chip", last: 22, older: "sm_50", newer: "sm_75" },
];

impl Elided {
    /// What a release takes where nothing is said.
    pub fn default_in(&self, release: u32) -> &'static str {
        if release <= self.last { self.older } else { self.newer }
    }

    /// Whether two releases take something else where nothing is said.
    pub fn differs(&self, one: u32, other: u32) -> bool {
        self.default_in(one) != self.default_in(other)
    }
}

/// Whether an attribute has such parameters.
pub fn is_elided(attr: &str) -> bool {
    ELIDED.iter().any(|one| one.attr == attr)
}

/// The parameter of this name of an attribute.
pub fn elided(attr: &str, name: &str) -> Option<&'static Elided> {
    ELIDED.iter().find(|one| one.attr == attr && one.name == name)
}

/// Where an attribute of this name ends in a text, if it stands at its beginning: behind its parameters, which are returned without their brackets.
fn parameters<'t>(text: &'t str, attr: &str) -> Option<(usize, Option<&'t str>)> {
    let rest = text.strip_prefix('#')?.strip_prefix(attr)?;
    if rest.starts_with(|next: char| next.is_ascii_alphanumeric() || matches!(next, '_' | '.')) {
        return None;
    }
    let start = text.len() - rest.len();
    if !rest.starts_with('<') {
        return Some((start, None));
    }
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'<' if !quoted => depth += 1,
            b'>' if !quoted => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some((start + at + 1, rest.get(1..at)));
        }
    }
    None
}

/// The parameters that an attribute at the beginning of a text leaves out.
pub fn left_out(text: &str) -> impl Iterator<Item = &'static Elided> {
    ELIDED.iter().filter(move |one| {
        parameters(text, one.attr).is_some_and(|(_, said)| !said.is_some_and(|said| has(said, one.name)))
    })
}

/// Whether parameters say one of this name; what looks like it in a string counts, too.
fn has(said: &str, name: &str) -> bool {
    let mut rest = said;
    while let Some((before, after)) = rest.split_once(name) {
        let starts = before.trim_end().is_empty() || before.trim_end().ends_with(',');
        if starts && after.trim_start().starts_with('=') {
            return true;
        }
        rest = after;
    }
    false
}

/// A text with what it leaves out said, for a reader that would take something else; none if nothing changes.
pub fn with_defaults(text: &str, from: u32, to: u32) -> Option<String> {
    let (mut out, mut rest, mut changed) = (String::new(), text, false);
    while let Some(at) = rest.find('#') {
        let (before, there) = rest.split_at(at);
        out.push_str(before);
        let missing: Vec<&Elided> = left_out(there).filter(|one| one.differs(from, to)).collect();
        let found = missing.first().and_then(|one| Some((one.attr, parameters(there, one.attr)?)));
        let Some((attr, (end, given))) = found else {
            out.push('#');
            rest = there.strip_prefix('#').unwrap_or_default();
            continue;
        };
        changed = true;
        let more = missing.iter().map(|one| format!("{} = \"{}\"", one.name, one.default_in(from)));
        let all: Vec<String> =
            given.filter(|given| !given.is_empty()).map(str::to_owned).into_iter().chain(more).collect();
        out += &format!("#{attr}<{}>", all.join(", "));
        rest = there.get(end..).unwrap_or_default();
    }
    out.push_str(rest);
    changed.then_some(out)
}

/// Says in assembly text what it leaves out and a reader would take for something else. How many attributes were changed.
pub fn say_defaults(module: &mut Module<'_>, from: u32, to: u32) -> usize {
    if !ELIDED.iter().any(|one| one.differs(from, to)) {
        return 0;
    }
    let mut changes = Vec::new();
    for (index, entry) in (0_u32..).zip(module.tables.attrs.iter()) {
        let text = entry.text().and_then(|text| std::str::from_utf8(text).ok());
        if let Some(made) = text.and_then(|text| with_defaults(text, from, to)) {
            changes.push((index, entry.dialect, made));
        }
    }
    let count = changes.len();
    for (index, dialect, text) in changes {
        module.tables.attrs.replace(index, dialect, false, [text.as_bytes(), &[0]].concat());
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{left_out, with_defaults};

    #[test]
    fn what_is_left_out_is_said() {
        for (text, from, to, made) in [
            ("#rocdl.target", 19, 22, Some("#rocdl.target<abi = \"500\">")),
            (
                "#rocdl.target<O = 3, chip = \"gfx90a\">",
                18,
                21,
                Some("#rocdl.target<O = 3, chip = \"gfx90a\", abi = \"500\">"),
            ),
            ("#rocdl.target<abi = \"400\">", 18, 21, None),
            ("#rocdl.target<chip = \"gfx90a\">", 21, 23, None),
            (
                "#nvvm.target<chip = \"sm_80\">",
                19,
                23,
                Some("#nvvm.target<chip = \"sm_80\", features = \"+ptx60\">"),
            ),
            ("#nvvm.target", 23, 21, Some("#nvvm.target<features = \"\", chip = \"sm_75\">")),
            (
                "#gpu.object<#nvvm.target<chip = \"sm>\">, \"a\">",
                19,
                22,
                Some("#gpu.object<#nvvm.target<chip = \"sm>\", features = \"+ptx60\">, \"a\">"),
            ),
            ("#nvvm.targets", 19, 22, None),
        ] {
            assert_eq!(with_defaults(text, from, to).as_deref(), made, "{text}");
        }
    }

    #[test]
    fn names_are_not_values() {
        let names = |text| left_out(text).map(|one| one.name).collect::<Vec<_>>();
        assert_eq!(names("#nvvm.target<features = \"chip\">"), ["chip"]);
        assert_eq!(names("#nvvm.target<chip = \"features = \">"), ["features"]);
        assert_eq!(names("#nvvm.other"), [""; 0]);
    }
}
