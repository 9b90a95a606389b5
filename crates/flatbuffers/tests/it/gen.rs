//! Random schemas that are valid by construction, from a seed.

use std::fmt::Write;

/// A small xorshift generator: the same numbers for the same seed, everywhere.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % n.max(1)
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

const INTEGERS: [(&str, i128, i128); 12] = [
    ("byte", -128, 127),
    ("int8", -128, 127),
    ("ubyte", 0, 255),
    ("short", -32768, 32767),
    ("ushort", 0, 65535),
    ("uint16", 0, 65535),
    ("int", -(1 << 31), (1 << 31) - 1),
    ("int32", -(1 << 31), (1 << 31) - 1),
    ("uint", 0, (1 << 32) - 1),
    ("long", -(1 << 63), (1 << 63) - 1),
    ("ulong", 0, (1 << 64) - 1),
    ("uint64", 0, (1 << 64) - 1),
];
const REALS: [&str; 12] =
    ["0", "1", "-2.5", "+.5", "3.", "1e10", "-1.25e-3", "inf", "-inf", "nan", "0x1.8p3", "rad(180)"];
const KEYWORDS: [&str; 8] = ["table", "struct", "union", "namespace", "root_type", "int", "string", "enum"];
const SPACES: [&str; 4] = ["", "one", "one.two", "three"];

struct EnumInfo {
    space: &'static str,
    name: String,
    values: Vec<(String, i128)>,
    flags: bool,
}

struct Named {
    space: &'static str,
    name: String,
}

struct Gen {
    rng: Rng,
    out: String,
    space: &'static str,
    enums: Vec<EnumInfo>,
    unions: Vec<Named>,
    structs: Vec<Named>,
    /// All tables, also those that are still to come.
    tables: Vec<Named>,
}

/// A random schema that flatc accepts.
pub(crate) fn schema(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let tables = (0..1 + rng.below(6))
        .map(|n| Named { space: SPACES[rng.below(SPACES.len())], name: format!("T{n}") })
        .collect();
    let mut g = Gen {
        rng,
        out: String::new(),
        space: "",
        enums: Vec::new(),
        unions: Vec::new(),
        structs: Vec::new(),
        tables,
    };
    g.file();
    g.out
}

impl Gen {
    fn file(&mut self) {
        self.out.push_str("// made by gen.rs\nattribute \"since\";\nattribute note;\n");
        for n in 0..self.rng.below(4) {
            self.enumeration(n);
        }
        for n in 0..self.rng.below(4) {
            self.structure(n);
        }
        for n in 0..self.rng.below(3) {
            self.union(n);
        }
        for n in 0..self.tables.len() {
            self.table(n);
        }
        if self.rng.chance(80) {
            let last = self.tables.len() - 1;
            let at = self.rng.below(last + 1);
            let full = full(&self.tables[at]);
            writeln!(self.out, "root_type {full};").unwrap();
        }
        if self.rng.chance(50) {
            self.out.push_str("file_identifier \"AB12\"; file_extension 'bin';\n");
        }
    }

    fn enter(&mut self, space: &'static str) {
        if space != self.space {
            self.space = space;
            writeln!(self.out, "namespace {space};").unwrap();
        }
    }

