//! What was written, held against what was read.

use super::content::{RecordContent, Token, Val, What, Written};
use super::model::{Block, Field, Kind, Layout, Record, Type};
use super::reader::{At, Harm, ReadRecord, Reading, Trouble, read};

/// Everything that goes wrong when a reader of one layout meets a stream of another: what it refuses first, then what it reads as something else.
pub fn troubles(writer: &Layout, reader: &Layout, written: &Written, versions: bool) -> Vec<Trouble> {
    found(writer, reader, written, versions, false)
}

/// As [`troubles`], with what is read as something else in records that are refused for another field.
pub(crate) fn all_troubles(
    writer: &Layout,
    reader: &Layout,
    written: &Written,
    versions: bool,
) -> Vec<Trouble> {
    found(writer, reader, written, versions, true)
}

fn found(writer: &Layout, reader: &Layout, written: &Written, versions: bool, goes_on: bool) -> Vec<Trouble> {
    let mut reading = read(reader, &written.bytes, versions);
    let mut out = std::mem::take(&mut reading.troubles);
    let compare = Compare { writer, reader, reading: &reading, goes_on };
    for token in &written.tokens {
        compare.token(token, &mut out);
    }
    out
}

struct Compare<'a> {
    /// Whether the fields of a record that is refused are looked at.
    goes_on: bool,
    writer: &'a Layout,
    reader: &'a Layout,
    reading: &'a Reading,
}

/// What a number means.
#[derive(PartialEq, Eq)]
enum Sense<'a> {
    Number(i128),
    Case(&'a str, u64),
}

