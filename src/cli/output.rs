//! The standard output of a command: the one way by which reports are printed.
//!
//! What is written to an [`Output`] is text: it loses control characters, bidi overrides and the
//! middle of over-long lines, since names and messages may come from a file. Reports in JSON escape
//! them, and [`Output::raw`] is for bytes that this program made itself, such as coloured maps and
//! pictures.
//!
//! A reader that goes away is no error: from then on the output is dropped, and a command that has
//! an answer to find goes on without it. One that could go on printing for ever stops when
//! [`Output::is_closed`].

use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Write};
use std::iter;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{Answer, Failure, Format};
use base::{is_printable, sanitize_lines};

/// Lines of text are handed on once so many bytes of them have gathered, and whenever the output is
/// flushed.
const MAX_PENDING_BYTES: usize = 1 << 16;

/// A report of a command: one object of JSON, or whole lines of text.
pub(crate) trait Report: Serialize {
    /// The name and version of its JSON.
    const SCHEMA: &'static str;

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The keys of a small report in JSON, in their order, with their values.
pub(crate) type Facts<'a> = &'a [(&'static str, Value)];

/// A report with its schema as the first key.
#[derive(Serialize)]
struct WithSchema<'a, R> {
    schema: &'static str,
    #[serde(flatten)]
    report: &'a R,
}

struct FactsWithSchema<'a> {
    schema: &'static str,
    facts: Facts<'a>,
}

impl Serialize for FactsWithSchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let schema = Value::from(self.schema);
        let facts = self.facts.iter().map(|(key, value)| (*key, value));
        serializer.collect_map(iter::once(("schema", &schema)).chain(facts))
    }
}

pub(crate) struct Output {
    sink: Box<dyn Write>,
    /// Text that has not been filtered yet.
    pending: Vec<u8>,
    is_closed: bool,
}

impl Output {
    /// The standard output of this process. On a terminal every line appears at once.
    pub(crate) fn standard() -> Output {
        let stdout = io::stdout();
        if stdout.is_terminal() {
            Output::to(Box::new(stdout))
        } else {
            Output::to(Box::new(BufWriter::new(stdout)))
        }
    }

    fn to(sink: Box<dyn Write>) -> Output {
        Output { sink, pending: Vec::new(), is_closed: false }
    }

    /// Whether the reader has gone away, so that nothing more can be printed. It shows at the first
    /// flush after that.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Prints a report: as a line of JSON, at once, or as text.
    pub(crate) fn report<R: Report>(
        &mut self,
        format: Format,
        report: &R,
    ) -> Result<Answer, Failure> {
        match format {
            Format::Text => write!(self, "{}", fmt::from_fn(|f| report.text(f)))?,
            Format::Json => self.json(&WithSchema { schema: R::SCHEMA, report })?,
        }
        Ok(Answer::Yes)
    }

    /// Prints a small report as [`Output::report`] does; the line break of its text is added.
    pub(crate) fn facts(
        &mut self,
        format: Format,
        schema: &'static str,
        facts: Facts<'_>,
        text: &str,
    ) -> Result<Answer, Failure> {
        match format {
            Format::Text => writeln!(self, "{text}")?,
            Format::Json => self.json(&FactsWithSchema { schema, facts })?,
        }
        Ok(Answer::Yes)
    }

    /// Prints a value that names its schema itself as one line of JSON, at once.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let line = json_line(value)?;
        self.raw().write_all(&line)?;
        Ok(self.flush()?)
    }

    /// Prints a document in JSON over several lines.
    pub(crate) fn json_document(&mut self, json: &str) -> Result<(), Failure> {
        writeln!(self.raw(), "{}", printable(json))?;
        self.flush()?;
        Ok(())
    }

    /// The output without its filter.
    pub(crate) fn raw(&mut self) -> RawOutput<'_> {
        RawOutput(self)
    }

    /// Ends the output, and returns the answer of the command that has written it.
    /// Errors: the failure of the command; or that of the output, unless its reader has gone away.
    pub(super) fn finish(mut self, result: Result<Answer, Failure>) -> Result<Answer, Failure> {
        let written = self.flush();
        let answer = result?;
        written?;
        Ok(answer)
    }

    /// Hands on the text up to `end`, filtered.
    fn filter(&mut self, end: usize) -> io::Result<()> {
        let text = sanitize_lines(&String::from_utf8_lossy(&self.pending[..end]));
        self.pending.drain(..end);
        self.pass_on(text.as_bytes())
    }

    fn pass_on(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let written = self.sink.write_all(bytes);
        self.unless_closed(written)
    }

    fn unless_closed(&mut self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            other => other,
        }
    }
}

