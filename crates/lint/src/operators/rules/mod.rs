//! The rules: those that look for themselves, one file each, and those that are `declared`. What their codes mean is said where
//! `outlast_opset` declares them.

use outlast_core::{Code, CodeInfo};
use outlast_opset::{lint, versions};

use crate::engine::rules;
use crate::{Level, Rule};

use super::engine::Operators;
use declared::*;

/// What rules are written with.
#[allow(unused_imports, reason = "each rule takes what it needs")]
mod prelude {
    pub(super) use outlast_opset::lint::{Outcome, codes as lint};
    pub(super) use outlast_opset::versions::codes as versions;

    pub(super) use super::rule_of;
    pub(super) use crate::operators::context::Context;
    pub(super) use crate::operators::engine::Drafts;
    pub(super) use crate::{Direction, Level, Rule};
}

mod argument_added;
mod check_raises;
mod declared;

rules! { Operators:
    change table_version_twice;
    change table_version_above;
    change table_version_zero;
    change upgrader_name;
    change no_upgrader;
    change needless_upgrader;
    change no_old_schema;
    change old_schema_name;
    change shared_upgrader;
    change table_dates;
    change upgrader_fails;
    change bad_condition;
    change removed;
    change backward;
    change forward;
    change added;
    change check_raises;
    change argument_added;
    change other_schema;
    change not_fc_only;
    change hard;
    change not_in_history;
    change not_in_set;
    change too_early;
    change no_window;
    change not_made_yet;
    change allowance_expired;
    change allowance_unused;
}

/// The rule of a code that `outlast_opset` declares.
const fn rule_of(name: &'static str, code: Code, level: Level) -> Rule {
    match (info(lint::codes::CODES, code), info(versions::codes::CODES, code)) {
        (Some(info), _) | (None, Some(info)) => {
            Rule { name, code, title: info.title, text: info.text, seed: None, level }
        }
        (None, None) => Rule { name, code, title: "", text: "", seed: None, level },
    }
}

const fn info(mut codes: &[CodeInfo], code: Code) -> Option<CodeInfo> {
    while let [first, rest @ ..] = codes {
        if first.code.0 == code.0 {
            return Some(*first);
        }
        codes = rest;
    }
    None
}
