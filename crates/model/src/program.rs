//! [`Program`]: a file of any family, opened; and what a family does with it ([`Opened`], [`Judge`]).

use std::any::Any;
use std::fmt;

use outlast_core::Result;

use crate::conversion::{ConvertError, Converted, Replayed, Request};
use crate::difference::{DiffError, Difference};
use crate::error::CheckError;
use crate::kind::FileKind;
use crate::options::Options;
use crate::summary::Summary;
use crate::targets::{Profile, Target};
use crate::verdict::{Remedy, Verdict};

/// A file of any family, opened. What is in it, typed views say, which each family has: `program.as_mlir()`.
#[derive(Debug)]
pub struct Program<'a> {
    family: &'static str,
    kind: FileKind,
    bytes: &'a [u8],
    options: Options,
    opened: Box<dyn Opened<'a> + 'a>,
}

impl<'a> Program<'a> {
    /// A file that its family has opened.
    pub fn new(
        (family, kind): (&'static str, FileKind),
        bytes: &'a [u8],
        options: Options,
        opened: Box<dyn Opened<'a> + 'a>,
    ) -> Program<'a> {
        Program { family, kind, bytes, options, opened }
    }

    /// The kind of file.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// The name of its family.
    pub fn family(&self) -> &'static str {
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
}

/// A file that is loaded together with a program: tensor data.
#[derive(Debug)]
pub struct Companion<'a> {
    /// Its name, for messages.
    pub name: String,
    /// The file, opened.
    pub program: Program<'a>,
}

/// What a family does with one of its files. There are no defaults: what a new family lacks does not compile.
pub trait Opened<'a>: fmt::Debug {
    /// The file in one screen; `full` reads all of it, however large it is.
    fn sum_up(&self, full: bool, to: &mut Summary) -> Result<()>;

    /// Whether a conversion takes much longer than a verdict, so that nobody expects it of one.
    fn is_costly_to_convert(&self) -> bool {
        false
    }

    /// Whether verdicts take much longer than a summary, so that nobody expects them of one.
    fn is_costly_to_judge(&self) -> bool {
        self.is_costly_to_convert()
    }

    /// What verdicts on it need, read and verified once.
    fn subject(&self) -> Result<Box<dyn Judge>, CheckError>;

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
pub trait Judge: Any + fmt::Debug {
    /// The family of the readers that can be asked.
    fn family(&self) -> &'static str;

    /// The verdict of one reader.
    fn judge(&self, companions: &[Companion<'_>], profile: &Profile) -> Verdict;
}
