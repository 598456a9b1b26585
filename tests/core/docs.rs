//! What the pages under `docs` say of the program is so.

use crate::support::content::catalog;
use std::path::Path;

use upkeeper::content::{Amount, RecipeSetting};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).expect("the page is there").replace("\r\n", "\n")
}

/// A row of a kind's table of settings.
fn row(setting: &RecipeSetting, usual: (i32, i32)) -> String {
    let at = |amount: Amount| amount.on(usual);
    let RecipeSetting { name, about, .. } = setting;
    let (default, low, high) = (at(setting.default), at(setting.low), at(setting.high));
    format!("| `{name}` | {default} | {low} to {high} | {about} |")
}

#[test]
fn every_kind_has_its_picture_its_settings_and_its_measures() {
    let catalog = catalog();
    let page = read("docs/levels.md");
    let mut missing = Vec::new();
    for kind in &catalog.levels {
        let mut wants = vec![
            format!("## {}\n", kind.name),
            format!("(levels/{}.png)", kind.name),
            format!(
                "{}×{} at least, {}×{} if not said",
                kind.min.0, kind.min.1, kind.usual.0, kind.usual.1
            ),
        ];
        wants.extend(kind.settings.iter().map(|setting| row(setting, kind.usual)));
        missing.extend(wants.into_iter().filter(|want| !page.contains(want.as_str())));
        let picture =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/levels/{}.png", kind.name));
        assert!(picture.exists(), "no picture of {}", kind.name);
    }
    assert!(missing.is_empty(), "docs/levels.md lacks:\n{}", missing.join("\n"));
}

/// What stands before the name of the snapshot of which a picture is a copy.
const SCREEN: &str = "<!-- screen: ";
const FENCE: &str = "``````";

#[test]
fn pictures_of_the_readme_are_screens_that_the_tests_draw() {
    let page = read("README.md");
    let mut updated = page.clone();
    for place in page.match_indices(SCREEN).map(|(place, _)| place) {
        let (name, rest) = page[place + SCREEN.len()..].split_once(" -->").expect("it is closed");
        let picture = rest.split(FENCE).nth(1).expect("a picture follows");
        let snapshot = read(&format!("tests/snapshots/{name}.snap"));
        let screen = snapshot.splitn(3, "---\n").nth(2).expect("a snapshot has a head");
        let screen = format!("text\n{}\n", screen.trim_matches('\n'));
        if picture != screen {
            updated = updated.replace(picture, &screen);
        }
    }
    assert!(page.matches(SCREEN).count() >= 2);
    if std::env::var_os("UPDATE_README").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
        std::fs::write(path, &updated).expect("it can be written");
    } else {
        assert!(page == updated, "stale; UPDATE_README=1 copies them anew");
    }
}
