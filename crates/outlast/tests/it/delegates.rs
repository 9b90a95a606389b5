//! Delegates for other backends than XNNPACK, and XNNPACK delegates split around a node.

use outlast::{Options, Outcome, Target, check_with, target_names, verify};

fn corpus(name: &str) -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/");
    std::fs::read(format!("{path}{name}")).unwrap()
}

fn verdict(program: &[u8], target: &Target) -> (Outcome, String) {
    let verdict = check_with(program, &[], target, &Options::none()).unwrap();
    let reason = verdict.reasons().next().map(|(_, reason)| reason.sentence()).unwrap_or_default();
    (verdict.outcome, reason)
}

fn with_backends(backends: &str) -> Target {
    let text = format!(
        "schema = \"outlast/profile/1\"\nname = \"phone\"\nbase = \"executorch-1.5.1\"\nbackends = [{backends}]\n"
    );
    outlast::target_described(&text).unwrap()
}

#[test]
fn a_backend_that_packages_are_built_without_fails_unless_a_profile_names_it() {
    let vulkan = corpus("executorch-delegates/vulkan.pte");
    for name in target_names().into_iter().filter(|name| name.starts_with("executorch-")) {
        let (outcome, reason) = verdict(&vulkan, &outlast::target(&name).unwrap());
        assert_eq!(outcome, Outcome::Fails, "{name}: its packages are built without");
        assert!(
            reason.contains("a Vulkan graph of") && reason.contains("vulkan_backend"),
            "{name}: {reason}"
        );
    }
    assert_eq!(
        verdict(&vulkan, &with_backends("\"XnnpackBackend\"")).0,
        Outcome::Fails,
        "the author says so"
    );
    let (outcome, reason) = verdict(&vulkan, &with_backends("\"VulkanBackend\""));
    assert_eq!(outcome, Outcome::Unknown, "{reason}");
}

#[test]
fn a_backend_of_a_vendor_that_a_target_does_not_list_is_unknown() {
    let mut program = corpus("executorch-delegates/vulkan.pte");
    let at = program.windows(13).position(|window| window == b"VulkanBackend").unwrap();
    program[at..at + 13].copy_from_slice(b"CoreMLBackend");
    for name in target_names().into_iter().filter(|name| name.starts_with("executorch-")) {
        let (outcome, reason) = verdict(&program, &outlast::target(&name).unwrap());
        assert_eq!(outcome, Outcome::Unknown, "{name}: {reason}");
    }
}

#[test]
fn vulkan_payloads_are_read_and_verified() {
    let vulkan = corpus("executorch-delegates/vulkan.pte");
    let findings = verify(&vulkan).unwrap().1;
    assert!(findings.is_empty(), "{findings:?}");
    let at = vulkan.windows(4).position(|window| window == b"VH00").unwrap();
    for (offset, byte) in [(0, b'X'), (6, 0xff), (10, 0xff), (14, 0xff)] {
        let mut damaged = vulkan.clone();
        damaged[at + offset] = byte;
        let findings = verify(&damaged).unwrap().1;
        assert!(findings.iter().any(|finding| finding.code.0 == 1194), "{offset}: {findings:?}");
    }
}
