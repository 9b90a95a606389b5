//! LLVM IR in one screen.

use std::collections::BTreeMap;

use outlast_bitstream::BitstreamFile;
use outlast_bitstream::ir::overview::{self, Module, SymbolKind};
use outlast_bitstream::ir::{Kind, Value};
use outlast_core::Result;

use crate::summary::{Listing, Summary};

/// Symbols that are listed; the rest is counted.
const MOST_SYMBOLS: usize = 200;

/// Sums up LLVM IR.
pub(super) fn ir(file: &BitstreamFile<'_>, summary: &mut Summary) -> Result<()> {
    let overview = overview::overview(file.stream)?;
    if let [module] = overview.modules.as_slice() {
        facts_of(module, summary);
    } else {
        summary.fact("modules", overview.modules.len().to_string());
        let rows = overview.modules.iter().map(|module| {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let (defined, declared) = counts(module);
            let source = text(&module.source_file);
            vec![
                source,
                text(&module.producer),
                text(&module.triple),
                defined.to_string(),
                declared.to_string(),
            ]
        });
        let columns = &["source", "producer", "target", "defines", "declares"];
        summary.listings.push(Listing { title: "modules", columns, rows: rows.collect() });
    }
    if overview.symbol_table {
        summary.fact("linker symbol table", "yes");
    }
    if !overview.other_blocks.is_empty() {
        let ids: Vec<String> = overview.other_blocks.iter().map(u32::to_string).collect();
        summary.fact("unknown blocks", ids.join(", "));
    }
    summary.listings.extend(overview.modules.iter().map(symbols));
    Ok(())
}

/// Kinds of attributes in use, and what they carry.
pub(super) fn attributes(file: &BitstreamFile<'_>, summary: &mut Summary) -> Result<()> {
    let facts = outlast_bitstream::ir::facts(file.stream)?;
    let mut counts: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for need in facts.modules.iter().flat_map(|module| &module.needs) {
        if let (Kind::Attribute, Value::Pair(encoding, kind)) = (need.kind, &need.value) {
            *counts.entry((*kind, *encoding)).or_default() += need.count;
        }
    }
    let rows = counts.iter().map(|((kind, encoding), count)| {
        let name = outlast_bitstream::ir::name("attribute", *kind).unwrap_or("unknown");
        let carries = match encoding {
            0 | 6 => "",
            1 => "a number",
            5 => "a type",
            7 => "a range",
            8 => "ranges",
            _ => "unknown",
        };
        vec![kind.to_string(), name.to_string(), carries.to_string(), count.to_string()]
    });
    let rows = rows.collect();
    summary.list("attributes", &["kind", "name", "with", "count"], rows);
    Ok(())
}

fn facts_of(module: &Module, summary: &mut Summary) {
    let texts = [
        ("producer", &module.producer),
        ("target", &module.triple),
        ("data layout", &module.data_layout),
        ("source file", &module.source_file),
    ];
    for (label, text) in texts {
        summary.fact(label, text.clone().unwrap_or_else(|| "not said".into()));
    }
    let number = |number: Option<u64>| number.map_or_else(|| "not said".into(), |number| number.to_string());
    summary.fact("epoch", number(module.epoch));
    summary.fact("module version", number(module.version));
    if let Some(found) = module.summary {
        let kind = if found.thin { "ThinLTO" } else { "full LTO" };
        summary.fact("summary version", format!("{} ({kind})", number(found.version)));
    }
    if module.assembly {
        summary.fact("assembly", "the module has assembly of its own");
    }
    if module.hash {
        summary.fact("module hash", "yes");
    }
    let (defined, declared) = counts(module);
    summary.fact("symbols", format!("{defined} defined, {declared} declared"));
}

fn counts(module: &Module) -> (usize, usize) {
    let defined = module.symbols.iter().filter(|symbol| symbol.defined).count();
    (defined, module.symbols.len() - defined)
}

/// Symbols by kind, those that are defined first.
fn symbols(module: &Module) -> Listing {
    let word = |kind| match kind {
        SymbolKind::Function => "function",
        SymbolKind::Variable => "variable",
        SymbolKind::Alias => "alias",
        SymbolKind::Ifunc => "ifunc",
    };
    let mut rows = Vec::new();
    let mut more: BTreeMap<&str, usize> = BTreeMap::new();
    for defined in [true, false] {
        for symbol in module.symbols.iter().filter(|symbol| symbol.defined == defined) {
            let Some(name) = &symbol.name else { continue };
            if rows.len() < MOST_SYMBOLS {
                let what = if defined { "defined" } else { "declared" };
                rows.push(vec![name.clone(), word(symbol.kind).to_string(), what.to_string()]);
            } else {
                *more.entry(word(symbol.kind)).or_default() += 1;
            }
        }
    }
    for (kind, count) in more {
        rows.push(vec![format!("… and {count} more"), kind.to_string(), String::new()]);
    }
    Listing { title: "symbols", columns: &["name", "kind", "state"], rows }
}
