//! Operations read a function at a time are those that are read at once; damage is told as it is then.

use outlast_core::Result;
use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::{File, OpId, Tables};

/// What is compared of an operation: its number, its parts, and how many regions it has.
type Op = (OpId, [u32; 4], Vec<u32>, Vec<u32>, u32);

fn op(ir: &Ir, op: OpId, number: OpId) -> Op {
    let none = u32::MAX;
    let parts = [
        ir.name(op).0,
        ir.location(op).0,
        ir.attrs(op).map_or(none, |attrs| attrs.0),
        ir.properties(op).map_or(none, |properties| properties.0),
    ];
    let results = ir.results(op).iter().map(|ty| ty.0).collect();
    let regions = ir.regions(op).len().try_into().unwrap();
    (number, parts, ir.operands(op).to_vec(), results, regions)
}

/// All operations, and in how many parts they came.
fn walked(file: &File<'_>, tables: &Tables<'_>) -> Result<(Vec<Op>, usize)> {
    let (mut all, mut parts) = (Vec::new(), 0);
    Ir::walk(file, tables, |part| {
        all.extend(part.ops().map(|(here, number)| op(part.ir, here, number)));
        parts += 1;
    })?;
    Ok((all, parts))
}

fn at_once(file: &File<'_>, tables: &Tables<'_>) -> Result<Vec<Op>> {
    let ir = Ir::read(file, tables, Nested::Read)?;
    Ok(ir.ops().map(|here| op(&ir, here, here)).collect())
}

#[test]
fn functions_one_by_one_are_all_operations() {
    let (mut same, mut several, mut damaged) = (0, 0, 0);
    for path in outlast_testkit::corpus::files("mlir", &["mlirbc", "bc"]) {
        let bytes = std::fs::read(&path).unwrap();
        let step = bytes.len() / 64 + 1;
        // As it is, and with single bytes changed.
        for at in std::iter::once(None).chain((0..bytes.len()).step_by(step).map(Some)) {
            let mut bytes = bytes.clone();
            if let Some(at) = at {
                bytes[at] ^= 0x55;
            }
            let Ok(file) = File::open(&bytes) else { continue };
            let Ok(tables) = Tables::read(&file) else { continue };
            match (walked(&file, &tables), at_once(&file, &tables)) {
                (Ok((all, parts)), Ok(expected)) => {
                    assert!(all == expected, "{} at {at:?}", path.display());
                    same += 1;
                    several += usize::from(parts > 1);
                }
                (Err(found), Err(expected)) => {
                    assert_eq!(found, expected, "{} at {at:?}", path.display());
                    damaged += 1;
                }
                _ => panic!("{} at {at:?}: one way reads it, the other does not", path.display()),
            }
        }
    }
    println!("{same} the same, {several} in several parts, {damaged} damaged");
    assert!(several > 500 && damaged > 100, "{several} {damaged}");
}
