//! The story of a raid.

use engine::view::{WorkTested, tested};

#[test]
fn works_are_told_in_few_words() {
    let works = |count, tested, apart| WorkTested {
        what: "traps",
        spoilt: "went off",
        count,
        tested,
        apart,
    };
    assert_eq!(tested(works(1, 0, 0)), "The trap you saw to: as you left it.");
    assert_eq!(tested(works(1, 1, 1)), "The trap you saw to: taken apart.");
    assert_eq!(tested(works(2, 2, 0)), "The two traps you saw to: all went off.");
    assert_eq!(
        tested(works(5, 3, 1)),
        "The five traps you saw to: two went off, one taken apart, two as you left them."
    );
}
