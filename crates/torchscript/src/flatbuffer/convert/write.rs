//! Writes rewritten functions into the file that they are of: what changes in a function is rewritten behind the rest, and values that are new come in
//! front of the first function that needs one, since readers make values in their order.

use std::sync::Arc;

use outlast_core::{Bytes, Error, ErrorKind, Image, Output, QuickMap, Result, settle};
use outlast_flatbuffers::ContainerHeader;
use outlast_flatbuffers::build::{Ref, Target};
use outlast_flatbuffers::edit::{Editor, Node};
use outlast_flatbuffers::view::Table;

use super::graph::Values;
use super::insert::{New, Place};
use crate::bytecode::convert::form::{Code, Parameter, Slot};
use crate::bytecode::{Instruction, Op, Operator, Text};
use crate::flatbuffer::slots::*;
use crate::flatbuffer::{FlatFile, Module, ValueKind, schema};

/// The first place where an inserted block may stand: behind the root reference and the identifier.
pub(super) const BEHIND_HEAD: usize = 8;

/// The values that a function refers to, by their indices.
#[derive(Default)]
pub(super) struct Constants {
    pub(super) constants: Vec<u32>,
    pub(super) arguments: Vec<u32>,
    pub(super) returns: Vec<u32>,
}

/// Those of all functions.
pub(super) fn constants(file: &FlatFile<'_>, module: &Module) -> Vec<Constants> {
    let one = |at: u64| -> Option<Constants> {
        let table = Table::at(file.file, usize::try_from(at.checked_sub(file.file.base())?).ok()?).ok()?;
        let mut found = Constants::default();
        if let Some(vector) = table.vector(FUNCTION_CONSTANTS, 4).ok()? {
            found.constants = vector.u32s().collect();
        }
        if let Some(schema) = table.table(FUNCTION_SCHEMA).ok()? {
            let side = |slot| -> Option<Vec<u32>> {
                let Some(vector) = schema.vector(slot, 4).ok()? else { return Some(Vec::new()) };
                let default = |at| Some(vector.table(at).ok()?.u32(ARG_DEFAULT).ok()?.unwrap_or(0));
                (0..vector.len()).map(default).collect()
            };
            (found.arguments, found.returns) = (side(SCHEMA_ARGUMENTS)?, side(SCHEMA_RETURNS)?);
        }
        Some(found)
    };
    module.program.functions.iter().map(|function| one(function.at).unwrap_or_default()).collect()
}

pub(super) fn refused(why: &str) -> Error {
    let kind = ErrorKind::Invalid { what: "program as FlatBuffers", why: why.into() };
    Error::new(kind, outlast_core::Span::default())
}

/// An editor of a file.
pub(super) fn editor<'a>(file: Bytes<'a>) -> Result<Editor<'a, 'static>> {
    Editor::new(file, schema(), ContainerHeader::default())
}

