//! [`State`]: a program on its way. Weights stay where they are: in the file that is converted, and in the files that come with
//! it. What is held is what readers look into.
//!
//! Conversions for many readers share the way as far as it is the same: [`Stage`]s are a tree, whose edges are steps. A stage is made,
//! verified and read once, whichever readers lead to it; each is judged for each reader.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::edit::{self as program_edit, ProgramEditor};
use crate::steps::{self, Refusal};
use crate::{ProgramFile, verify};
use outlast_core::{Diagnostic, Image, Output, settle};
use outlast_flatbuffers::schema::Schema;

use super::super::data::{Given, given};
use super::super::judge::{self, ProgramJudge};
use super::super::steps::Call;
use super::super::whole;
use super::plan::{no_errors, sound};
use super::verdict;
use outlast_model::conversion::{AppliedStep, ConvertError, MERGE};
use outlast_model::program::Companion;
use outlast_model::targets::Target;
use outlast_model::verdict::Verdict;

/// What all conversions of a program begin with.
pub(super) struct Start<'a, 'd, 's> {
    original: &'a [u8],
    companions: &'a [Companion<'d>],
    data: Vec<Given<'a>>,
    schema: &'s Schema,
    stage: Rc<Stage<'a>>,
    /// Whether stages are kept for other readers.
    is_shared: bool,
}

impl<'a, 'd, 's> Start<'a, 'd, 's> {
    /// A program that nothing was done to.
    pub(super) fn new(
        original: &'a [u8],
        companions: &'a [Companion<'d>],
        schema: &'s Schema,
        is_shared: bool,
    ) -> Start<'a, 'd, 's> {
        Start { original, companions, data: given(companions), schema, stage: Rc::default(), is_shared }
    }
}

/// A program after some steps.
#[derive(Default)]
struct Stage<'a> {
    /// `None` while nothing was changed.
    image: Option<Image<'a>>,
    steps: Vec<AppliedStep>,
    unused: usize,
    /// What verification says of it, until that is a part of the subject.
    findings: RefCell<Option<Vec<Diagnostic>>>,
    subject: OnceCell<ProgramJudge>,
    /// Where further steps lead: nowhere, if there is nothing to do.
    next: RefCell<BTreeMap<(&'static str, Call), Next<'a>>>,
    /// Whether it can be edited.
    editable: OnceCell<Result<(), Refusal>>,
}

type Next<'a> = Result<Option<Rc<Stage<'a>>>, Refusal>;

impl Stage<'_> {
    /// The bytes; where they were changed, with zeros in place of weights.
    fn bytes<'b>(&'b self, original: &'b [u8]) -> &'b [u8] {
        self.image.as_ref().map_or(original, Image::bytes)
    }

    fn editor<'b, 's>(
        &'b self,
        original: &'b [u8],
        schema: &'s Schema,
    ) -> outlast_core::Result<ProgramEditor<'b, 's>> {
        match &self.image {
            Some(image) => ProgramEditor::of_image(image, schema),
            None => ProgramEditor::with_schema(ProgramFile::open(whole(original))?, schema),
        }
    }
}

/// A program on its way.
pub(super) struct State<'t, 'a, 'd, 's> {
    start: &'t Start<'a, 'd, 's>,
    at: Rc<Stage<'a>>,
}

/// A program as it was before its last step.
pub(super) struct Before<'a>(Rc<Stage<'a>>);

impl<'t, 'a, 'd, 's> State<'t, 'a, 'd, 's> {
    /// A program that nothing was done to.
    pub(super) fn new(start: &'t Start<'a, 'd, 's>) -> State<'t, 'a, 'd, 's> {
        State { start, at: Rc::clone(&start.stage) }
    }

    /// The program as it is now; where it was changed, with zeros in place of weights.
    pub(super) fn current(&self) -> &[u8] {
        self.at.bytes(self.start.original)
    }

    /// Bytes of the tables that nothing refers to any more.
    pub(super) fn unused(&self) -> usize {
        self.at.unused
    }

    /// The steps that were taken.
    pub(super) fn steps(&self) -> &[AppliedStep] {
        &self.at.steps
    }

    /// The program, if it was changed, and the steps that were taken.
    pub(super) fn finish(self) -> (Option<Output<'a>>, Vec<AppliedStep>) {
        match Rc::try_unwrap(self.at) {
            Ok(stage) => (stage.image.map(Image::into_output), stage.steps),
            Err(stage) => (stage.image.as_ref().map(|image| image.output().clone()), stage.steps.clone()),
        }
    }

