//! Hooks of a dialect that no tool has: its version is a season, and its attributes have all that an encoding can have inside.

use std::fmt;

use outlast_core::Result;
use outlast_mlir::dialect::{Asm, DialectHooks, DialectReader, DialectWriter, Upgrade};

/// A version that is not a number: a string of the string section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Season {
    Spring,
    Autumn,
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Season::Spring => "spring",
            Season::Autumn => "autumn",
        })
    }
}

/// The hooks. They write `autumn`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ledger;

pub(crate) const PAIR: u64 = 1;
pub(crate) const NOTE: u64 = 2;
pub(crate) const MAYBE: u64 = 3;
pub(crate) const KINDS: u64 = 4;
pub(crate) const SEALED: u64 = 9;
pub(crate) const BOX: u64 = 1;

impl DialectHooks for Ledger {
    type Version = Season;

    fn namespace(&self) -> &str {
        "ledger"
    }

    fn read_version(&self, reader: &mut DialectReader<'_>) -> Result<Season> {
        let start = reader.offset();
        let season = match reader.string("season")? {
            b"spring" => Season::Spring,
            b"autumn" => Season::Autumn,
            other => {
                let why = format!("`{}` is not a season", other.escape_ascii());
                return Err(reader.invalid(start, "version of dialect `ledger`", why));
            }
        };
        reader.finish("version of dialect `ledger`")?;
        Ok(season)
    }

    fn write_version(&self, writer: &mut DialectWriter) {
        writer.string(b"autumn");
    }

    fn read_attr(&self, reader: &mut DialectReader<'_>, version: Option<&Season>) -> Result<Option<Asm>> {
        let mut asm = Asm::new();
        match reader.varint("code")? {
            PAIR => {
                let (one, other) = (reader.attr("one")?, reader.attr("other")?);
                let (one, other) = if version == Some(&Season::Spring) { (other, one) } else { (one, other) };
                asm.text("#ledger.pair<").attr(one).text(", ").attr(other).text(">");
            }
            NOTE => {
                asm.text("#ledger.note<").quoted(reader.string("note")?).text(">");
            }
            MAYBE => {
                asm.text("#ledger.maybe<");
                if let Some(attr) = reader.optional_attr("value")? {
                    asm.attr(attr);
                }
                asm.text(">");
            }
            KINDS => {
                asm.text("#ledger.kinds<");
                for at in 0..reader.count("number of kinds")? {
                    asm.text(if at == 0 { "" } else { ", " }).ty(reader.ty("kind")?);
                }
                asm.text(">");
            }
            SEALED => {
                asm.text("#ledger.sealed<").attr(reader.attr("content")?).text(">");
            }
            _ => return Ok(None),
        }
        Ok(Some(asm))
    }

    fn read_type(&self, reader: &mut DialectReader<'_>, _: Option<&Season>) -> Result<Option<Asm>> {
        if reader.varint("code")? != BOX {
            return Ok(None);
        }
        let mut asm = Asm::of("!ledger.box<");
        asm.ty(reader.ty("content")?).text(">");
        Ok(Some(asm))
    }

    /// Of `sealed` there is no encoding any more.
    fn write_attr(&self, asm: &Asm, writer: &mut DialectWriter) -> Option<()> {
        let mut text = asm.cursor();
        text.literal("#ledger.")?;
        let word = text.word()?;
        text.literal("<")?;
        match word {
            "pair" => {
                writer.varint(PAIR);
                writer.attr(text.attr()?);
                text.literal(",")?;
                writer.attr(text.attr()?);
            }
            "note" => {
                writer.varint(NOTE);
                writer.string(&text.quoted()?);
            }
            "maybe" => {
                writer.varint(MAYBE);
                writer.optional_attr(text.attr());
            }
            "kinds" => {
                let mut kinds = Vec::new();
                while let Some(ty) = text.ty() {
                    kinds.push(ty);
                    if text.literal(",").is_none() {
                        break;
                    }
                }
                writer.varint(KINDS);
                writer.count(kinds.len());
                kinds.into_iter().for_each(|ty| writer.ty(ty));
            }
            _ => return None,
        }
        text.literal(">")?;
        text.end()
    }

    fn write_type(&self, asm: &Asm, writer: &mut DialectWriter) -> Option<()> {
        let mut text = asm.cursor();
        text.literal("!ledger.box<")?;
        writer.varint(BOX);
        writer.ty(text.ty()?);
        text.literal(">")?;
        text.end()
    }

    fn upgrade_attr(&self, asm: &Asm, version: &Season) -> Result<Option<Asm>> {
        let mut text = asm.cursor();
        let old = *version == Season::Spring && text.literal("#ledger.remark<").is_some();
        Ok(old.then(|| text.quoted()).flatten().map(|note| {
            let mut asm = Asm::of("#ledger.note<");
            asm.quoted(note).text(">");
            asm
        }))
    }

    fn upgrade_type(&self, asm: &Asm, version: &Season) -> Result<Option<Asm>> {
        let old = *version == Season::Spring && asm.plain() == Some(b"!ledger.cell");
        Ok(old.then(|| Asm::of("!ledger.slot")))
    }

    fn upgrade_from_version(&self, part: &mut Upgrade<'_, '_>, version: &Season) -> Result<()> {
        if *version == Season::Autumn {
            return Ok(());
        }
        for op in part.ops_named("ledger.put") {
            part.set_name(op, "ledger.store");
            if let Some(colour) = part.attr(op, "colour")? {
                part.set_attr(op, "colour", None)?;
                part.set_attr(op, "color", Some(colour))?;
            }
            let mut since = Asm::of("#ledger.note<");
            since.quoted(version.to_string()).text(">");
            let since = part.dialect_attr("ledger", &since);
            part.set_attr(op, "since", since)?;
        }
        let wide = part.integer_type(64);
        for op in part.ops_named("ledger.weigh") {
            part.set_result_type(op, 0, wide);
        }
        Ok(())
    }
}
