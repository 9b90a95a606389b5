//! [`State`]: a program on its way. Weights stay where they are: in the file that is converted, and in the files that come with
//! it. What is held is what readers look into.

use outlast_core::{Image, Output, settle};
use outlast_executorch::ProgramFile;
use outlast_executorch::edit::{self as program_edit, ProgramEditor};
use outlast_executorch::steps::{self, Refusal};
use outlast_flatbuffers::schema::Schema;

use super::super::data::{Given, given};
use super::super::{judge, whole};
use super::plan::sound;
use super::verdict;
use crate::conversion::{ConvertError, MERGE, Taken};
use crate::program::Companion;
use crate::targets::Target;
use crate::verdict::Verdict;

/// A program on its way.
pub(super) struct State<'a, 'd, 's> {
    original: &'a [u8],
    companions: &'a [Companion<'d>],
    data: Vec<Given<'a>>,
    /// The program as it is now; `None` while nothing was changed.
    image: Option<Image<'a>>,
    steps: Vec<Taken>,
    unused: usize,
    schema: &'s Schema,
}

/// A program as it was before its last step.
pub(super) struct Before<'a> {
    image: Option<Image<'a>>,
    unused: usize,
}

impl<'a, 'd, 's> State<'a, 'd, 's> {
    /// A program that nothing was done to.
    pub(super) fn new(original: &'a [u8], companions: &'a [Companion<'d>], schema: &'s Schema) -> State<'a, 'd, 's> {
        State { original, companions, data: given(companions), image: None, steps: Vec::new(), unused: 0, schema }
    }

    /// The program as it is now; where it was changed, with zeros in place of weights.
    pub(super) fn current(&self) -> &[u8] {
        self.image.as_ref().map_or(self.original, Image::bytes)
    }

    /// Bytes of the tables that nothing refers to any more.
    pub(super) fn unused(&self) -> usize {
        self.unused
    }

    /// The steps that were taken.
    pub(super) fn steps(&self) -> &[Taken] {
        &self.steps
    }

    /// The program, if it was changed, and the steps that were taken.
    pub(super) fn finish(self) -> (Option<Output<'a>>, Vec<Taken>) {
        (self.image.map(Image::into_output), self.steps)
    }

    /// The verdict on the program as it is now. Once their data are in it, it is loaded without the files that they were in.
    pub(super) fn verdict(&self, target: &Target) -> Result<Verdict, ConvertError> {
        let file = ProgramFile::open(whole(self.current()))?;
        let merged = self.steps.iter().any(|step| step.id == MERGE);
        let companions = if merged { &[] } else { self.companions };
        Ok(verdict(&judge::subject(&file)?, companions, target)?)
    }

    /// Takes a step; false where it changed nothing.
    pub(super) fn take(
        &mut self,
        id: &'static str,
        step: impl for<'e> FnOnce(&mut ProgramEditor<'e, 's>, &[Given<'e>]) -> steps::Changes,
    ) -> Result<bool, Refusal> {
        let mut editor = match &self.image {
            Some(image) => ProgramEditor::of_image(image, self.schema)?,
            None => ProgramEditor::with_schema(ProgramFile::open(whole(self.original))?, self.schema)?,
        };
        let changes = step(&mut editor, &self.data)?;
        if changes.is_empty() {
            return Ok(false);
        }
        let edited = editor.finish()?;
        let given: usize = self.data.iter().map(|given| given.file.file.len()).sum();
        let most = self.current().len().saturating_add(given).saturating_mul(4).saturating_add(1 << 20);
        if edited.output.len() > most {
            return Err(Refusal::whole(
                "the result would be many times as large as the file, which shares its parts",
            ));
        }
        let unused = edited.unused;
        let image = Image::new(self.settled(edited.output))?;
        sound(image.bytes())?;
        self.image = Some(image);
        self.unused += unused;
        match self.steps.iter_mut().find(|taken| taken.id == id) {
            Some(taken) => taken.changes.extend(changes),
            None => self.steps.push(Taken { id, changes }),
        }
        Ok(true)
    }

    /// Writes the tables anew; returns the program before.
    pub(super) fn repack(&mut self) -> outlast_core::Result<Before<'a>> {
        let before = self.current().len();
        let image = {
            let file = ProgramFile::open(whole(self.current()))?;
            Image::new(self.settled(program_edit::repack(&file)?))?
        };
        sound(image.bytes()).map_err(|refusal| {
            let kind = outlast_core::ErrorKind::Invalid { what: "repacked program", why: refusal.why };
            outlast_core::Error::new(kind, outlast_core::Span::default())
        })?;
        let changes = vec![format!("tables written anew: {} bytes instead of {before}", image.bytes().len())];
        self.steps.push(Taken { id: "repack", changes });
        Ok(Before { image: self.image.replace(image), unused: std::mem::take(&mut self.unused) })
    }

    /// Takes the last step back.
    pub(super) fn revert(&mut self, before: Before<'a>) {
        self.steps.pop();
        self.image = before.image;
        self.unused = before.unused;
    }

    /// The result of a step, which refers to the image, as one that refers to where the image has its content from.
    fn settled(&self, output: Output<'_>) -> Output<'a> {
        let given = self.data.iter().map(|given| given.file.file.data());
        settle(output, self.image.as_ref(), std::iter::once(self.original).chain(given))
    }
}
