use screens::{config::Settings, screens::help::HelpScreen};

use crate::menus::show::Show;

#[test]
fn help_shows_the_live_keys_the_shift_and_the_signs() {
    let mut show = Show::of(|_| Box::new(HelpScreen::keys()));
    show.snapshots("help_keys");
    show.any_size();
    show.press("left");
    show.snapshots("help_shift");
    show.any_size();
    show.press("tab tab");
    show.snapshots("help_signs");
    show.any_size();
    show.press("tab");
    show.snapshots("help_journey");
    show.any_size();
    show.press("left left").screen(80, 24);
    show.press("end").says("Every key can be changed");
}

#[test]
fn help_follows_the_keymap() {
    let (settings, _) = Settings::read("config.toml", "[keys]\nwork = ['X']\n");
    let mut show = Show::of(|_| Box::new(HelpScreen::keys()));
    show.context.settings = settings;
    show.press("page-down").screen(80, 24);
    show.press("page-down").says("X work: do the job");
    show.press("left").says("X does the one beside you");
}

#[test]
fn a_page_on_begins_with_the_last_line_of_the_page() {
    let mut kept = 0;
    for height in 16..32 {
        let mut show = Show::of(|_| Box::new(HelpScreen::keys()));
        let mut rows = |keys: &str| -> Vec<String> {
            let screen = show.press(keys).screen(80, height);
            let marks = |c: char| c.is_whitespace() || "▴▾".contains(c);
            screen.lines().map(|row| row.trim_matches(marks).to_owned()).collect()
        };
        // Drawn first: how many rows a page has is known then.
        let before = rows("");
        let after = rows("page-down");
        let moved: Vec<usize> = (0..before.len()).filter(|&y| before[y] != after[y]).collect();
        let (Some(&top), Some(&bottom)) = (moved.first(), moved.last()) else { continue };
        kept += u32::from(!after[top].is_empty() && after[top] == before[bottom]);
    }
    assert!(kept >= 8, "{kept}");
}
