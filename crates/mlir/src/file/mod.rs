//! A file as its header and section headers describe it: version, producer, where each section is.
//!
//! Nothing behind the headers is read: [`Tables`](crate::tables::Tables) and [`Ir`](crate::ir::Ir) do that.

use std::sync::Arc;

use outlast_core::{Error, ErrorKind, Result, Span, Step};

use crate::defs::{MAGIC, section, version};
use crate::op_schema::Given;
use crate::wire::{Reader, Section};

/// A file of MLIR bytecode. Opening it reads the header and the headers of the sections.
#[derive(Clone, Debug)]
pub struct File<'a> {
    data: &'a [u8],
    version: u64,
    producer: &'a [u8],
    sections: Box<[Option<Section>; section::COUNT]>,
    order: Vec<u8>,
    given: Option<Arc<Given>>,
}

/// Whether bytes begin like MLIR bytecode.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

impl<'a> File<'a> {
    /// Reads the header and finds the sections.
    ///
    /// # Errors
    ///
    /// Another magic, a version above [`version::MAX`], a section that is unknown, twice there, cut off or missing.
    pub fn open(data: &'a [u8]) -> Result<File<'a>> {
        let mut reader = Reader::new(data);
        let magic = data.get(..4).unwrap_or(data);
        if magic != MAGIC {
            let kind = ErrorKind::BadMagic { found: magic.to_vec(), expected: "ML\\xefR" };
            return Err(Error::new(kind, reader.span_from(0, magic.len())));
        }
        reader = reader.window(4, data.len());
        let at = reader.offset();
        let version = reader.varint("bytecode version")?;
        if version > version::MAX {
            let why = format!("{version} is newer than {}, the newest that is known", version::MAX);
            return Err(reader
                .invalid(at, "bytecode version", why)
                .with_help("the file was written by a later MLIR, or its start is damaged"));
        }
        let producer = reader.c_string("producer")?;
        let sections = Box::new([None; section::COUNT]);
        let mut file = File { data, version, producer, sections, order: Vec::new(), given: None };
        while !reader.is_empty() {
            file.add(reader.section()?, &reader)?;
        }
        file.complete()?;
        Ok(file)
    }

    fn add(&mut self, found: Section, reader: &Reader<'a>) -> Result<()> {
        let header = reader.span_from(found.header, found.start);
        let invalid = |why: String| Error::new(ErrorKind::Invalid { what: "section id", why }, header);
        match self.sections.get_mut(usize::from(found.id)) {
            None => return Err(invalid(format!("no section has id {}", found.id))),
            Some(Some(_)) => {
                return Err(invalid(format!("there are two {} sections", section::name(found.id))));
            }
            Some(slot) => *slot = Some(found),
        }
        self.order.push(found.id);
        Ok(())
    }

    fn complete(&self) -> Result<()> {
        let end = u64::try_from(self.data.len()).unwrap_or(u64::MAX);
        let missing = |id: u8| {
            let what = format!("the {} section", section::name(id));
            Error::new(ErrorKind::Missing { what }, Span::bytes(end, end))
        };
        for id in [0, 1, 2, 3, 4, 8] {
            if section::required(id, self.version) && self.section(id).is_none() {
                return Err(missing(id));
            }
        }
        match (self.section(section::RESOURCE), self.section(section::RESOURCE_OFFSET)) {
            (Some(_), None) => Err(missing(section::RESOURCE_OFFSET)),
            (None, Some(_)) => Err(missing(section::RESOURCE)),
            _ => Ok(()),
        }
    }

    /// The whole file.
    pub fn data(&self) -> &'a [u8] {
        self.data
    }

    /// Version of the container.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Who wrote it, as bytes: `MLIR19.1.7`, `StableHLO_v1.15.0`.
    pub fn producer(&self) -> &'a [u8] {
        self.producer
    }

    /// The file, read with schemas that were given beside it: they come before those of releases that are known here.
    #[must_use]
    pub fn with_schemas(mut self, given: Option<Arc<Given>>) -> File<'a> {
        self.given = given;
        self
    }

    /// The schemas that were given beside the file.
    pub fn given(&self) -> Option<&Arc<Given>> {
        self.given.as_ref()
    }

    /// A section, if the file has it.
    pub fn section(&self, id: u8) -> Option<&Section> {
        self.sections.get(usize::from(id))?.as_ref()
    }

    /// Ids of the sections, in the order of the file.
    pub fn order(&self) -> &[u8] {
        &self.order
    }

    /// A reader over a section; over nothing, if the file does not have it.
    pub fn reader(&self, id: u8) -> Reader<'a> {
        let (start, end) = self.section(id).map_or((0, 0), |found| (found.start, found.end));
        Reader::new(self.data).window(start, end)
    }

    /// The step of a path that names a section.
    pub(crate) fn step(id: u8) -> Step {
        Step::Field(section::name(id).into())
    }
}
