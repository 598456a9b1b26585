//! The pictures of the README are screens that the tests draw.

use crate::support::project::project_path;

fn read(path: &str) -> String {
    std::fs::read_to_string(project_path(path)).expect("the page is there").replace("\r\n", "\n")
}

/// What stands before the name of the snapshot of which a picture is a copy.
const SCREEN: &str = "<!-- screen: ";
/// What a picture stands between. Grass is drawn by the same sign, so the last is a whole line.
const FENCES: (&str, &str) = ("``````text\n", "\n``````\n");

#[test]
fn pictures_of_the_readme_are_screens_that_the_tests_draw() {
    let page = read("README.md");
    let mut updated = page.clone();
    for place in page.match_indices(SCREEN).map(|(place, _)| place) {
        let (name, rest) = page[place + SCREEN.len()..].split_once(" -->").expect("it is closed");
        let (_, rest) = rest.split_once(FENCES.0).expect("a picture follows");
        let (picture, _) = rest.split_once(FENCES.1).expect("a picture ends");
        let snapshot = read(&format!("tests/snapshots/{name}.snap"));
        let screen = snapshot.splitn(3, "---\n").nth(2).expect("a snapshot has a head");
        let screen = screen.trim_matches('\n');
        if picture != screen {
            updated = updated.replace(picture, screen);
        }
    }
    assert!(page.matches(SCREEN).count() >= 2);
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(project_path("README.md"), &updated).expect("it can be written");
    } else {
        assert!(page == updated, "stale; UPDATE_README=1 copies them anew");
    }
}
