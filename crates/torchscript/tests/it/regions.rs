//! Every byte belongs to one region, in files of every kind, cut ones and changed ones.

use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, cuts, flip};
use outlast_testkit::partition::Partition;

fn faults(data: &[u8]) -> Vec<String> {
    let mut partition = Partition::default();
    outlast_torchscript::regions(data, &mut partition);
    partition.finish(data.len() as u64)
}

#[test]
fn regions_partition_every_file() {
    let (mut files, mut rng) = (0, Rng(14));
    let folders = ["torch", "bad/torch"];
    let extensions = ["pt", "pth", "ptl", "pt2", "pkl", "tar", "zip"];
    for path in folders.into_iter().flat_map(|folder| corpus::files(folder, &extensions)) {
        let data = std::fs::read(&path).unwrap();
        assert_eq!(faults(&data), [""; 0], "{}", path.display());
        files += 1;
        for cut in cuts(data.len()).into_iter().step_by(7) {
            assert_eq!(faults(&data[..cut]), [""; 0], "{} cut at {cut}", path.display());
        }
        for _ in 0..4 {
            assert_eq!(faults(&flip(&data, &mut rng)), [""; 0], "{} changed", path.display());
        }
    }
    assert!(files > 100, "{files} files");
}
