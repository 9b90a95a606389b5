//! [`FamilyDef`] and [`FormatDef`]: what the library asks of a family of files.
//!
//! They are struct literals without `Default`: what a new family lacks does not compile.

use std::fmt;
use std::io;

use outlast_core::{Budget, Code, CodeInfo, Diagnostic, Error, RegionSink, Release, Result};

use crate::conversion::StepInfo;
use crate::kind::FileKind;
use crate::options::Options;
use crate::program::Judge;
use crate::program::Opened;
use crate::risk::Risk;
use crate::selection::{Needed, Selection};
use crate::setters::setters;
use crate::targets::{Profile, ProfileError, RowKind, Table, Target, TargetError, nearest};
use crate::verdict::Reason;

/// A family of files, and of the runtimes that read them.
pub struct FamilyDef {
    /// Its name: the part of a target's name before the release.
    pub name: &'static str,
    /// The family whose files its readers read: its own, or that of which they read some.
    pub reads: &'static str,
    /// Its name in text.
    pub title: &'static str,
    /// The formats of its files, in the order in which they are looked for.
    pub formats: &'static [FormatDef],
    /// What its codes mean.
    pub codes: &'static [&'static [CodeInfo]],
    /// The folder of its crate in the repository.
    pub folder: &'static str,
    /// The texts in the folder `targets` of its crate that its table of readers is made from, in order.
    pub texts: &'static [&'static str],
    /// The table of readers, compiled from the texts; empty for a family without targets.
    pub blob: &'static [u8],
    /// The kinds of rows that the texts may have.
    pub rows: &'static [RowKind],
    /// The readers that each release has beside the one that has its name.
    pub variants: &'static [Variant],
    /// The release that another name stands for: `week4`.
    pub aliases: fn(&str) -> Option<String>,
    /// Libraries that applications link to its readers, where targets can name them (`+custom_ops`).
    pub libraries: Option<Libraries>,
    /// Runtimes that applications ship: what follows the family in the target's name, and the profile file that was taken from them.
    pub shipped: &'static [(&'static str, &'static str)],
    /// How a release between two that have profiles is judged.
    pub between: Between,
    /// Makes a profile that a file of the user's describes from the release that it names as its base: the file's text, the base.
    pub narrow: Option<Narrow>,
    /// Makes the text of such a file for a build that has what was selected of a release.
    pub select: Option<Select>,
    /// Makes the text of such a file from what a reader reports of itself.
    pub report: Option<Report>,
    /// The operators that a reader must have to run a program: what verdicts on it share, the reader.
    pub operators: Option<NeededOperators>,
    /// What running the entry points of a program takes: what verdicts on it share, and the reader if it is known.
    pub work: Option<WorkOf>,
    /// Conversion steps that users can ask for by name, or that verdicts name.
    pub steps: &'static [StepInfo],
    /// Codes of errors that say what loading a file may do, and not that the file is damaged: it can be written again as it is.
    pub risks: &'static [Code],
    /// What reading a file runs, of whatever format it is: nothing where its readers run nothing.
    pub runs: fn(&[u8]) -> Vec<Risk>,
    /// Codes of reasons that hang on files which are loaded together with a program.
    pub companions: CompanionCodes,
}

/// A reader that each release of a family has beside the one that has the release's own name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Its name follows the release: `torch-2.1.2-lite`.
    Suffix(&'static str),
    /// A program of the release, whose name stands in the place of the family's: `clang-19.1.7`. The set `all` has none of these.
    Program(&'static str),
    /// It is software with releases of its own, each of which carries one of the family: `llvmlite-0.44`. Rows of the kind [`CARRIES`] say which:
    /// `carries llvmlite-0.44 14.0.6- = 15.0.7`. The set `all` has none of these.
    Carrier(&'static str),
}

/// The kind of rows that say which release of its family other software carries.
pub const CARRIES: &str = "carries";

impl Variant {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Suffix(name) | Variant::Program(name) | Variant::Carrier(name) => name,
        }
    }
}

/// What reasons say of files that are loaded together with a program.
#[derive(Clone, Copy, Debug)]
pub struct CompanionCodes {
    /// It needs one, and none was given.
    pub missing: &'static [Code],
    /// What was given is another program's.
    pub other: &'static [Code],
}

impl CompanionCodes {
    /// Of a family whose programs are loaded alone.
    pub const NONE: CompanionCodes = CompanionCodes { missing: &[], other: &[] };
}

