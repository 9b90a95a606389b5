//! Files with bytes changed and cut: no panic, whatever is asked of them.

use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, cuts, flip};
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::pickle::{Pickler, canonical};
use outlast_torchscript::verify;

use crate::archive::files::{pickles, read, real};

fn rounds() -> usize {
    std::env::var("OUTLAST_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(20)
}

fn ask(data: &[u8]) {
    verify::file(data);
    if let Ok(archive) = TorchArchive::open(data) {
        let _ = (archive.kind(), archive.version(), archive.extra_files());
    }
}

#[test]
fn changed_files() {
    let (mut rng, mut count) = (Rng(14), 0);
    for path in real() {
        let data = std::fs::read(&path).unwrap();
        for _ in 0..rounds() {
            ask(&flip(&data, &mut rng));
            count += 1;
        }
        for len in cuts(data.len()).into_iter().step_by(4) {
            ask(&data[..len]);
            count += 1;
        }
    }
    corpus::figures(count, 5427);
}

#[test]
fn changed_pickles() {
    let (mut rng, mut count, mut whole) = (Rng(15), 0, 0);
    let mut files = real();
    files.extend(corpus::files("torch/pickles", &["pkl"]));
    files.extend(corpus::files("bad/torch", &["pkl"]));
    for found in files.iter().flat_map(|path| pickles(path)) {
        for _ in 0..rounds() {
            let data = flip(&found.data, &mut rng);
            verify::file(&data);
            let pickle = read(&data);
            count += 1;
            if let Some(root) = pickle.root {
                whole += 1;
                let _ = canonical(&pickle.graph, root, Pickler::default());
            }
        }
    }
    corpus::figures((count, whole), (7860, 2177));
}
