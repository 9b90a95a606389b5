//! `OPTIONS 17` and `HEADER_SEARCH_PATHS`: how a file was compiled.
//!
//! Strings are `[length, bytes]`, lists `[count, …]`. Where releases differ, the layout that uses all operands is the one.

use crate::fields::Ops;

/// The target.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TargetOptions {
    /// Target triple.
    pub triple: String,
    /// CPU.
    pub cpu: String,
    /// CPU to tune for.
    pub tune_cpu: String,
    /// ABI.
    pub abi: String,
    /// Features as the user wrote them.
    pub features_as_written: Vec<String>,
    /// All features.
    pub features: Vec<String>,
}

impl TargetOptions {
    pub(crate) fn read(ops: &[u64]) -> TargetOptions {
        let mut ops = Ops::new(ops);
        TargetOptions {
            triple: ops.string(),
            cpu: ops.string(),
            tune_cpu: ops.string(),
            abi: ops.string(),
            features_as_written: ops.list(Ops::string),
            features: ops.list(Ops::string),
        }
    }
}

/// A path where headers are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderPath {
    /// The path.
    pub path: String,
    /// The group it belongs to: which headers are looked for there.
    pub group: u64,
    /// Whether it has frameworks.
    pub framework: bool,
    /// Whether it does not count from the sysroot.
    pub ignore_sysroot: bool,
}

/// Where headers and modules are looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeaderSearch {
    /// Root of the system's headers.
    pub sysroot: String,
    /// Where the compiler's own headers are.
    pub resource_dir: String,
    /// Where modules are kept.
    pub module_cache: String,
    /// Where modules of the user are kept.
    pub module_user_build: String,
    /// The folder for modules of this configuration.
    pub specific_module_cache: String,
    /// Whether module maps are found without being named.
    pub implicit_module_maps: bool,
    /// Whether the C++ library is libc++.
    pub libcxx: bool,
    /// Paths, in their order.
    pub paths: Vec<HeaderPath>,
    /// Prefixes of paths, and whether what is there counts as the system's.
    pub prefixes: Vec<(String, bool)>,
    /// Overlays of the file system.
    pub overlays: Vec<String>,
}

fn path(ops: &mut Ops<'_>) -> HeaderPath {
    HeaderPath { path: ops.string(), group: ops.number(), framework: ops.flag(), ignore_sysroot: ops.flag() }
}

fn prefix(ops: &mut Ops<'_>) -> (String, bool) {
    (ops.string(), ops.flag())
}

impl HeaderSearch {
    /// `HEADER_SEARCH_OPTIONS`: in Clang 14 the paths stand in it.
    pub(crate) fn options(&mut self, ops: &[u64]) {
        for with_paths in [false, true] {
            let mut read = self.clone();
            let mut ops = Ops::new(ops);
            read.sysroot = ops.string();
            if with_paths {
                read.paths = ops.list(path);
                read.prefixes = ops.list(prefix);
            }
            read.resource_dir = ops.string();
            read.module_cache = ops.string();
            read.module_user_build = ops.string();
            let flags: Vec<bool> = (0..8).map(|_| ops.flag()).collect();
            read.implicit_module_maps = flags.get(1).copied().unwrap_or(false);
            read.libcxx = flags.get(7).copied().unwrap_or(false);
            read.specific_module_cache = ops.string();
            if ops.used_up() || with_paths {
                *self = read;
                return;
            }
        }
    }

    /// `HEADER_SEARCH_PATHS`: Clang 16 and newer have the paths in a record of their own.
    pub(crate) fn paths(&mut self, ops: &[u64]) {
        let mut ops = Ops::new(ops);
        self.paths = ops.list(path);
        self.prefixes = ops.list(prefix);
        if !ops.rest().is_empty() {
            self.overlays = ops.list(Ops::string);
        }
    }
}

/// A macro of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Macro {
    /// Its definition: `NAME=VALUE`; or its name.
    pub text: String,
    /// Whether it was undefined (`-U`).
    pub undefined: bool,
}

/// What the preprocessor was told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preprocessor {
    /// Macros of the command line; none where the file does not say.
    pub macros: Option<Vec<Macro>>,
    /// Files included from the command line.
    pub includes: Vec<String>,
    /// Files whose macros were included from the command line.
    pub macro_includes: Vec<String>,
    /// Whether the compiler's own macros were defined.
    pub predefines: bool,
    /// Whether macros and inclusions are recorded in detail.
    pub detailed: bool,
    /// The precompiled header that was included.
    pub implicit_pch: String,
}

impl Preprocessor {
    /// `PREPROCESSOR_OPTIONS`. Format 31 (Clang 19) says first whether macros follow, format 25 (Clang 16) does not.
    pub(crate) fn read(ops: &[u64], format: u64) -> Preprocessor {
        let one = |says_macros: bool| {
            let mut ops = Ops::new(ops);
            let has_macros = !says_macros || ops.flag();
            let definition = |ops: &mut Ops<'_>| Macro { text: ops.string(), undefined: ops.flag() };
            let read = Preprocessor {
                macros: has_macros.then(|| ops.list(definition)),
                includes: ops.list(Ops::string),
                macro_includes: ops.list(Ops::string),
                predefines: ops.flag(),
                detailed: ops.flag(),
                implicit_pch: ops.string(),
            };
            // The last says which library a feature of Objective-C++ is for.
            ops.number();
            (ops.used_up(), read)
        };
        match one(format > 25) {
            (true, read) => read,
            (false, read) => Some(one(format <= 25)).filter(|(fits, _)| *fits).map_or(read, |(_, read)| read),
        }
    }
}