/// Where the table of a family says what is in libraries that applications link.
#[derive(Clone, Copy, Debug)]
pub struct Libraries {
    /// The kind of rows that name the library of a thing.
    pub of: &'static str,
    /// The kind of what a reader has: rows of the other kind become it where the library is linked.
    pub becomes: &'static str,
    /// What one is called: `library`.
    pub what: &'static str,
}

/// A format of files.
pub struct FormatDef {
    /// Its name, title and extensions.
    pub kind: FileKind,
    /// Whether a file is of this format.
    pub detect: fn(&[u8]) -> Fit,
    /// What a file is instead that is nearly of this format: one whose identifier is damaged, or a part of such a file.
    pub near_miss: fn(&[u8]) -> Option<String>,
    /// What a file of this format is, in words: `LLVM IR`.
    pub describe: fn(&[u8]) -> &'static str,
    /// Opens a file.
    pub open: Open,
    /// Whether a file is sound: every finding.
    pub verify: fn(&[u8], &VerifyOptions) -> Vec<Diagnostic>,
    /// Visits every region of a file, in file order; goes on past what cannot be read.
    pub regions: fn(&[u8], &Options, &mut dyn RegionSink),
    /// What the regions of the format are counted in.
    pub unit: Unit,
    /// How a file is printed as text.
    pub dump: Dump,
    /// Why every reader refuses a file that cannot be opened; `None` for files that have no verdicts of their own.
    pub unreadable: Option<fn(&Error) -> Reason>,
    /// How files of the format are found in a section of an object file, where they stand one after the other; `None` for formats that
    /// nobody puts there.
    pub streams: Option<Streams>,
}

/// How files of a format are found in a section.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    /// Whether one begins here.
    pub start: fn(&[u8]) -> bool,
    /// Where the one that begins here ends, with its padding, at the expense of the budget; `None` if it is damaged.
    pub end: fn(&[u8], &mut Budget) -> Option<usize>,
}

/// A file, opened by its family.
pub type Boxed<'a> = Box<dyn Opened<'a> + 'a>;

/// Opens a file.
pub type Open = for<'a> fn(&'a [u8], &Options) -> Result<Boxed<'a>>;

/// Whether a file is of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// It is not.
    No,
    /// It has no magic of any format, and the structure of this one.
    Structure,
    /// It has the magic of the format.
    Magic,
}

impl Fit {
    /// By its magic, or not at all.
    pub fn magic(is: bool) -> Fit {
        if is { Fit::Magic } else { Fit::No }
    }
}

/// How to verify, where a format leaves a choice.
///
/// ```
/// use outlast_model::family::VerifyOptions;
///
/// assert!(VerifyOptions::default().strict(true).strict);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct VerifyOptions {
    /// Report what real readers tolerate, too.
    pub strict: bool,
    /// Options of families.
    pub options: Options,
}

impl VerifyOptions {
    setters! {
        /// Whether what real readers tolerate is reported, too.
        strict: bool,
        /// With these options of families.
        options: Options,
    }
}

/// What regions are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Bits: places in text show them.
    Bits,
}

/// How `outlast dump` prints a file.
#[derive(Clone, Copy)]
pub enum Dump {
    /// Its tables, as JSON.
    Tables,
    /// Text in a form of its own.
    Text(PrintText),
}

/// Prints a file as text; the name is the file's.
pub type PrintText = fn(&str, &[u8], &Options, &mut dyn io::Write) -> Result<(), DumpError>;

impl fmt::Debug for Dump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dump::Tables => "Tables",
            Dump::Text(_) => "Text",
        })
    }
}

/// Why a file was not printed, or not to its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum DumpError {
    /// The output could not be written.
    Io(io::Error),
    /// The file cannot be read: nothing was printed.
    Unreadable(Error),
    /// The file is corrupt: what stands before the fault was printed.
    Cut(Box<Diagnostic>),
    /// An option cannot be used: which one, and why.
    Option(&'static str, String),
    /// The question makes no sense: why.
    Impossible(String),
}

