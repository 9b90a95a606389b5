//! `outlast/runtimes/1`: runtimes at hand, and what they say of themselves.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::escape;
use crate::plural;

/// Names that text shows of a difference.
const SHOWN: usize = 10;

/// Runtimes that were added, or tested.
#[derive(Debug, Serialize)]
pub struct RuntimesDocument {
    schema: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    runtimes: Option<Vec<RuntimeJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tested: Option<Vec<TestedRuntime>>,
}

/// A runtime that was added.
#[derive(Clone, Debug, Serialize)]
pub struct RuntimeJson {
    /// Its name.
    pub name: String,
    /// The target that it is.
    pub target: String,
    /// `python`, `tools` or `command`.
    pub kind: &'static str,
    /// Its interpreter, the folder of its tools or one of them, or the program of its command line.
    pub path: String,
}

/// What a runtime says of itself, beside the profile of its target.
#[derive(Clone, Debug, Serialize)]
pub struct TestedRuntime {
    /// The runtime.
    #[serde(flatten)]
    pub runtime: RuntimeJson,
    /// Its release; `null` if it cannot be asked.
    pub version: Option<String>,
    /// Whether that is the target's.
    pub is_release: bool,
    /// How many operators it has.
    pub operators: usize,
    /// Operators that the profile has, and the runtime has not.
    pub missing: Vec<String>,
    /// Operators that the runtime has, and the profile has not.
    pub unknown: Vec<String>,
    /// Versions of formats that it reads or writes, by their names: `bytecode`, `module format`, `stablehlo current`.
    pub versions: BTreeMap<String, String>,
    /// Those of them that the profile has otherwise, and what it has.
    pub other_versions: BTreeMap<String, String>,
    /// The profile file that was written of it.
    pub updated: Option<String>,
    /// Why it cannot be asked.
    pub error: Option<String>,
}

impl RuntimesDocument {
    /// Runtimes that were added.
    pub fn listed(runtimes: Vec<RuntimeJson>) -> RuntimesDocument {
        RuntimesDocument { schema: "outlast/runtimes/1", runtimes: Some(runtimes), tested: None }
    }

    /// Runtimes that were asked.
    pub fn tested(tested: Vec<TestedRuntime>) -> RuntimesDocument {
        RuntimesDocument { schema: "outlast/runtimes/1", runtimes: None, tested: Some(tested) }
    }
}

impl TestedRuntime {
    /// A runtime that was not asked yet.
    pub fn new(runtime: RuntimeJson) -> TestedRuntime {
        TestedRuntime {
            runtime,
            version: None,
            is_release: false,
            operators: 0,
            missing: Vec::new(),
            unknown: Vec::new(),
            versions: BTreeMap::new(),
            other_versions: BTreeMap::new(),
            updated: None,
            error: None,
        }
    }

    /// Whether it is as the profile says.
    pub fn is_confirmed(&self) -> bool {
        self.error.is_none()
            && self.is_release
            && self.missing.is_empty()
            && self.unknown.is_empty()
            && self.other_versions.is_empty()
    }

    /// What its operators are: those of compilers are in dialects, which tools list.
    fn listed(&self) -> &'static str {
        if self.runtime.kind == "tools" { "dialect" } else { "operator" }
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let RuntimeJson { name, target, .. } = &self.runtime;
        let _ = match (&self.error, &self.version) {
            (Some(why), _) => writeln!(out, "{}: it cannot be queried: {}", escape(name), escape(why)),
            (None, Some(version)) if self.is_confirmed() => writeln!(
                out,
                "{}: {version}, {} {}",
                escape(name),
                match self.operators {
                    0 => "the release of".to_string(),
                    count => format!("with the {} of", plural(count, self.listed())),
                },
                escape(target)
            ),
            (None, version) => writeln!(
                out,
                "{}: {}{}: differs from the profile of {}",
                escape(name),
                version.as_deref().unwrap_or("an unknown release"),
                match self.operators {
                    0 if self.runtime.kind == "tools" => String::new(),
                    count => format!(" with {}", plural(count, self.listed())),
                },
                escape(target)
            ),
        };
        for (name, version) in &self.versions {
            let other = self.other_versions.get(name);
            let other =
                other.map_or(String::new(), |other| format!(", and {} in the profile", escape(other)));
            let _ = writeln!(out, "  {}: {}{other}", escape(name), escape(version));
        }
        for (what, names) in [("only in the profile", &self.missing), ("only in the runtime", &self.unknown)]
        {
            if !names.is_empty() {
                let more = if names.len() > SHOWN { ", …" } else { "" };
                let shown: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
                let _ = writeln!(out, "  {what}: {}: {}{more}", names.len(), escape(&shown.join(", ")));
            }
        }
        if let Some(path) = &self.updated {
            let _ = writeln!(out, "  written to {}: give it with --target", escape(path));
        }
        out
    }
}
