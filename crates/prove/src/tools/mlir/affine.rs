//! Affine maps and sets by what they compute: releases simplify them in other ways.

/// At how many points two expressions are compared.
const POINTS: u64 = 24;

/// Whether two texts are the same where their maps and sets are replaced by what these compute.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.contains("affine_") && other.contains("affine_") && by_value(one) == by_value(other)
}

/// A text with its maps and sets as what they compute; what is not understood stays as it is.
fn by_value(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = ["affine_map<", "affine_set<"].iter().filter_map(|word| rest.find(word)).min() {
        let start = at + "affine_map<".len();
        let inside = rest.get(start..).unwrap_or_default();
        out.push_str(rest.get(..start).unwrap_or_default());
        let (said, length) = evaluated(inside).unwrap_or((String::new(), 0));
        out.push_str(&said);
        rest = inside.get(length..).unwrap_or_default();
    }
    out + rest
}

/// What the map in front of a text computes, and how long it is: `(d0)[s0] -> (d0 + s0)>`.
fn evaluated(text: &str) -> Option<(String, usize)> {
    let (names, behind) = names(text)?;
    let arrow = ["-> (", ": ("].iter().find(|word| behind.starts_with(**word))?;
    let expressions = behind.get(arrow.len()..)?;
    let mut values = Vec::new();
    let mut end = 0;
    for point in 0..POINTS {
        let mut reader = Reader { text: expressions, at: 0, names: &names, point };
        let mut all = Vec::new();
        reader.space();
        while !reader.takes(")") {
            let left = reader.sum()?;
            let word = ["==", ">="].into_iter().find(|word| reader.takes(word));
            // A constraint has 0 behind it.
            let right = word.map(|_| reader.sum()).map_or(Some(0), |right| right)?;
            all.push((word.unwrap_or("="), left.checked_sub(right)?));
            if !reader.takes(",") && !reader.text.get(reader.at..)?.starts_with(')') {
                return None;
            }
        }
        end = reader.at;
        values.push(all);
    }
    let length = text.len() - expressions.len() + end;
    Some((format!("{} of {}: {values:?}", arrow, names.len()), length))
}

/// The dimensions and symbols in front of a map.
fn names(text: &str) -> Option<(Vec<&str>, &str)> {
    let (dimensions, mut behind) = text.strip_prefix('(')?.split_once(')')?;
    let mut all: Vec<&str> = dimensions.split(',').map(str::trim).collect();
    if let Some(rest) = behind.strip_prefix('[') {
        let (symbols, rest) = rest.split_once(']')?;
        all.extend(symbols.split(',').map(str::trim));
        behind = rest;
    }
    all.retain(|name| !name.is_empty());
    Some((all, behind.trim_start()))
}

/// Reads expressions, at one point.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    names: &'t [&'t str],
    point: u64,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, word: &str) -> bool {
        let has = self.rest().starts_with(word);
        if has {
            self.at += word.len();
            self.space();
        }
        has
    }

    fn sum(&mut self) -> Option<i128> {
        let mut value = self.product()?;
        loop {
            if self.takes("+") {
                value = value.checked_add(self.product()?)?;
            } else if self.takes("- ") {
                value = value.checked_sub(self.product()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<i128> {
        let mut value = self.atom()?;
        loop {
            if self.takes("*") {
                value = value.checked_mul(self.atom()?)?;
            } else if self.takes("floordiv") {
                value = value.checked_div_euclid(self.atom().filter(|by| *by > 0)?)?;
            } else if self.takes("ceildiv") {
                let by = self.atom().filter(|by| *by > 0)?;
                value = value.checked_neg()?.checked_div_euclid(by)?.checked_neg()?;
            } else if self.takes("mod") {
                value = value.checked_rem_euclid(self.atom().filter(|by| *by > 0)?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn atom(&mut self) -> Option<i128> {
        if self.takes("(") {
            let value = self.sum()?;
            return self.takes(")").then_some(value);
        }
        if self.takes("-") {
            return self.atom()?.checked_neg();
        }
        let length =
            self.rest().find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest().len());
        let word = self.rest().get(..length)?.to_string();
        self.at += length;
        self.space();
        if let Ok(number) = word.parse() {
            return Some(number);
        }
        let place = self.names.iter().position(|name| *name == word)?;
        Some(i128::from(mixed(self.point, u64::try_from(place).ok()?)))
    }
}

/// A number between 1 and a million, for a name at a point.
fn mixed(point: u64, place: u64) -> u32 {
    let seed = point
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(place.wrapping_mul(0xbf58_476d_1ce4_e5b9))
        .wrapping_add(7);
    let mixed = (seed ^ (seed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u32::try_from((mixed >> 40) % 1_000_000).unwrap_or_default() + 1
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn maps_are_what_they_compute() {
        let one = "m = affine_map<(d0, d1)[s0] -> (d0 + d1 * 2, s0 mod 4)>";
        assert!(same(one, "m = affine_map<(d0, d1)[s0] -> (d1 * 2 + d0, s0 mod 4)>"));
        assert!(same("affine_map<(d0) -> (d0 - 3)>", "affine_map<(d0) -> (d0 + -3)>"));
        assert!(same("affine_set<(d0) : (d0 - 1 >= 0)>", "affine_set<(d0) : (-1 + d0 >= 0)>"));
        assert!(!same(one, "m = affine_map<(d0, d1)[s0] -> (d0 + d1 * 3, s0 mod 4)>"));
        assert!(!same("affine_map<(d0) -> (d0 floordiv 2)>", "affine_map<(d0) -> (d0 ceildiv 2)>"));
        assert!(!same("affine_set<(d0) : (d0 >= 0)>", "affine_set<(d0) : (d0 == 0)>"));
        assert!(!same("1", "2") && !same("affine_map<(d0) -> (q)>", "affine_map<(d0) -> (p)>"));
    }
}