/// The file with functions in place of those `before`, and another operator version; `None` where nothing changes.
pub(super) fn written<'a>(
    file: &FlatFile<'a>,
    module: &Module,
    values: &Values<'_>,
    (before, functions): (&[Code], &[Code]),
    version: Option<u64>,
) -> Result<Option<Output<'a>>> {
    let is_function = |(index, value): (usize, &crate::flatbuffer::IValue)| {
        matches!(value.kind, ValueKind::Function(_)).then_some(index)
    };
    let indices = module.values.iter().enumerate().filter_map(is_function);
    let all = before.iter().zip(functions).zip(indices);
    let changed: Vec<((&Code, &Code), usize)> = all.filter(|((old, new), _)| differs(old, new)).collect();
    if changed.is_empty() && version.is_none() {
        return Ok(None);
    }
    let mut new = New::default();
    let mut places = Vec::with_capacity(changed.len());
    for ((_, code), index) in &changed {
        let mut all = |slots: &mut dyn Iterator<Item = &Slot>| {
            slots.map(|slot| new.place(values, slot, *index)).collect::<Result<Vec<Place>>>()
        };
        let signature = code.signature.as_ref();
        let defaults =
            |side: &'_ [Parameter]| side.iter().map(|one| one.default.clone()).collect::<Vec<Slot>>();
        let [arguments, returns] =
            [signature.map(|of| defaults(&of.arguments)), signature.map(|of| defaults(&of.returns))]
                .map(Option::unwrap_or_default);
        places.push([
            all(&mut code.constants.iter())?,
            all(&mut arguments.iter())?,
            all(&mut returns.iter())?,
        ]);
    }
    let inserted = match new.is_empty() {
        true => None,
        false => Some(Image::new(new.insert(file, module)?)?),
    };
    let bytes = inserted.as_ref().map_or(file.file, |image| Bytes::new(image.bytes(), 0));
    let mut writer = Writer { editor: editor(bytes)?, texts: QuickMap::default() };
    let root = writer.editor.root();
    if let Some(version) = version {
        let version = u32::try_from(version).map_err(|_| refused("an operator version beyond 32 bits"))?;
        writer.editor.set(root, MODULE_OPERATOR_VERSION, version);
    }
    for (((old, code), index), places) in changed.into_iter().zip(&places) {
        let index = outlast_core::to_index(new.index(Place::Old(index))?);
        let places = places
            .each_ref()
            .map(|all| all.iter().map(|place| new.index(*place)).collect::<Result<Vec<u32>>>());
        let [constants, arguments, returns] = places;
        let function = [usize::from(MODULE_IVALUES), index, usize::from(IVALUE)];
        let function = writer.editor.follow(&function)?;
        writer.rewrite(function, (old, code), [constants?, arguments?, returns?])?;
    }
    let output = writer.editor.finish(BEHIND_HEAD, 0)?.buffer.into_output();
    Ok(Some(settle(output, inserted.as_ref(), std::iter::once(file.file.data()))))
}

/// Whether anything of a function is another.
fn differs(one: &Code, other: &Code) -> bool {
    one.instructions != other.instructions
        || one.operators != other.operators
        || one.constants != other.constants
        || one.registers != other.registers
        || one.handles != other.handles
        || !same_types(one, other)
        || !same_signature(one, other)
}

fn same_types(one: &Code, other: &Code) -> bool {
    one.types.len() == other.types.len()
        && one.types.iter().zip(&other.types).all(|(one, other)| one.0 == other.0)
}

fn same_signature(one: &Code, other: &Code) -> bool {
    let same = |(one, other): (&Parameter, &Parameter)| {
        one.name == other.name && one.ty == other.ty && one.default == other.default
    };
    let all =
        |one: &[Parameter], other: &[Parameter]| one.len() == other.len() && one.iter().zip(other).all(same);
    match (&one.signature, &other.signature) {
        (Some(one), Some(other)) => {
            all(&one.arguments, &other.arguments) && all(&one.returns, &other.returns)
        }
        (None, None) => true,
        _ => false,
    }
}

struct Writer<'a> {
    editor: Editor<'a, 'static>,
    /// New texts, each written once.
    texts: QuickMap<*const str, (Text, Ref)>,
}

