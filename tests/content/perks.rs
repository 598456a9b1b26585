//! What is refused of the perks.

use content::{Catalog, Sources};

fn refused(from: &str, to: &str) -> String {
    let mut sources = Sources::default();
    let text = sources.text("perks.ron").replacen(from, to, 1);
    assert_ne!(text, sources.text("perks.ron"), "{from} does not stand in the file");
    assert!(sources.replace("perks.ron", text));
    Catalog::from_sources(&sources).expect_err("bad data was taken").to_string()
}

#[test]
fn errors_name_line_and_field() {
    for (from, to, told) in [
        ("name: \"one free arm\"", "name: \"the long handle\"", "name: stands twice"),
        ("cells: 3, stuns", "cells: 30, stuns", "over you go.effects: 30 is not within 1 and 8"),
        ("\"vermin\"", "\"vermine\"", "family.effects: there is no faction “vermine”"),
        ("effects: [KitsSpare]", "effects: []", "your own hand.effects: there is none"),
        ("KitsSpare", "KitsSpar", "syntax: "),
    ] {
        let error = refused(from, to);
        assert!(error.starts_with("data/perks.ron:") && error.contains(told), "{error}");
    }
    let few = "[(name: \"one\", text: \"It.\", effects: [KitsSpare])]";
    let mut sources = Sources::default();
    assert!(sources.replace("perks.ron", few.to_owned()));
    let error = Catalog::from_sources(&sources).expect_err("one perk").to_string();
    assert!(error.contains("1 perks are not within 15 and 200"), "{error}");
}
