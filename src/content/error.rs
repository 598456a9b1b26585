/// Something in a data file that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("data/{file}:{line}: {field}: {message}")]
pub struct DataError {
    pub file: &'static str,
    /// Counted from 1.
    pub line: usize,
    /// The entry and field: "rat.health"; "syntax" where the text is not even RON.
    pub field: String,
    /// What is wrong and what would be right.
    pub message: String,
}
