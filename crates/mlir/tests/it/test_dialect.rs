//! Hooks for upstream's test dialect, which `mlir-opt` links: a version of two numbers, an attribute that older versions had the other
//! way round, a type, operations with properties that older versions did not have. All else it leaves to text.

use std::fmt;

use outlast_core::Result;
use outlast_mlir::dialect::{Asm, DialectHooks, DialectReader, DialectWriter, Upgrade};
use outlast_mlir::ir::Ir;
use outlast_mlir::print::{PrintOptions, reader_schemas};
use outlast_mlir::schema::{self, FileSchemas};
use outlast_mlir::{File, OpId, OpNameId, Tables};

/// A version: `2.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version {
    /// Before version 2, attributes and properties were others.
    pub(crate) major: u64,
    /// Nothing depends on it, but that none above 0 of version 2 is known.
    pub(crate) minor: u64,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The newest that there is.
pub(crate) const NEWEST: Version = Version { major: 2, minor: 0 };

/// The hooks, writing one version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestDialect(pub(crate) Version);

const ATTR_PARAMS: u64 = 0;
const TEST_I32: u64 = 99;

impl DialectHooks for TestDialect {
    type Version = Version;

    fn namespace(&self) -> &str {
        "test"
    }

    fn read_version(&self, reader: &mut DialectReader<'_>) -> Result<Version> {
        Ok(Version { major: reader.varint("major version")?, minor: reader.varint("minor version")? })
    }

    fn write_version(&self, writer: &mut DialectWriter) {
        writer.varint(self.0.major);
        writer.varint(self.0.minor);
    }

    fn read_attr(&self, reader: &mut DialectReader<'_>, version: Option<&Version>) -> Result<Option<Asm>> {
        let start = reader.offset();
        let version = *version.unwrap_or(&NEWEST);
        if reader.varint("code")? != ATTR_PARAMS {
            return Ok(None);
        }
        if version > NEWEST {
            let why = format!("version {version} is newer than {NEWEST}, the newest that is known");
            return Err(reader.invalid(start, "attribute of dialect `test`", why));
        }
        let (one, other) = (int(reader, "first parameter")?, int(reader, "second parameter")?);
        let (v0, v1) = if version.major < 2 { (other, one) } else { (one, other) };
        let mut asm = Asm::of("#test.attr_params<");
        asm.signed(v0.into()).text(", ").signed(v1.into()).text(">");
        Ok(Some(asm))
    }

    fn read_type(&self, reader: &mut DialectReader<'_>, _: Option<&Version>) -> Result<Option<Asm>> {
        Ok((reader.varint("code")? == TEST_I32).then(|| Asm::of("!test.i32")))
    }

    fn write_attr(&self, asm: &Asm, writer: &mut DialectWriter) -> Option<()> {
        let mut text = asm.cursor();
        text.literal("#test.attr_params<")?;
        let v0 = text.signed()?;
        text.literal(",")?;
        let v1 = text.signed()?;
        text.literal(">")?;
        text.end()?;
        writer.varint(ATTR_PARAMS);
        for value in if self.0.major < 2 { [v1, v0] } else { [v0, v1] } {
            writer.varint(i64::from(i32::try_from(value).ok()?).cast_unsigned());
        }
        Some(())
    }

    fn write_type(&self, asm: &Asm, writer: &mut DialectWriter) -> Option<()> {
        (asm.plain()? == b"!test.i32").then(|| writer.varint(TEST_I32))
    }

    fn upgrade_from_version(&self, part: &mut Upgrade<'_, '_>, version: &Version) -> Result<()> {
        if *version > NEWEST {
            let why = format!("{version} is newer than {NEWEST}, the newest that is known");
            return Err(part.invalid("version of dialect `test`", &why));
        }
        match (version.major < 2, self.0.major < 2) {
            (true, false) => up(part),
            (false, true) => down(part),
            _ => Ok(()),
        }
    }
}

/// Numbers are written with their sign as 64 bits, and read as the lower 32.
fn int(reader: &mut DialectReader<'_>, what: &'static str) -> Result<i32> {
    let low = reader.varint(what)? & u64::from(u32::MAX);
    Ok(u32::try_from(low).unwrap_or(0).cast_signed())
}

/// Whether the operation's properties are what its own code writes, and not a dictionary.
fn has_properties(part: &Upgrade<'_, '_>, op: OpId) -> bool {
    let name = part.ir().name(op);
    part.tables().op_names[name.index()].registered == Some(true)
}

/// From version 1: `modifier` is new, and is false; `dims` was called `dimensions`; a second number is new, and is 0.
fn up(part: &mut Upgrade<'_, '_>) -> Result<()> {
    let off = part.bool_attr(false);
    for op in part.ops_named("test.versionedA") {
        if has_properties(part, op) {
            let Some(mut reader) = part.properties(op) else { continue };
            let dims = reader.attr("dims")?;
            reader.finish("properties of `test.versionedA`")?;
            part.set_properties(op, |writer| {
                writer.attr(dims);
                writer.attr(off);
            })?;
            continue;
        }
        if let Some(dims) = part.attr(op, "dimensions")? {
            part.set_attr(op, "dimensions", None)?;
            part.set_attr(op, "dims", Some(dims))?;
        }
        part.set_attr(op, "modifier", Some(off))?;
    }
    for op in part.ops_named("test.with_versioned_properties") {
        if !has_properties(part, op) {
            continue;
        }
        let Some(mut reader) = part.properties(op) else { continue };
        let value = reader.varint("first value")?;
        reader.finish("properties of `test.with_versioned_properties`")?;
        part.set_properties(op, |writer| {
            writer.varint(value);
            writer.varint(0);
        })?;
    }
    Ok(())
}

/// To version 1: what is new goes.
fn down(part: &mut Upgrade<'_, '_>) -> Result<()> {
    for op in part.ops_named("test.versionedA") {
        if has_properties(part, op) {
            let Some(mut reader) = part.properties(op) else { continue };
            let dims = reader.attr("dims")?;
            part.set_properties(op, |writer| writer.attr(dims))?;
        } else {
            part.set_attr(op, "modifier", None)?;
        }
    }
    for op in part.ops_named("test.with_versioned_properties") {
        if has_properties(part, op)
            && let Some(mut reader) = part.properties(op)
        {
            let value = reader.varint("first value")?;
            part.set_properties(op, |writer| writer.varint(value))?;
        }
    }
    Ok(())
}

/// What serves for the file; of the test dialect, whose operations nobody could taken from LLVM 22, what LLVM 19 has.
pub(crate) fn schemas(file: &File<'_>, tables: &Tables<'_>, ir: &Ir) -> FileSchemas {
    let known = schema::release("mlir-19").unwrap();
    let chosen = match file.version() {
        0..5 => reader_schemas(file.producer(), tables, &PrintOptions::default()),
        _ => FileSchemas::choose(file, tables, ir).schemas,
    };
    let of = |at| {
        let id = OpNameId::new(at);
        let name = String::from_utf8(tables.op_name(id)).unwrap();
        let test = || name.starts_with("test.").then(|| schema::op_schema(known, &name)).flatten();
        chosen.get(id).cloned().or_else(test)
    };
    FileSchemas::new((0..tables.op_names.len()).map(of).collect())
}
