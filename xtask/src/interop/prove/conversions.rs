//! Not yet.
pub(super) fn run() -> anyhow::Result<()> {
    Ok(())
}
