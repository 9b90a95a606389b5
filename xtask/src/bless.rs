//! `cargo xtask bless`: writes again what is made from something else and kept in the repository.

use std::fs;

use anyhow::anyhow;
use outlast::{families, targets};

use crate::run::{cargo, root, run};

/// Tables first: they are compiled into what writes the golden files.
pub(crate) fn run_all() -> anyhow::Result<()> {
    tables()?;
    let mut tests = cargo(&["test", "--workspace", "--locked", "--tests", "--no-fail-fast", "--quiet"]);
    tests.env("BLESS", "1");
    run(tests)
}

/// The compiled tables of readers, of property schemas and of operator schemas, from their texts.
pub(crate) fn tables() -> anyhow::Result<()> {
    let schemas =
        outlast_mlir::schema::encode(outlast_mlir::schema::sources()).map_err(|error| anyhow!(error))?;
    write("crates/mlir/schemas/schemas.blob", &schemas)?;
    let operators = outlast_opset::history::encode(&outlast_opset::history::sources());
    write("crates/opset/schemas/torch.blob", &operators.map_err(|error| anyhow!(error))?)?;
    for family in families::all() {
        let check = |kind: &str, value: &str| targets::check(family.rows, kind, value);
        let mut blob = targets::Builder::new(&check);
        for name in family.texts {
            let text = fs::read_to_string(root().join(family.folder).join("targets").join(name))?;
            blob.add(&text).map_err(|error| anyhow!("{}/targets/{name}:{error}", family.folder))?;
        }
        write(&format!("{}/targets/{}.blob", family.folder, family.name), &blob.finish()?)?;
    }
    Ok(())
}

/// Untouched where nothing changes, so that nothing is compiled again.
fn write(path: &str, blob: &[u8]) -> anyhow::Result<()> {
    let path = root().join(path);
    if fs::read(&path).ok().as_deref() != Some(blob) {
        fs::write(&path, blob)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}
