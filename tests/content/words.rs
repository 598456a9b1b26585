//! Counted things.

use content::{counted, plural};

#[test]
fn one_thing_is_told_in_the_singular() {
    assert_eq!(counted(1, "part"), "1 part");
    assert_eq!([0u32, 2, 11].map(|count| plural(count, "party")), ["parties"; 3]);
    assert_eq!(counted(-1, "day"), "-1 days");
}