impl fmt::Display for DumpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DumpError::Io(error) => error.fmt(f),
            DumpError::Unreadable(error) => error.fmt(f),
            DumpError::Cut(finding) => f.write_str(&finding.title),
            DumpError::Option(option, why) => write!(f, "{option}: {why}"),
            DumpError::Impossible(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for DumpError {}

impl From<io::Error> for DumpError {
    fn from(error: io::Error) -> DumpError {
        DumpError::Io(error)
    }
}

/// Makes a profile from the text of a profile file and the release that it names as its base.
pub type Narrow = fn(&str, Profile) -> Result<Narrowed, ProfileError>;

/// What a profile file describes.
#[derive(Debug)]
pub struct Narrowed {
    /// The release that it names as its base, with what the file says otherwise.
    pub profile: Profile,
    /// Of a build from sources between two releases: the name of the second of them.
    pub next: Option<String>,
}

/// Makes the text of a profile file: what was selected, the profile's name, the release.
pub type Select = fn(&Selection, &str, &Profile) -> String;

/// Makes the text of a profile file: what a reader reports of itself (JSON), the profile's name, the release that the reader was built from.
pub type Report = fn(&str, &str, &Profile) -> Result<String, ProfileError>;

/// The operators that a reader needs for a program, or why they cannot be told.
pub type NeededOperators = fn(&dyn Judge, &Profile) -> Result<Needed, String>;

/// What running an entry point takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Work {
    /// The entry point.
    pub entry_point: String,
    /// Operator calls.
    pub operators: u64,
    /// Instructions of its own code, where it has some.
    pub instructions: Option<u64>,
}

/// What the entry points of a program run: what verdicts on it share, the reader if one is known, and whether the program was written for it.
pub type WorkOf = fn(&dyn Judge, Option<&Profile>, bool) -> Vec<Work>;

/// How a release is judged that has no profile and stands between two that have.
#[derive(Clone, Copy)]
pub enum Between {
    /// By both: where they agree, their verdict holds.
    Agree,
    /// There are no others than those that have profiles; patch releases have what these have.
    Minor,
    /// It is unknown: each release refuses and misreads things of its own.
    Unknown,
    /// By a rule of the family; the second release is missing outside of those that have profiles.
    Rule(JudgeBetween),
}

/// Judges a file for a release without a profile, of this name.
pub type JudgeBetween =
    fn(&dyn crate::program::Judge, &str, &Profile, Option<&Profile>) -> crate::verdict::Verdict;

impl fmt::Debug for Between {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Between::Agree => "Agree",
            Between::Minor => "Minor",
            Between::Unknown => "Unknown",
            Between::Rule(_) => "Rule",
        })
    }
}

impl fmt::Debug for FamilyDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FamilyDef").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for FormatDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormatDef").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl FamilyDef {
    /// The target of this name, which begins with the family's, or with that of a program of its releases: `executorch-1.0.1`, or `executorch-1.0` for
    /// its newest patch release that has a profile, an alias, a runtime that applications ship, `clang-19`; libraries that an application links
    /// follow, each behind a plus sign: `executorch-1.5.1+custom_ops+quantized`.
    ///
    /// # Errors
    ///
    /// [`TargetError::Unknown`]; [`TargetError::Library`].
    pub fn named(&'static self, name: &str) -> Result<Target, TargetError> {
        let mut words = name.split('+');
        let plain = words.next().unwrap_or_default();
        let unknown = || TargetError::Unknown { name: plain.to_string(), nearest: None };
        let plain = self.plain(plain).ok_or_else(unknown)?;
        words.try_fold(plain, |target, library| {
            let without = target.name().to_string();
            let linked = self.libraries.map_or(Err(Vec::new()), |libraries| target.link(library, libraries));
            linked.map_err(|known| TargetError::Library {
                what: self.libraries.map_or("library", |libraries| libraries.what),
                nearest: nearest(library, known.iter().copied()).map(str::to_string),
                target: without,
                library: library.to_string(),
                known,
            })
        })
    }

    /// The target of a name without libraries.
    fn plain(&'static self, name: &str) -> Option<Target> {
        let (variant, release) = self.split_name(name)?;
        if self.variants.contains(&Variant::Carrier(variant)) {
            return self.carried(name, variant);
        }
        if !variant.is_empty() {
            return Target::release(self, name, release, variant);
        }
        if let Some((_, text)) = self.shipped.iter().find(|(shipped, _)| *shipped == release) {
            return self.described(text).ok();
        }
        // Answers name what an alias stands for.
        let version = (self.aliases)(release);
        self.target(version.as_deref().unwrap_or(release))
    }

    /// The target that is the release which other software carries; of a release without a row, what its minor release carries.
    fn carried(&'static self, name: &str, variant: &'static str) -> Option<Target> {
        let table = self.table();
        let row = |name: &str| table.rows(CARRIES, name).next();
        let row = row(name).or_else(|| row(name.rsplit_once('.')?.0))?;
        Target::release(self, name, row.value, variant).map(|target| target.carried(row.value))
    }

