//! What became of files on devices: counts, and verdicts that they contradict.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Service;
use super::uploads::unknown;
use crate::database::statements::{self, Counts};
use crate::digest::Digest;
use crate::error::{CONFLICT, Problem, Result, UNKNOWN_PROFILE, UNPROCESSABLE};
use crate::judge::ENGINE;
use crate::names::{check_day, day, now, shown};

/// Reports that come together. The same id again is a retry, and is not counted again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Batch {
    /// Its id, chosen by who reports.
    pub id: String,
    /// What is reported.
    pub reports: Vec<Report>,
}

/// Counts of a day.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The profile, by any of its names.
    pub profile: String,
    /// The day; today if it is not said.
    #[serde(default)]
    pub day: Option<String>,
    /// How many devices report this profile.
    #[serde(default)]
    pub devices: u64,
    /// The file that the other counts are of.
    #[serde(default)]
    pub variant: Option<Digest>,
    /// How often it was loaded and ran.
    #[serde(default)]
    pub loads: u64,
    /// How often it was refused.
    #[serde(default)]
    pub failures: u64,
    /// How often its reader ended.
    #[serde(default)]
    pub crashes: u64,
}

/// Reports that may come together.
const MOST: usize = 10_000;
/// Days of which reports of devices count.
const DAYS: i64 = 30;
/// A count that is more than this is a mistake.
const MOST_COUNT: u64 = 1 << 40;

impl Service {
    /// Counts what devices report; whether the batch is new.
    ///
    /// # Errors
    ///
    /// That a report names what is not there; nothing is counted then.
    pub fn report(&self, batch: &Batch) -> Result<bool> {
        let wrong = |what: &str| Problem::new(&UNPROCESSABLE, what.to_string());
        if batch.id.is_empty() || batch.id.len() > 100 {
            return Err(wrong("a batch has an id of 1 to 100 bytes").at("id"));
        }
        if batch.reports.len() > MOST {
            return Err(wrong("a batch has at most 10000 reports").at("reports"));
        }
        let request = Digest::of(serde_json::to_string(batch)?.as_bytes());
        let today = day(now());
        self.database.write(|to| {
            let (added, found) = statements::add_batch(to, &batch.id, request, now())?;
            if found != request {
                return Err(Problem::new(&CONFLICT, "a batch of this id had other reports")
                    .at("id")
                    .found(shown(&batch.id)));
            }
            if !added {
                return Ok(false);
            }
            for report in &batch.reports {
                let day = report.day.as_deref().unwrap_or(&today);
                check_day(day)?;
                let counts =
                    Counts { loads: report.loads, failures: report.failures, crashes: report.crashes };
                if [report.devices, counts.loads, counts.failures, counts.crashes]
                    .iter()
                    .any(|count| *count > MOST_COUNT)
                {
                    return Err(wrong("a count is too large").at("reports"));
                }
                let named = &report.profile;
                let none =
                    || Problem::new(&UNKNOWN_PROFILE, "no such profile is registered").found(shown(named));
                let profile = statements::profile(to, named)?.ok_or_else(none)?.profile.digest;
                if report.devices > 0 {
                    statements::add_devices(to, profile, day, report.devices)?;
                }
                match report.variant {
                    Some(variant) => {
                        statements::blob(to, variant)?.ok_or_else(|| unknown(variant).at("variant"))?;
                        statements::add_outcome(to, variant, profile, day, counts)?;
                    }
                    None if counts != Counts::default() => {
                        return Err(
                            wrong("counts of loads, failures and crashes need `variant`").at("variant")
                        );
                    }
                    None => {}
                }
            }
            Ok(true)
        })
    }

    /// How many devices report each profile: the most on one of the last days. A runtime that nobody has any more can be retired.
    pub(super) fn devices(&self) -> Result<BTreeMap<Digest, u64>> {
        let since = day(now().saturating_sub(DAYS * 86_400));
        self.database.read(|from| statements::devices(from, &since))
    }

    /// Counts by day of a file.
    ///
    /// # Errors
    ///
    /// Why they cannot be read.
    pub fn outcomes(&self, variant: Digest) -> Result<Value> {
        self.blob(variant)?;
        let rows = self.database.read(|from| statements::outcomes_by_day(from, variant))?;
        let row = |(profile, day, counts): &(Digest, String, Counts)| {
            json!({
                "profile": profile, "day": day, "loads": counts.loads, "failures": counts.failures, "crashes": counts.crashes,
            })
        };
        Ok(
            json!({ "schema": "outlast/outcomes/1", "variant": variant, "days": rows.iter().map(row).collect::<Vec<_>>() }),
        )
    }

    /// Verdicts that devices contradict: a file that should run and does not, or that should not and does.
    ///
    /// # Errors
    ///
    /// Why they cannot be read.
    pub fn contradictions(&self) -> Result<Value> {
        let flagged = self.database.read(|from| {
            let mut flagged = Vec::new();
            for (variant, profile, name, counts) in statements::outcomes(from)? {
                let Some(cell) = statements::verdict(from, variant, profile, ENGINE)? else { continue };
                let bad = counts.failures.saturating_add(counts.crashes);
                let what = match cell.outcome.as_str() {
                    "loads" | "upgrades" if bad > 0 => "it should run, and failed",
                    "fails" | "misreads" if counts.loads > 0 => "it should not run, and did",
                    _ => continue,
                };
                flagged.push(json!({
                    "variant": variant, "profile": profile, "name": name, "verdict": cell.outcome, "basis": cell.basis, "what": what,
                    "loads": counts.loads, "failures": counts.failures, "crashes": counts.crashes,
                }));
            }
            Ok(flagged)
        })?;
        Ok(json!({ "schema": "outlast/contradictions/1", "contradictions": flagged }))
    }
}
