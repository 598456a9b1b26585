//! What the server answers, whatever the door: boards, files of runs, runs that are handed in.
//! Secrets are masked here, so that no door has to remember it.

mod answer;
mod boards;
mod requests;
mod scores;
mod submit;

pub(crate) use answer::{Answer, Output, Refused};
pub(crate) use boards::{DayTry, Entry, board, category_query, run_facts, run_result, score};
pub(crate) use requests::{ExecRequest, Question, fetch_command};
pub use submit::dry_run;
pub(crate) use submit::submit;