    /// The names of the targets that are releases of a variant, oldest first: `clang-14.0.6`, `llvmlite-0.40`.
    pub fn target_names(&self, variant: &str) -> Vec<(Release, String)> {
        if !self.variants.iter().any(|known| matches!(known, Variant::Carrier(name) if *name == variant)) {
            let releases = self.table().releases();
            return releases.map(|release| (release, self.target_name(release, variant))).collect();
        }
        let rows = self.table().kind(CARRIES);
        let names = rows.filter_map(|row| {
            let (carrier, release) = self.split_name(row.name)?;
            (carrier == variant).then_some(())?;
            Some((Release::parse_prefix(release)?.0, row.name.to_string()))
        });
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// The parts of a target's name: the variant, which is empty for the reader with the release's own name, and the release, which is empty in the
    /// name of all releases: `torch-2.1.2-lite`, `torch-lite`, `clang-19`, `clang`. `None` for what is not of this family.
    pub fn split_name<'n>(&self, name: &'n str) -> Option<(&'static str, &'n str)> {
        let begins = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        for variant in self.variants {
            let (Variant::Program(leading) | Variant::Carrier(leading)) = *variant else { continue };
            match name.strip_prefix(leading).map(|rest| (rest, rest.strip_prefix('-'))) {
                Some(("", _)) => return Some((leading, "")),
                Some((_, Some(release))) if begins(release) => return Some((leading, release)),
                _ => {}
            }
        }
        let rest = match name.strip_prefix(self.name)? {
            "" => return Some(("", "")),
            rest => rest.strip_prefix('-')?,
        };
        let suffixed = self.variants.iter().find_map(|variant| match *variant {
            Variant::Suffix(suffix) if rest == suffix => Some((suffix, "")),
            Variant::Suffix(suffix) => Some((suffix, rest.strip_suffix(suffix)?.strip_suffix('-')?)),
            Variant::Program(_) | Variant::Carrier(_) => None,
        });
        suffixed.or(Some(("", rest)))
    }

    /// The name of the target that is a reader of a release; the variant is empty for the one with the release's own name.
    pub fn target_name(&self, release: Release, variant: &str) -> String {
        match self.variants.iter().find(|known| known.name() == variant) {
            Some(Variant::Suffix(suffix)) => format!("{}-{release}-{suffix}", self.name),
            Some(Variant::Program(program)) => format!("{program}-{release}"),
            // What it carries has no name of its own.
            Some(Variant::Carrier(_)) | None => format!("{}-{release}", self.name),
        }
    }

    /// The target that a profile file describes, whose base is of this family.
    ///
    /// # Errors
    ///
    /// As [`Target::described`].
    pub fn described(&'static self, text: &str) -> Result<Target, TargetError> {
        Target::described(text, |name| self.named(name))
    }

    /// The target of a release that has this number, `1.0.1` or `1.0`, and the name of a variant behind it.
    pub fn target(&'static self, text: &str) -> Option<Target> {
        let name = format!("{}-{text}", self.name);
        let (variant, release) = self.split_name(&name)?;
        Target::release(self, &name, release, variant)
    }

    /// The profile of the release that has this name, with the family's in front.
    pub fn profile_named(&'static self, name: &str) -> Option<Profile> {
        self.named(name).ok()?.profile().cloned()
    }

    /// The profiles of all releases, oldest first.
    pub fn profiles(&'static self) -> impl Iterator<Item = Profile> {
        let count = self.table().releases().count();
        (0..count).filter_map(move |at| Profile::built_in(self, u16::try_from(at).ok()?))
    }

    /// The table of what its readers have.
    pub fn table(&self) -> Table {
        Table::open(self.blob).unwrap_or_default()
    }
}

/// A family without files or readers.
#[cfg(test)]
pub(crate) static NONE: FamilyDef = FamilyDef {
    name: "none",
    reads: "none",
    title: "none",
    formats: &[],
    codes: &[],
    folder: "",
    texts: &[],
    blob: &[],
    rows: &[],
    variants: &[],
    aliases: |_| None,
    libraries: None,
    shipped: &[],
    between: Between::Unknown,
    narrow: None,
    select: None,
    report: None,
    operators: None,
    work: None,
    steps: &[],
    risks: &[],
    runs: |_| Vec::new(),
    companions: CompanionCodes::NONE,
};
