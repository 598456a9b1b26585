//! The folders of the game, and the names in them.

use std::path::Path;

use runs::home::{Environment, GameFolders};
use runs::save::RunId;

#[test]
fn a_folder_on_the_command_line_comes_before_the_environment() {
    let set = [("UPKEEPER_HOME".to_owned(), "/set".to_owned())];
    let environment = Environment::from_iter(set);
    let named = GameFolders::find(Some(Path::new("/named")), &environment).expect("a folder");
    assert_eq!(named.runs(), Path::new("/named/runs"));
    let found = GameFolders::find(None, &environment).expect("a folder");
    assert_eq!(found.config(), Path::new("/set/config.toml"));
}
#[test]
fn a_name_that_leaves_its_folder_is_refused() {
    for name in ["", ".", "..", "../runs/a.upk", "/etc/passwd", "a/b.upk", "a/"] {
        assert!(RunId::try_from(name.to_owned()).is_err(), "{name}");
        assert!(serde_json::from_value::<RunId>(name.into()).is_err(), "{name}");
    }
    let id = RunId::of_file(Path::new("/home/ann/runs/ann-vault-7.upk")).expect("a name");
    assert_eq!(id.as_str(), "ann-vault-7.upk");
    assert_eq!(serde_json::to_value(&id).expect("plain data"), "ann-vault-7.upk");
}
