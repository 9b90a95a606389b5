//! Conversions of programs that are larger than what may be held of them, beside `cp`, which reads and writes the same bytes.
//!
//! The programs are sparse: real ones of the corpus whose last segment, and what stands in it, is made so long.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use outlast::families::executorch::ProgramFile;
use outlast_core::Bytes;
use outlast_executorch::tables::{Tensor, View, items};
use outlast_executorch::{ExtendedHeader, defs::ValueKind};

use super::measure::{Cost, heading, measure, print_cost, text};
use crate::run::{outlast_binary, root};

/// Most memory of a conversion, in MB: 64 MiB.
const MOST_MEMORY: f64 = 67.1;
/// Where the size of all segments stands in a file, and slots of `DataSegment`.
const SEGMENT_DATA_SIZE: usize = 32;
const SIZE: u16 = 1;

/// A constant, and weights of delegates.
const PROGRAMS: [&str; 2] = ["executorch/1.5.1/mlp.pte", "executorch/1.5.1/xnn_mlp.pte"];

/// Makes the programs, converts them, prints a table; fails if a conversion takes more memory than it may.
pub(super) fn run() -> anyhow::Result<()> {
    let folder = root().canonicalize()?.join("target/bench/sizes");
    fs::create_dir_all(&folder)?;
    let outlast = outlast_binary()?;
    let bench = Bench { outlast: text(&outlast)?.to_string(), folder };
    let [constant, weights] = PROGRAMS;
    let result = bench.rows(constant, weights);
    // Outputs are not sparse.
    fs::remove_dir_all(&bench.folder)?;
    result
}

struct Bench {
    outlast: String,
    folder: PathBuf,
}

impl Bench {
    fn rows(&self, constant: &str, weights: &str) -> anyhow::Result<()> {
        heading();
        let gib = 1 << 30;
        let large = self.sparse("large.pte", constant, 4 * gib)?;
        self.row("4 GiB, nothing to change", &[&large])?;
        self.row("4 GiB, one step", &[&large, "--step", "header-24"])?;
        self.row("4 GiB, two steps", &[&large, "--step", "header-24", "--step", "header-32"])?;
        self.row("4 GiB, tables written anew", &[&large, "--repack"])?;
        let delegate = self.sparse("delegate.pte", weights, 4 * gib)?;
        self.row("4 GiB of weights, for 0.5.0", &[&delegate, "--target", "executorch-0.5.0"])
    }

    /// Converts a file, and copies it.
    fn row(&self, what: &str, arguments: &[&str]) -> anyhow::Result<()> {
        let (ours, copy) = (self.folder.join("out.pte"), self.folder.join("copy.pte"));
        let input = arguments.first().context("a file")?;
        let words = [&[self.outlast.as_str(), "convert"], arguments, &["-o", text(&ours)?]].concat();
        let mine = measure(&words)?;
        fs::remove_file(&ours)?;
        let theirs = measure(&["cp", "--sparse=never", input, text(&copy)?])?;
        fs::remove_file(&copy)?;
        print_cost(what, mine);
        print_cost("  cp", theirs);
        let busy = |cost: Cost| cost.user + cost.system;
        println!("{:<30} {:>8.2}×", "  CPU, ours to that of cp", busy(mine) / busy(theirs));
        ensure!(mine.memory <= MOST_MEMORY, "{what}: {:.1} MB, and {MOST_MEMORY} are allowed", mine.memory);
        Ok(())
    }

    /// A program whose last segment has so many bytes more, all of them zero, and takes no disk. The constant at its end is made as much
    /// longer, if there is one.
    fn sparse(&self, name: &str, model: &str, more: u64) -> anyhow::Result<String> {
        let mut bytes = fs::read(root().join("corpus").join(model))?;
        let patches = {
            let file = ProgramFile::open(Bytes::new(&bytes, 0))?;
            patches(&file, more)?
        };
        for (at, raw) in patches {
            bytes[at..at + raw.len()].copy_from_slice(&raw);
        }
        let path = self.folder.join(name);
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&path)?;
        file.write_all(&bytes)?;
        file.set_len(bytes.len() as u64 + more)?;
        Ok(text(&path)?.to_string())
    }
}

/// What has to be overwritten where, so that a program has so many bytes more at its end.
fn patches(file: &ProgramFile<'_>, more: u64) -> anyhow::Result<Vec<(usize, Vec<u8>)>> {
    let mut patches = Vec::new();
    let mut longer = |at: usize, old: u64| patches.push((at, (old + more).to_le_bytes().to_vec()));
    let header: ExtendedHeader = file.header.context("a program with segments")?;
    longer(SEGMENT_DATA_SIZE, header.segment_data_size.context("a header of 32 bytes")?);
    let mut last = None;
    for (index, segment) in items(file.root.segments()?).enumerate() {
        let segment = segment?;
        last = last.max(Some((segment.offset()?, index, segment.size()?, segment.table().slot(SIZE, 8)?)));
    }
    let (_, index, size, place) = last.context("a program with segments")?;
    longer(place.context("a segment with a size")?, size);

    let constants = file
        .root
        .constant_segment()?
        .filter(|c| c.segment_index().is_ok_and(|i| usize::try_from(i) == Ok(index)));
    let Some(offsets) = constants.map(|c| c.offsets()).transpose()?.flatten() else { return Ok(patches) };
    let number = u32::try_from(offsets.len() - 1)?;
    for plan in items(file.root.execution_plan()?) {
        for value in items(plan?.values()?) {
            let value = value?;
            let (Some(body), ValueKind::Tensor) = (value.val()?, ValueKind::from_tag(value.val_type()?))
            else {
                continue;
            };
            let tensor = Tensor::new(body);
            if tensor.data_buffer_idx()? != number || tensor.allocation_info()?.is_some() {
                continue;
            }
            let sizes = tensor.sizes()?.context("a constant with sizes")?;
            let old = sizes.u32s().next().context("a constant of one dimension")?;
            let longer = u64::from(old) + more / 4;
            patches.push((sizes.element_pos(0)?, u32::try_from(longer)?.to_le_bytes().to_vec()));
        }
    }
    Ok(patches)
}
