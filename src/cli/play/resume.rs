//! The run that `play --resume` takes up.

use std::path::Path;

use crate::cli::{Failure, Invocation};
use base::{path_text, sanitize};
use runs::home::{UnfinishedRun, UnfinishedState, WholePart, unfinished_runs};
use runs::save::{RunId, SaveError};

/// The run to take up: the one that was asked for by the name of its file, with or without its ending, or else the one
/// played last.
///
/// # Errors
/// Why that cannot be played on, and what can be done.
pub(super) fn run_to_resume(name: &str, invocation: &Invocation) -> Result<RunId, Failure> {
    let folder = invocation.folders()?.runs();
    let found = unfinished_runs(&folder, &invocation.catalog()?);
    if !name.is_empty() {
        return named(name, &folder, found);
    }
    // What this program cannot play is passed over for what it can; damage is not, since nobody knows of it yet.
    let is_next = |run: &&UnfinishedRun| match &run.state {
        UnfinishedState::Playable { .. } => true,
        UnfinishedState::Damaged { whole, .. } => !matches!(whole, WholePart::Saved(_)),
        UnfinishedState::Refused(_) => false,
    };
    let place = found.iter().position(|run| is_next(&run)).unwrap_or(0);
    let Some(next) = found.into_iter().nth(place) else {
        return Err(Failure { code: 1, message: "there is no unfinished run".to_owned() });
    };
    playable(next)
}

/// The run of a name: that of its file, or a path to it.
fn named(name: &str, folder: &Path, found: Vec<UnfinishedRun>) -> Result<RunId, Failure> {
    let path = Path::new(name);
    let is_elsewhere = path.parent().is_some_and(|parent| {
        !parent.as_os_str().is_empty() && parent.canonicalize().ok() != folder.canonicalize().ok()
    });
    if is_elsewhere {
        let (name, folder) = (sanitize(name), path_text(folder));
        let message = format!("{name}: runs are taken up in {folder}; copy it there first");
        return Err(Failure::usage(&message));
    }
    let file = path.file_name().and_then(|file| file.to_str()).unwrap_or(name);
    let with_ending = format!("{file}.upk");
    let is_named = |run: &UnfinishedRun| [file, &with_ending].contains(&run.id.as_str());
    let mut found = found;
    if let Some(place) = found.iter().position(is_named) {
        return playable(found.swap_remove(place));
    }
    if let Some(over) = [file, &with_ending].iter().find(|file| folder.join(file).is_file()) {
        let message = format!("{}: it is over; replay watch shows it", sanitize(over));
        return Err(Failure { code: 1, message });
    }
    let others: Vec<String> = found.iter().map(|run| sanitize(run.id.as_str())).collect();
    let others = if others.is_empty() {
        "there is no unfinished run".to_owned()
    } else {
        format!("unfinished are {}", others.join(", "))
    };
    let (name, folder) = (sanitize(name), path_text(folder));
    let message = format!("{name}: there is no such run in {folder}; {others}");
    Err(Failure { code: 66, message })
}

fn playable(run: UnfinishedRun) -> Result<RunId, Failure> {
    match run.state {
        UnfinishedState::Playable { .. } => Ok(run.id),
        UnfinishedState::Refused(error) => Err(error.into()),
        UnfinishedState::Damaged { error, whole } => Err(damaged(error, &whole)),
    }
}

/// What is wrong with a damaged run, and what can be saved.
fn damaged(error: SaveError, whole: &WholePart) -> Failure {
    let failure = Failure::from(error);
    let rest = match whole {
        WholePart::Until(turn) => format!(
            "up to turn {turn} it can be saved: by Unfinished runs on the title, or by upkeeper save cut"
        ),
        WholePart::Saved(run) => {
            format!("what stood before that was saved: --resume {}", sanitize(run.as_str()))
        }
        WholePart::Nothing => "nothing of it can be saved; move it elsewhere".to_owned(),
    };
    let message = format!("{}; {rest}; --resume RUN takes up another", failure.message);
    Failure { message, ..failure }
}
