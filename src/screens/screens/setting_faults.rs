//! What screens tell of the faults in the settings file.

use crate::{
    Appearance,
    widgets::{fit, wrap},
};

/// The rows that a fault takes at most: a remedy can name every key that there is.
const MAX_ROWS: usize = 2;

/// The first `shown` faults in rows of `width` columns; of the others only their number, and `rest`: where they are.
pub(super) fn fault_rows(
    faults: &[String],
    shown: usize,
    rest: &str,
    width: usize,
    looks: &Appearance,
) -> Vec<String> {
    let mut rows = Vec::new();
    for fault in faults.iter().take(shown) {
        let mut wrapped = wrap(fault, width);
        if wrapped.len() > MAX_ROWS {
            let last = wrapped.split_off(MAX_ROWS - 1).join(" ");
            wrapped.push(fit(&last, width, looks));
        }
        rows.append(&mut wrapped);
    }
    match faults.len().saturating_sub(shown) {
        0 => {}
        more => rows.push(fit(&format!("And {more} more: {rest}."), width, looks)),
    }
    rows
}
