//! Files of newer releases edited by the schema of 0.5.0, as if they were newer than we are: what that schema does not
//! know is kept.

use outlast_core::Error;
use serde_json::{Value, json};

use crate::changes::{ADDED, Change, NAME, edited, nothing_lost, of_0_5, open, segments};
use crate::rewrite::{dump, programs};

/// What the newest schema must say of the file after these changes.
fn expected(before: &str, after: &[u8], changes: &[Change]) -> Value {
    let mut json: Value = serde_json::from_str(before).unwrap();
    for change in changes {
        match change {
            Change::Rename => json["execution_plan"][0]["name"] = json!(NAME),
            Change::ClearTraces => {
                for plan in json["execution_plan"].as_array_mut().unwrap() {
                    for chain in plan["chains"].as_array_mut().unwrap() {
                        chain.as_object_mut().unwrap().remove("stacktrace");
                    }
                }
            }
            Change::AddSegment => {
                let file = open(after);
                let list = file.root.segments().unwrap().unwrap();
                let offset = list.get(list.len() - 1).unwrap().offset().unwrap();
                if json.get("segments").is_none() {
                    json["segments"] = json!([]);
                }
                let new = json!({"offset": offset, "size": ADDED.len()});
                json["segments"].as_array_mut().unwrap().push(new);
            }
            Change::Header(_) => {}
        }
    }
    json
}

fn refusal(error: &Error) -> String {
    let help = error.help().unwrap_or_default();
    assert!(help.contains("--schema"), "{error}: {help}");
    error.to_string()
}

#[test]
fn what_0_5_does_not_know_is_kept() {
    use Change::{AddSegment, ClearTraces, Header, Rename};
    let old = of_0_5();
    let sessions: [&[Change]; 6] = [
        &[Rename],
        &[ClearTraces],
        &[AddSegment],
        &[Header(32)],
        &[Header(24)],
        &[Rename, ClearTraces, AddSegment, Header(32)],
    ];
    let (mut done, mut refused, mut newer) = ([0; 6], Vec::new(), 0);
    for (name, data) in programs() {
        if !["/0.6.0/", "/0.7.0/", "/1."].iter().any(|part| name.contains(part)) {
            continue;
        }
        let before = dump(&open(&data));
        newer += usize::from(before.contains("named_data"));
        for (number, changes) in sessions.iter().enumerate() {
            match edited(&data, &old, changes) {
                Ok(after) => {
                    let found: Value = serde_json::from_str(&dump(&open(&after))).unwrap();
                    assert_eq!(found, expected(&before, &after, changes), "{name} {changes:?}");
                    nothing_lost(&name, &data, &after, &[]);
                    if changes.contains(&AddSegment) {
                        assert_eq!(segments(&after).last().unwrap().0, ADDED);
                    }
                    done[number] += 1;
                }
                Err(error) => refused.push(format!("{name} {changes:?}: {}", refusal(&error))),
            }
        }
    }
    println!(
        "{newer} files with named data; edits by the schema of 0.5.0: {done:?}, {} refused",
        refused.len()
    );
    refused.iter().take(10).for_each(|line| println!("  {line}"));
    outlast_testkit::corpus::figures((newer, done), (116, [775, 775, 775, 775, 775, 775]));
    assert!(refused.is_empty(), "{}", refused.len());
}
