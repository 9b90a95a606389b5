//! The formats of answers, a file each. [`text`] and [`json`] have something of their own for every command; the others
//! render the one model of findings ([`crate::findings`]).
//!
//! A new format is a file here and a row below.

mod github;
pub mod json;
mod junit;
mod markdown;
#[cfg(feature = "parquet")]
mod parquet;
mod sarif;
pub mod text;

#[cfg(feature = "parquet")]
pub use parquet::ParquetWriter;

use crate::findings::Report;

/// What writes a report.
type Renderer = fn(&dyn Report) -> serde_json::Result<String>;

/// The commands that answer in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Commands {
    /// All.
    All,
    /// Those that report findings.
    Findings,
    /// `scan`, whose answers are long.
    Scan,
}

macro_rules! formats {
    ($($(#[doc = $doc:literal])* $format:ident, $name:literal, $commands:ident, $renderer:expr;)*) => {
        /// The form of an answer.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Format {
            $($(#[doc = $doc])* $format,)*
        }

        impl Format {
            /// All formats.
            pub const ALL: &[Format] = &[$(Format::$format),*];

            /// As it is written: `sarif`.
            pub fn name(self) -> &'static str {
                match self { $(Format::$format => $name),* }
            }

            /// The commands that answer in it.
            pub fn commands(self) -> Commands {
                match self { $(Format::$format => Commands::$commands),* }
            }

            fn renderer(self) -> Option<Renderer> {
                match self { $(Format::$format => $renderer),* }
            }
        }
    };
}

formats! {
    /// For people.
    Text, "text", All, None;
    /// One document for programs.
    Json, "json", All, None;
    /// A line of JSON for each answer.
    Jsonl, "jsonl", Scan, None;
    /// SARIF 2.1.0, for code hosts and editors.
    Sarif, "sarif", Findings, Some(sarif::render);
    /// JUnit XML, for test systems.
    Junit, "junit", Findings, Some(junit::render);
    /// Annotations of GitHub's workflow commands.
    Github, "github", Findings, Some(github::render);
    /// For a pull request or a report.
    Markdown, "markdown", Findings, Some(markdown::render);
    /// A table for data tools.
    Parquet, "parquet", Scan, None;
}

impl Format {
    /// The format of this name.
    pub fn parse(name: &str) -> Option<Format> {
        Format::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// A report in this format; none for those that every command writes itself.
    pub fn render(self, report: &dyn Report) -> Option<serde_json::Result<String>> {
        self.renderer().map(|render| render(report))
    }

    /// Whether it renders a report.
    pub fn is_rendered(self) -> bool {
        self.renderer().is_some()
    }
}
