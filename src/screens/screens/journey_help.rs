//! What the help says of a journey.

/// How a journey goes, a paragraph each; see [`Keymap::fill_in`](crate::keymap::Keymap::fill_in) for `{key:NAME}`.
pub(super) const JOURNEY_PARAGRAPHS: [&str; 8] = [
    "THE MARCHES are sites and the roads between them. You begin at the Home Post; at the other end is the Deep \
     Seat. A site is a night's work, as any shift is, and its roads are open to you once it is in order.",
    "THE MAP has a letter for each site, and the panel says what is known of the one under the cursor, and {key:examine} tells \
     all of it. Arrows jump to the next site that way, {key:next-thing} goes through those you can walk to now, {key:confirm} sets out, or \
     goes in where you stand. A mouse does both.",
    "ROADS cost rations by their length, and the long ones a night. Without rations they cost health instead. The \
     panel says so before you set out, and what costs health or a night is asked about.",
    "TOWNS are walked through: in by the near gate, for a ration, and out by the far one, which opens the roads beyond. \
     Walk into doors and into people. The letters on the doors are listed beside the map; {key:trade} at a counter shows \
     what is sold, the inn knows who is waiting for you, the parish board pays for an order of its own. What people say \
     is true or not by person: bakers know more than hatters.",
    "THEY have nights, too. The same people come again: who got away is better for it, and knows your traps; who \
     fell is dead for good, and lies in your way. {key:roll} opens the roll of all you have heard of.",
    "LOST is a site that was plundered twice and that nobody saw to in time. The number beside its letter is the \
     nights that are left. Its roads close; some way to the Deep Seat always stays open.",
    "PAY is in coin, by the grade of the night and the depth of the site. You sleep by day, and that mends a good \
     part of you. {key:rest} stays a night in bed at a site that is in order; they do not.",
    "DEATH ends it, and so does the Deep Seat, once it is in order and the Champion is not in the chair any more. \
     The story is written down either way.",
];
