//! Everything in a form that no engine owns: JSON lines. The first names the form and the schema,
//! each table has a line with its columns and one with each row (bytes as base64), and the last has
//! the count of rows and the SHA-256 of all before it.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use base::hex;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::Store;
use super::engine::{Connection, Ending};
use super::error::{Fault, Result};
use super::rows::{Row, Value};
use super::schema::{SCHEMA, Table, TableReader, tables};

const FORMAT: &str = "upkeeper store";

/// Raised when an older program could not read an export any more.
const FORMAT_VERSION: i64 = 1;

impl Store {
    /// Writes everything that is kept, of one moment, while others write. Returns the number of
    /// rows.
    pub fn export(&self, writer: impl Write) -> Result<u64> {
        let mut lines = WrittenLines { writer: BufWriter::new(writer), hash: Sha256::new() };
        let mut written = Ok(0);
        let read = self.engine.read_snapshot(&mut |connection| {
            written = write_all(connection, &mut lines);
        });
        read.and(written).map_err(|fault| fault.while_doing("export the store"))
    }
}

fn write_all(
    connection: &mut dyn Connection,
    lines: &mut WrittenLines<impl Write>,
) -> Result<u64, Fault> {
    lines.write(&json!({ "format": FORMAT, "version": FORMAT_VERSION, "schema": SCHEMA }))?;
    let mut rows = 0;
    for table in tables() {
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
struct WrittenLines<W: Write> {
    writer: BufWriter<W>,
    hash: Sha256,
}

impl<W: Write> WrittenLines<W> {
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
fn value_of_json(value: serde_json::Value) -> Option<Value> {
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

/// A longer line is refused before it is read: a row is a run of some megabytes at most.
const MAX_LINE_BYTES: u64 = 128 << 20;

impl Store {
    /// Reads an export, of whichever engine, into this database, which must be empty, all of it or
    /// nothing. Returns how many rows that was. An error tells the line that is wrong.
    pub fn import(&self, reader: impl Read) -> Result<u64> {
        let mut lines = Lines { reader: BufReader::new(reader), hash: Sha256::new(), number: 0 };
        let mut imported = Ok(0);
        let ended = self.engine.transact_alone(&mut |connection| {
            imported = read_all(connection, &mut lines);
            if imported.is_ok() { Ending::Commit } else { Ending::Undo }
        });
        let rows = imported.and_then(|rows| ended.map(|()| rows));
        rows.map_err(|fault| fault.while_doing("import into the store"))
    }
}

#[derive(Deserialize)]
struct FirstLine {
    format: String,
    version: i64,
    schema: i64,
}

/// A line that is no row.
#[derive(Deserialize)]
#[serde(untagged)]
enum OtherLine {
    Table { table: String, columns: Vec<String> },
    Last { rows: u64, sha256: String },
}

fn read_all(connection: &mut dyn Connection, lines: &mut Lines<impl Read>) -> Result<u64, Fault> {
    connection.execute_script("{migration_lock}")?;
    for table in tables() {
        let count = connection.query(&format!("SELECT count(*) FROM {}", table.name), &[])?;
        if count.into_iter().next().map_or(Ok(0), |mut row: Row| row.take::<i64>())? > 0 {
            return Err(Fault::NotEmpty);
        }
    }
    let first = lines.next()?.unwrap_or_default();
    check_first(&first).map_err(|why| lines.fault(why))?;
    let (mut rows, mut insert, mut width) = (0, None::<String>, 0);
    loop {
        let hash = hex(&lines.hash.clone().finalize());
        let line =
            lines.next()?.ok_or_else(|| lines.fault("it has no last line: it is not whole"))?;
        if line.first() == Some(&b'[') {
            let insert = insert.as_ref().ok_or_else(|| lines.fault("a row without a table"))?;
            let row = values_of(&line, width).ok_or_else(|| lines.fault("no row of its table"))?;
            connection.execute(insert, &row).map_err(|fault| lines.fault(fault.to_string()))?;
            rows += 1;
            continue;
        }
        match serde_json::from_slice(&line) {
            Ok(OtherLine::Table { table, columns }) => {
                let table = find_table(&table, &columns)
                    .ok_or_else(|| lines.fault("no table of this schema"))?;
                (insert, width) = (Some(table.insert()), table.columns.len());
            }
            Ok(OtherLine::Last { rows: told, sha256 }) => {
                if (told, &sha256) != (rows, &hash) {
                    return Err(lines.fault("its checksum is wrong: it is not what was exported"));
                }
                if lines.next()?.is_some() {
                    return Err(lines.fault("it goes on after its last line"));
                }
                return Ok(rows);
            }
            Err(_) => return Err(lines.fault("neither a row nor a table")),
        }
    }
}

fn check_first(line: &[u8]) -> Result<(), String> {
    let first: FirstLine = serde_json::from_slice(line)
        .map_err(|_| "it does not begin as an export of a store does".to_owned())?;
    if first.format != FORMAT || first.version != FORMAT_VERSION {
        return Err(format!("it is “{}”, version {}", first.format, first.version));
    }
    if first.schema != SCHEMA {
        return Err(format!(
            "it has schema {}, this program has {SCHEMA}: import it with the version that exported \
             it, then open that database with this one",
            first.schema
        ));
    }
    Ok(())
}

fn find_table(name: &str, columns: &[String]) -> Option<&'static Table> {
    tables().iter().find(|table| table.name == name && table.columns == columns)
}

fn values_of(line: &[u8], width: usize) -> Option<Vec<Value>> {
    let values: Vec<serde_json::Value> = serde_json::from_slice(line).ok()?;
    if values.len() != width {
        return None;
    }
    values.into_iter().map(value_of_json).collect()
}

/// Lines of a reader, with the hash of all that were read.
struct Lines<R: Read> {
    reader: BufReader<R>,
    hash: Sha256,
    number: u64,
}

impl<R: Read> Lines<R> {
    /// The next line without its end; `None` after the last one.
    fn next(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        let mut line = Vec::new();
        self.number += 1;
        (&mut self.reader).take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        self.hash.update(&line);
        match line.pop() {
            Some(b'\n') => Ok(Some(line)),
            _ => Err(self.fault("the line is too long, or its end is missing")),
        }
    }

    fn fault(&self, why: impl Into<String>) -> Fault {
        Fault::Import { line: self.number, why: why.into() }
    }
}
