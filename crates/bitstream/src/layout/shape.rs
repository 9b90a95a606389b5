//! [`RecordShape`], [`BlockShape`]: layouts as data, made by the macros; and the parts that both halves share.

use crate::abbrev::{Abbrev, Op};
use crate::block_info::BlockInfo;
use crate::layout::ValueShape;

/// How often a field is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Presence {
    /// In every record.
    Required,
    /// In records from some release on: either it and all fields before it are there, or it and all after it are not.
    Optional,
    /// All operands from here on.
    Array,
    /// All operands from here on, as the characters of a text.
    Text,
    /// The bytes beside the operands.
    Blob,
    /// The bytes beside the operands, if there are any.
    OptionalBlob,
}

/// A field of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FieldShape {
    /// Its name.
    pub name: &'static str,
    /// How often it is there.
    pub presence: Presence,
    /// The encoding it is written with; of an array, that of its elements. It does not matter for reading: a stream says
    /// itself how its records are encoded.
    pub op: Op,
    /// Its type; of an array, that of its elements.
    pub value: ValueShape,
}

/// A record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordShape {
    /// Its code.
    pub code: u32,
    /// Its name, as `BLOCKINFO` has it.
    pub name: &'static str,
    /// Its fields.
    pub fields: &'static [FieldShape],
    /// Whether fields that are not known are kept.
    pub rest: bool,
    /// Whether a record with fields that are not known is refused.
    pub exact: bool,
    /// The code of the record that it has to follow.
    pub follows: Option<u32>,
    /// The code of a record that may follow it and belongs to it: fields that came later.
    pub second: Option<u32>,
}

/// A block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BlockShape {
    /// Its id.
    pub id: u32,
    /// Its name, as `BLOCKINFO` has it.
    pub name: &'static str,
    /// The records that are known.
    pub records: &'static [RecordShape],
    /// Ids of the blocks that are known in it.
    pub blocks: &'static [u32],
}

impl RecordShape {
    /// The abbreviation for a record with all fields.
    pub fn abbrev(&self) -> Abbrev {
        let mut ops = vec![Op::Literal(u64::from(self.code))];
        for field in self.fields {
            match field.presence {
                Presence::Required | Presence::Optional => {}
                Presence::Array | Presence::Text => ops.push(Op::Array),
                Presence::Blob | Presence::OptionalBlob => {
                    ops.push(Op::Blob);
                    continue;
                }
            }
            ops.push(field.op);
        }
        Abbrev::new(ops)
    }

    /// How many operands are there at least.
    pub fn min_operands(&self) -> usize {
        self.fields.iter().filter(|field| field.presence == Presence::Required).count()
    }

    /// Checks what the macro's grammar cannot, while the program is compiled.
    #[doc(hidden)]
    #[expect(clippy::indexing_slicing, reason = "runs while the program is compiled")]
    pub const fn check(&self) {
        let mut at = 0;
        while at < self.fields.len() {
            let width = match self.fields[at].op {
                Op::Fixed(width) | Op::Vbr(width) => width,
                _ => 8,
            };
            assert!(width >= 1 && width <= 32, "fields have 1 to 32 bits");
            assert!(
                !matches!(self.fields[at].op, Op::Vbr(1)),
                "a VBR of one bit has no payload: take 2 bits or more"
            );
            at += 1;
        }
        assert!(!(self.exact && self.rest), "an exact record has no rest");
        if let Some(second) = self.second {
            assert!(second != self.code, "the second record needs a code of its own");
        }
    }
}

impl BlockShape {
    /// The names of the block and its records, for `BLOCKINFO`; with `abbrevs`, the abbreviations too, one for each record
    /// in the order of [`BlockShape::records`], so that they are defined in every block of the id.
    pub fn describe(&self, info: &mut BlockInfo, abbrevs: bool) {
        let entry = info.entry(self.id);
        entry.name = self.name.as_bytes().to_vec();
        for record in self.records {
            entry.name_record(record.code, record.name.as_bytes().to_vec());
        }
        if abbrevs {
            for record in self.records {
                entry.define(record.abbrev().into());
            }
        }
    }

    /// Checks that no two records have the same code, while the program is compiled.
    #[doc(hidden)]
    #[expect(clippy::indexing_slicing, reason = "runs while the program is compiled")]
    pub const fn check(&self) {
        let mut a = 0;
        while a < self.records.len() {
            let mut b = a + 1;
            while b < self.records.len() {
                assert!(self.records[a].code != self.records[b].code, "two records of a block have one code");
                b += 1;
            }
            a += 1;
        }
    }
}
