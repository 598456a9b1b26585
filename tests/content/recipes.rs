//! What is refused of the recipes of levels.

use content::{Catalog, Pass};

#[test]
fn a_pass_without_what_it_needs_is_a_fault_of_the_recipe() {
    let catalog = Catalog::embedded().expect("valid data");
    let cases = [
        ("crypt", Pass::RoomGraph, "Hallways needs room graph, which no pass before it makes"),
        ("cavern", Pass::Noise, "Automaton needs cave, which no pass before it makes"),
        ("keep", Pass::Roles, "Services needs start and exit, which no pass before it makes"),
    ];
    for (name, dropped, message) in cases {
        let kind = catalog.levels.iter().find(|kind| kind.name == name);
        let mut kind = kind.expect("a kind").clone();
        kind.passes.retain(|&pass| pass != dropped);
        assert_eq!(kind.check(), Err(("passes", message.to_owned())));
    }
}
