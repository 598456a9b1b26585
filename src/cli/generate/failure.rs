//! The failures of `gen`.

use std::io;

use super::picture::TooLarge;
use crate::levelgen::GenError;
use crate::save::SaveError;

/// Why `gen` printed nothing, or not all of its output.
#[derive(Debug, thiserror::Error)]
pub enum GenFailure {
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
