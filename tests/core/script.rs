//! Commands as words.

use base::Dir;
use runs::record::{Scripted, VERBS, parse_script};

#[test]
fn every_command_reads_back_as_itself() {
    let mut text = vec!["work".to_owned(), "carry".to_owned(), "douse".to_owned()];
    for (verb, args) in VERBS {
        text.extend(Dir::ALL.map(|dir| {
            let words = args.iter().map(|arg| match *arg {
                "dir" | "beside" => dir.name(),
                "at" => "at",
                "y" => "4",
                "give" | "take" => "oil",
                _ => "3",
            });
            [*verb].into_iter().chain(words).collect::<Vec<_>>().join(" ")
        }));
    }
    let all = parse_script(&text.join("\n")).expect("every verb is read");
    let written: Vec<String> = all.iter().map(|&command| Scripted(command).to_string()).collect();
    assert_eq!(written, text);
    assert_eq!(parse_script(&text.join("; ")), Ok(all));
}

#[test]
fn faults_name_their_line() {
    let fault = |text: &str| parse_script(text).expect_err("was taken").to_string();
    assert_eq!(fault("wait # a while\n\njump"), "line 3: “jump” is no command");
    assert!(fault("step up").starts_with("line 1: “up” is no direction; there are north, "));
    assert_eq!(fault("travel 3"), "line 1: a row is missing");
    assert_eq!(fault("throw 1"), "line 1: “at” is missing");
    assert_eq!(fault("go"), "line 1: the number of a site is missing");
    assert_eq!(fault("use 300"), "line 1: “300” is no number that fits here");
    assert_eq!(
        fault("wait; wait wait"),
        "line 1: nothing was expected after that, and there stands “wait”"
    );
}
