//! What is refused, and that it leaves nothing behind.

use crate::gen_tools::program::{run, run_line};

#[test]
fn wrong_usage_is_refused_and_told_what_would_be_right() {
    let cases = [
        ("gen valt", "did you mean “vault”?"),
        ("gen vault --width 5 --height 20", "the nearest to that is 18×20"),
        ("gen vault --height 2000", "the nearest to that is 66×1024"),
        ("gen vault --depth 0", "depths go from 1 to 99"),
        ("gen vault --set feature_percnt=3", "did you mean “feature_percent”?"),
        ("gen vault --set feature_percent=91", "the nearest to that is 90"),
        (
            "gen vault --set door_percent=3 --set door_percent=4",
            "--set door_percent is given twice",
        ),
        ("gen vault --set door_percent=many", "“many” is not a whole number"),
        ("gen vault --set door_percent", "key=value"),
        ("gen vault --count 0", "0 is not in 1.."),
        ("gen vault --count many", "invalid"),
        ("gen vault --width 1e3", "invalid"),
        ("gen vault --trace", "wants --format json"),
        ("gen vault --plot density,path", "wants --format png"),
        ("gen vault --plot densty,path --format png", "did you mean “density”?"),
        ("gen vault --plot density --format png", "--plot density,linearity"),
        ("gen vault --plot diversity,path --format png", "of many levels together"),
        ("gen vault --full", "wants --format stats"),
        ("gen vault --animate --format json", "--animate"),
        ("gen vault --animate --count 2", "--animate plays one level"),
        ("gen vault --format png --width 1024 --height 1024 --count 99999", "ask for fewer"),
        ("gen vault --format png --count 18446744073709551615", "ask for fewer"),
        ("gen --list --format stats", "--list prints text or JSON"),
        ("gen --list vault", "cannot be used with"),
        ("gen", "required"),
        ("seeds find --kind valt --where loops>1", "did you mean “vault”?"),
        ("seeds find --kind vault --where loop>1", "did you mean “loops”?"),
        ("seeds find --kind vault --where loops>1 --limit 0", "0 is not in 1.."),
        ("seeds find --kind vault --where loops>1 --width 3", "the nearest to that is 18×36"),
        ("seeds find --kind vault", "--where"),
    ];
    for (line, remedy) in cases {
        let ran = run_line(line);
        assert_eq!(ran.code, 2, "{line}: {}", ran.err);
        assert!(ran.out.is_empty(), "{line}");
        assert!(ran.err.contains(remedy), "{line}: {}", ran.err);
    }
}

#[test]
fn what_is_refused_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("level.png");
    let path = file.to_str().expect("a path");
    let ran = run(&["gen", "vault", "--width", "3", "--format", "png", "--out", path]);
    assert_eq!(ran.code, 2);
    assert!(!file.exists());
    let nowhere = folder.path().join("none/level.png");
    let path = nowhere.to_str().expect("a path");
    assert_eq!(run(&["gen", "vault", "--format", "png", "--out", path]).code, 73);
}
