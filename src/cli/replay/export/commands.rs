//! A run's commands as a script, as `save step --commands` reads it.

use std::io::{self, Write};

use runs::record::{Recording, Scripted};

pub(super) fn write(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    recording.commands().iter().try_for_each(|&command| writeln!(out, "{}", Scripted(command)))
}