    fn gap(&mut self) -> &'static str {
        ["", " ", "  ", "\n", "/* a\n comment */ ", "// line\n"]
            [self.rng.below(if self.rng.0.is_multiple_of(3) { 6 } else { 2 })]
    }

    fn docs(&mut self, indent: &str) {
        for _ in 0..if self.rng.chance(15) { 1 + self.rng.below(2) } else { 0 } {
            write!(self.out, "\n{indent}/// words \"{}\"\n", self.rng.below(99)).unwrap();
        }
    }

    fn enumeration(&mut self, n: usize) {
        let space = *self.rng.pick(&SPACES);
        self.enter(space);
        self.docs("");
        let (ty, low, high) = *self.rng.pick(&INTEGERS);
        let flags = low == 0 && self.rng.chance(30);
        let name = format!("E{n}");
        let mark = if flags { "(bit_flags)" } else { "" };
        write!(self.out, "enum {name} : {ty} {mark} {{").unwrap();
        let bits = 128 - high.leading_zeros();
        let mut values = Vec::new();
        let mut next: i128 = 0;
        for v in 0..1 + self.rng.below(6) {
            let explicit = self.rng.chance(40);
            if explicit {
                let step = i128::try_from(self.rng.below(9)).unwrap();
                next += if flags { step % 3 } else { step };
                if v == 0 && !flags && self.rng.chance(40) {
                    next = low + step;
                }
            }
            if next > if flags { i128::from(bits) - 1 } else { high } {
                break;
            }
            self.docs("  ");
            write!(self.out, " V{v}").unwrap();
            if explicit && next >= 0 && self.rng.chance(30) {
                write!(self.out, " = 0x{next:X}").unwrap();
            } else if explicit {
                write!(self.out, "= {next}").unwrap();
            }
            if self.rng.chance(20) {
                self.out.push_str(" (since: \"1.2\")");
            }
            self.out.push(',');
            values.push((format!("V{v}"), if flags { 1 << next } else { next }));
            next += 1;
        }
        self.out.push_str("}\n");
        self.enums.push(EnumInfo { space, name, values, flags });
    }

    fn structure(&mut self, n: usize) {
        let space = *self.rng.pick(&SPACES);
        self.enter(space);
        self.docs("");
        let name = format!("S{n}");
        let align = if self.rng.chance(20) { "(force_align: 16)" } else { "" };
        write!(self.out, "struct {name} {align}{{").unwrap();
        for f in 0..1 + self.rng.below(5) {
            let mut ty = match self.rng.below(6) {
                0 if !self.structs.is_empty() => {
                    let at = self.rng.below(self.structs.len());
                    self.say(&full(&self.structs[at]))
                }
                1 => self.zero_enum().unwrap_or("bool".into()),
                2 => "double".into(),
                3 => "bool".into(),
                4 => "float32".into(),
                _ => self.rng.pick(&INTEGERS).0.to_string(),
            };
            if self.rng.chance(20) {
                ty = format!("[{ty}:{}]", 1 + self.rng.below(5));
            }
            let gap = self.gap();
            write!(self.out, " f{f}{gap}:{ty};").unwrap();
        }
        self.out.push_str("}\n");
        self.structs.push(Named { space, name });
    }

    /// An enum that zero is a value of.
    fn zero_enum(&mut self) -> Option<String> {
        let fits: Vec<String> = self
            .enums
            .iter()
            .filter(|e| e.flags || e.values.iter().any(|(_, n)| *n == 0))
            .map(|e| dotted(e.space, &e.name))
            .collect();
        if fits.is_empty() {
            return None;
        }
        let name = self.rng.pick(&fits).clone();
        Some(self.say(&name))
    }

    /// A name as it may be written here.
    fn say(&mut self, full: &str) -> String {
        let (space, short) = full.rsplit_once('.').unwrap_or(("", full));
        let inside =
            space == self.space || self.space.strip_prefix(space).is_some_and(|r| r.starts_with('.'));
        if (inside || space.is_empty()) && self.rng.chance(60) { short.into() } else { full.into() }
    }

    fn union(&mut self, n: usize) {
        let space = *self.rng.pick(&SPACES);
        self.enter(space);
        self.docs("");
        let name = format!("U{n}");
        let under = if self.rng.chance(15) { ": ushort" } else { "" };
        write!(self.out, "union {name} {under} {{").unwrap();
        let mut tag = 0;
        for m in 0..1 + self.rng.below(4) {
            let target = match self.rng.below(4) {
                0 if !self.structs.is_empty() => full(&self.structs[self.rng.below(self.structs.len())]),
                1 => "string".into(),
                _ => full(&self.tables[self.rng.below(self.tables.len())]),
            };
            write!(self.out, " M{m}: {target}").unwrap();
            tag += 1;
            if self.rng.chance(25) {
                tag += self.rng.below(3);
                write!(self.out, " = {tag}").unwrap();
            }
            self.out.push(',');
        }
        self.out.push_str("}\n");
        self.unions.push(Named { space, name });
    }

    fn table(&mut self, n: usize) {
        let (space, name) = (self.tables[n].space, self.tables[n].name.clone());
        self.enter(space);
        self.docs("");
        let mut fields = Vec::new();
        let mut has_key = false;
        for f in 0..self.rng.below(9) {
            let name = if self.rng.chance(10) { KEYWORDS[f % 8].to_string() } else { format!("f{f}") };
            if fields.iter().any(|(n, ..): &(String, String, String, Vec<String>, usize)| *n == name) {
                continue;
            }
            fields.push(self.field(name, &mut has_key));
        }
        if self.rng.chance(40) {
            let mut order: Vec<usize> = (0..fields.len()).collect();
            for at in (1..order.len()).rev() {
                order.swap(at, self.rng.below(at + 1));
            }
            let mut id = 0;
            for at in order {
                id += fields[at].4;
                fields[at].3.push(format!("id: {}", id - 1));
            }
        }
        let original = if self.rng.chance(10) { "(original_order)" } else { "" };
        writeln!(self.out, "table {name} {original}{{").unwrap();
        for (name, ty, default, attributes, _) in fields {
            self.docs("  ");
            let gap = self.gap();
            write!(self.out, "  {name}{gap}: {ty}{default}").unwrap();
            if !attributes.is_empty() {
                write!(self.out, " ({})", attributes.join(", ")).unwrap();
            }
            self.out.push_str(";\n");
        }
        self.out.push_str("}\n");
    }

    /// Name, type, default, attributes, slots.
    fn field(&mut self, name: String, has_key: &mut bool) -> (String, String, String, Vec<String>, usize) {
        let mut attributes = Vec::new();
        let mut slots = 1;
        let (ty, default) = match self.rng.below(12) {
            0 | 1 => self.integer(&mut attributes, has_key),
            2 => {
                let ty = *self.rng.pick(&["float", "double", "float64"]);
                let value = *self.rng.pick(&REALS);
                (ty.into(), if self.rng.chance(60) { format!(" = {value}") } else { String::new() })
            }
            3 => ("bool".into(), self.rng.pick(&["", " = true", " = false", " = null", " = 1"]).to_string()),
            4 => self.enum_field(),
            5 => {
                let default = *self.rng.pick(&["", "", " = \"\"", " = \"a \\\"b\\\" \\u00e9\""]);
                if default.is_empty() && self.rng.chance(20) {
                    attributes.push(self.rng.pick(&["required", "shared", "offset64"]).to_string());
                }
                ("string".into(), default.into())
            }
            6 | 7 => self.vector(&mut attributes),
            8 if !self.structs.is_empty() => {
                let name = full(&self.structs[self.rng.below(self.structs.len())]);
                (self.say(&name), String::new())
            }
            9 | 10 if !self.unions.is_empty() => {
                let name = full(&self.unions[self.rng.below(self.unions.len())]);
                slots = 2;
                let ty = self.say(&name);
                (if self.rng.chance(30) { format!("[{ty}]") } else { ty }, String::new())
            }
            _ => (full(&self.tables[self.rng.below(self.tables.len())]), String::new()),
        };
        if self.rng.chance(10) {
            attributes.push("deprecated".into());
        }
        if self.rng.chance(10) {
            attributes.push(self.rng.pick(&["since: \"0.3.0\"", "note", "\"note\": -7"]).to_string());
        }
        (name, ty, default, attributes, slots)
    }

    fn integer(&mut self, attributes: &mut Vec<String>, has_key: &mut bool) -> (String, String) {
        let (ty, low, high) = *self.rng.pick(&INTEGERS);
        // Binary schemas cannot tell defaults of ulong above the largest long.
        let high = high.min((1 << 63) - 1);
        let some = i128::try_from(self.rng.below(128)).unwrap();
        let default = match self.rng.below(7) {
            0 => format!(" = {low}"),
            1 => format!(" = {high}"),
            2 => format!(" = 0x{some:x}"),
            3 => format!(" = \"{some}\""),
            4 => " = null".into(),
            _ => String::new(),
        };
        if default != " = null" && !*has_key && self.rng.chance(10) {
            *has_key = true;
            attributes.push("key".into());
        }
        (ty.into(), default)
    }

    fn enum_field(&mut self) -> (String, String) {
        if self.enums.is_empty() {
            return ("int".into(), String::new());
        }
        let at = self.rng.below(self.enums.len());
        let info = &self.enums[at];
        let (flags, values) = (info.flags, info.values.clone());
        let name = dotted(info.space, &info.name);
        let ty = self.say(&name);
        let (value, number) = self.rng.pick(&values).clone();
        if number > i128::from(i64::MAX) {
            return (ty, " = null".into());
        }
        let other = self.rng.pick(&values).clone();
        let default = match self.rng.below(5) {
            0 if flags && other.1 <= i128::from(i64::MAX) => format!(" = \"{value} {}\"", other.0),
            1 => format!(" = {number}"),
            2 => format!(" = \"{value}\""),
            3 => " = null".into(),
            _ => format!(" = {value}"),
        };
        (ty, default)
    }

    fn vector(&mut self, attributes: &mut Vec<String>) -> (String, String) {
        let element = match self.rng.below(6) {
            0 => "string".into(),
            1 => full(&self.tables[self.rng.below(self.tables.len())]),
            2 if !self.structs.is_empty() => full(&self.structs[self.rng.below(self.structs.len())]),
            3 if !self.enums.is_empty() => {
                let info = &self.enums[self.rng.below(self.enums.len())];
                dotted(info.space, &info.name)
            }
            4 => {
                match self.rng.below(4) {
                    0 => {
                        let name = full(&self.tables[self.rng.below(self.tables.len())]);
                        attributes.push(format!("nested_flatbuffer: \"{name}\""));
                    }
                    1 => attributes.push("flexbuffer".into()),
                    2 => attributes.push("vector64".into()),
                    _ => attributes.push("force_align: 16".into()),
                }
                "ubyte".into()
            }
            _ => self.rng.pick(&INTEGERS).0.to_string(),
        };
        let required = self.rng.chance(15);
        if required {
            attributes.push("required".into());
        }
        let default = if !required && self.rng.chance(15) { " = []" } else { "" };
        (format!("[{element}]"), default.into())
    }
}

fn dotted(space: &str, name: &str) -> String {
    if space.is_empty() { name.into() } else { format!("{space}.{name}") }
}

fn full(named: &Named) -> String {
    dotted(named.space, &named.name)
}
