//! `fbs-rpc-changed`: the RPC services changed.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-rpc-changed",
    code: Code(3807),
    title: "the RPC services changed",
    text: "Services say nothing about files. Clients and servers that are generated from them are not judged here: look at them yourself.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    if context.old.services == context.new.services {
        return;
    }
    let changed =
        |a: &[String], b: &[String]| a.iter().filter(|name| !b.contains(name)).cloned().collect::<Vec<_>>();
    let gone = changed(&context.old.services, &context.new.services);
    let come = changed(&context.new.services, &context.old.services);
    found.push(
        Draft::new(&RULE, gone.iter().chain(&come).next().map_or("rpc_service", String::as_str))
            .surface(Surface::Source)
            .why(format!(
                "Services removed: {}; added: {}. Their calls are not compared.",
                list(&gone),
                list(&come)
            ))
            .fix("Compare the calls yourself, if clients and servers are not released together."),
    );
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_string() } else { names.join(", ") }
}
