//! Everything in a form that no engine owns: JSON lines. The first names the form and the schema, each table has a line with
//! its columns and one with each row (bytes as base64), and the last has the count of rows and the SHA-256 of all before it.

use std::io::{self, BufWriter, Write};

use base::hex;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::Store;
use super::engine::Connection;
use super::error::{Fault, StoreError};
use super::migrate::SCHEMA;
use super::table::{TABLES, TableReader};
use super::value::Value;

/// What an export calls itself.
pub(super) const FORMAT: &str = "upkeeper store";

/// Raised when an older program could not read an export any more.
pub(super) const FORMAT_VERSION: i64 = 1;

impl Store {
    /// Writes everything that is kept, of one moment, while others write. Returns how many rows that is.
    pub fn export(&self, writer: impl Write) -> Result<u64, StoreError> {
        let mut lines = Lines { writer: BufWriter::new(writer), hash: Sha256::new() };
        let mut written = Ok(0);
        let read = self.engine.read_snapshot(&mut |connection| {
            written = write_all(connection, &mut lines);
        });
        read.and(written).map_err(|fault| fault.while_doing("export the store"))
    }
}

fn write_all(connection: &mut dyn Connection, lines: &mut Lines<impl Write>) -> Result<u64, Fault> {
    lines.write(&json!({ "format": FORMAT, "version": FORMAT_VERSION, "schema": SCHEMA }))?;
    let mut rows = 0;
    for table in &TABLES {
        lines.write(&json!({ "table": table.name, "columns": table.columns }))?;
        let mut reader = TableReader::new(table);
        while let Some(row) = reader.next(connection)? {
            lines.write(&row.iter().map(value_as_json).collect())?;
            rows += 1;
        }
    }
    let hash = hex(&lines.hash.clone().finalize());
    lines.write(&json!({ "rows": rows, "sha256": hash }))?;
    lines.writer.flush()?;
    Ok(rows)
}

/// Lines of JSON, with the hash of all that are written.
struct Lines<W: Write> {
    writer: BufWriter<W>,
    hash: Sha256,
}

impl<W: Write> Lines<W> {
    fn write(&mut self, line: &serde_json::Value) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.hash.update(&bytes);
        self.writer.write_all(&bytes)
    }
}

fn value_as_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Int(value) => json!(value),
        Value::Text(text) => json!(text),
        Value::Blob(bytes) => json!({ "base64": STANDARD.encode(bytes) }),
    }
}

/// A value of a line; `None` if no export has such a one.
pub(super) fn value_of_json(value: serde_json::Value) -> Option<Value> {
    match value {
        serde_json::Value::Null => Some(Value::Null),
        serde_json::Value::Number(number) => number.as_i64().map(Value::Int),
        serde_json::Value::String(text) => Some(Value::Text(text)),
        serde_json::Value::Object(fields) => {
            let text = fields.get("base64")?.as_str()?;
            STANDARD.decode(text).ok().map(Value::Blob)
        }
        serde_json::Value::Bool(_) | serde_json::Value::Array(_) => None,
    }
}
