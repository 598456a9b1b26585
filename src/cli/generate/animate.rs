//! `gen --animate`: the stages in which a level is made, played on the terminal, or printed if there is none.

use std::io::{self, Write};

use super::ascii;
use crate::cli::paint::Paint;
#[cfg(feature = "tui")]
use crate::cli::{Answer, Failure, Invocation, play};
use base::sanitize;
use content::Catalog;
use levels::Level;
#[cfg(feature = "tui")]
use screens::{ScreenStack, screens::stages::StagesScreen};

/// Prints the stages one after the other, each under its number and pass.
pub(super) fn write(level: &Level, catalog: &Catalog, out: &mut impl Write) -> io::Result<()> {
    let Level { seed, depth, tiles, .. } = level;
    let kind = sanitize(&level.kind);
    writeln!(out, "{kind} · seed {seed} · depth {depth} · {}×{}", tiles.width(), tiles.height())?;
    let stages = level.stages();
    for (number, stage) in (1..).zip(stages) {
        writeln!(out, "\n{number}/{} {}", stages.len(), stage.pass)?;
        let Some(tiles) = stage.tiles() else { continue };
        let things = &level.things[..stage.things.min(level.things.len())];
        ascii::write_map(&tiles, things, catalog, Paint::NONE, out)?;
    }
    Ok(())
}

/// Whether stages can be played here.
#[cfg(feature = "tui")]
pub(super) fn is_terminal() -> bool {
    play::is_terminal()
}

/// Plays the stages until the user leaves.
#[cfg(feature = "tui")]
pub(super) fn play(level: Level, invocation: &Invocation) -> Result<Answer, Failure> {
    let mut screens = play::load_context(invocation, |_| {})?;
    play::show(&mut ScreenStack::new(Box::new(StagesScreen::new(level))), &mut screens)
}
