//! What is missing after an update, a crash, or with a new profile: verdicts and backports. Models that lack nothing are marked, and not looked at
//! again until they or the profiles change.

use super::Service;
use crate::database::statements::{self, Model};
use crate::error::Result;
use crate::judge::ENGINE;

impl Service {
    /// Judges what has no verdict of this version of Outlast yet, and makes the backports that are missing. How many files were judged.
    ///
    /// # Errors
    ///
    /// Why it cannot be done.
    pub fn catch_up(&self) -> Result<usize> {
        let (state, unsettled) = self.unsettled()?;
        let (mut judged, mut settled) = (0, Vec::new());
        for model in unsettled {
            judged += self.judge_model(&model.name, None)?;
            let made = i64::try_from(self.backport(&model.name, None)?).unwrap_or(i64::MAX);
            // Each backport has changed the model once. Where anybody else has, too, it is not settled.
            settled.push((model.id, model.generation.saturating_add(made)));
        }
        if !settled.is_empty() {
            self.database.write(|to| {
                settled
                    .iter()
                    .try_for_each(|(model, generation)| statements::settle(to, *model, &state, *generation))
            })?;
        }
        Ok(judged)
    }

    /// Models that are not known to have every verdict and backport, and the state in which they are marked.
    ///
    /// # Errors
    ///
    /// Why they cannot be read.
    pub fn unsettled(&self) -> Result<(String, Vec<Model>)> {
        // With higher limits, what could not be converted before may be.
        let limits = self.settings.worker;
        let by = format!("{ENGINE} {} {}", limits.memory, limits.time.as_secs());
        self.database.read(|from| {
            let state = statements::state(from, &by)?;
            let unsettled = statements::unsettled(from, &state)?;
            Ok((state, unsettled))
        })
    }
}
