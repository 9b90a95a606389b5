//! Reads the functions of a file: the same model as that of `bytecode.pkl`.

use outlast_flatbuffers::view::Table;

use super::read::Reader;
use super::slots::*;
use super::values::ValueKind;
use crate::bytecode::{
    Argument, Constant, FaultKind, Function, Instruction, Op, Opcode, Operator, Plain, Schema,
};

/// Bytes of an instruction: opcode, a byte of padding, `n`, `x`.
const INSTRUCTION: usize = 8;

impl<'a> Reader<'a> {
    pub(super) fn function(&mut self, table: &Table<'a>) -> Function {
        let schema = self.keep(table.table(FUNCTION_SCHEMA));
        let debug = self.keep(table.table(FUNCTION_DEBUG));
        let handles = debug.and_then(|debug| self.vector(&debug, DEBUG_HANDLES, 8));
        let registers = self.keep(table.i32(FUNCTION_REGISTERS)).unwrap_or(0);
        let constants = self.indices(table, FUNCTION_CONSTANTS);
        let types = self.strings(table, FUNCTION_TYPES);
        Function {
            name: self.name(table, FUNCTION_NAME, "the name of a function"),
            at: self.place(table.pos()),
            instructions: self.instructions(table),
            operators: self.operators(table),
            constants: constants.into_iter().map(|index| self.constant(index, "constant", table)).collect(),
            types: types.into_iter().map(|text| self.ty(text)).collect(),
            register_size: Some(registers.into()),
            schema: schema.map(|schema| Schema {
                arguments: self.arguments(&schema, SCHEMA_ARGUMENTS),
                returns: self.arguments(&schema, SCHEMA_RETURNS),
            }),
            debug_handles: handles.map(|handles| handles.i64s().collect()),
            class: Some(self.u32(table, FUNCTION_CLASS)),
        }
    }

    fn instructions(&mut self, table: &Table<'a>) -> Vec<Instruction> {
        let Some(vector) = self.vector(table, FUNCTION_INSTRUCTIONS, INSTRUCTION) else { return Vec::new() };
        let (file, mut all) = (self.file, Vec::with_capacity(vector.len()));
        for index in 0..vector.len() {
            let read = vector.element_pos(index).and_then(|pos| {
                let number = file.u8(pos, "opcode")?;
                let n = file.u16(pos.saturating_add(2), "operand")?;
                let x = file.u32(pos.saturating_add(4), "operand")?.cast_signed();
                let op = Opcode::numbered(number).map_or(Op::Number(number), Op::Known);
                Ok(Instruction { op, x: x.into(), n: n.into(), at: self.place(pos) })
            });
            all.extend(self.keep(read.map(Some)));
        }
        all
    }

    fn operators(&mut self, function: &Table<'a>) -> Vec<Operator> {
        let mut all = Vec::new();
        for table in self.tables(function, FUNCTION_OPERATORS).into_iter().flatten() {
            let specified = self.keep(table.i32(OPERATOR_ARGUMENTS)).unwrap_or(-1);
            all.push(Operator {
                name: self.name(&table, OPERATOR_NAME, "the name of an operator"),
                overload: self.name(&table, OPERATOR_OVERLOAD, "the overload of an operator"),
                specified: Some(specified.into()),
                at: self.place(table.pos()),
            });
        }
        all
    }

    fn arguments(&mut self, schema: &Table<'a>, slot: u16) -> Vec<Argument> {
        let mut all = Vec::new();
        for table in self.tables(schema, slot).into_iter().flatten() {
            let default = self.u32(&table, ARG_DEFAULT);
            let name = self.name(&table, ARG_NAME, "the name of an argument");
            let default = self.constant(default, "default", &table);
            let Some(ty) = self.type_of(&table, ARG_TYPE) else { continue };
            all.push(Argument { name, ty, default });
        }
        all
    }

    /// A value as a constant.
    fn constant(&mut self, index: u32, what: &str, of: &Table<'a>) -> Constant {
        let value = usize::try_from(index).ok().and_then(|at| self.out.values.get(at));
        let Some(value) = value else {
            let count = self.out.values.len();
            let at = self.place(of.pos());
            self.fault(FaultKind::Index, at, format!("a {what} is value {index} of {count}"));
            return Constant { value: Plain::Other, at };
        };
        let plain = match &value.kind {
            ValueKind::None => Plain::None,
            ValueKind::Int(number) => Plain::Int(*number),
            ValueKind::Bool(truth) => Plain::Bool(*truth),
            ValueKind::Double(number) => Plain::Float(*number),
            ValueKind::Complex(real, imaginary) => Plain::Complex(*real, *imaginary),
            ValueKind::Tensor(_) => Plain::Tensor,
            ValueKind::Text(text) => Plain::Text(text.clone()),
            ValueKind::List(items, _) => Plain::List(items.len()),
            ValueKind::Tuple(items) => Plain::Tuple(items.len()),
            ValueKind::Dict(keys, ..) => Plain::Dict(keys.len()),
            ValueKind::Object { class, .. } => {
                let class = usize::try_from(*class).ok().and_then(|at| self.out.classes.get(at));
                Plain::Object(class.map(|class| class.name.clone()))
            }
            ValueKind::IntList(count) | ValueKind::DoubleList(count) | ValueKind::BoolList(count) => {
                Plain::List(*count)
            }
            ValueKind::Device(name) => Plain::Device(name.clone()),
            ValueKind::Enum(..) | ValueKind::Function(_) | ValueKind::Unknown(_) => Plain::Other,
        };
        Constant { value: plain, at: value.at }
    }
}
