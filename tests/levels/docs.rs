//! What `docs/levels.md` says of the kinds is so.

use crate::support::content::catalog;
use crate::support::project::project_path;

use content::{Amount, RecipeSetting};

fn read(path: &str) -> String {
    std::fs::read_to_string(project_path(path)).expect("the page is there").replace("\r\n", "\n")
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
        let picture = project_path(&format!("docs/levels/{}.png", kind.name));
        assert!(picture.exists(), "no picture of {}", kind.name);
    }
    assert!(missing.is_empty(), "docs/levels.md lacks:\n{}", missing.join("\n"));
}
