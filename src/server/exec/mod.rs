//! Requests without a terminal: `ssh host whoami` and the like.

mod answer;
mod fetch;
mod request;
mod scores;
mod submit;

pub(crate) use answer::Answer;
pub(crate) use fetch::fetch_command;
pub(crate) use request::{ExecRequest, Question};
pub(crate) use submit::{read as read_submission, submit};
