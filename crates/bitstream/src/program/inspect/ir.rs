//! LLVM IR in one screen.

use std::collections::BTreeMap;

use crate::BitstreamFile;
use crate::ir::overview::{self, EntryKind, FlagValue, Module, Symbol, SymbolKind};
use crate::ir::{Kind, Value, bodies, linkage};
use outlast_core::Result;

use outlast_model::summary::{Listing, Summary};

/// Symbols that are listed; the rest is counted.
const MOST_SYMBOLS: usize = 200;

/// What is shown of a symbol.
const SYMBOL: &[&str] = &["name", "kind", "state", "linkage", "visibility", "comdat", "alias of"];

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
        summary.listings.push(Listing::new("modules", columns, rows.collect()));
    }
    if overview.symbol_table {
        summary.fact("linker symbol table", "yes");
    }
    if !overview.other_blocks.is_empty() {
        let ids: Vec<String> = overview.other_blocks.iter().map(u32::to_string).collect();
        summary.fact("unknown blocks", ids.join(", "));
    }
    for module in &overview.modules {
        summary.listings.push(symbols(module));
        let mut list = |title, columns, rows: Vec<Vec<String>>| {
            if !rows.is_empty() {
                summary.list(title, columns, rows);
            }
        };
        list("intrinsics", &["name"], intrinsics(module));
        list("comdats", &["name", "selection", "members"], comdats(module));
        list("module flags", &["name", "value", "when linked"], flags(module));
        list("machines", &["CPU", "tuned for", "features", "functions"], machines(module));
        list(
            "compile units",
            &["file", "directory", "language", "producer", "optimized", "emission"],
            units(module),
        );
        list(
            "summary entries",
            &["name or GUID", "kind", "linkage", "flags", "instructions", "references", "module"],
            entries(module),
        );
    }
    Ok(())
}

/// Instructions of each function that has a body.
pub(super) fn functions(file: &BitstreamFile<'_>, summary: &mut Summary) -> Result<()> {
    let overview = overview::overview(file.stream)?;
    let found = bodies::bodies(file.stream)?;
    let mut rows = Vec::new();
    for (number, module) in overview.modules.iter().enumerate() {
        let with_body = |symbol: &&Symbol| symbol.kind == SymbolKind::Function && symbol.defined;
        let names = module.symbols.iter().filter(with_body);
        for (symbol, body) in names.zip(found.iter().filter(|body| body.module == number)) {
            let name = symbol.name.clone().unwrap_or_default();
            rows.push(vec![name, body.instructions.to_string(), body.blocks.to_string()]);
        }
    }
    summary.list("functions", &["name", "instructions", "basic blocks"], rows);
    Ok(())
}

