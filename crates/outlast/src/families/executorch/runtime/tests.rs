use super::{RuntimeError, Runtimes};

#[test]
fn what_is_no_runtime_is_said() {
    let add = |bytes: &[u8]| Runtimes::new().add("", bytes).unwrap_err();
    assert_eq!(add(b"hello"), RuntimeError::NoCode);
}
