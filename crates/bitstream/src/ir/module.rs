//! [`Module`]: what is kept of a module while it is scanned, and what of it is known when it ends.

use outlast_core::{Path, Place, Span};

use super::compiler::Compiler;
use super::constants::Constant;
use super::globals::Global;
use super::metadata::Metadata;
use super::nodes::Nodes;
use super::shape::{BundleUse, Kind, Value, Word};
use super::symbol_names::SymbolNames;
use super::types::Types;
use super::uses::{Spot, Uses};
use super::values::Values;
use super::{ModuleFacts, Owner, attributes, calls, intrinsics, malformed, metadata};
use outlast_core::{QuickMap, QuickSet};

/// A value that something outside functions depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) value: u64,
    /// The global, by its number.
    pub(super) owner: Option<usize>,
    #[expect(dead_code, reason = "kept for messages about the owner's own record")]
    pub(super) spot: Spot,
}

/// A function of the module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function {
    pub(super) name: (u64, u64),
    pub(super) kind: u64,
    /// Its number among the values of the module.
    pub(super) value: usize,
    pub(super) spot: Spot,
}

/// A module, while it is scanned.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub(super) uses: Uses,
    pub(super) version: u64,
    pub(super) types: Types,
    pub(super) attributes: attributes::Said,
    pub(super) source: Vec<u8>,
    pub(super) triple: Option<String>,
    /// Basic blocks of the function that is open.
    pub(super) blocks: u64,
    /// Operand bundles with tags that LLVM does not define: the function that is called, the tag, and whether it has a constant operand.
    pub(super) own_bundles: Vec<(usize, String, bool, Spot)>,
    /// The data layout.
    pub(super) layout: Option<String>,
    /// The address space of stack slots, where the data layout says it.
    pub(super) stack_space: Option<u64>,
    /// Of a module for NVIDIA's GPUs: globals that other modules see.
    pub(super) external: Vec<usize>,
    /// Bits of the stream.
    pub(super) end: u64,
    pub(super) globals: Vec<Global>,
    pub(super) functions: Vec<Function>,
    pub(super) constants: Vec<Constant>,
    /// Constants of the open body, with their numbers, until its first instruction.
    pub(super) local_constants: Vec<(usize, Constant)>,
    pub(super) constant_type: u64,
    pub(super) roots: Vec<Root>,
    pub(super) metadata_roots: Vec<Root>,
    pub(super) metadata: Metadata,
    pub(super) nodes: Nodes,
    pub(super) owner_of: QuickMap<(Kind, Value), usize>,
    pub(super) values: Values,
    /// Sections, collectors and comdats that have a name.
    pub(super) sections: u64,
    pub(super) collectors: u64,
    pub(super) comdats: u64,
    /// Numbers of kinds of metadata that have a name.
    pub(super) kinds: QuickSet<u64>,
    /// What aliases and resolvers are of: numbers of values.
    pub(super) aliasees: Vec<(u64, Spot)>,
    pub(super) ifuncs: Vec<u64>,
    /// The offset of the value symbol table that the module states, in 32-bit words counted from one word before the module block.
    pub(super) symbols: Option<(u64, Spot)>,
    /// The bit offset in the file at which that table begins.
    pub(super) symbols_at: Option<u64>,
    /// Functions that have a body, in order: numbers of values. The bits at which these begin.
    pub(super) bodied: Vec<usize>,
    pub(super) body_starts: Vec<u64>,
    /// Where the symbol table says that bodies are, in 32-bit words counted as `symbols` is.
    pub(super) placed: Vec<(u64, u64, Spot)>,
    /// Types of variables and their first values.
    pub(super) first_values: Vec<(u64, u64, Spot)>,
    /// Functions with attributes of more parameters than they have: their names.
    pub(super) late_attributes: Vec<((u64, u64), Spot)>,
    /// Functions with attributes that do not apply: their names.
    pub(super) apart_attributes: Vec<((u64, u64), Spot)>,
    /// Functions that take metadata: their names.
    pub(super) metadata_parameters: Vec<((u64, u64), Spot)>,
    /// Globals that are only declared.
    pub(super) undefined: QuickSet<usize>,
    /// Functions that are used as no intrinsic is, and as only intrinsics are: their names.
    pub(super) only_others: Vec<((u64, u64), Spot)>,
    pub(super) only_intrinsics: Vec<((u64, u64), Spot)>,
    /// Names that stand in the module itself, before version 2.
    pub(super) symbol_names: SymbolNames,
    /// Where the name ends that ends last in the string table, and what has it.
    pub(super) names_end: (u64, Spot),
    pub(super) producer: Option<String>,
    /// A block was left at another place than that at which its length word ends it: some readers go on elsewhere.
    pub(super) strayed: bool,
    /// The length word of another block is wrong: some readers find other blocks behind it.
    pub(super) loose: bool,
    /// Blocks behind the first body that are passed over.
    pub(super) passed: usize,
    pub(super) bodies: usize,
    pub(super) span: (u64, u64),
    /// Where its identification begins, or the module itself.
    pub(super) begins: Option<u64>,
    pub(super) done: bool,
}