/// Kinds of attributes in use, and what they carry.
pub(super) fn attributes(file: &BitstreamFile<'_>, summary: &mut Summary) -> Result<()> {
    let facts = crate::ir::facts(file.stream)?;
    let mut counts: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for need in facts.modules.iter().flat_map(|module| &module.needs) {
        if let (Kind::Attribute, Value::Pair(encoding, kind)) = (need.kind, &need.value) {
            *counts.entry((*kind, *encoding)).or_default() += need.count;
        }
    }
    let rows = counts.iter().map(|((kind, encoding), count)| {
        let name = crate::ir::name("attribute", *kind).unwrap_or("unknown");
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
    if let Some(found) = &module.summary {
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
    let intrinsics = module.symbols.iter().filter(|symbol| is_intrinsic(symbol)).count();
    let more = match intrinsics {
        0 => String::new(),
        1 => ", 1 intrinsic".to_string(),
        count => format!(", {count} intrinsics"),
    };
    summary.fact("symbols", format!("{defined} defined, {declared} declared{more}"));
}

/// Functions that LLVM itself knows: no linker looks for them.
fn is_intrinsic(symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Function && !symbol.defined && symbol.is_llvms()
}

/// Symbols that are defined, and those that a linker has to find.
fn counts(module: &Module) -> (usize, usize) {
    let defined = module.symbols.iter().filter(|symbol| symbol.defined).count();
    let declared = module.symbols.iter().filter(|symbol| !symbol.defined && !is_intrinsic(symbol)).count();
    (defined, declared)
}

/// Rows up to the most that are listed, and how many more there are.
fn cut(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let more = rows.len().saturating_sub(MOST_SYMBOLS);
    if let Some(row) = rows.get(MOST_SYMBOLS).filter(|_| more > 0) {
        let last = row
            .iter()
            .enumerate()
            .map(|(at, _)| if at == 0 { format!("… and {more} more") } else { String::new() });
        let last = last.collect();
        rows.truncate(MOST_SYMBOLS);
        rows.push(last);
    }
    rows
}

fn intrinsics(module: &Module) -> Vec<Vec<String>> {
    let found = module.symbols.iter().filter(|symbol| is_intrinsic(symbol));
    cut(found.map(|symbol| vec![symbol.name.clone().unwrap_or_default()]).collect())
}

fn comdats(module: &Module) -> Vec<Vec<String>> {
    let mut members = vec![0_usize; module.comdats.len()];
    for count in module.symbols.iter().filter_map(|symbol| symbol.comdat) {
        if let Some(members) = members.get_mut(count) {
            *members += 1;
        }
    }
    let row = |(comdat, members): (&overview::Comdat, usize)| {
        let name = comdat.name.clone().unwrap_or_default();
        vec![name, linkage::selection(comdat.selection).to_string(), members.to_string()]
    };
    cut(module.comdats.iter().zip(members).map(row).collect())
}

fn flags(module: &Module) -> Vec<Vec<String>> {
    let rows = module.flags.iter().map(|flag| {
        let value = match &flag.value {
            FlagValue::Number(number) => number.to_string(),
            FlagValue::Text(text) => text.clone(),
            FlagValue::Node => "a list".to_string(),
        };
        vec![flag.name.clone(), value, flag.behavior().to_string()]
    });
    rows.collect()
}

fn machines(module: &Module) -> Vec<Vec<String>> {
    let rows = module
        .machines
        .iter()
        .map(|one| vec![one.cpu.clone(), one.tune.clone(), one.features.clone(), one.functions.to_string()]);
    cut(rows.collect())
}

fn units(module: &Module) -> Vec<Vec<String>> {
    let rows = module.compile_units.iter().map(|unit| {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let optimized = if unit.optimized { "yes" } else { "no" };
        vec![
            text(&unit.file),
            text(&unit.directory),
            unit.language_name(),
            text(&unit.producer),
            optimized.to_string(),
            unit.emission().to_string(),
        ]
    });
    cut(rows.collect())
}

fn entries(module: &Module) -> Vec<Vec<String>> {
    let rows = module.summary.iter().flat_map(|summary| &summary.entries).map(|entry| {
        let symbol = usize::try_from(entry.value).ok().and_then(|at| module.symbols.get(at));
        let name = symbol.filter(|_| entry.module.is_none()).and_then(|symbol| symbol.name.clone());
        let guid = entry.guid.map(|guid| format!("{guid:016x}"));
        let (kind, instructions) = match entry.kind {
            EntryKind::Function { instructions } => ("function", instructions.to_string()),
            EntryKind::Variable => ("variable", String::new()),
            EntryKind::Alias => ("alias", String::new()),
        };
        vec![
            name.or(guid).unwrap_or_else(|| format!("value {}", entry.value)),
            kind.to_string(),
            linkage::summary_linkage(entry.flags).to_string(),
            linkage::summary_flags(entry.flags).join(", "),
            instructions,
            entry.references.map(|count| count.to_string()).unwrap_or_default(),
            entry.module.map(|module| module.to_string()).unwrap_or_default(),
        ]
    });
    cut(rows.collect())
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
        for symbol in
            module.symbols.iter().filter(|symbol| symbol.defined == defined && !is_intrinsic(symbol))
        {
            let Some(name) = &symbol.name else { continue };
            if rows.len() < MOST_SYMBOLS {
                let what = if defined { "defined" } else { "declared" };
                let visibility = match symbol.visibility {
                    0 => "",
                    other => linkage::visibility(other),
                };
                let named = |name: &Option<String>| name.clone().unwrap_or_default();
                let comdat = symbol.comdat.and_then(|at| module.comdats.get(at)).map(|one| named(&one.name));
                let of = symbol.aliasee.map(|at| match module.symbols.get(at) {
                    Some(one) => named(&one.name),
                    None => "an expression".to_string(),
                });
                rows.push(vec![
                    name.clone(),
                    word(symbol.kind).to_string(),
                    what.to_string(),
                    linkage::linkage(symbol.linkage).to_string(),
                    visibility.to_string(),
                    comdat.unwrap_or_default(),
                    of.unwrap_or_default(),
                ]);
            } else {
                *more.entry(word(symbol.kind)).or_default() += 1;
            }
        }
    }
    for (kind, count) in more {
        let mut row = vec![format!("… and {count} more"), kind.to_string()];
        row.resize(SYMBOL.len(), String::new());
        rows.push(row);
    }
    Listing::new("symbols", SYMBOL, rows)
}
