//! An operation of a file before a reader: what the parts that judge it share.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::changes::{self, Renumbering};
use crate::facts::{AttrClass, AttrFacts, OpUse};
use crate::schema::{self, PropertyField};
use outlast_core::{Code, QuickMap};

use super::context::{About, Finding, JudgeContext};
use super::demands::{Demands, field};
use super::producers::major;

/// What the reader knows of an operation.
pub(super) struct Reader<'t> {
    pub(super) demands: Option<Demands<'t>>,
    pub(super) schema: schema::Known,
}

/// One operation name of a file, and what was found of it.
pub(super) struct Operation<'c, 'a> {
    pub(super) case: &'c JudgeContext<'a>,
    pub(super) op: &'c OpUse,
    pub(super) found: Vec<Finding>,
    /// What the reader takes for the name of a symbol where it reads properties as others than were written: an attribute for each shape.
    pub(super) renamed: Vec<u32>,
    said: BTreeSet<String>,
    known: Known<'a>,
}

/// What the tables have of the operation: asked for each of its shapes, looked up once.
#[derive(Default)]
struct Known<'a> {
    /// By attribute.
    attributes: RefCell<QuickMap<String, Attribute<'a>>>,
    written: OnceCell<Option<Rc<[PropertyField]>>>,
}

/// What the tables have of an attribute.
#[derive(Clone, Copy)]
pub(super) struct Attribute<'a> {
    /// The class that the reader demands: see [`field`].
    pub(super) class: &'a str,
    /// Its other name, if a release renamed it.
    pub(super) other: Option<&'static str>,
    /// What numbers in it stand for in the reader, if that is not what they stand for in the file.
    pub(super) numbers: Option<Renumbering>,
}

/// What an operation has after reading: its own attributes and properties by name, and what kind they are.
#[derive(Default)]
pub(super) struct Own {
    pub(super) there: BTreeSet<(String, String)>,
    pub(super) sizes: Vec<(String, Vec<u64>)>,
}

impl<'c, 'a> Operation<'c, 'a> {
    pub(super) fn new(case: &'c JudgeContext<'a>, op: &'c OpUse) -> Operation<'c, 'a> {
        Operation {
            case,
            op,
            found: Vec::new(),
            renamed: Vec::new(),
            said: BTreeSet::new(),
            known: Known::default(),
        }
    }

    /// What the tables have of one of its attributes.
    pub(super) fn attribute(&self, name: &str) -> Attribute<'a> {
        if let Some(known) = self.known.attributes.borrow().get(name) {
            return *known;
        }
        let (case, op) = (self.case, &self.op.name);
        let release = major(case.profile);
        let found = Attribute {
            class: field(case.profile, op, name).map_or("same", |(class, _)| class),
            other: case.other_attribute(op, name),
            numbers: case.encoder.and_then(|encoder| changes::numbers(encoder, release, op, name)),
        };
        self.known.attributes.borrow_mut().insert(name.to_owned(), found);
        found
    }

    /// The properties that the operation has in the release that wrote the file; none if that is not known.
    pub(super) fn written(&self) -> Option<Rc<[PropertyField]>> {
        self.known.written.get_or_init(|| self.fields_written().map(Into::into)).clone()
    }

    fn add(&mut self, finding: Finding) {
        let reason = &finding.reason;
        let key = format!("{}{:?}{:?}{:?}", reason.code, reason.message, reason.says, finding.question);
        if self.said.insert(key) {
            self.found.push(finding);
        }
    }

    fn about(&self, needs: &str, has: &str, sentence: String) -> About {
        let subject = format!("`{}`", self.op.name);
        About { subject, needs: needs.to_owned(), has: has.to_owned(), sentence }
    }

    pub(super) fn fails(&mut self, code: Code, needs: &str, has: &str, sentence: String, says: String) {
        let finding = Finding::fails(code, self.about(needs, has, sentence), Some(says), &self.op.first);
        self.add(finding);
    }

    /// It fails, with a message that is not known.
    pub(super) fn refuses(&mut self, code: Code, needs: &str, has: &str, sentence: String) {
        let finding = Finding::fails(code, self.about(needs, has, sentence), None, &self.op.first);
        self.add(finding);
    }

    pub(super) fn misreads(&mut self, code: Code, needs: &str, has: &str, sentence: String) {
        let finding = Finding::misreads(code, self.about(needs, has, sentence), &self.op.first);
        self.add(finding);
    }

    /// Nothing tells, and no file would.
    pub(super) fn unknown(&mut self, needs: &str, has: &str, sentence: String) {
        let finding = Finding::unknown(self.about(needs, has, sentence), &self.op.first);
        self.add(finding);
    }

    /// Nothing tells, unless files with this detail of the operation were seen to load.
    pub(super) fn open(&mut self, detail: &str, needs: &str, sentence: String) {
        let name = format!("{}{detail}", self.op.name);
        let about = self.about(needs, "not measured", sentence);
        if let Some(finding) = self.case.open("op", &name, about, &self.op.first) {
            self.add(finding);
        }
    }

    /// That nothing tells whether the reader accepts the operation, and why.
    pub(super) fn not_known(&self, why: &str) -> String {
        format!("whether {} accepts `{}` is not known: {why}", self.case.reader(), self.op.name)
    }
}

/// The kind of an attribute, as part of a question.
pub(super) fn class(found: Option<&AttrFacts>) -> String {
    match found.map(|found| &found.class) {
        Some(AttrClass::Builtin(code)) => format!("code{code}"),
        Some(AttrClass::Integer(bits)) => bits.map_or("index".into(), |bits| format!("i{bits}")),
        Some(AttrClass::DenseArray(element)) => format!("array-{}", element.replace(' ', "")),
        Some(AttrClass::AffineMap) => "map".into(),
        Some(AttrClass::IntegerSet) => "set".into(),
        Some(AttrClass::Strided) => "strided".into(),
        Some(AttrClass::Named(name)) => name.clone(),
        _ => "?".into(),
    }
}
