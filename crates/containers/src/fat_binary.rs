//! NVIDIA's fat binaries, in `.nv_fatbin` and as files: code for several architectures. NVIDIA documents what stands around them
//! (`fatbinary_section.h`), and not the rest, which is as in the libraries that it ships:
//!
//! ```text
//! 50 ed 55 ba | version u16, header u16, bytes behind it u64 | entries; the next behind it
//! entry   kind u16, version u16, header u32, bytes behind it u64 | … | at 28: architecture u32 | … | code
//! ```
//!
//! Kind 1 is PTX and kind 2 machine code. What is of another kind is shown: where it is bitcode, that is read.

use outlast_core::Budget;

use crate::part::{Part, Visit};

/// How one begins.
pub(crate) const MAGIC: &[u8] = b"\x50\xed\x55\xba";

/// Kinds of code in which no bitcode is.
const PTX: u16 = 1;
const MACHINE_CODE: u16 = 2;

/// Bytes of code for a unit of the budget: entries can overlap.
const CONTENT: usize = 32;

/// Visits code that is neither PTX nor machine code, of one fat binary after the other.
pub(crate) fn entries<'a>(bytes: &'a [u8], budget: &mut Budget, visit: Visit<'_, 'a>) -> Result<(), String> {
    let mut at = 0usize;
    while bytes.get(at..).is_some_and(|rest| rest.starts_with(MAGIC)) {
        let header = short(bytes, at, 6).filter(|header| *header >= 16).ok_or(ENDS)?;
        let mut entry = at.saturating_add(usize::from(header));
        let end = entry.saturating_add(long(bytes, at, 8).ok_or(ENDS)?);
        if end > bytes.len() {
            return Err(ENDS.into());
        }
        while entry < end {
            let kind = short(bytes, entry, 0).ok_or(ENDS)?;
            let header = word(bytes, entry, 4).filter(|header| *header >= 32).ok_or(ENDS)?;
            let start = entry.saturating_add(usize::try_from(header).unwrap_or(usize::MAX));
            let next = start.saturating_add(long(bytes, entry, 8).ok_or(ENDS)?);
            if next > end || !budget.spend(1) {
                return if next > end { Err(ENDS.into()) } else { Ok(()) };
            }
            if !matches!(kind, PTX | MACHINE_CODE) {
                let architecture = word(bytes, entry, 28).unwrap_or(0);
                let name = format!("kind{kind}-sm_{architecture}").into_bytes();
                let part = Part { name: name.into(), range: start..next, section: false, packing: None };
                if !budget.spend(4 + (next - start) / CONTENT) || visit(budget, part).is_break() {
                    return Ok(());
                }
            }
            entry = next;
        }
        let behind = bytes.get(end..).unwrap_or_default();
        let zeros = behind.iter().position(|byte| *byte != 0).unwrap_or(behind.len());
        if !budget.spend(1 + zeros / 16) {
            return Ok(());
        }
        at = end.saturating_add(zeros);
    }
    Ok(())
}

const ENDS: &str = "a fat binary ends before its entries do";

fn short(bytes: &[u8], base: usize, at: usize) -> Option<u16> {
    let number = bytes.get(base.saturating_add(at)..).and_then(<[u8]>::first_chunk);
    number.map(|number| u16::from_le_bytes(*number))
}

fn word(bytes: &[u8], base: usize, at: usize) -> Option<u32> {
    let number = bytes.get(base.saturating_add(at)..).and_then(<[u8]>::first_chunk);
    number.map(|number| u32::from_le_bytes(*number))
}

fn long(bytes: &[u8], base: usize, at: usize) -> Option<usize> {
    let number = bytes.get(base.saturating_add(at)..).and_then(<[u8]>::first_chunk);
    number.and_then(|number| usize::try_from(u64::from_le_bytes(*number)).ok())
}

#[cfg(test)]
mod tests {
    use std::ops::{ControlFlow, Range};

    use super::entries;
    use crate::parts::budget;

    /// A fat binary with code of these kinds and architectures.
    fn fat_binary(code: &[(u16, u32, &[u8])]) -> Vec<u8> {
        let mut all = Vec::new();
        for (kind, architecture, content) in code {
            let mut entry = vec![0; 64];
            entry[..2].copy_from_slice(&kind.to_le_bytes());
            entry[4..8].copy_from_slice(&64u32.to_le_bytes());
            entry[8..16].copy_from_slice(&u64::try_from(content.len()).unwrap().to_le_bytes());
            entry[28..32].copy_from_slice(&architecture.to_le_bytes());
            all.extend([entry.as_slice(), content].concat());
        }
        let mut bytes = b"\x50\xed\x55\xba\x01\0\x10\0".to_vec();
        bytes.extend(u64::try_from(all.len()).unwrap().to_le_bytes());
        [bytes, all].concat()
    }

    fn found(bytes: &[u8]) -> Result<Vec<(String, Range<usize>)>, String> {
        let mut found = Vec::new();
        entries(bytes, &mut budget(bytes), &mut |_, part| {
            found.push((String::from_utf8_lossy(&part.name).into_owned(), part.range));
            ControlFlow::Continue(())
        })
        .map(|()| found)
    }

    #[test]
    fn code_of_other_kinds() {
        let one = fat_binary(&[(1, 50, b".version"), (2, 75, b"\x7fELF"), (8, 80, b"BC\xc0\xde")]);
        let bitcode = one.len() - 4..one.len();
        assert_eq!(found(&one).unwrap(), [("kind8-sm_80".into(), bitcode.clone())]);
        let two = [one.clone(), vec![0; 12], one.clone()].concat();
        assert_eq!(found(&two).unwrap().len(), 2);
        assert_eq!(two[found(&two).unwrap()[1].1.clone()], one[bitcode]);
        for length in 5..one.len() {
            assert!(found(&one[..length]).is_err(), "{length}");
        }
    }
}
