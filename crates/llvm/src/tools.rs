//! The programs of a release. They read with one library and look at different things beside what it reads for all of them: `targets/llvm-tools.txt`.
//!
//! | kind of row | name | value |
//! |---|---|---|
//! | `verifies` | a program | (none): it verifies whatever it has read |
//! | `summaries` | a program | (none): it looks at the version of a summary |
//! | `single-module` | a program | `fails \| message`: it refuses files of several modules |
//! | `layout` | a linker | `fails \| message`: it refuses modules that do not say how data are laid out |
//! | `unused-members` | a linker | (none): it refuses members of a library that it does not read, though nothing needs them |
//! | `pointers` | software that carries a release: `llvmlite-0.44` | `fails \| message`: it refuses opaque pointers, though that release reads them |
//!
//! Which release other software carries is in `targets/llvm-carriers.txt`. The reader with the release's own name is what compiles: it verifies, and looks at no summary but that of an index.

use outlast_bitstream::ir::{Kind, Need, Value, Word};
use outlast_model::family::Variant;
use outlast_model::targets::{Behaviour, Profile, Row};
use outlast_model::verdict::Basis;

const VERIFIES: &str = "verifies";
const SUMMARIES: &str = "summaries";
const SINGLE_MODULE: &str = "single-module";
const LAYOUT: &str = "layout";
const POINTERS: &str = "pointers";
const UNUSED_MEMBERS: &str = "unused-members";

/// What a program looks at, with what says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tool<'a> {
    profile: &'a Profile,
    /// It verifies whatever it has read.
    pub(super) verifies: Option<Basis>,
    /// It looks at the version of a summary.
    pub(super) summaries: Option<Basis>,
}

impl<'a> Tool<'a> {
    pub(super) fn new(profile: &'a Profile) -> Tool<'a> {
        let looks = |kind: &str| {
            let row = profile.row(kind, profile.variant)?;
            Some(row.basis.unwrap_or(Basis::Sampled))
        };
        match profile.variant {
            "" => Tool { profile, verifies: Some(Basis::Defined), summaries: None },
            _ => Tool { profile, verifies: looks(VERIFIES), summaries: looks(SUMMARIES) },
        }
    }

    /// What it says of a file of several modules, where it refuses that.
    pub(super) fn refuses_several(&self) -> Option<(&'static str, Basis)> {
        self.refuses(SINGLE_MODULE)
    }

    /// What it says of a module without a data layout, where it refuses that.
    pub(super) fn wants_layout(&self) -> Option<(&'static str, Basis)> {
        self.refuses(LAYOUT)
    }

    /// Of a linker: whether it refuses files of a library that it does not read, though nothing needs them.
    pub(super) fn refuses_unused(&self) -> Option<bool> {
        let linker = self.profile.first_release_with(UNUSED_MEMBERS, self.profile.variant);
        linker.map(|_| self.profile.row(UNUSED_MEMBERS, self.profile.variant).is_some())
    }

    /// What the software that carries the release says of opaque pointers, where it refuses them.
    pub(super) fn refuses_opaque_pointers(&self) -> Option<(&'static str, Basis)> {
        // A patch release is as the one that has a row.
        let name = &self.profile.name;
        let row = self.profile.row(POINTERS, name);
        let row = row.or_else(|| self.profile.row(POINTERS, name.rsplit_once('.')?.0))?;
        Some((Behaviour::parse(row.value)?.text?, row.basis.unwrap_or(Basis::Sampled)))
    }

    fn refuses(&self, kind: &str) -> Option<(&'static str, Basis)> {
        let row = self.profile.row(kind, self.profile.variant)?;
        Some((Behaviour::parse(row.value)?.text?, row.basis.unwrap_or(Basis::Sampled)))
    }

    /// The programs of the same release that refuse files of several modules, and what they say.
    pub(super) fn others_that_refuse_several(&self) -> Option<(String, &'static str)> {
        let says = self.programs(SINGLE_MODULE).find_map(|(_, row)| Behaviour::parse(row.value)?.text)?;
        Some((self.others(SINGLE_MODULE)?, says))
    }

    /// The programs of the same release that look at summaries.
    pub(super) fn others_with_summaries(&self) -> Option<String> {
        self.others(SUMMARIES)
    }

    /// The programs of the same release that have a row of a kind: `lld-19.1.7, llvm-dis-19.1.7`.
    fn others(&self, kind: &str) -> Option<String> {
        let names: Vec<String> = self.programs(kind).map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    fn programs(&self, kind: &str) -> impl Iterator<Item = (String, Row)> {
        let definition = self.profile.definition();
        let programs = definition.variants.iter().filter(|variant| matches!(variant, Variant::Program(_)));
        programs.filter_map(move |variant| {
            let row = self.profile.row(kind, variant.name())?;
            Some((definition.target_name(self.profile.release, variant.name()), row))
        })
    }
}

/// Codes of the entries of an index, which links many modules: `FS_COMBINED` and those behind it.
const COMBINED: [u64; 5] = [4, 5, 6, 8, 9];

/// Whether what has these needs is an index of many modules, and no module.
pub(super) fn is_index(needs: &[Need]) -> bool {
    let of_index = |need: &Need| matches!(need.value, Value::Number(code) if COMBINED.contains(&code));
    needs.iter().any(|need| need.kind == Kind::SummaryRecord && of_index(need))
}

/// Whether a need is one of a summary.
pub(super) fn is_of_summary(need: &Need) -> bool {
    matches!(need.kind, Kind::SummaryVersion | Kind::SummaryFlags | Kind::SummaryRecord)
        || matches!(need.value, Value::Word(Word::SummaryCounts | Word::NoVersion | Word::NoSuchEntry))
}
