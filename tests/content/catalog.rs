//! What the catalog refuses.

use content::{Catalog, ColorRole, Sources, counted, plural};
use ron::Value;
use ron::extensions::Extensions;

fn refused(file: &str, from: &str, to: &str) -> String {
    let mut sources = Sources::default();
    let text = sources.text(file).replacen(from, to, 1);
    assert_ne!(text, sources.text(file), "{from} does not stand in {file}");
    assert!(sources.replace(file, text));
    Catalog::from_sources(&sources).expect_err("bad data was taken").to_string()
}

#[test]
fn the_built_in_content_is_valid() {
    let catalog = Catalog::embedded().expect("valid");
    assert!(catalog.actors.len() >= 7 && catalog.traps.len() >= 5);
}

#[test]
fn errors_name_file_line_and_field() {
    let messages = [
        refused("actors.ron", "faction: \"vermin\"", "faction: \"verming\""),
        refused("actors.ron", "health: 5", "health: 0"),
        refused("actors.ron", "name: \"slime\"", "name: \"rat\""),
        refused("actors.ron", "name: \"slime\"", "nam: \"slime\""),
        refused("actors.ron", "glyph: 's'", "glyph: 'r'"),
        refused("actors.ron", "glyph: 's'", "glyph: '$'"),
        refused("actors.ron", "item: \"crowbar\"", "item: \"crobar\""),
        refused("campaign.ron", "floor_percent: (80,", "floor_percent: (5,"),
        refused("cast.ron", "(3, \"fighter\")", "(3, \"figther\")"),
        refused("cast.ron", "goes: 65", "goes: 165"),
        refused("cast.ron", "boss: \"high sword\"", "boss: \"fighter\""),
        refused("cast.ron", "guard: \"sworn sword\"", "guard: \"sworn sward\""),
        refused("campaign.ron", "least_grade: 'C'", "least_grade: 'E'"),
        refused("campaign.ron", "class: \"knife\"", "class: \"fork\""),
        refused("campaign.ron", "withheld: 40", "withheld: 400"),
        refused("cast.ron", "people who know each other", "people who do not"),
        refused("categories.ron", "at_least: 'S'", "at_least: 'T'"),
        refused("categories.ron", "id: \"order\"", "id: \"Order\""),
        refused("categories.ron", "id: \"order\"", "id: \"clock-out\""),
        refused("categories.ron", "FewestTurns(to: WorkOver)", "FewestTurns(to: RaidOver)"),
        refused("categories.ron", "Job(Body), Job(Trap)", "Job(Body), Job(Body)"),
        refused("categories.ron", "needs: [Served]", "needs: [Severed]"),
        refused("categories.ron", "needs: [Served]", "needs: [Won]"),
        refused("categories.ron", "Job(Body), Job(Trap)", "Site(1), Job(Trap)"),
        refused("categories.ron", "SeatFloor(1)", "SeatFloor(0)"),
        refused("categories.ron", "mode: Campaign", "mode: Voyage"),
        refused("conditions.ron", "kind: \"wraith\"", "kind: \"wrath\""),
        refused("conditions.ron", "vermin_percent: 300", "vermin_percent: 3000"),
        refused("conditions.ron", "splash: 6", "splosh: 6"),
        refused("encounters.ron", "percent: 55", "percent: 56"),
        refused(
            "encounters.ron",
            "Flag(\"paid the toll\"), NoFlag",
            "Flag(\"laid the toll\"), NoFlag",
        ),
        refused("encounters.ron", "Fight([\"squire\"])", "Fight([\"squier\"])"),
        refused("factions.ron", "(\"upkeeper\", \"raiders\")", "(\"upkeeper\", \"riders\")"),
        refused("items.ron", "damage: (3, 5)", "damage: (5, 3)"),
        refused("items.ron", "opens: BossDoor", "opens: LockedDoor"),
        refused("items.ron", "opens: Rubble", "opens: Drop"),
        refused("items.ron", "recharge: 60", "recharge: 0"),
        refused("items.ron", "reach: 2", "reach: 9"),
        refused("items.ron", "armour: 1,", "armour: 1, two_handed: true,"),
        refused("items.ron", "slow: [Trap]", "slow: [Trap], quick: [Trap]"),
        refused("items.ron", "effects: [Shove(cells: 3)]", "effects: [Shove(cells: 0)]"),
        refused("items.ron", "Coins(amount: 1)", "Coins(amount: 2)"),
        refused("campaign.ron", "residents: [1", "residents: [0"),
        refused("parties.ron", "kind: \"mage\"", "kind: \"mag\""),
        refused("rules.ron", "pays: 25", "pays: 80"),
        refused("rules.ron", "\"vault\", \"cavern\"", "\"vault\", \"cave\""),
        refused("rules.ron", "(1, 2, 3, 4, 5, 6, 7)", "(1, 2, 3, 4, 5, 6, 11)"),
        refused("rules.ron", "robbed: \"robbed shopkeeper\"", "robbed: \"shopkeeper\""),
        refused("rules.ron", "(1, \"skeleton\")", "(1, \"skelton\")"),
        refused("actors.ron", "name: \"slime\"", "name: \"slime of the deep\""),
        refused(
            "short_names.ron",
            "\"bat swarm\", short: \"bats\"",
            "\"bat swarm\", short: \"a swarm of\"",
        ),
        refused("short_names.ron", "name: \"Melisende\"", "name: \"Melisand\""),
        refused("texts.ron", "\"murky\", ", "\"murky\" "),
        refused("traps.ron", "percent: 50", "percent: 500"),
        refused("traps.ron", "hits {victim}", "hits {vctim}"),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn two_kinds_share_a_letter_if_their_colours_differ() {
    let loaded = |rows: &[(&str, &str)]| {
        let mut sources = Sources::default();
        let text = rows.iter().fold(sources.text("actors.ron").to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        });
        assert!(sources.replace("actors.ron", text));
        Catalog::from_sources(&sources)
    };
    let of_its_own = ("glyph: 'R'", "glyph: 'b', color: Blue");
    for (row, color) in [
        (of_its_own, ColorRole::BlueActor),
        // A skeleton has the colour of its side.
        (("glyph: 'v'", "glyph: 'b'"), ColorRole::Undead),
    ] {
        let catalog = loaded(&[row]).expect("valid");
        let sharing = catalog.actors.iter().filter(|kind| kind.glyph == 'b');
        let drawn: Vec<_> = sharing.map(|kind| (kind.role(), kind.is_underlined)).collect();
        assert_eq!(drawn, [(ColorRole::Hostile, false), (color, true)]);
    }
    let to_at = ("glyph: 'R'", "glyph: '@', color: Blue");
    let to_red = ("glyph: 'R'", "glyph: 'b', color: Red");
    for (rows, told) in [
        (
            &[("glyph: 'R'", "glyph: 'b'")][..],
            "giant rat.glyph: “bat swarm” is drawn so already, in the same colour: take \
             another letter, or a `color` of its own, Blue or Amber",
        ),
        (
            &[of_its_own, ("glyph: 'v'", "glyph: 'b'")],
            "giant rat” has it: at most two kinds share a letter, and none shares @; take another",
        ),
        (&[to_at], "“upkeeper” has it: at most two kinds share"),
        (&[to_red], "syntax: Unexpected variant named `Red`"),
    ] {
        let error = loaded(rows).expect_err("it is refused").to_string();
        assert!(error.starts_with("data/actors.ron:") && error.contains(told), "{error}");
    }
    let error = refused("short_names.ron", "short: \"big rat\"", "short: \"bats\"");
    let told = ".short: two names are this in the side panel";
    assert!(error.starts_with("data/short_names.ron:") && error.ends_with(told), "{error}");
}

#[test]
fn other_content_has_another_hash() {
    let mut sources = Sources::default();
    let before = sources.hash();
    sources.replace("rules.ron", sources.text("rules.ron").replace("dawn: 1000", "dawn: 1001"));
    assert_ne!(before, sources.hash());
}

#[test]
fn another_category_or_sign_is_no_other_rule() {
    let mut sources = Sources::default();
    let before = sources.hash();
    let text = sources.text("categories.ron").replace("\"clock-out\"", "\"out\"");
    assert!(sources.replace("categories.ron", text));
    assert!(sources.replace("terrain.ron", sources.text("terrain.ron").replace("'◉'", "'◙'")));
    let catalog = Catalog::from_sources(&sources).expect("valid");
    assert!(catalog.find_category("out").is_some() && catalog.find_category("clock-out").is_none());
    assert!(catalog.terrain.rows().iter().any(|row| row.sign.0 == '◙'));
    assert_eq!(before, catalog.hash);
}

#[test]
fn errors_of_terrain_name_line_and_field() {
    let water = "sign: ('~', '~')";
    for (from, to, told) in [
        ("of: Tile('\"')", "of: Tile('=')", "of: Tile(Grass) has no row"),
        ("of: Fire", "of: Gas", "fire.of: Gas stands twice"),
        ("of: Tile('#')", "of: Tile('?')", ": syntax: "),
        ("role: Grass", "role: Gras", ": syntax: "),
        ("name: \"rock\"", "name: \"wall\"", "wall.name: stands twice"),
        ("help: \"floor\"", "help: \"ground\"", "post.sign: looks as “floor” does"),
        ("sign: ('=', '=')", "sign: ('=', '.')", "road.sign: looks as “floor” does"),
        (water, "sign: ('~', 'w')", "deep water.sign: letters are actors'"),
        (water, "sign: ('～', '~')", "deep water.sign: must be one column wide"),
        (water, "sign: ('~', '≈')", "deep water.sign: the second must be"),
        ("an echo. {open}", "an echo. {opens}", "pit.examine: “{opens}” is not known"),
        ("examine: \"A wall.\"", "examine: \"\"", "wall.examine: tiles and fixtures have one"),
        ("examine: \"A wall.\"", "examine: \"A wall\"", "wall.examine: must be sentences"),
        ("\"ledge, down to the {down}\"", "\"ledge, {way}\"", "name: “{way}” is not known"),
        ("legend: \"start\"", "legend: \"\"", "the way in.legend: must be a line"),
    ] {
        let error = refused("terrain.ron", from, to);
        assert!(error.starts_with("data/terrain.ron:") && error.contains(told), "{error}");
    }
}

/// A path with a slip of the pen would check nothing.
#[test]
fn every_bound_leads_to_numbers_of_the_built_in_content() {
    fn leads_to_number(value: &Value, path: &[&str]) -> bool {
        match (value, path) {
            (Value::Option(Some(value)), _) => leads_to_number(value, path),
            (Value::Map(fields), [step, rest @ ..]) => fields
                .get(&Value::String((*step).to_owned()))
                .is_some_and(|value| leads_to_number(value, rest)),
            (Value::Seq(values), _) => values.iter().any(|value| leads_to_number(value, path)),
            (value, []) => matches!(value, Value::Number(_)),
            _ => false,
        }
    }
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let text = include_str!("../../src/content/catalog/bounds.ron");
    let bounds: Value = options.from_str(text).expect("valid");
    let Value::Map(files) = bounds else { panic!("{bounds:?}") };
    let mut count = 0;
    for (file, lists) in files.iter() {
        let (Value::String(file), Value::Map(lists)) = (file, lists) else { panic!("{file:?}") };
        let content: Value = options.from_str(Sources::default().text(file)).expect("valid");
        let lists = lists.values().map(|list| list.clone().into_rust::<Vec<Vec<Value>>>());
        for bound in lists.flat_map(|list| list.expect("lists of bounds")) {
            let Value::String(path) = &bound[0] else { panic!("{file}: {bound:?}") };
            let steps: Vec<&str> = path.split(['/', '.']).collect();
            assert!(leads_to_number(&content, &steps), "{path} leads nowhere in {file}");
            count += 1;
        }
    }
    assert!(count > 150, "{count} bounds");
}

#[test]
fn errors_name_line_and_field() {
    for (from, to, told) in [
        ("asks: Fallen(2)", "asks: Harm(20)", "asks: is about a party that no board knows of"),
        ("{name} is to live", "Somebody is to live", "text: {name} stands in texts about somebody"),
        ("Harm(18)", "Harm(60)", "asks: 60 is not within 1 and 45"),
        ("in_closet: 2", "in_closet: 20", "in_closet: 20 is not within 0 and 5"),
        ("hangs: Board", "hangs: Bored", "syntax: "),
    ] {
        let error = refused("notices.ron", from, to);
        assert!(error.starts_with("data/notices.ron:") && error.contains(told), "{error}");
    }
}

#[test]
fn a_pass_without_what_it_needs_is_a_fault_of_the_recipe() {
    for (dropped, told) in [
        (
            "RoomGraph, Hall",
            "crypt.passes: Hallways needs room graph, which no pass before it makes",
        ),
        ("Noise, ", "cavern.passes: Automaton needs cave, which no pass before it makes"),
        ("Roles, ", "keep.passes: Services needs start and exit, which no pass before it makes"),
    ] {
        let error =
            refused("levels.ron", dropped, dropped.strip_prefix("RoomGraph, ").unwrap_or(""));
        assert!(error.starts_with("data/levels.ron:") && error.ends_with(told), "{error}");
    }
}

#[test]
fn one_thing_is_told_in_the_singular() {
    assert_eq!(counted(1, "part"), "1 part");
    assert_eq!([0u32, 2, 11].map(|count| plural(count, "party")), ["parties"; 3]);
    assert_eq!(counted(-1, "day"), "-1 days");
}

#[test]
fn errors_of_perks_name_line_and_field() {
    for (from, to, told) in [
        ("name: \"one free arm\"", "name: \"the long handle\"", "name: stands twice"),
        ("cells: 3, stuns", "cells: 30, stuns", "over you go.effects: 30 is not within 1 and 8"),
        ("\"vermin\"", "\"vermine\"", "family.effects: there is no faction “vermine”"),
        ("effects: [KitsSpare]", "effects: []", "your own hand.effects: there is none"),
        ("KitsSpare", "KitsSpar", "syntax: "),
    ] {
        let error = refused("perks.ron", from, to);
        assert!(error.starts_with("data/perks.ron:") && error.contains(told), "{error}");
    }
    let few = "[(name: \"one\", text: \"It.\", effects: [KitsSpare])]";
    let mut sources = Sources::default();
    assert!(sources.replace("perks.ron", few.to_owned()));
    let error = Catalog::from_sources(&sources).expect_err("one perk").to_string();
    assert!(error.contains("1 perks are not within 15 and 200"), "{error}");
}
