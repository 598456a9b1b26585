//! A settings file as a TOML document, with or without faults.

use toml_edit::Document;

use crate::terminal::sanitize;

/// The largest number of faults; after them the rest of the file is not read.
const MAX_FAULTS: usize = 50;

/// A document, and the faults of the lines that were made comments so that it could be read.
pub(super) struct Parsed {
    /// Its lines are those of the text that was read, so that a place in it has the same line.
    pub(super) document: Document<String>,
    pub(super) faults: Vec<Fault>,
}

/// The parser's message on a line.
pub(super) struct Fault {
    /// Counted from 0.
    pub(super) line: usize,
    pub(super) message: String,
}

/// Parses a text. At a fault, the line where the parser stopped becomes a comment, and the parser begins again.
pub(super) fn parse(text: &str) -> Parsed {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut faults = Vec::new();
    loop {
        let error = match Document::parse(lines.join("\n")) {
            Ok(document) => return Parsed { document, faults },
            Err(error) => error,
        };
        let place = error.span().map_or(0, |span| span.start);
        let line = line_of(&lines.join("\n"), place);
        faults.push(Fault { line, message: error.message().to_owned() });
        // A quote that is not closed is reported at the end of the text: then an earlier line is at fault.
        let at_fault = (0..=line).rev().find(|&line| commented(&lines[line]) != lines[line]);
        match at_fault.filter(|_| faults.len() < MAX_FAULTS) {
            Some(line) => lines[line] = commented(&lines[line]),
            None => {
                for line in &mut lines {
                    *line = commented(line);
                }
            }
        }
    }
}

/// The line of a byte of a text, counted from 0.
pub(super) fn line_of(text: &str, place: usize) -> usize {
    text.bytes().take(place).filter(|byte| *byte == b'\n').count()
}

/// A line as a comment without control characters; blank lines and comments stay as they are.
fn commented(line: &str) -> String {
    let line = sanitize(line);
    if line.trim().is_empty() || line.starts_with('#') { line } else { format!("# {line}") }
}
