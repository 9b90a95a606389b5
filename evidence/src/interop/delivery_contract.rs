//! `cargo xtask interop delivery-contract`: a validator reads the description of `outlast serve` in OpenAPI, and schemathesis sends requests made from it.

use std::process::Command;

use crate::pins;
use crate::run::{outlast_binary, root, run as execute};

/// Examples of each operation, if nothing else is said.
const EXAMPLES: &str = "100";

/// `[EXAMPLES]`
pub(super) fn run(args: &[&str]) -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let (peers, folder) =
        (root.join("evidence/peers/delivery"), root.join("target/interop/delivery-contract"));
    let mut setup = Command::new("bash");
    setup.arg(peers.join("setup.sh")).arg(&folder).arg("contract");
    execute(setup)?;
    for pin in pins::list("delivery", "contract")? {
        println!("{}", pin.checked()?);
    }
    let mut contract = Command::new("bash");
    contract
        .arg(peers.join("contract.sh"))
        .arg(outlast_binary()?)
        .arg(&folder)
        .arg(args.first().unwrap_or(&EXAMPLES));
    execute(contract)
}
