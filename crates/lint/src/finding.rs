//! [`Finding`]: one consequence of a change.

use std::fmt;

use crate::{DataQuestion, Rule, Witness};

/// Who reads whose files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// A reader of the new version reads files of the old one: backward compatibility.
    NewReadsOld,
    /// A reader of the old version reads files of the new one: forward compatibility.
    OldReadsNew,
}

impl Direction {
    /// Both.
    pub const ALL: [Direction; 2] = [Direction::NewReadsOld, Direction::OldReadsNew];

    /// As documents and JSON spell it: `new-reads-old`.
    pub fn name(self) -> &'static str {
        match self {
            Direction::NewReadsOld => "new-reads-old",
            Direction::OldReadsNew => "old-reads-new",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The directions in which a finding holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Directions {
    /// New readers of old files are affected.
    pub new_reads_old: bool,
    /// Old readers of new files are affected.
    pub old_reads_new: bool,
}

impl Directions {
    /// Both of them.
    pub const BOTH: Directions = Directions { new_reads_old: true, old_reads_new: true };
    /// New readers of old files.
    pub const NEW_READS_OLD: Directions = Directions { new_reads_old: true, old_reads_new: false };
    /// Old readers of new files.
    pub const OLD_READS_NEW: Directions = Directions { new_reads_old: false, old_reads_new: true };

    /// Whether a direction is among them.
    pub fn has(self, direction: Direction) -> bool {
        match direction {
            Direction::NewReadsOld => self.new_reads_old,
            Direction::OldReadsNew => self.old_reads_new,
        }
    }

    /// With one more.
    #[must_use]
    pub fn with(mut self, direction: Direction) -> Directions {
        match direction {
            Direction::NewReadsOld => self.new_reads_old = true,
            Direction::OldReadsNew => self.old_reads_new = true,
        }
        self
    }

    /// Those of both sets.
    #[must_use]
    pub fn union(self, other: Directions) -> Directions {
        Directions {
            new_reads_old: self.new_reads_old || other.new_reads_old,
            old_reads_new: self.old_reads_new || other.old_reads_new,
        }
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |direction| self.has(*direction))
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Directions::default()
    }
}

impl fmt::Display for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.new_reads_old, self.old_reads_new) {
            (true, true) => "both directions",
            (true, false) => "new-reads-old",
            (false, true) => "old-reads-new",
            (false, false) => "no direction",
        })
    }
}

/// What of a format a change touches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Surface {
    /// Bytes: files are refused or read as something else.
    Wire,
    /// What values mean: the bytes are read as they were written.
    Meaning,
    /// Programs that are compiled against the schema; and texts, such as JSON.
    Source,
}

impl Surface {
    /// In lower case.
    pub fn name(self) -> &'static str {
        match self {
            Surface::Wire => "wire",
            Surface::Meaning => "meaning",
            Surface::Source => "source",
        }
    }
}

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// To be known, or a matter of policy.
    Note,
    /// It breaks if files hold certain values: there is a [`DataQuestion`].
    DependsOnData,
    /// It breaks: there is a [`Witness`].
    Break,
}

impl Level {
    /// In lower case with dashes.
    pub fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::DependsOnData => "depends-on-data",
            Level::Break => "break",
        }
    }
}

/// Which side must be rolled out first for the change to be safe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum First {
    /// Readers: then writers may give the new things.
    Readers,
    /// Writers: then, when no old file is left, readers.
    Writers,
    /// No order helps: files or readers of both kinds must be kept apart.
    Neither,
    /// The order does not matter.
    Any,
}

impl First {
    /// In lower case.
    pub fn name(self) -> &'static str {
        match self {
            First::Readers => "readers",
            First::Writers => "writers",
            First::Neither => "neither",
            First::Any => "any",
        }
    }
}

/// What the change must bump.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bump {
    /// Nothing.
    None,
    /// The minor version: readers can tell that there may be new things.
    Minor,
    /// The major version.
    Major,
    /// The version of the operator set.
    SetVersion,
    /// The identifier of files: readers of the other version must not take them.
    Identifier,
}

impl Bump {
    /// In lower case.
    pub fn name(self) -> &'static str {
        match self {
            Bump::None => "none",
            Bump::Minor => "minor",
            Bump::Major => "major",
            Bump::SetVersion => "set-version",
            Bump::Identifier => "identifier",
        }
    }
}

/// A declaration in one version.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// The file's name; empty where it is not known.
    pub file: String,
    /// Line, from 1; 0 where the version has no text.
    pub line: u32,
    /// Column in characters, from 1; 0 where the version has no text.
    pub column: u32,
    /// Bytes of the declaration in its file.
    pub bytes: std::ops::Range<u32>,
    /// The declaration, on one line.
    pub text: String,
}

/// One consequence of a change.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// The directions in which it holds.
    pub directions: Directions,
    /// What it touches.
    pub surface: Surface,
    /// How sure it is.
    pub level: Level,
    /// What it is about: a path from the root such as `Program.execution_plan.chains`.
    pub subject: String,
    /// The place in the old version.
    pub old: Option<Site>,
    /// The place in the new version.
    pub new: Option<Site>,
    /// What happens, and to whom.
    pub why: String,
    /// What to do.
    pub fix: String,
    /// Which side must be rolled out first.
    pub first: First,
    /// What must be bumped.
    pub bump: Bump,
    /// Files that show it: one for each direction in which it could be shown.
    pub witnesses: Vec<Witness>,
    /// For [`Level::DependsOnData`]: what to ask files, for each direction where files of that side can tell. It may stand beside a break, too: then
    /// it says whether files that exist are harmed.
    pub data: Option<DataQuestion>,
}

impl Finding {
    /// The witness of a direction.
    pub fn witness(&self, direction: Direction) -> Option<&Witness> {
        self.witnesses.iter().find(|witness| witness.direction == direction)
    }
}
