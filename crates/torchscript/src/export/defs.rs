//! What programs consist of in each release: classes, their fields, and the values of enumerations.
//!
//! `schemas/export.txt` has a row for each, made from the module of each release that defines them (`torch/_export/serde/schema.py`):
//!
//! ```text
//! release 2.3.1 5.1                                the version that the release writes
//! class 2.3.1- Argument union                      `struct`, `union` (one member, whose name says what it is), `enum`
//! field 2.3.1- Graph tensor_values {TensorMeta}    `[T]` a list, `{T}` an object by name, `T?` may be null, `(…)` a tuple; `optional` behind it
//! value 2.6.0- ScalarType UINT16 28
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use outlast_opset::history::Release;

/// The type of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// `int`.
    Int,
    /// `float`; Python takes whole numbers, too.
    Float,
    /// `bool`.
    Bool,
    /// `str`.
    Str,
    /// `bytes`, in base 64.
    Bytes,
    /// A tuple. Its elements are not looked at.
    Tuple,
    /// A list.
    List(Box<Type>),
    /// An object, by name.
    Dict(Box<Type>),
    /// What may be null.
    Optional(Box<Type>),
    /// A class of this table.
    Class(&'static str),
}

/// What a class is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClassKind {
    /// An object with fields.
    Struct,
    /// An object with one member, whose name says what it is.
    Union,
    /// A number.
    Enum,
}

/// Releases that have something: indices into [`Definitions::releases`], both included.
type Held = Vec<(usize, usize)>;

#[derive(Debug)]
struct Row<T> {
    held: Held,
    row: T,
}

/// A field of a struct, or a member of a union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: Type,
    /// Whether it may be left out.
    pub optional: bool,
}

/// What a program consists of, by release.
#[derive(Debug, Default)]
pub struct Definitions {
    releases: Vec<(Release, SchemaVersion)>,
    classes: BTreeMap<&'static str, Vec<Row<ClassKind>>>,
    fields: BTreeMap<&'static str, Vec<Row<Field>>>,
    values: BTreeMap<&'static str, Vec<Row<(&'static str, i64)>>>,
}

/// A version of the schema.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SchemaVersion {
    /// Changed by what older readers cannot read.
    pub major: i64,
    /// Changed by what is added; 2.1 and 2.2 have none.
    pub minor: Option<i64>,
}

impl fmt::Display for SchemaVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.minor {
            Some(minor) => write!(f, "{}.{minor}", self.major),
            None => write!(f, "{}", self.major),
        }
    }
}

impl SchemaVersion {
    /// Reads `8.15` or `1`.
    pub fn parse(text: &str) -> Option<SchemaVersion> {
        let (major, minor) = match text.split_once('.') {
            Some((major, minor)) => (major, Some(minor.parse().ok()?)),
            None => (text, None),
        };
        Some(SchemaVersion { major: major.parse().ok()?, minor })
    }
}

/// The table of this library.
pub fn definitions() -> &'static Definitions {
    static TABLE: OnceLock<Definitions> = OnceLock::new();
    TABLE.get_or_init(|| Definitions::parse(include_str!("../../schemas/export.txt")).unwrap_or_default())
}

