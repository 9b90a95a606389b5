//! VHLO and StableHLO: the same operations, of which VHLO says every attribute, and StableHLO leaves out what is the default and puts others
//! together. What jaxlib's `serialize` and `deserialize` do beside changing versions.
//!
//! What differs is data, `schemas/vhlo-stablehlo.txt`, a line for each operation of VHLO:
//!
//! | word | meaning |
//! |---|---|
//! | `NAME=VALUE` | StableHLO leaves the attribute out if it has that value (`Left` lists them) |
//! | `array:NAME`, `bools:NAME` | StableHLO has a dense array of it, VHLO a tensor of one dimension |
//! | `unit:NAME` | StableHLO has a unit attribute for true, and nothing for false |
//! | `symbol:NAME`, `symbols:NAME` | StableHLO has a symbol, or an array of them, VHLO strings |
//! | `channel` | `channel_id` is the handle of `channel_handle` |
//! | `handle` | `channel_id` and `channel_type` are `channel_handle` |
//! | `conv`, `dot`, `gather`, `scatter`, `algorithm` | numbers that are one attribute in StableHLO |

mod entries;
mod groups;
mod to_stablehlo;
mod to_vhlo;

use std::sync::OnceLock;

use super::defs::defs;
use outlast_core::QuickMap;

pub use to_stablehlo::{Unlike, to_stablehlo};
pub use to_vhlo::to_vhlo;

const TEXT: &str = include_str!("../../../schemas/vhlo-stablehlo.txt");

/// The value with which StableHLO leaves an attribute out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    NoString,
    NoAttributes,
    /// No layouts of operands and none of results.
    NoLayouts,
    NoDictionary,
    /// An empty string, or an empty dictionary where the API is typed.
    NoConfig,
    NoNumbers,
    Zero,
    MinusOne,
    False,
    NoType,
    /// `API_VERSION_ORIGINAL`.
    Original,
    /// `DEFAULT` for every operand.
    Precisions,
    /// A one for each dimension.
    Ones,
    /// Two zeros for each dimension.
    ZeroPairs,
    /// A `false` for each dimension.
    Falses,
    Accuracy,
}

/// Numbers of VHLO that are one attribute of StableHLO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Channel,
    Handle,
    Conv,
    Dot,
    Gather,
    Scatter,
    Algorithm,
}

/// What differs in the attributes of an operation.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) left: Vec<(&'static str, Left)>,
    pub(super) arrays: Vec<&'static str>,
    pub(super) bools: Vec<&'static str>,
    pub(super) units: Vec<&'static str>,
    pub(super) symbols: Vec<&'static str>,
    pub(super) symbol_lists: Vec<&'static str>,
    pub(super) groups: Vec<Group>,
}

fn word(row: &mut Row, word: &'static str) -> Option<()> {
    if let Some((name, value)) = word.split_once('=') {
        let value = match value {
            "no-string" => Left::NoString,
            "no-attributes" => Left::NoAttributes,
            "no-layouts" => Left::NoLayouts,
            "no-dictionary" => Left::NoDictionary,
            "no-config" => Left::NoConfig,
            "no-numbers" => Left::NoNumbers,
            "zero" => Left::Zero,
            "minus-one" => Left::MinusOne,
            "false" => Left::False,
            "notype" => Left::NoType,
            "original" => Left::Original,
            "precisions" => Left::Precisions,
            "ones" => Left::Ones,
            "zero-pairs" => Left::ZeroPairs,
            "falses" => Left::Falses,
            "accuracy" => Left::Accuracy,
            _ => return None,
        };
        row.left.push((name, value));
        return Some(());
    }
    if let Some((kind, name)) = word.split_once(':') {
        match kind {
            "array" => row.arrays.push(name),
            "bools" => row.bools.push(name),
            "unit" => row.units.push(name),
            "symbol" => row.symbols.push(name),
            "symbols" => row.symbol_lists.push(name),
            _ => return None,
        }
        return Some(());
    }
    row.groups.push(match word {
        "channel" => Group::Channel,
        "handle" => Group::Handle,
        "conv" => Group::Conv,
        "dot" => Group::Dot,
        "gather" => Group::Gather,
        "scatter" => Group::Scatter,
        "algorithm" => Group::Algorithm,
        _ => return None,
    });
    Some(())
}

/// A line: the operation of VHLO, and its row; none if it makes no sense.
fn line(text: &'static str) -> Option<(&'static str, Row)> {
    let (name, words) = text.split_once(' ')?;
    let attributes = &defs().ops.get(name)?.attributes;
    let mut row = Row::default();
    words.split(' ').try_for_each(|text| word(&mut row, text))?;
    let named = row.left.iter().map(|(name, _)| name);
    let mut named = named
        .chain(&row.arrays)
        .chain(&row.bools)
        .chain(&row.units)
        .chain(&row.symbols)
        .chain(&row.symbol_lists);
    named.all(|name| attributes.contains(name)).then_some((name, row))
}

/// What differs in the attributes of an operation of VHLO.
pub(super) fn row(name: &str) -> &'static Row {
    static ROWS: OnceLock<(QuickMap<&'static str, Row>, Row)> = OnceLock::new();
    let (rows, none) = ROWS.get_or_init(|| {
        let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
        (lines.filter_map(line).collect(), Row::default())
    });
    rows.get(name).unwrap_or(none)
}

/// The operation of StableHLO or func that an operation of VHLO stands for, by its newest name.
pub(super) fn stablehlo_name(vhlo: &str) -> String {
    let base = vhlo.rsplit_once("_v").map_or(vhlo, |(base, _)| base);
    match base {
        "func" | "call" => format!("func.{base}"),
        base => format!("stablehlo.{base}"),
    }
}

/// The operation of VHLO, in its newest form, that stands for one of StableHLO or func.
pub(super) fn vhlo_name(name: &str) -> Option<&'static str> {
    static NAMES: OnceLock<QuickMap<String, &'static str>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let newest = defs().ops.iter().filter(|(_, def)| def.window.last.is_none());
        newest.map(|(name, _)| (stablehlo_name(name), *name)).collect()
    });
    match name {
        "func.return" => Some("return_v1"),
        name => names.get(name).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::{TEXT, line, stablehlo_name, vhlo_name};

    #[test]
    fn rows_are_understood() {
        let bad: Vec<&str> =
            TEXT.lines().filter(|text| !text.starts_with('#') && line(text).is_none()).collect();
        assert_eq!(bad, Vec::<&str>::new());
    }

    /// Every operation of StableHLO's newest release has one of VHLO, and the other way round.
    #[test]
    fn names_both_ways() {
        let release = crate::schema::releases().last().unwrap();
        let known: Vec<&str> = release.ops().filter(|name| name.starts_with("stablehlo.")).collect();
        assert!(known.len() > 100);
        for name in &known {
            assert!(vhlo_name(name).is_some(), "{name}");
        }
        let newest = super::defs().ops.iter().filter(|(_, def)| def.window.last.is_none());
        for (name, _) in newest {
            let other = stablehlo_name(name);
            assert!(other.starts_with("func.") || known.contains(&&*other), "{name}");
        }
    }
}
