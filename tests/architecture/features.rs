//! Features of crates that stand below the game: the same with the server as without it, so that
//! neither builds the rules anew.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The features with which each crate is built, by crate and version. A crate can be built in two
/// ways: for procedural macros, and for the program.
type Features = BTreeMap<String, BTreeSet<String>>;

/// What Cargo says of the crates that some packages stand on.
fn features(selection: &[&str]) -> Features {
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--offline", "--locked", "--prefix", "none", "--format", "{p}|{f}"]);
    let told = tree.args(selection).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let told = told.expect("cargo runs");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let mut features = Features::new();
    for line in String::from_utf8_lossy(&told.stdout).lines() {
        let Some((package, own)) = line.split_once('|') else { continue };
        let own = own.trim_end_matches(" (*)").to_owned();
        features.entry(package.to_owned()).or_default().insert(own);
    }
    features
}

#[test]
fn the_server_asks_no_more_features_of_what_the_game_stands_on() {
    let play = ["--package", "upkeeper", "--edges", "normal,build"];
    let served = [&play[..], &["--features", "ssh"]].concat();
    let tests = ["--edges", "normal,build,dev"];
    let all_tests = [&tests[..], &["--workspace", "--features", "ssh"]].concat();
    let of_tests_alone = ["chacha20 ", "rand ", "proptest "];
    let mut differences = Vec::new();
    for (less, more) in
        [(features(&play), features(&served)), (features(&tests), features(&all_tests))]
    {
        assert!(less.len() > 100, "only {} crates were told", less.len());
        let shared =
            less.iter().filter_map(|(package, own)| Some((package, own, more.get(package)?)));
        for (package, own, more) in shared.filter(|(_, own, more)| own != more) {
            let is_ours = package.starts_with("upkeeper ");
            if !is_ours && !of_tests_alone.iter().any(|name| package.starts_with(name)) {
                differences.push(format!("{package}: {own:?}, with the server {more:?}"));
            }
        }
    }
    assert!(
        differences.is_empty(),
        "ask for these in src/workspace-hack:\n{}",
        differences.join("\n")
    );
}
