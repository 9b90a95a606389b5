//! A scan as Apache Parquet, one row a verdict, for whoever asks questions of millions of them with SQL.
//!
//! Rows are written in groups, and each group is handed on as soon as it is complete: memory does not grow with the scan.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::text::phrase;
use crate::scan::{Looked, Record};

/// Rows of a group.
const GROUP: usize = 64 * 1024;

/// The columns. What is of the reason is of the one that decides; `codes` has those of all, separated by commas. `risk` is
/// code that reading the file runs, whatever else is said.
const SCHEMA: &str = "message outlast_scan {
    required binary file (STRING);
    required binary kind (STRING);
    required binary target (STRING);
    required binary verdict (STRING);
    required binary outcome (STRING);
    optional binary stage (STRING);
    optional binary basis (STRING);
    required binary remedy (STRING);
    optional binary steps (STRING);
    optional binary code (STRING);
    optional binary subject (STRING);
    optional binary message (STRING);
    optional binary help (STRING);
    optional binary entry (STRING);
    optional binary path (STRING);
    optional binary codes (STRING);
    optional binary risk (STRING);
    optional int64 offset;
    required int64 reasons;
}";

/// Columns of text; numbers follow.
const TEXTS: usize = 17;

/// A Parquet file that is written while a scan runs.
#[derive(Debug)]
pub struct ParquetWriter {
    file: SerializedFileWriter<Shared>,
    written: Shared,
    rows: Vec<Row>,
}

/// One verdict, column by column.
#[derive(Debug)]
struct Row {
    texts: [Option<String>; TEXTS],
    offset: Option<i64>,
    reasons: i64,
}

/// Bytes that the writer has written and nobody has taken.
#[derive(Clone, Debug, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ParquetWriter {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// None that this schema could have.
    pub fn new() -> Result<ParquetWriter> {
        let written = Shared::default();
        let properties = WriterProperties::builder().set_created_by("outlast".into()).build();
        let schema = Arc::new(parse_message_type(SCHEMA)?);
        let file = SerializedFileWriter::new(written.clone(), schema, Arc::new(properties))?;
        Ok(ParquetWriter { file, written, rows: Vec::new() })
    }

    /// Adds a verdict; the bytes that are complete, perhaps none.
    ///
    /// # Errors
    ///
    /// What the writer refuses.
    pub fn add(&mut self, record: &Record) -> Result<Vec<u8>> {
        self.rows.push(row(record));
        if self.rows.len() >= GROUP {
            self.group()?;
        }
        Ok(self.written.take())
    }

    /// Adds a file that no target reads: a row without a target; the bytes that are complete, perhaps none.
    ///
    /// # Errors
    ///
    /// What the writer refuses.
    pub fn look(&mut self, file: &Looked) -> Result<Vec<u8>> {
        let mut texts = [const { None }; TEXTS];
        let risk = (!file.risk.is_empty()).then(|| phrase(&file.risk));
        let required = [(0, file.file.as_str()), (1, &file.kind), (2, ""), (3, ""), (4, ""), (7, "")];
        for (at, text) in required {
            texts[at] = Some(text.to_string());
        }
        texts[TEXTS - 1] = risk;
        self.rows.push(Row { texts, offset: None, reasons: 0 });
        if self.rows.len() >= GROUP {
            self.group()?;
        }
        Ok(self.written.take())
    }

    /// Ends the file; its last bytes.
    ///
    /// # Errors
    ///
    /// What the writer refuses.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        if !self.rows.is_empty() {
            self.group()?;
        }
        self.file.close()?;
        Ok(self.written.take())
    }

    fn group(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.file.next_row_group()?;
        let mut at = 0;
        while let Some(mut column) = group.next_column()? {
            if at < TEXTS {
                let values = rows.iter().map(|row| row.texts.get(at).and_then(Option::as_deref));
                let present: Vec<ByteArray> = values.clone().flatten().map(ByteArray::from).collect();
                let levels: Vec<i16> = values.map(|value| i16::from(value.is_some())).collect();
                column.typed::<ByteArrayType>().write_batch(&present, Some(&levels), None)?;
            } else {
                let values = rows.iter().map(|row| if at == TEXTS { row.offset } else { Some(row.reasons) });
                let present: Vec<i64> = values.clone().flatten().collect();
                let levels: Vec<i16> = values.map(|value| i16::from(value.is_some())).collect();
                column.typed::<Int64Type>().write_batch(&present, Some(&levels), None)?;
            }
            column.close()?;
            at += 1;
        }
        group.close()?;
        Ok(())
    }
}

fn row(record: &Record) -> Row {
    let reason = record.first_reason();
    let text = |text: &str| Some(text.to_string());
    let joined = |parts: Vec<&str>| (!parts.is_empty()).then(|| parts.join(","));
    let mut codes: Vec<&str> = record.reasons.iter().map(|reason| reason.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    Row {
        texts: [
            text(&record.file),
            text(&record.kind),
            text(&record.target),
            text(&record.verdict),
            text(&record.outcome),
            record.stage.as_deref().map(str::to_string),
            record.basis.as_deref().map(str::to_string),
            text(&record.remedy),
            joined(record.steps.iter().map(String::as_str).collect()),
            reason.map(|reason| reason.code.clone()),
            reason.map(|reason| reason.subject.clone()),
            reason.map(|reason| reason.message.clone()),
            reason.and_then(|reason| reason.help.clone()),
            reason.map(|reason| reason.entry.clone()),
            reason.map(|reason| reason.path.clone()),
            joined(codes),
            (!record.risk.is_empty()).then(|| phrase(&record.risk)),
        ],
        offset: reason.and_then(|reason| i64::try_from(reason.offset).ok()),
        reasons: i64::try_from(record.reasons.len() + record.more).unwrap_or(i64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::{GROUP, ParquetWriter};
    use crate::scan::Record;

    fn record(file: &str, bad: bool) -> Record {
        let outcome = if bad { "misreads" } else { "loads" };
        let reason = serde_json::json!({
            "code": "OL2014", "outcome": "misreads", "subject": "XnnpackBackend", "message": "m",
            "offset": 7, "end": 9, "path": "p", "entry": "forward",
        });
        let record = serde_json::json!({
            "file": file, "kind": "executorch-program", "target": "executorch-0.5.0", "verdict": outcome,
            "outcome": outcome, "basis": "defined", "remedy": "not-needed",
            "reasons": if bad { vec![reason] } else { Vec::new() },
        });
        serde_json::from_value(record).unwrap()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut writer = ParquetWriter::new().unwrap();
        let mut bytes = Vec::new();
        let count = GROUP + 10;
        for n in 0..count {
            bytes.extend(writer.add(&record(&format!("{n}.pte"), n % 2 == 1)).unwrap());
        }
        // The first group is handed on before the end.
        assert!(bytes.len() > 1000);
        bytes.extend(writer.finish().unwrap());
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().num_row_groups(), 2);
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows.len(), count);
        assert!(rows[0].contains("0.pte") && rows[0].contains("code: null"), "{}", rows[0]);
        assert!(rows[1].contains("code: \"OL2014\"") && rows[1].contains("offset: 7"), "{}", rows[1]);
    }
}