/// Text, filtered line by line.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend(bytes);
        let is_line = bytes.contains(&b'\n');
        if is_line || self.pending.len() > MAX_PENDING_BYTES {
            let end = self.pending.iter().rposition(|&byte| byte == b'\n');
            self.filter(end.map_or(self.pending.len(), |end| end + 1))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.filter(self.pending.len())?;
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.sink.flush();
        self.unless_closed(flushed)
    }
}

/// Output without a filter.
pub(crate) struct RawOutput<'a>(&'a mut Output);

impl RawOutput<'_> {
    /// As [`Output::is_closed`].
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed
    }
}

impl Write for RawOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.filter(self.0.pending.len())?;
        self.0.pass_on(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A value that names its schema itself as one line of JSON, with its line break.
pub(crate) fn json_line(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut line = printable(&serde_json::to_string(value)?);
    debug_assert!(line.starts_with(r#"{"schema":""#), "a report that does not name its schema");
    line.push('\n');
    Ok(line.into_bytes())
}

/// JSON in which every character that a terminal would obey is written by its number.
fn printable(json: &str) -> String {
    let mut text = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        // Within its strings JSON has no line breaks.
        if c == '\n' || is_printable(c) {
            text.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use serde_json::json;

    use super::*;

    /// A sink that can be looked at, and that can be closed after some bytes.
    #[derive(Clone, Default)]
    struct Pipe {
        bytes: Rc<RefCell<Vec<u8>>>,
        room: Option<usize>,
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut held = self.bytes.borrow_mut();
            if self.room.is_some_and(|room| held.len() + bytes.len() > room) {
                return Err(ErrorKind::BrokenPipe.into());
            }
            held.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(write: impl FnOnce(&mut Output)) -> String {
        let pipe = Pipe::default();
        let mut out = Output::to(Box::new(pipe.clone()));
        write(&mut out);
        out.finish(Ok(Answer::Yes)).expect("memory");
        String::from_utf8(pipe.bytes.take()).expect("UTF-8")
    }

    #[test]
    fn text_is_filtered_and_raw_bytes_are_not() {
        let text = written(|out| {
            out.write_all("a\x1b]0;x\x07b\r\n\u{202e}c\n".as_bytes()).expect("memory");
            write!(out, "\x1b[1m").expect("memory");
            out.raw().write_all(b"\x1b[31mred\x1b[m\n").expect("memory");
            write!(out, "no break at the end").expect("memory");
        });
        assert_eq!(text, "a]0;xb\nc\n[1m\x1b[31mred\x1b[m\nno break at the end");
    }

    #[test]
    fn json_names_what_does_not_print() {
        let hostile = "é\u{1b}[2J\u{85}\u{202e}\u{feff}\n\"";
        let report = json!({ "schema": "test/1", hostile: hostile });
        let text = String::from_utf8(json_line(&report).expect("JSON")).expect("UTF-8");
        let escaped = r#"é\u001b[2J\u0085\u202e\ufeff\n\""#;
        assert_eq!(text, format!("{{\"schema\":\"test/1\",\"{escaped}\":\"{escaped}\"}}\n"));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), report);
        let document = written(|out| out.json_document("{\n  \"\u{9b}\": 1\n}").expect("memory"));
        assert_eq!(document, "{\n  \"\\u009b\": 1\n}\n");
    }

    #[test]
    fn an_answer_outlives_its_reader() {
        for answer in [Answer::Yes, Answer::No] {
            let pipe = Pipe { room: Some(5), ..Pipe::default() };
            let mut out = Output::to(Box::new(pipe.clone()));
            writeln!(out, "one").expect("there is room");
            assert!(!out.is_closed());
            writeln!(out, "two").expect("dropped");
            assert!(out.is_closed());
            writeln!(out, "three").expect("dropped");
            assert_eq!(out.finish(Ok(answer)).expect("no failure"), answer);
            assert_eq!(pipe.bytes.take(), b"one\n");
        }
    }
}
