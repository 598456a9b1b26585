//! The failures of `gen`.

use std::io;

use super::picture::TooLarge;
use crate::cli::Failure;
use levels::GenError;
use runs::save::SaveError;

/// Why `gen` printed nothing, or not all of its output.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GenFailure {
    #[error("{0}")]
    Gen(#[from] GenError),
    #[error("--trace adds to the JSON: it wants --format json")]
    Trace,
    #[error("--full adds to the measures: it wants --format stats")]
    Full,
    #[error("--plot draws a picture: it wants --format png")]
    Plot,
    #[error("--animate plays the stages of a level: it goes with no other --format")]
    AnimateFormat,
    #[error("--animate plays one level: leave --count away")]
    AnimateCount,
    #[error("{option} shows how a level is made or measured; the marches are none")]
    NoStages { option: &'static str },
    #[error("--list prints text or JSON: it wants --format ascii or json")]
    ListFormat,
    #[error("a picture is nothing to print on a terminal: say where it should go with --out FILE")]
    PictureOnTerminal,
    #[error("--set {name} is given twice")]
    SetTwice { name: String },
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    #[error("“{metric}” is not told of a {kind}")]
    Untold { metric: &'static str, kind: String },
    #[error("{0}")]
    Save(#[from] SaveError),
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    #[error("a level cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the reader of the output has gone away")]
    Closed,
}

impl From<GenFailure> for Failure {
    fn from(error: GenFailure) -> Failure {
        let message = error.to_string();
        let code = match error {
            GenFailure::Gen(error) => Failure::from(error).code,
            GenFailure::Save(error) => Failure::from(error).code,
            GenFailure::Json(_) => 70,
            GenFailure::Write(_) | GenFailure::Closed => 74,
            GenFailure::Trace
            | GenFailure::Full
            | GenFailure::Plot
            | GenFailure::AnimateFormat
            | GenFailure::AnimateCount
            | GenFailure::ListFormat
            | GenFailure::NoStages { .. }
            | GenFailure::PictureOnTerminal
            | GenFailure::SetTwice { .. }
            | GenFailure::TooLarge(_)
            | GenFailure::Untold { .. } => 2,
        };
        Failure { code, message }
    }
}
