//! The terminal of a client, as it describes it.

use ratatui::layout::Size;

use runs::home::Environment;

/// The variables that a client may send: what colours, glyphs and reader mode follow.
const TAKEN_VARIABLES: [&str; 6] =
    ["COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM_PROGRAM"];
/// The longest value of a variable, in bytes.
const MAX_VALUE_BYTES: usize = 128;

/// What a client has said of its terminal.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClientTerminal {
    variables: Vec<(String, String)>,
    size: Option<Size>,
}

impl ClientTerminal {
    /// A variable of the client's environment; whether it is one that is taken.
    pub(crate) fn set_variable(&mut self, name: &str, value: &str) -> bool {
        let is_taken = TAKEN_VARIABLES.contains(&name);
        if is_taken {
            self.set(name, value);
        }
        is_taken
    }

    /// It has a pseudo-terminal of this kind and size.
    pub(crate) fn set_terminal(&mut self, term: &str, size: Size) {
        self.set("TERM", term);
        self.size = Some(size);
    }

    /// The size of its pseudo-terminal, if it has one.
    pub(crate) fn size(&self) -> Option<Size> {
        self.size
    }

    pub(crate) fn environment(&self) -> Environment {
        self.variables.iter().cloned().collect()
    }

    fn set(&mut self, name: &str, value: &str) {
        if value.len() > MAX_VALUE_BYTES {
            return;
        }
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
    }
}
