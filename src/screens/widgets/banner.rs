//! Words in letters five rows high: the title, and the grade of a shift.

use crate::{Appearance, glyphs::GlyphId};

pub(crate) const BANNER_ROWS: usize = 5;

/// The rows of a word in large letters, a blank column between two; letters without a large form
/// are left out.
pub(crate) fn banner(word: &str, looks: &Appearance) -> [String; BANNER_ROWS] {
    let letters: Vec<_> = word.chars().filter_map(large).collect();
    std::array::from_fn(|row| {
        let rows: Vec<_> = letters.iter().map(|letter| letter[row]).collect();
        rows.join(" ").replace('#', looks.glyph(GlyphId::Block))
    })
}

fn large(letter: char) -> Option<[&'static str; BANNER_ROWS]> {
    Some(match letter {
        'A' => [" ### ", "#   #", "#####", "#   #", "#   #"],
        'B' => ["#### ", "#   #", "#### ", "#   #", "#### "],
        'C' => [" ####", "#    ", "#    ", "#    ", " ####"],
        'D' => ["#### ", "#   #", "#   #", "#   #", "#### "],
        'E' => ["#####", "#    ", "#### ", "#    ", "#####"],
        'F' => ["#####", "#    ", "#### ", "#    ", "#    "],
        'K' => ["#   #", "#  # ", "###  ", "#  # ", "#   #"],
        'P' => ["#### ", "#   #", "#### ", "#    ", "#    "],
        'R' => ["#### ", "#   #", "#### ", "#  # ", "#   #"],
        'S' => [" ####", "#    ", " ### ", "    #", "#### "],
        'U' => ["#   #", "#   #", "#   #", "#   #", " ### "],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::sim::Letter;

    #[test]
    fn every_letter_that_is_wanted_is_five_columns_of_five_rows() {
        for letter in Letter::ALL.map(Letter::character).into_iter().chain("UPKEEPER".chars()) {
            let rows = large(letter).unwrap_or_else(|| panic!("{letter} has no large form"));
            assert!(rows.iter().all(|row| row.len() == 5), "{letter}");
        }
        assert_eq!(large('x'), None);
    }
}