impl Writer<'_> {
    fn text(&mut self, text: &Text) -> Ref {
        if let Some((_, known)) = self.texts.get(&Arc::as_ptr(text)) {
            return *known;
        }
        let made = self.editor.build.string(text);
        self.texts.insert(Arc::as_ptr(text), (Arc::clone(text), made));
        made
    }

    /// Gives a function what is new of it: its constants, and the defaults of its arguments and results, are these values.
    fn rewrite(
        &mut self,
        node: Node,
        (old, code): (&Code, &Code),
        [constants, arguments, returns]: [Vec<u32>; 3],
    ) -> Result<()> {
        if old.constants != code.constants {
            let made = self.editor.build.u32s(constants);
            self.editor.set(node, FUNCTION_CONSTANTS, made);
        }
        if let Some(signature) = code.signature.as_ref().filter(|_| !same_signature(old, code)) {
            let arguments = self.parameters(&signature.arguments, &arguments);
            let returns = self.parameters(&signature.returns, &returns);
            let sides = [(SCHEMA_ARGUMENTS, arguments.into()), (SCHEMA_RETURNS, returns.into())];
            let made = self.editor.build.table(sides);
            self.editor.set(node, FUNCTION_SCHEMA, made);
        }
        if old.instructions != code.instructions {
            let rows = code.instructions.iter().map(encoded).collect::<Result<Vec<_>>>()?;
            let made = self.editor.build.vector(rows.concat(), 8, 4);
            self.editor.set(node, FUNCTION_INSTRUCTIONS, made);
        }
        if old.operators != code.operators {
            let rows = code.operators.iter().map(|of| self.operator(of)).collect::<Result<Vec<_>>>()?;
            let made = self.editor.build.references(rows);
            self.editor.set(node, FUNCTION_OPERATORS, made);
        }
        if !same_types(old, code) {
            let rows: Vec<Target> = code.types.iter().map(|(text, _)| Target::New(self.text(text))).collect();
            let made = self.editor.build.references(rows);
            self.editor.set(node, FUNCTION_TYPES, made);
        }
        if old.registers != code.registers {
            let registers = i32::try_from(code.registers).map_err(|_| refused("registers beyond 32 bits"))?;
            self.editor.set(node, FUNCTION_REGISTERS, registers);
        }
        if let Some(handles) = code.handles.as_ref().filter(|_| old.handles != code.handles) {
            let made = self.editor.build.u64s(handles.iter().map(|handle| handle.cast_unsigned()));
            let made = self.editor.build.table([(DEBUG_HANDLES, made.into())]);
            self.editor.set(node, FUNCTION_DEBUG, made);
        }
        Ok(())
    }

    fn operator(&mut self, operator: &Operator) -> Result<Target> {
        let (name, overload) = (self.text(&operator.name), self.text(&operator.overload));
        let mut fields = vec![(OPERATOR_NAME, name.into()), (OPERATOR_OVERLOAD, overload.into())];
        // -1 is what readers take without the field.
        if let Some(count) = operator.specified.filter(|count| *count != -1) {
            let count = i32::try_from(count).map_err(|_| refused("more arguments than 32 bits can say"))?;
            fields.push((OPERATOR_ARGUMENTS, count.into()));
        }
        Ok(Target::New(self.editor.build.table(fields)))
    }

    /// Arguments or results, with the values that are their defaults.
    fn parameters(&mut self, all: &[Parameter], defaults: &[u32]) -> Ref {
        let mut rows = Vec::with_capacity(all.len());
        for (one, default) in all.iter().zip(defaults) {
            let (name, ty) = (self.text(&one.name), self.text(&one.ty));
            let fields = [(ARG_NAME, name.into()), (ARG_TYPE, ty.into()), (ARG_DEFAULT, (*default).into())];
            rows.push(Target::New(self.editor.build.table(fields)));
        }
        self.editor.build.references(rows)
    }
}

/// An instruction: opcode, a byte of padding, the second operand and the first.
fn encoded(instruction: &Instruction) -> Result<[u8; 8]> {
    let number = match instruction.op {
        Op::Known(opcode) => opcode.number(),
        Op::Number(number) => number,
        Op::Name(_) => return Err(refused("an instruction that has no number")),
    };
    let x = i32::try_from(instruction.x).map_err(|_| refused("an operand beyond 32 bits"))?;
    let n = u16::try_from(instruction.n).map_err(|_| refused("an operand beyond 16 bits"))?;
    let ([n0, n1], [x0, x1, x2, x3]) = (n.to_le_bytes(), x.to_le_bytes());
    Ok([number, 0, n0, n1, x0, x1, x2, x3])
}

/// The file with an extra file of this name and content, in place of one of that name.
pub(super) fn extra_file<'a>(file: &FlatFile<'a>, name: &str, content: &str) -> Result<Output<'a>> {
    let mut editor = editor(file.file)?;
    let fields =
        [(FILE_NAME, editor.build.string(name).into()), (FILE_CONTENT, editor.build.string(content).into())];
    let new = Target::New(editor.build.table(fields));
    let mut rows = Vec::new();
    if let Some(vector) = file.root.vector(MODULE_EXTRA_FILES, 4)? {
        for at in 0..vector.len() {
            let table = vector.table(at)?;
            if table.string(FILE_NAME)?.is_none_or(|of| of.bytes() != name.as_bytes()) {
                rows.push(Target::Kept(table.pos()));
            }
        }
    }
    rows.push(new);
    let rows = editor.build.references(rows);
    let root = editor.root();
    editor.set(root, MODULE_EXTRA_FILES, rows);
    let output = editor.finish(BEHIND_HEAD, 0)?.buffer.into_output();
    Ok(settle(output, None, std::iter::once(file.file.data())))
}
