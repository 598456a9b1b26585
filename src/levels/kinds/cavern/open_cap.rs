//! The check of the width of open spaces after tunnels are dug.

use crate::algo::automaton::squares;
use crate::draft::LevelDraft;
use crate::error::PassError;

/// Refuses a cavern whose tunnels opened a square wider than the cap.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let cap = draft.setting("open_cap")? as u32;
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    if squares(&cave.floor, cap + 1).is_empty() {
        Ok(())
    } else {
        Err(PassError::Retry("a tunnel opened a space wider than open_cap"))
    }
}
