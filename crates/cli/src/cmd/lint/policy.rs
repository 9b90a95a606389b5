//! What a configuration makes of findings: levels, and entries that ignore some.

use std::path::Path;

use outlast::Severity;
use outlast::lint::{Finding, Level};
use outlast::opsets::lint::Date;
use outlast_report::scan::Mark;

use crate::config::args::ConfigArgs;
use crate::config::{Configs, EffectiveConfig, Flags};

/// The configurations of a run.
pub(super) struct Policies {
    configs: Configs,
}

/// What holds for one file.
pub(super) struct Policy {
    holds: EffectiveConfig,
}

impl Policies {
    pub(super) fn new(args: &ConfigArgs, as_of: Option<Date>) -> anyhow::Result<Policies> {
        // Findings are compared with old versions, and not with those of a baseline.
        let flags = Flags { makes_baseline: true, ..Flags::from_args(args, as_of) };
        Ok(Policies { configs: Configs::new(flags)? })
    }

    /// What holds for the schema at a path.
    pub(super) fn policy(&self, path: &str) -> anyhow::Result<Policy> {
        Ok(Policy { holds: self.configs.effective(Path::new(path))? })
    }
}

impl Policy {
    /// Whether the file is passed over in a folder.
    pub(super) fn is_excluded(&self) -> bool {
        self.holds.is_excluded
    }

    /// How bad a finding is; none if it is switched off.
    pub(super) fn severity(&self, finding: &Finding) -> Option<Severity> {
        match self.holds.lint_level(finding.rule.code) {
            Some(level) => level.severity,
            None => Some(match finding.level {
                Level::Break => Severity::Error,
                Level::DependsOnData => Severity::Warning,
                Level::Note => Severity::Note,
            }),
        }
    }

    /// Whether it is ignored.
    pub(super) fn mark(&self, finding: &Finding) -> Mark {
        self.holds.marker("", "")(&finding.rule.code.to_string(), &finding.subject)
    }
}