/// The major version in the name of a producer: `LLVM19.1.7`.
pub(super) fn release(producer: &str) -> Option<u32> {
    producer.strip_prefix("LLVM")?.split('.').next()?.parse().ok()
}

impl Module {
    /// The major version of the LLVM that wrote the module.
    pub(super) fn release(&self) -> Option<u32> {
        release(self.producer.as_deref()?)
    }

    /// Readers go on elsewhere than what is read here.
    pub(super) fn stray(&mut self, spot: Spot) {
        if !std::mem::replace(&mut self.strayed, true) {
            malformed::fault(self, Word::OtherLength, spot);
        }
    }

    /// Readers of function bodies look for the symbol table where the module says that it is.
    pub(super) fn held_to_symbols(&mut self) {
        let (Some((words, spot)), Some(begins)) = (self.symbols, self.begins) else { return };
        let place = words.checked_mul(32).and_then(|bits| begins.checked_sub(32)?.checked_add(bits));
        if self.bodies > 0 && words != 0 && place != self.symbols_at {
            malformed::fault(self, Word::Position, spot);
        }
        for (value, words, spot) in std::mem::take(&mut self.placed) {
            let number = usize::try_from(value).ok();
            // One word before the beginning is behind all ends.
            if words == 0 {
                malformed::fault(self, Word::NoSuchSymbol, spot);
                return;
            }
            let place = words.checked_mul(32).and_then(|bits| begins.checked_sub(32)?.checked_add(bits));
            // The first body is found where it stands, but what follows bodies is looked for behind the last place, whatever has it.
            let past = place > self.body_starts.last().copied();
            let at = self.bodied.iter().position(|value| Some(*value) == number);
            let start = at.and_then(|at| self.body_starts.get(at)).copied();
            if (at.is_some_and(|at| at > 0) || past) && place != start {
                // What stands there may be read as a body all the same.
                malformed::fault(self, Word::OtherBody, spot);
                return;
            }
        }
    }

    /// Notes bundles whose tags LLVM does not define. On an assumption they are attributes.
    fn note_own_bundles(&mut self, strtab: &[u8]) {
        for (callee, tag, constant, spot) in std::mem::take(&mut self.own_bundles) {
            let name = match self.globals.get(callee) {
                Some(Global::Named(offset, size)) => intrinsics::text(strtab, (*offset, *size)),
                None => None,
            };
            let at = if name.as_deref() == Some("llvm.assume") { BundleUse::Direct } else { BundleUse::Own };
            calls::bundle(&mut self.uses, tag, at, constant, spot);
        }
    }

    /// Whether it is for NVIDIA's GPUs.
    pub(super) fn is_for_gpu(&self) -> bool {
        self.triple.as_ref().is_some_and(|triple| triple.starts_with("nvptx"))
    }

    /// Notes the last global, if it has a linkage by which others see it and is for NVIDIA's GPUs.
    pub(super) fn external(&mut self, linkage: u64) {
        let local = matches!(linkage, 3 | 9 | 13 | 14);
        if !local && self.is_for_gpu() {
            self.external.extend(self.globals.len().checked_sub(1));
        }
    }

    pub(super) fn into_facts(mut self, number: usize, strtab: &[u8]) -> ModuleFacts {
        self.note_own_bundles(strtab);
        let name = |index: usize| match self.globals.get(index) {
            Some(Global::Named(offset, size)) => {
                intrinsics::text(strtab, (*offset, *size)).unwrap_or_default()
            }
            None => String::new(),
        };
        let owners = self.owner_of.iter();
        let mut owners: Vec<Owner> = owners
            .map(|((kind, value), owner)| Owner { kind: *kind, value: value.clone(), name: name(*owner) })
            .collect();
        owners.sort();
        let external = self.external.iter().map(|index| name(*index));
        let nvvm_names: Vec<String> = external.filter(|name| !is_identifier(name)).collect();
        let source = String::from_utf8_lossy(&self.source).into_owned();
        ModuleFacts {
            name: if source.is_empty() { format!("module {number}") } else { source },
            nvvm_names,
            nvvm_version: metadata::nvvm_version(&self),
            debug_version: metadata::debug_version(&self),
            layout: self.layout,
            owners,
            place: Place::new(
                Span::bits(self.span.0..self.span.1.max(self.span.0)),
                Path::root().item("module", number),
            ),
            compiler: self.producer.as_deref().and_then(Compiler::of_producer).or(self.metadata.compiler),
            producer: self.producer,
            triple: self.triple,
            needs: self.uses.into_needs(),
        }
    }
}

/// Whether a name is that of an intrinsic, or an identifier of NVVM IR.
fn is_identifier(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | '_');
    name.starts_with("llvm.") || name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit())
}
