//! [`Program`]: a file of any family, opened; and what a family does with it ([`Opened`], [`Judge`]).

use std::any::Any;
use std::fmt;

use crate::conversion::{ConvertError, Converted, Replayed, Request};
use crate::cost::{Cost, costs};
use crate::difference::{DiffError, Difference};
use crate::error::{CheckError, OpenError};
use crate::family::{Boxed, FamilyDef, FormatDef};
use crate::kind::FileKind;
use crate::options::Options;
use crate::prepared::PreparedProgram;
use crate::remedy::Remedies;
use crate::risk::Risk;
use crate::summary::Summary;
use crate::targets::{Profile, Target};
use crate::verdict::{Remedy, Verdict};

/// A file of any family, opened. What is in it, typed views say, which each family has: `program.as_mlir()`.
pub struct Program<'a> {
    family: &'static FamilyDef,
    kind: FileKind,
    bytes: &'a [u8],
    options: Options,
    opened: Boxed<'a>,
    risks: fn(&[u8]) -> Vec<Risk>,
}

impl fmt::Debug for Program<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("kind", &self.kind)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

impl<'a> Program<'a> {
    /// Opens a file of this family and format; `risks` says what reading a file runs, for any family.
    ///
    /// # Errors
    ///
    /// [`OpenError::Unreadable`].
    pub fn open(
        (family, format): (&'static FamilyDef, &FormatDef),
        bytes: &'a [u8],
        options: &Options,
        risks: fn(&[u8]) -> Vec<Risk>,
    ) -> Result<Program<'a>, OpenError> {
        let (kind, options) = (format.kind, options.clone());
        let opened = (format.open)(bytes, &options).map_err(|error| OpenError::Unreadable(kind, error))?;
        Ok(Program { family, kind, bytes, options, opened, risks })
    }

    /// The kind of file.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// The name of its family.
    pub fn family(&self) -> &'static str {
        self.family.name
    }

    /// Its family.
    pub fn definition(&self) -> &'static FamilyDef {
        self.family
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// What it was opened with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What its family makes of it.
    pub fn opened(&self) -> &(dyn Opened<'a> + 'a) {
        &*self.opened
    }

    /// Code that reading the file runs.
    pub fn risks(&self) -> Vec<Risk> {
        (self.risks)(self.bytes)
    }

    /// The file in one screen.
    ///
    /// # Errors
    ///
    /// What cannot be read of it.
    pub fn summary(&self) -> outlast_core::Result<Summary> {
        self.sum_up(false)
    }

    /// As [`summary`](Program::summary), with what only a scan of all bytes can tell.
    ///
    /// # Errors
    ///
    /// What cannot be read of it.
    pub fn full_summary(&self) -> outlast_core::Result<Summary> {
        self.sum_up(true)
    }

    fn sum_up(&self, full: bool) -> outlast_core::Result<Summary> {
        let mut summary = Summary { risks: self.risks(), ..Summary::new(self.kind) };
        self.opened.sum_up(full, &mut summary)?;
        summary.listings.retain(|listing| !listing.rows.is_empty());
        Ok(summary)
    }

    /// The tables of the file as JSON, as `flatc --json` would write them with the schema of the newest release; `None` for formats
    /// that have no such form.
    pub fn tables(&self) -> Option<String> {
        self.opened.tables()
    }

    /// Reads what verdicts need, once for any number of targets.
    ///
    /// # Errors
    ///
    /// Why there are no verdicts on this file.
    pub fn prepare(&self) -> Result<PreparedProgram, CheckError> {
        Ok(PreparedProgram::new(self.opened.prepare()?, self.risks()))
    }

    /// The verdict of a target, with what closes the gap.
    ///
    /// # Errors
    ///
    /// Why there are no verdicts on this file; [`CheckError::OtherFamily`] if the target reads other files.
    pub fn check(&self, target: &Target) -> Result<Verdict, CheckError> {
        self.check_with(&[], target)
    }

    /// As [`check`](Program::check), for a program that is loaded together with other files.
    ///
    /// # Errors
    ///
    /// As [`check`](Program::check).
    pub fn check_with(&self, companions: &[Companion<'_>], target: &Target) -> Result<Verdict, CheckError> {
        let mut verdict = self.prepare()?.check(companions, target)?;
        verdict.remedy = self.remedy(companions, target, &verdict);
        Ok(verdict)
    }

    /// Whether verdicts take much longer than a summary: all of a large module is read.
    pub fn is_costly_to_judge(&self) -> bool {
        self.opened.is_costly_to_judge()
    }

    /// What would close the gap of a verdict on this program with these companions: the conversion is made, except for weights, and judged.
    pub fn remedy(&self, companions: &[Companion<'_>], target: &Target, verdict: &Verdict) -> Remedy {
        Remedies::new(self, companions).remedy(target, verdict)
    }

    /// The program, rewritten until the verdict is good; done whole or refused whole.
    ///
    /// # Errors
    ///
    /// [`ConvertError::Refused`] with everything that stands in the way; [`ConvertError::Unknown`] if the verdict on the result is unknown, unless
    /// [`Request::allow_unknown`] is set; [`ConvertError::Check`] if there is no verdict.
    pub fn convert<'o>(
        &self,
        companions: &'o [Companion<'_>],
        request: &Request<'_>,
    ) -> Result<Converted<'o>, ConvertError>
    where
        'a: 'o,
    {
        match request.options.misplaced(self.family(), self.kind) {
            Some(why) => Err(ConvertError::impossible(why)),
            None => self.opened.convert(companions, request, true),
        }
    }

    /// Whether [`remedy`](Program::remedy) takes much longer than the verdict and far more memory: every operation of a large
    /// program is rewritten.
    pub fn is_costly_to_convert(&self) -> bool {
        self.opened.is_costly_to_convert()
    }

    /// What differs in the work of the entry points that this program and the one that was made of it have, in the order of this one; nothing
    /// for files whose work cannot be told. `target` is what the program was converted for.
    pub fn costs(&self, after: &Program<'_>, target: Option<&Target>) -> Vec<Cost> {
        costs(self, after, target)
    }

    /// The file, decoded and encoded: every object is read and written at its place. The result is the input, bit for bit; if it is not,
    /// this fails.
    ///
    /// # Errors
    ///
    /// Where something cannot be read, or would be written in another way.
    pub fn replay(&self) -> Result<Replayed<'a>, ConvertError> {
        self.opened.replay()
    }

    /// What a second program of the same kind says otherwise: entry points, operators, values, constants by content, delegates, memory; not
    /// layout, that is, the order of tables, the header, padding and offsets. Nothing if they say the same.
    ///
    /// # Errors
    ///
    /// Where one of them cannot be read, and where they are of different kinds.
    pub fn diff(&self, after: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
        if self.kind != after.kind {
            let (one, other) = (self.kind.title(), after.kind.title());
            return Err(DiffError::Impossible(format!("one is an {one}, the other an {other}")));
        }
        self.opened.diff(after)
    }
}