impl Definitions {
    /// Reads the text of a table; `None` if a row is none.
    pub fn parse(text: &'static str) -> Option<Definitions> {
        let mut table = Definitions::default();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            table.line(line)?;
        }
        Some(table)
    }

    fn line(&mut self, line: &'static str) -> Option<()> {
        let mut words = line.splitn(4, ' ');
        let (kind, releases, name) = (words.next()?, words.next()?, words.next()?);
        if kind == "release" {
            self.releases.push((Release::parse(releases)?, SchemaVersion::parse(name)?));
            return Some(());
        }
        let held = releases.split(',').map(|one| self.bounds(one)).collect::<Option<Held>>()?;
        let rest = words.next()?;
        match kind {
            "class" => {
                let row = match rest {
                    "struct" => ClassKind::Struct,
                    "union" => ClassKind::Union,
                    "enum" => ClassKind::Enum,
                    _ => return None,
                };
                self.classes.entry(name).or_default().push(Row { held, row });
            }
            "field" => {
                let (field, ty) = rest.split_once(' ')?;
                let (ty, optional) = ty.strip_suffix(" optional").map_or((ty, false), |ty| (ty, true));
                let row = Field { name: field, ty: parse_type(ty)?, optional };
                self.fields.entry(name).or_default().push(Row { held, row });
            }
            "value" => {
                let (value, number) = rest.split_once(' ')?;
                let row = (value, number.parse().ok()?);
                self.values.entry(name).or_default().push(Row { held, row });
            }
            _ => return None,
        }
        Some(())
    }

    fn bounds(&self, text: &str) -> Option<(usize, usize)> {
        let index = |name: &str| {
            let release = Release::parse(name)?;
            self.releases.iter().position(|(one, _)| *one == release)
        };
        match text.split_once('-') {
            Some((first, "")) => Some((index(first)?, usize::MAX)),
            Some((first, last)) => Some((index(first)?, index(last)?)),
            None => Some((index(text)?, index(text)?)),
        }
    }

    /// The releases that were read, with the version that each writes.
    pub fn releases(&self) -> &[(Release, SchemaVersion)] {
        &self.releases
    }

    /// The release whose definitions hold for another one: itself, or the last one before it.
    pub fn nearest(&self, release: Release) -> Option<Release> {
        self.releases.iter().map(|(one, _)| *one).rfind(|one| *one <= release)
    }

    /// The releases that write a version.
    pub fn writers(&self, version: SchemaVersion) -> impl Iterator<Item = Release> {
        self.releases.iter().filter(move |(_, one)| *one == version).map(|(release, _)| *release)
    }

    fn select<'t, T>(
        &self,
        rows: Option<&'t Vec<Row<T>>>,
        release: Option<Release>,
    ) -> impl Iterator<Item = &'t T> + use<'t, T> {
        let at = release.map(|release| self.releases.iter().position(|(one, _)| *one == release));
        let rows = rows.map(Vec::as_slice).unwrap_or_default().iter();
        rows.filter(move |row| match at {
            None => true,
            Some(at) => {
                at.is_some_and(|at| row.held.iter().any(|(first, last)| (*first..=*last).contains(&at)))
            }
        })
        .map(|row| &row.row)
    }

    /// What a class is in a release, or in any.
    pub fn class(&self, name: &str, release: Option<Release>) -> Option<ClassKind> {
        self.select(self.classes.get(name), release).next().copied()
    }

    /// The fields of a struct or the members of a union, in a release or in any.
    pub fn fields<'t>(
        &'t self,
        class: &str,
        release: Option<Release>,
    ) -> impl Iterator<Item = &'t Field> + use<'t> {
        self.select(self.fields.get(class), release)
    }

    /// The name of a value of an enumeration, in a release or in any.
    pub fn value(&self, class: &str, number: i64, release: Option<Release>) -> Option<&'static str> {
        self.select(self.values.get(class), release).find(|(_, of)| *of == number).map(|(name, _)| *name)
    }

    /// All classes, by name.
    pub fn classes(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.classes.keys().copied()
    }
}

fn parse_type(text: &'static str) -> Option<Type> {
    if let Some(of) = text.strip_suffix('?') {
        return Some(Type::Optional(Box::new(parse_type(of)?)));
    }
    if let Some(of) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return Some(Type::List(Box::new(parse_type(of)?)));
    }
    if let Some(of) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        return Some(Type::Dict(Box::new(parse_type(of)?)));
    }
    Some(match text {
        "int" => Type::Int,
        "float" => Type::Float,
        "bool" => Type::Bool,
        "string" => Type::Str,
        "bytes" => Type::Bytes,
        _ if text.starts_with('(') => Type::Tuple,
        "" => return None,
        name => Type::Class(name),
    })
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int => f.write_str("int"),
            Type::Float => f.write_str("float"),
            Type::Bool => f.write_str("bool"),
            Type::Str => f.write_str("str"),
            Type::Bytes => f.write_str("bytes"),
            Type::Tuple => f.write_str("tuple"),
            Type::List(of) => write!(f, "list[{of}]"),
            Type::Dict(of) => write!(f, "dict[str, {of}]"),
            Type::Optional(of) => write!(f, "{of} | None"),
            Type::Class(name) => f.write_str(name),
        }
    }
}
