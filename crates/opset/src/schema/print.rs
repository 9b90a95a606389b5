//! Writes schemas, in the spelling of any release.
//!
//! The newest spelling is that of PyTorch 2.15, and [`Schema::parse`] reads it to the same schema. Older releases write the same schema with less:
//! they had no `ScalarType`, and put every result into parentheses.

use std::borrow::Cow;
use std::fmt;

use outlast_core::Release;

use super::{Alias, Argument, OperatorName, Schema, Value};
use crate::types::Type;

/// How schemas are written.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Spelling {
    /// PyTorch 1.3: as 1.4, and texts are octal escapes: `'\040'`.
    V1_3,
    /// PyTorch 1.4 to 1.8: as 1.9, and `None` is the type that is later `NoneType`.
    V1_4,
    /// PyTorch 1.9 to 1.12: element types, layouts and memory formats are `int`, all results are in parentheses, and lists are written out: `[1, 1]`.
    V1_9,
    /// PyTorch 1.13 and later.
    #[default]
    Newest,
}

impl Spelling {
    /// How a release writes schemas.
    pub fn of(release: Release) -> Spelling {
        match (release.major, release.minor) {
            (0, _) | (1, ..4) => Spelling::V1_3,
            (1, ..9) => Spelling::V1_4,
            (1, ..13) => Spelling::V1_9,
            _ => Spelling::Newest,
        }
    }
}

/// A schema in a spelling: [`Schema::spelled`].
#[derive(Clone, Copy, Debug)]
pub struct Spelled<'s> {
    schema: &'s Schema,
    spelling: Spelling,
}

impl Schema {
    /// This schema as a release of that age writes it.
    pub fn spelled(&self, spelling: Spelling) -> Spelled<'_> {
        Spelled { schema: self, spelling }
    }
}

impl fmt::Display for OperatorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.overload.is_empty() {
            write!(f, ".{}", self.overload)?;
        }
        Ok(())
    }
}

impl fmt::Display for Schema {
    /// In the newest spelling.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spelled(Spelling::Newest).fmt(f)
    }
}

impl fmt::Display for Argument {
    /// In the newest spelling.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_argument(f, self, Spelling::Newest)
    }
}

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.schema.name)?;
        self.write_signature(f)
    }
}

impl Spelled<'_> {
    /// What is behind the name.
    fn write_signature(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spelled { schema, spelling } = self;
        f.write_str("(")?;
        let mut items = Items(0);
        let mut kwarg_only = false;
        for argument in &schema.arguments {
            if argument.kwarg_only && !kwarg_only {
                kwarg_only = true;
                items.next(f)?;
                f.write_str("*")?;
            }
            items.next(f)?;
            write_argument(f, argument, *spelling)?;
        }
        if schema.vararg {
            items.next(f)?;
            f.write_str("...")?;
        }
        f.write_str(") -> ")?;
        let mut items = Items(0);
        let open = match &schema.returns[..] {
            _ if *spelling < Spelling::Newest => true,
            [] => !schema.varret,
            // `-> (A, B)` would be two results.
            [one] => schema.varret || matches!(leftmost(&one.ty), Type::Tuple(_)),
            _ => true,
        };
        if open {
            f.write_str("(")?;
        }
        for one in &schema.returns {
            items.next(f)?;
            write_argument(f, one, *spelling)?;
        }
        if schema.varret {
            items.next(f)?;
            f.write_str("...")?;
        }
        if open { f.write_str(")") } else { Ok(()) }
    }
}

/// Commas between items.
struct Items(usize);

impl Items {
    fn next(&mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0 += 1;
        if self.0 > 1 { f.write_str(", ") } else { Ok(()) }
    }
}

/// The type with which the spelling of a type begins.
fn leftmost(ty: &Type) -> &Type {
    match ty {
        Type::List(of) | Type::Optional(of) => leftmost(of),
        other => other,
    }
}

fn write_argument(f: &mut fmt::Formatter<'_>, argument: &Argument, spelling: Spelling) -> fmt::Result {
    let old = spelling < Spelling::Newest;
    let ty = if old { Cow::Owned(before_names(&argument.ty)) } else { Cow::Borrowed(&argument.ty) };
    write_type(f, &ty, argument.alias.as_ref(), argument.size, spelling)?;
    if !argument.name.is_empty() {
        write!(f, " {}", argument.name)?;
    }
    if let Some(Value::List(of)) = &argument.default
        && !old
        && let Some(once) = written_once(&ty, of)
    {
        return write!(f, "={once}");
    }
    match &argument.default {
        None => Ok(()),
        Some(Value::Text(text)) if spelling < Spelling::V1_4 => {
            f.write_str("='")?;
            text.iter().try_for_each(|byte| write!(f, "\\{byte:03o}"))?;
            f.write_str("'")
        }
        Some(default) => write!(f, "={default}"),
    }
}

/// The type as releases knew it that had no types for what are numbers to them.
fn before_names(ty: &Type) -> Type {
    match ty {
        Type::ScalarType | Type::Layout | Type::MemoryFormat => Type::Int,
        other => other.map(&before_names),
    }
}

/// What a list is written as where its elements are equal: `int[2] x=1` stands for `[1, 1]`, for `int` alone.
fn written_once<'v>(ty: &Type, default: &'v [Value]) -> Option<&'v Value> {
    let (first, rest) = default.split_first()?;
    let once = matches!(ty, Type::List(of) if **of == Type::Int)
        && !rest.is_empty()
        && rest.iter().all(|item| item == first);
    once.then_some(first)
}

/// A type, with the annotation behind each of its levels, and the length in the brackets of its outermost list.
fn write_type(
    f: &mut fmt::Formatter<'_>,
    ty: &Type,
    alias: Option<&Alias>,
    size: Option<i32>,
    spelling: Spelling,
) -> fmt::Result {
    match ty {
        Type::Optional(of) => {
            write_type(f, of, alias, size, spelling)?;
            f.write_str("?")
        }
        Type::List(of) => {
            write_type(f, of, alias.and_then(|alias| alias.contained.as_deref()), None, spelling)?;
            match size {
                Some(size) => write!(f, "[{size}]")?,
                None => f.write_str("[]")?,
            }
            write_alias(f, alias)
        }
        Type::None if spelling < Spelling::V1_9 => f.write_str("None"),
        other => {
            write!(f, "{other}")?;
            write_alias(f, alias)
        }
    }
}

fn write_alias(f: &mut fmt::Formatter<'_>, alias: Option<&Alias>) -> fmt::Result {
    let Some(alias) = alias.filter(|alias| alias.is_named()) else { return Ok(()) };
    if alias.is_fresh() {
        return f.write_str("!");
    }
    // PyTorch's sets are hashed: of two, the last that was read comes first.
    let joined = |sets: &[String]| sets.iter().rev().map(String::as_str).collect::<Vec<_>>().join("|");
    write!(f, "({}", joined(&alias.before))?;
    if alias.write {
        f.write_str("!")?;
    }
    if alias.before != alias.after {
        write!(f, " -> {}", joined(&alias.after))?;
    }
    f.write_str(")")
}