/// A file that is loaded together with a program: tensor data.
#[derive(Debug)]
#[non_exhaustive]
pub struct Companion<'a> {
    /// Its name, for messages.
    pub name: String,
    /// The file, opened.
    pub program: Program<'a>,
}

impl<'a> Companion<'a> {
    /// An opened file, called like this in messages.
    pub fn new(name: String, program: Program<'a>) -> Companion<'a> {
        Companion { name, program }
    }
}

/// What a family does with one of its files. There are no defaults: what a new family lacks does not compile.
pub trait Opened<'a> {
    /// The file in one screen; `full` reads all of it, however large it is.
    fn sum_up(&self, full: bool, to: &mut Summary) -> outlast_core::Result<()>;

    /// Whether a conversion takes much longer than a verdict, so that nobody expects it of one.
    fn is_costly_to_convert(&self) -> bool {
        false
    }

    /// Whether verdicts take much longer than a summary, so that nobody expects them of one.
    fn is_costly_to_judge(&self) -> bool {
        self.is_costly_to_convert()
    }

    /// What verdicts on it need, read and verified once.
    fn prepare(&self) -> Result<Box<dyn Judge>, CheckError>;

    /// The file, rewritten; `weights` says whether bulk data are needed in the result, or a verdict alone.
    fn convert<'o>(
        &self,
        companions: &'o [Companion<'_>],
        request: &Request<'_>,
        weights: bool,
    ) -> Result<Converted<'o>, ConvertError>
    where
        'a: 'o;

    /// What closes the gap of a verdict, where the family knows without converting.
    fn remedy(&self, target: &Target, verdict: &Verdict) -> Option<Remedy>;

    /// Conversions for many readers that share what is the same for them; `None` where each is one of its own.
    fn probes<'o>(
        &'o self,
        companions: &'o [Companion<'_>],
        options: &'o Options,
    ) -> Option<Box<dyn Probes + 'o>>
    where
        'a: 'o;

    /// The file, decoded and encoded.
    fn replay(&self) -> Result<Replayed<'a>, ConvertError>;

    /// What another file of the same kind says otherwise.
    fn diff(&self, other: &Program<'_>) -> Result<Vec<Difference>, DiffError>;

    /// The tables of the file as JSON; `None` for formats that have no such form.
    fn tables(&self) -> Option<String>;
}

/// Conversions of one file for many readers, made to see whether they succeed.
pub trait Probes {
    /// The steps of a conversion that makes the verdict of a target good, which is this one before any.
    fn steps(&self, target: &Target, verdict: &Verdict) -> Result<Vec<&'static str>, ConvertError>;
}

/// What verdicts on one file share, whatever the reader.
pub trait Judge: Any {
    /// The family of the readers that can be asked.
    fn family(&self) -> &'static str;

    /// The verdict of one reader.
    fn judge(&self, companions: &[Companion<'_>], profile: &Profile) -> Verdict;

    /// Whether the program may be made for the readers of a family that reads files of this one. Of others nobody asks who does not name them.
    fn is_meant_for(&self, _family: &str) -> bool {
        true
    }
}