impl Compare<'_> {
    fn token(&self, token: &Token, out: &mut Vec<Trouble>) {
        match &token.what {
            What::Enter(id) => {
                let Some(block) = self.writer.block(*id) else { return };
                self.entered(token, block, out);
            }
            What::Record(content) => {
                let block = token.parent.and_then(|id| self.writer.block(id));
                let Some((block, record)) = block.and_then(|of| Some((of, of.record(content.code)?))) else {
                    return;
                };
                let at = At::record(block, record);
                match self.reading.records.get(&token.start) {
                    Some(read) => self.record(block, record, content, read, out),
                    None => {
                        let here = self.reader.block_named(block.key());
                        if here.is_some_and(|here| here.known.contains(&content.code)) {
                            return;
                        }
                        let entered = token.within.is_some_and(|bit| self.reading.blocks.contains_key(&bit));
                        let known =
                            self.reader.block_named(block.key()).and_then(|of| of.record_named(record.key()));
                        self.missed(
                            at,
                            entered && known.is_some(),
                            record.must_understand,
                            &record.name,
                            out,
                        );
                    }
                }
            }
        }
    }

    /// Something that the reader passed over.
    fn missed(&self, at: At, known: bool, must: bool, name: &str, out: &mut Vec<Trouble>) {
        if known {
            let kind = Harm::Different(name.to_string(), format!("no {name}: it is not found"));
            out.push(Trouble { at, kind });
        } else if must {
            out.push(Trouble { at, kind: Harm::Ignored(name.to_string()) });
        }
    }

    fn entered(&self, token: &Token, block: &Block, out: &mut Vec<Trouble>) {
        match self.reading.blocks.get(&token.start).and_then(|id| self.reader.block(*id)) {
            Some(read) if read.key() == block.key() => {}
            Some(read) => {
                let kind = Harm::Different(format!("block {}", block.name), format!("block {}", read.name));
                out.push(Trouble { at: At::block(block), kind });
            }
            None => {
                let known = self.reader.block_named(block.key()).is_some();
                self.missed(At::block(block), known, block.must_understand, &block.name, out);
            }
        }
    }

    fn record(
        &self,
        block: &Block,
        record: &Record,
        content: &RecordContent,
        read: &ReadRecord,
        out: &mut Vec<Trouble>,
    ) {
        let known = self.reader.block(read.block).and_then(|of| Some((of, of.record(read.code)?)));
        let Some((_, known)) = known else { return };
        if known.key() != record.key() {
            let kind = Harm::Different(format!("record {}", record.name), format!("record {}", known.name));
            out.push(Trouble { at: At::record(block, record), kind });
            return;
        }
        if read.refused && !self.goes_on {
            return;
        }
        for (field, value) in known.fields.iter().zip(&read.fields) {
            let own = record.field_named(field.key());
            let wrote = own.and_then(|(index, _)| content.fields.get(index)?.as_ref());
            let of = own.map_or(field, |(_, of)| of);
            if !self.same(of, wrote, field, value.as_ref()) {
                let text = |value: Option<&Val>| value.map_or("nothing".to_string(), Val::to_string);
                let kind = Harm::Different(
                    self.says(self.writer, of, wrote),
                    match value {
                        Some(_) => self.says(self.reader, field, value.as_ref()),
                        None => text(None),
                    },
                );
                out.push(Trouble { at: At::field(block, record, field), kind });
            }
        }
        for (index, field) in record.fields.iter().enumerate().filter(|(_, field)| field.must_understand) {
            let there = content.fields.get(index).is_some_and(Option::is_some);
            if there && known.field_named(field.key()).is_none() {
                let kind = Harm::Ignored(field.name.clone());
                out.push(Trouble { at: At::field(block, record, field), kind });
            }
        }
    }

    /// A value in words: the name of an enum's number, otherwise the number.
    fn says(&self, layout: &Layout, field: &Field, value: Option<&Val>) -> String {
        match value {
            None => "nothing".to_string(),
            Some(Val::Scalar(number)) => match sense(layout, &field.ty, *number) {
                Sense::Number(number) => number.to_string(),
                Sense::Case(name, number) => format!("{name} ({number})"),
            },
            Some(other) => other.to_string(),
        }
    }

    fn same(&self, of: &Field, wrote: Option<&Val>, field: &Field, read: Option<&Val>) -> bool {
        let numbers = |value: &Val| match value {
            Val::Scalar(number) => vec![*number],
            Val::Array(numbers) => numbers.clone(),
            Val::Blob(bytes) => bytes.iter().map(|byte| u64::from(*byte)).collect(),
        };
        let (wrote, read) = match (wrote, read) {
            (None, None) => return true,
            // An array of no elements is as good as none; a blob of no bytes, too.
            (None, Some(read)) => return field.kind != Kind::Scalar && numbers(read).is_empty(),
            (Some(wrote), None) => return of.kind != Kind::Scalar && numbers(wrote).is_empty(),
            (Some(wrote), Some(read)) => (wrote, read),
        };
        // A single number and a list of one are not the same to a program.
        if (of.kind == Kind::Scalar) != (field.kind == Kind::Scalar) {
            return false;
        }
        let (wrote, read) = (numbers(wrote), numbers(read));
        let mut pairs = wrote.iter().zip(&read);
        wrote.len() == read.len() && pairs.all(|(wrote, read)| self.agree(&of.ty, *wrote, &field.ty, *read))
    }

    fn agree(&self, of: &Type, wrote: u64, ty: &Type, read: u64) -> bool {
        match (sense(self.writer, of, wrote), sense(self.reader, ty, read)) {
            (Sense::Case(a, _), Sense::Case(b, _)) => a == b,
            (Sense::Case(name, number), Sense::Number(read)) => {
                let elsewhere = match ty {
                    Type::Enum(of) => self.reader.enumeration(of).is_some_and(|of| {
                        of.cases.iter().any(|case| case.key() == name && case.number != number)
                    }),
                    _ => false,
                };
                !elsewhere && i128::from(number) == read
            }
            (Sense::Number(wrote), Sense::Case(_, read)) => wrote == i128::from(read),
            (Sense::Number(wrote), Sense::Number(read)) => wrote == read,
        }
    }
}

fn sense<'a>(layout: &'a Layout, ty: &Type, number: u64) -> Sense<'a> {
    match ty {
        Type::Enum(name) => match layout.enumeration(name).and_then(|of| of.case(number)) {
            Some(case) => Sense::Case(case.key(), number),
            None => Sense::Number(i128::from(number)),
        },
        // The amount shifted left by one, the sign in the lowest bit; minus zero is the least number.
        Type::Signed(bits) => {
            let amount = i128::from(number >> 1);
            let least = -(1i128 << bits.saturating_sub(1).min(126));
            Sense::Number(match number {
                1 => least,
                _ if number & 1 == 1 => -amount,
                _ => amount,
            })
        }
        Type::Unsigned(_) | Type::Bool => Sense::Number(i128::from(number)),
    }
}
