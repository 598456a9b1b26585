//! What is refused of the extra orders.

use content::{Catalog, Sources};

#[test]
fn errors_name_line_and_field() {
    for (from, to, told) in [
        ("asks: Fallen(2)", "asks: Bled(20)", "asks: is about a party that no board knows of"),
        ("{name} is to live", "Somebody is to live", "text: {name} stands in texts about somebody"),
        ("HeldUp(800)", "HeldUp(50)", "asks: 50 is not within 101 and 1000"),
        ("in_closet: 2", "in_closet: 20", "in_closet: 20 is not within 0 and 5"),
        ("hangs: Board", "hangs: Bored", "syntax: "),
    ] {
        let mut sources = Sources::default();
        let text = sources.text("notices.ron").replacen(from, to, 1);
        assert_ne!(text, sources.text("notices.ron"), "{from} does not stand in the file");
        assert!(sources.replace("notices.ron", text));
        let error = Catalog::from_sources(&sources).expect_err("bad data was taken").to_string();
        assert!(error.starts_with("data/notices.ron:") && error.contains(told), "{error}");
    }
}