    /// The verdict on the program as it is now. Once their data are in it, it is loaded without the files that they were in.
    pub(super) fn verdict(&self, target: &Target) -> Result<Verdict, ConvertError> {
        let merged = self.at.steps.iter().any(|step| step.id == MERGE);
        let companions = if merged { &[] } else { self.start.companions };
        Ok(verdict(self.subject()?, companions, target)?)
    }

    fn subject(&self) -> Result<&ProgramJudge, ConvertError> {
        if let Some(subject) = self.at.subject.get() {
            return Ok(subject);
        }
        let file = ProgramFile::open(whole(self.current()))?;
        let subject = match self.at.findings.take() {
            Some(findings) => judge::verified(&file, findings)?,
            None => judge::subject(&file)?,
        };
        Ok(self.at.subject.get_or_init(|| subject))
    }

    /// Takes the step of a binding; false where it changed nothing. `call` says what it is asked for, as far as readers can be asked.
    pub(super) fn answer(
        &mut self,
        id: &'static str,
        call: impl FnOnce() -> Result<Call, Refusal>,
        step: impl for<'e> FnOnce(&mut ProgramEditor<'e, 's>, &[Given<'e>], &Call) -> steps::Changes,
    ) -> Result<bool, Refusal> {
        // What cannot be edited is refused for that, whatever readers have.
        let call = call().or_else(|refusal| self.editable().and(Err(refusal)))?;
        let key = (id, call);
        let known = self.at.next.borrow().get(&key).cloned();
        let next = match known {
            Some(next) => next,
            None => {
                let next = self.next(id, |editor, data| step(editor, data, &key.1));
                if self.start.is_shared {
                    self.at.next.borrow_mut().insert(key, next.clone());
                }
                next
            }
        };
        Ok(self.go(next?))
    }

    /// Whether it can be edited.
    fn editable(&self) -> Result<(), Refusal> {
        let Start { original, schema, .. } = *self.start;
        let editor = || self.at.editor(original, schema).map(drop).map_err(Refusal::from);
        self.at.editable.get_or_init(editor).clone()
    }

    /// Takes a step that was asked for; false where it changed nothing.
    pub(super) fn take(
        &mut self,
        id: &'static str,
        step: impl for<'e> FnOnce(&mut ProgramEditor<'e, 's>, &[Given<'e>]) -> steps::Changes,
    ) -> Result<bool, Refusal> {
        let next = self.next(id, step)?;
        Ok(self.go(next))
    }

    fn go(&mut self, next: Option<Rc<Stage<'a>>>) -> bool {
        next.map(|next| self.at = next).is_some()
    }

    /// Where a step leads.
    fn next(
        &self,
        id: &'static str,
        step: impl for<'e> FnOnce(&mut ProgramEditor<'e, 's>, &[Given<'e>]) -> steps::Changes,
    ) -> Next<'a> {
        let Start { original, schema, ref data, .. } = *self.start;
        let mut editor = self.at.editor(original, schema)?;
        let changes = step(&mut editor, data)?;
        if changes.is_empty() {
            return Ok(None);
        }
        let edited = editor.finish()?;
        let given: usize = data.iter().map(|given| given.file.file.len()).sum();
        let most = self.current().len().saturating_add(given).saturating_mul(4).saturating_add(1 << 20);
        if edited.output.len() > most {
            return Err(Refusal::whole(
                "the result would be many times as large as the file, which shares its parts",
            ));
        }
        let unused = edited.unused;
        let image = Image::new(self.settled(edited.output))?;
        let findings = verify::program(whole(image.bytes()));
        no_errors(&findings)?;
        let mut steps = self.at.steps.clone();
        match steps.iter_mut().find(|taken| taken.id == id) {
            Some(taken) => taken.changes.extend(changes),
            None => steps.push(AppliedStep::new(id, changes)),
        }
        Ok(Some(Rc::new(Stage {
            image: Some(image),
            steps,
            unused: self.at.unused + unused,
            findings: RefCell::new(Some(findings)),
            ..Stage::default()
        })))
    }

    /// Serialises the tables again; returns the program before.
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
        let changes =
            vec![format!("tables serialised again: {} bytes instead of {before}", image.bytes().len())];
        let mut steps = self.at.steps.clone();
        steps.push(AppliedStep::new("repack", changes));
        let stage = Stage { image: Some(image), steps, ..Stage::default() };
        Ok(Before(std::mem::replace(&mut self.at, Rc::new(stage))))
    }

    /// Takes the last step back.
    pub(super) fn revert(&mut self, before: Before<'a>) {
        self.at = before.0;
    }

    /// The result of a step, which refers to the image, as one that refers to where the image has its content from.
    fn settled(&self, output: Output<'_>) -> Output<'a> {
        let given = self.start.data.iter().map(|given| given.file.file.data());
        settle(output, self.at.image.as_ref(), std::iter::once(self.start.original).chain(given))
    }
}
