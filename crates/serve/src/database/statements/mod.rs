//! Every statement of SQL: a function for each.
//!
//! `CROSS JOIN` is in the order that is written. The planner does not know that verdicts are the most rows by far, and would begin with all of them.

mod checks;
mod files;
mod index;
mod models;
mod outcomes;
mod profiles;
mod tokens;
mod verdicts;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::digest::Digest;

pub use checks::{dangling, published, readable, totals};
pub use files::{
    Blob, Upload, add_blob, add_upload, blob, blobs, drop_upload, drop_uploads_before, facts, set_done,
    set_quarantined, set_ready, upload, uploads,
};
pub use index::{index, index_of};
pub use models::{
    Model, active, add_model, add_variant, add_version, model, models, set_policy, set_status, settle, state,
    touch, unsettled, version,
};
pub use outcomes::{Counts, add_batch, add_devices, add_outcome, devices, outcomes, outcomes_by_day};
pub use profiles::{Registered, add_profile, aliases, profile, profiles, set_alias};
pub use tokens::{Token, add_token, revoke_token, tokens};
pub use verdicts::{add_verdict, blobs_to_judge, unjudged, verdict};

impl ToSql for Digest {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.to_string().into())
    }
}

impl FromSql for Digest {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Digest> {
        value.as_str()?.parse().map_err(|_| FromSqlError::InvalidType)
    }
}

// SQLite has signed numbers; lengths and counts fit into them.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
