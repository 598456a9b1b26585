//! The screens of a shift: keys in, pictures out.
#![cfg(feature = "tui")]

mod desk;

use desk::{Desk, Looking};
use ratatui::{layout::Size, style::Modifier};
use upkeeper::{
    base::{Dir, Pos, Seed},
    content::{Catalog, ItemKind, ItemKindId, JobKind, Slot},
    sim::{Coins, Command, Fixture, Game, Setup, Snapshot, Stack, Status, Turns},
    ui::{
        Play,
        config::{Animation, Hints, Settings},
        glyphs::GlyphSet,
        terminal::{Depth, Input, Mouse, MouseKind},
        widgets::picture,
    },
};

/// Seeds with something to see: a threat comes into sight soon.
const CAVERN: u64 = 7;
const VAULT: u64 = 42;

fn pictures(name: &str, kind: &str, seed: u64, keys: &str) {
    for size in [(80, 24), (120, 40)] {
        for (glyphs, word) in [(GlyphSet::Unicode, "unicode"), (GlyphSet::Ascii, "ascii")] {
            let mut desk = Desk::shift(kind, seed, Looking { size, glyphs, ..Looking::default() });
            desk.press(keys);
            let screen = desk.screen();
            if glyphs == GlyphSet::Ascii {
                assert!(screen.is_ascii(), "{screen}");
            }
            insta::assert_snapshot!(format!("{name}_{}x{}_{word}", size.0, size.1), screen);
        }
    }
}

#[test]
fn the_map() {
    pictures("map", "vault", VAULT, "tab w o o");
    pictures("map_of_a_cavern", "cavern", CAVERN, "o o");
}

#[test]
fn the_cart() {
    pictures("cart", "vault", VAULT, "i");
    pictures("item", "vault", VAULT, "i c");
}

#[test]
fn examining() {
    pictures("examine", "cavern", CAVERN, "o o x");
}

#[test]
fn aiming() {
    pictures("throw", "cavern", CAVERN, "o o f enter");
}

#[test]
fn the_jobs() {
    pictures("jobs", "vault", VAULT, "o o o J j");
}

#[test]
fn the_floor_map() {
    pictures("floor_map", "vault", VAULT, "m");
    pictures("floor_map_scaled", "vault", VAULT, "m enter");
}

#[test]
fn the_history() {
    pictures("history", "cavern", CAVERN, "o o w g p");
}

#[test]
fn the_upkeeper() {
    pictures("yourself", "vault", VAULT, "@");
}

#[test]
fn a_newcomer_is_briefed_and_told_the_next_step() {
    let settings = Settings { animation: Animation::Off, ..Settings::default() };
    let mut desk = Desk::unread("vault", VAULT, settings, Looking::default());
    insta::assert_snapshot!("briefing", desk.screen());
    desk.press("l");
    assert_eq!(desk.turn(), 0, "the key that reads the briefing does nothing else");
    assert!(desk.screen().contains("Walk with the arrows or hjkl."), "{}", desk.screen());

    let settings = Settings { hints: Hints::Off, animation: Animation::Off, ..Settings::default() };
    let mut desk = Desk::unread("vault", VAULT, settings, Looking::default());
    desk.press("enter");
    assert!(!desk.screen().contains("Walk with"), "{}", desk.screen());
}

#[test]
fn the_work_key_does_what_there_is_to_do_or_says_why_not() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("w");
    assert_eq!(desk.said(), ["There is no work to do here."]);
    desk.press("tab");
    let before = done(&desk);
    desk.press("w");
    assert!(done(&desk) > before, "{}", desk.screen());
}

#[test]
fn keys_that_mean_nothing_say_so() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("%");
    assert_eq!(desk.said(), ["The key % does nothing here. ? shows those that do."]);
    assert_eq!(desk.turn(), 0);
}

#[test]
fn escape_with_nothing_open_tells_the_ways_out_once() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("esc esc");
    assert_eq!(desk.said(), ["? shows the keys, S saves and quits."]);
    assert_eq!(desk.turn(), 0);
}

#[test]
fn repeats_are_folded_on_the_map() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("w w w");
    assert!(desk.screen().contains("There is no work to do here. (×3)"), "{}", desk.screen());
}

/// A desk whose upkeeper stands beside an armed trap, and the key that walks onto it.
fn beside_a_trap() -> (Desk, &'static str) {
    let keys = ["k", "u", "l", "n", "j", "b", "h", "y"];
    for seed in 1..60 {
        let mut desk = Desk::shift("cavern", seed, Looking::default());
        for _ in 0..12 {
            desk.press("o");
            let Some(view) = desk.context.view() else { break };
            let (width, height) = view.size();
            let cells = (0..width * height).map(|i| Pos::new(i % width, i / width));
            let way = cells
                .filter(|&pos| view.is_visible(pos))
                .filter(|&pos| view.cell(pos).fixture.is_some_and(Fixture::is_armed_trap))
                .flat_map(|trap| Dir::ALL.map(|dir| (trap + dir, dir.opposite())))
                .find(|&(from, _)| view.refusal(&Command::Travel(from)).is_none());
            let Some((from, dir)) = way else { continue };
            desk.context.order(Command::Travel(from));
            desk.settle();
            let view = desk.context.view().expect("a run is played");
            let asks = view.refusal(&Command::Step(dir)).is_some_and(|why| why.asks_to_confirm());
            if view.player().pos == from && asks {
                return (desk, keys[dir as usize]);
            }
        }
    }
    panic!("no seed leads past an armed trap");
}

#[test]
fn an_armed_trap_asks_first_and_no_key_that_walks_says_yes() {
    let (mut desk, key) = beside_a_trap();
    let turn = desk.turn();
    desk.press(key);
    assert!(desk.screen().contains("trap, armed. Step on it all the same?"), "{}", desk.screen());
    desk.press("h j k l y u b up down left right numpad-4 s w space");
    assert_eq!((desk.stack.len(), desk.turn()), (2, turn));
    assert!(desk.screen().contains("too easily pressed"), "{}", desk.screen());
    for no in ["esc", "n", "N", "enter"] {
        desk.press(no);
        assert_eq!((desk.stack.len(), desk.turn()), (1, turn), "{no}");
        desk.press(key);
        assert_eq!(desk.stack.len(), 2);
    }
    desk.press("Y");
    assert_eq!(desk.stack.len(), 1);
    assert!(desk.turn() > turn, "{}", desk.screen());
}

#[test]
fn every_question_looks_the_same_and_takes_the_same_keys() {
    let (mut on_a_trap, key) = beside_a_trap();
    on_a_trap.press(key);
    let (mut at_work, _) = on_the_wrong_side();
    at_work.press("w");
    let mut walking_off = Desk::shift("vault", VAULT, Looking::default());
    walking_off.press("Q");
    for mut desk in [on_a_trap, at_work, walking_off, at_the_exit()] {
        let (turn, screen) = (desk.turn(), desk.screen());
        assert!(screen.contains("Sure?"), "{screen}");
        assert!(screen.contains("[Y] yes  [n, enter or esc] no"), "{screen}");
        desk.press("y");
        assert_eq!(desk.stack.len(), 2, "y is too easily pressed");
        desk.press("enter");
        assert_eq!((desk.stack.len(), desk.turn()), (1, turn), "enter does what does no harm");
        let status = desk.context.play.as_ref().map(Play::status);
        assert!(!matches!(status, Some(Status::Over(_))));
    }
}

#[test]
fn abandoning_takes_a_capital_letter() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("Q enter");
    assert_eq!(desk.stack.len(), 1, "enter says no");
    desk.press("Q Y");
    let status = desk.context.play.as_ref().map(Play::status);
    assert!(matches!(status, Some(Status::Over(_))), "{}", desk.screen());
    assert!(desk.screen().contains("Enter goes on."), "{}", desk.screen());
    desk.press("l");
    assert!(desk.screen().contains("Enter goes on."), "a key that walks does not end the map");
    desk.press("enter");
    assert!(!desk.screen().contains("Work order"), "{}", desk.screen());
}

/// A desk whose upkeeper stands on the exit, with work left.
fn at_the_exit() -> Desk {
    for seed in 1..40 {
        let mut desk = Desk::shift("vault", seed, Looking::default());
        for _ in 0..60 {
            desk.press(">");
            if desk.stack.len() > 1 {
                return desk;
            }
            let view = desk.context.view().expect("a run is played");
            let here = view.player().pos;
            let enemies = view.actors().into_iter().filter(|actor| actor.hostile);
            let blows = enemies.filter_map(|actor| Dir::between(here, actor.pos));
            let mut wishes = blows.map(Command::Step).chain([Command::Explore]);
            let order = wishes.find(|command| view.refusal(command).is_none());
            desk.context.order(order.unwrap_or(Command::Wait));
            desk.settle();
        }
    }
    panic!("no seed lets anybody out");
}

#[test]
fn clocking_out_with_work_left_asks_first() {
    let mut desk = at_the_exit();
    assert!(desk.screen().contains("The order is not done."), "{}", desk.screen());
    desk.press("esc");
    assert_eq!(desk.stack.len(), 1);
    desk.press("> h w esc");
    assert_eq!(desk.stack.len(), 1);
    desk.press("> Y");
    let status = desk.context.play.as_ref().map(Play::status);
    assert!(matches!(status, Some(Status::Over(_))), "{}", desk.screen());
}

/// A desk whose upkeeper has just left the floor: the raid is on the screen, at its first turn.
fn clocked_out() -> Desk {
    let mut desk = at_the_exit();
    desk.context.settings.animation = Animation::default();
    desk.tap("Y");
    assert!(desk.tick(), "the map gives way to the raid");
    let turn = desk.turn();
    desk.tap("enter");
    desk.tap("esc");
    assert!(!raid_is_over(&desk), "these were typed before there was anything to see");
    assert!(desk.tick());
    assert_eq!(desk.turn(), turn, "it has stood for a moment");
    desk
}

fn raid_is_over(desk: &Desk) -> bool {
    let status = desk.context.play.as_ref().map(Play::status);
    matches!(status, Some(Status::Over(_)))
}

#[test]
fn the_raid_is_shown_and_told() {
    let mut desk = clocked_out();
    let screen = desk.screen();
    assert!(screen.contains("come in: "), "{screen}");
    assert!(screen.contains("any other key the result"), "{screen}");
    for _ in 0..12 {
        desk.tick();
    }
    for (width, height) in [(80, 24), (200, 60), (50, 14)] {
        for (glyphs, word) in [(GlyphSet::Unicode, "unicode"), (GlyphSet::Ascii, "ascii")] {
            desk.context.looks.glyphs = glyphs;
            desk.resize(Size { width, height });
            let screen = desk.screen();
            assert!(glyphs == GlyphSet::Unicode || screen.is_ascii(), "{screen}");
            insta::assert_snapshot!(format!("raid_{width}x{height}_{word}"), screen);
        }
    }
    let turn = desk.turn();
    for (width, height) in [(20, 5), (40, 12), (61, 18), (60, 17), (500, 200), (20, 200)] {
        desk.resize(Size { width, height });
        assert!(!desk.screen().trim().is_empty(), "{width}×{height}");
    }
    assert_eq!(desk.turn(), turn, "looking at it changes nothing");
}

#[test]
fn a_raid_goes_at_the_pace_that_is_wished() {
    let mut desk = clocked_out();
    let turn = desk.turn();
    desk.tap("space");
    assert!(!desk.tick(), "it is stopped");
    desk.tap("right");
    assert_eq!(desk.turn(), turn + 1, "a turn by hand");
    desk.tap("space");
    assert!(desk.tick());
    assert_eq!(desk.turn(), turn + 2, "and on it goes");
    for _ in 0..6 {
        desk.tap("+");
    }
    assert!(desk.screen().contains("as fast as it goes"), "{}", desk.screen());
    desk.settle();
    assert!(raid_is_over(&desk));
    assert!(desk.screen().contains("any key the result"), "{}", desk.screen());
    desk.press("l");
    assert!(desk.screen().contains("Grade "), "{}", desk.screen());
}

#[test]
fn a_raid_is_skipped_on_purpose_and_watched_again_without_consequences() {
    for key in ["esc", "enter", "x"] {
        let mut desk = clocked_out();
        desk.tap(key);
        assert!(raid_is_over(&desk), "{key}");
        assert!(desk.screen().contains("came in "), "{}", desk.screen());
        let digest = |desk: &Desk| {
            let play = desk.context.play.as_ref().expect("a run is played");
            (desk.turn(), play.log.lines().len(), play.view().grade())
        };
        let before = digest(&desk);
        desk.tap("v");
        assert!(desk.tick());
        assert!(desk.screen().contains("back to the result"), "{}", desk.screen());
        for _ in 0..5 {
            assert!(desk.tick());
        }
        desk.tap(key);
        assert!(desk.screen().contains("Grade "), "{}", desk.screen());
        assert_eq!(digest(&desk), before, "{key}");
        desk.tap("v");
        desk.settle();
        assert!(
            desk.screen().contains("It is over, in "),
            "it ends as it ended: {}",
            desk.screen()
        );
    }
}

#[test]
fn without_animation_a_raid_is_told_at_once_and_waits() {
    let mut desk = at_the_exit();
    desk.press("Y");
    assert!(raid_is_over(&desk));
    assert!(desk.screen().contains("It is over, in "), "{}", desk.screen());
    let lines = desk.stack.top().and_then(|top| top.read(&mut desk.context));
    let lines = lines.expect("it can be read out");
    assert!(lines.iter().any(|line| line.contains(" health")), "{lines:?}");
    assert!(lines.iter().any(|line| line == "Any key: the result."), "{lines:?}");
    let play = desk.context.play.as_ref().expect("a run is played");
    let told =
        |words: &str| play.log.lines().iter().filter(|line| line.text.contains(words)).count();
    assert_eq!(told("come in: "), 1, "the history has the commentary, once");
    assert_eq!(told("It is over, in "), 1);
}

#[test]
fn who_is_still_inside_is_told_that_they_are_in() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    for _ in 0..4_000 {
        let view = desk.context.view().expect("a run is played");
        if view.intruders().is_some() || raid_is_over(&desk) {
            break;
        }
        let wait = [Command::Rest, Command::Wait];
        let order = wait.into_iter().find(|command| view.refusal(command).is_none());
        desk.context.order(order.unwrap_or(Command::Wait));
    }
    desk.settle();
    assert!(
        !raid_is_over(&desk),
        "whoever waits at the start lives to see dawn: {}",
        desk.screen()
    );
    assert!(desk.screen().contains("They are in: "), "{}", desk.screen());
    let said: Vec<String> = desk
        .context
        .play
        .iter()
        .flat_map(|play| play.log.lines())
        .map(|line| line.text.clone())
        .collect();
    assert!(said.iter().any(|line| line.starts_with("It is dawn, and they are in")), "{said:?}");
    for turns in [200, 100, 50, 20] {
        let warning = format!("{turns} turns to dawn");
        let warning = said.iter().find(|line| line.starts_with(&warning)).expect("a warning");
        assert!(warning.contains("the exit"), "{warning}");
    }
}

#[test]
fn a_key_held_down_does_nothing_more_when_somebody_comes() {
    let mut desk = Desk::shift("cavern", CAVERN, Looking::default());
    let mut alarmed = None;
    for _ in 0..4_000 {
        let turn = desk.turn();
        desk.tap(".");
        let said = desk.said();
        if desk.turn() == turn {
            alarmed = Some(said);
            break;
        }
        assert!(!raid_is_over(&desk), "nobody came");
    }
    let said = alarmed.expect("somebody comes, sooner or later");
    assert!(
        said.iter().any(|line| line.starts_with("You see ") || line.contains("you")),
        "{said:?}"
    );
    let turn = desk.turn();
    desk.tap(".");
    desk.tap(".");
    assert_eq!(desk.turn(), turn, "the key is still down");
    desk.settle();
    desk.tap(".");
    assert_eq!(desk.turn(), turn + 1, "it was let go");
}

#[test]
fn who_needs_no_rest_waits_for_something_to_happen() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    desk.press("Z");
    assert!(desk.turn() > 1, "{}", desk.screen());
    let said = desk.said().join(" ");
    assert!(
        ["to dawn", "You see ", "Nothing happens"].iter().any(|news| said.contains(news)),
        "{said}"
    );
}

/// The letter that a line of the list begins with, of the line that names a thing.
fn letter_of(desk: &Desk, name: &str) -> char {
    let screen = desk.screen();
    let line = screen.lines().find(|line| line.contains(name)).expect("the thing is listed");
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.into_iter().next().and_then(|word| word.chars().next()).expect("a letter")
}

#[test]
fn letters_stay_with_their_things() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    let names: Vec<String> =
        desk.context.view().expect("a run").cart().into_iter().map(|entry| entry.name).collect();
    assert!(names.len() > 2, "{names:?}");
    desk.press("i");
    let before: Vec<char> = names.iter().map(|name| letter_of(&desk, name)).collect();
    desk.press("esc d");
    desk.press(&before[1].to_string());
    desk.press("i");
    for (name, letter) in names.iter().zip(&before).filter(|(name, _)| **name != names[1]) {
        assert_eq!(letter_of(&desk, name), *letter, "{}", desk.screen());
    }
    let gone = format!("{}  {}", before[1], names[1]);
    assert!(!desk.screen().contains(&gone), "{}", desk.screen());
    desk.press("esc g i");
    assert_eq!(letter_of(&desk, &names[1]), before[1], "the free letter is taken again");
}

/// A desk whose upkeeper has just begun a shift in a vault that is not quite as it was made.
fn vault_with(change: impl FnOnce(&mut Snapshot, &Catalog)) -> Desk {
    let settings = Settings { animation: Animation::Off, ..Settings::default() };
    let context = desk::context(settings, Looking::default());
    let setup = Setup::shift("vault", 1, Seed(VAULT));
    let game = Game::new(setup.clone(), &context.catalog).expect("a vault");
    let mut snapshot = game.snapshot();
    change(&mut snapshot, &context.catalog);
    let game = Game::restore(setup, snapshot, &context.catalog).expect("sound");
    let mut desk = Desk::of(Box::new(game), context, Looking::default());
    desk.press("enter");
    desk
}

#[test]
fn what_nobody_named_is_not_thrown() {
    let loaded = |names: &[&str]| {
        vault_with(|snapshot, catalog| {
            let is_potion = |item: &ItemKind| item.slot == Slot::Potion && item.thrown.is_some();
            let ids = (0..).map(ItemKindId).zip(&catalog.items);
            let mut potions = ids.filter(|(_, item)| is_potion(item)).map(|(id, _)| id);
            let kinds = names.iter().map(|name| match *name {
                "potion" => potions.next().expect("potions"),
                other => catalog.find_item(other).expect("an item"),
            });
            let own = snapshot.actors[0].belongings.as_mut().expect("a cart");
            own.worn = [None; 3];
            own.cart = kinds.map(|kind| Stack { kind, count: 2 }).collect();
        })
    };
    let aims = |desk: &Desk| desk.screen().contains(" where?");
    // The darts are used up: enter has nothing to take.
    for cart in [&["potion"][..], &["potion", "potion"][..]] {
        let mut desk = loaded(cart);
        desk.press("f enter enter");
        assert!(!aims(&desk), "{}", desk.screen());
        assert!(desk.screen().contains("[letter] aim"), "{}", desk.screen());
        desk.press("down enter");
        assert!(aims(&desk), "whoever picks it may throw it: {}", desk.screen());
    }
    // What is made for throwing is offered, and is what enter takes.
    let mut desk = loaded(&["potion", "dart"]);
    desk.press("f enter");
    assert!(desk.screen().contains("dart where?"), "{}", desk.screen());
    // What was thrown last is offered again, and what was not thrown after all is not.
    let mut desk = loaded(&["dart", "potion"]);
    let beside = |desk: &Desk| {
        let view = desk.context.view().expect("a run");
        let here = view.player().pos;
        let slot = view.cart()[1].slot;
        let can_throw = |&target: &Pos| view.refusal(&Command::Throw { slot, target }).is_none();
        let free = here.neighbours().find(can_throw).expect("room");
        ["k", "u", "l", "n", "j", "b", "h", "y"][Dir::between(here, free).expect("near") as usize]
    };
    let aside = beside(&desk);
    desk.press(&format!("f down enter {aside} enter"));
    assert!(desk.screen().contains("Sure?"), "{}", desk.screen());
    desk.press("n f enter");
    assert!(desk.screen().contains("dart where?"), "{}", desk.screen());
    desk.press(&format!("esc f down enter {aside} enter Y f enter"));
    assert!(aims(&desk) && !desk.screen().contains("dart where?"), "{}", desk.screen());
}

#[test]
fn near_dawn_the_way_to_the_exit_stands_beside_the_map() {
    let at = |left: u32| {
        let dawn = vault_with(|_, _| {}).context.view().expect("a run").dawn();
        vault_with(|snapshot, _| snapshot.clock = Turns(dawn.0 - left))
    };
    let mut narrow = at(150);
    narrow.resize(Size { width: 50, height: 16 });
    assert!(narrow.screen().contains("dawn 150 exit "), "{}", narrow.screen());
    let at = |left| at(left).screen();
    assert!(!at(201).contains("Exit "), "{}", at(201));
    assert!(at(150).contains("Exit   "), "{}", at(150));
    assert!(at(150).contains(" turns away"), "{}", at(150));
}

/// A desk whose upkeeper stands in the shop of a keep, with money.
fn customer() -> Desk {
    let settings = Settings { animation: Animation::Off, ..Settings::default() };
    let context = desk::context(settings, Looking::default());
    let setup = Setup::shift("keep", 1, Seed(1));
    let game = Game::new(setup.clone(), &context.catalog).expect("a keep");
    let mut snapshot = game.snapshot();
    let room = snapshot.shop.expect("a shop").room;
    let taken: Vec<Pos> = snapshot.actors.iter().map(|actor| actor.pos).collect();
    let free = room.positions().find(|pos| {
        snapshot.floor.terrain[*pos].is_passable()
            && !taken.contains(pos)
            && snapshot.floor.fixtures.iter().all(|(at, _)| at != pos)
    });
    let player = &mut snapshot.actors[0];
    player.pos = free.expect("a free cell");
    player.belongings.as_mut().expect("a cart").coins = Coins(999);
    let game = Game::restore(setup, snapshot, &context.catalog).expect("sound");
    let mut desk = Desk::of(Box::new(game), context, Looking::default());
    desk.press("enter");
    desk
}

#[test]
fn letters_of_a_shop_stay_with_their_things() {
    let mut desk = customer();
    let view = desk.context.view().expect("a run");
    let wares: Vec<String> = view.wares().into_iter().map(|ware| ware.name).collect();
    let own: Vec<String> = view.cart().into_iter().map(|entry| entry.name).collect();
    assert!(wares.len() > 2, "{wares:?}");
    desk.press("i");
    let in_cart: Vec<char> = own.iter().map(|name| letter_of(&desk, name)).collect();
    desk.press("esc $");
    for (name, letter) in own.iter().zip(&in_cart) {
        if desk.screen().contains(name) && !wares.contains(name) {
            assert_eq!(letter_of(&desk, name), *letter, "{}", desk.screen());
        }
    }
    let before: Vec<char> = wares.iter().map(|name| letter_of(&desk, name)).collect();
    assert_eq!(before[..3], ['A', 'B', 'C'], "{}", desk.screen());
    desk.press("A enter");
    for (name, letter) in wares.iter().zip(&before).skip(1) {
        assert_eq!(letter_of(&desk, name), *letter, "{}", desk.screen());
    }
    let bought = desk.context.view().expect("a run").cart().len();
    assert_eq!(bought, own.len() + 1, "{}", desk.screen());
}

#[test]
fn the_key_that_picks_up_tells_in_a_shop_how_things_are_had() {
    let mut desk = customer();
    desk.press("g");
    assert_eq!(desk.said(), ["There is nothing to pick up here. $ shows what is for sale."]);
}

/// A desk whose upkeeper stands beside a trap to be armed, on the side from which that shuts something off.
fn on_the_wrong_side() -> (Desk, Pos) {
    for seed in 1..60 {
        let mut desk = Desk::shift("vault", seed, Looking::default());
        for _ in 0..12 {
            desk.context.order(Command::Explore);
            let view = desk.context.view().expect("a run is played");
            let traps = view.known_jobs().into_iter().filter(|known| known.job == JobKind::Trap);
            let beside: Vec<(Pos, Pos)> = traps
                .flat_map(|known| known.at.neighbours().map(move |place| (known.at, place)))
                .collect();
            for (trap, place) in beside {
                desk.context.order(Command::Travel(place));
                let view = desk.context.view().expect("a run is played");
                let mut tasks = view.tasks();
                tasks.retain(|task| task.refusal.is_none());
                let is_alone = tasks.len() == 1 && tasks[0].at == trap;
                if is_alone && !view.shut_off_by(trap).is_empty() {
                    desk.settle();
                    return (desk, trap);
                }
            }
        }
    }
    panic!("no way leads past a trap");
}

#[test]
fn arming_a_trap_from_the_wrong_side_asks_first() {
    let (mut desk, trap) = on_the_wrong_side();
    desk.press("w");
    assert!(desk.screen().contains("Armed from this side"), "{}", desk.screen());
    desk.press("esc");
    assert_eq!(desk.context.view().and_then(|view| view.job_at(trap)), Some(JobKind::Trap));
    desk.press("w Y");
    assert_eq!(desk.context.view().and_then(|view| view.job_at(trap)), None, "{}", desk.screen());
}

#[test]
fn a_walk_is_shown_turn_by_turn_and_any_key_ends_it() {
    let mut desk = Desk::unread("vault", VAULT, Settings::default(), Looking::default());
    desk.press("enter");
    desk.tap("o");
    let turn = desk.turn();
    assert!(desk.tick());
    assert_eq!(desk.turn(), turn + 1, "one turn a picture");
    desk.tap("w");
    assert!(!desk.tick(), "the key ended the walk");
    assert_eq!(desk.turn(), turn + 1, "and was spent on that");

    desk.tap("o");
    let turn = desk.turn();
    desk.tap("i");
    assert_eq!((desk.stack.len(), desk.turn()), (2, turn), "what only shows something is shown");
}

#[test]
fn what_does_not_fit_is_shown_in_pages() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    let play = desk.context.play.as_mut().expect("a run is played");
    play.log.decide();
    for line in 0..12 {
        let text = format!("Line {line} is as long as a line of the log ought to be at the most.");
        let tone = upkeeper::view::Tone::Plain;
        let at = upkeeper::sim::Turns(line);
        play.log.tell(at, upkeeper::view::Message { text, tone });
    }
    desk.settle();
    let mut seen = desk.screen();
    for _ in 0..5 {
        desk.press("l");
        seen += &desk.screen();
    }
    for line in 0..12 {
        assert!(seen.contains(&format!("Line {line} ")), "{seen}");
    }
    assert!(seen.contains("-- more: any key --"), "{seen}");
    assert_ne!(desk.turn(), 0, "when all was read, keys act again");
}

/// A desk whose upkeeper has somebody hostile in sight, and is unhurt.
fn threatened(looking: Looking) -> Desk {
    for seed in CAVERN..CAVERN + 40 {
        let mut desk = Desk::shift("cavern", seed, looking);
        for _ in 0..10 {
            desk.press("o");
            let view = desk.context.view().expect("a run is played");
            let player = view.player();
            if player.health == player.most && view.actors().iter().any(|actor| actor.hostile) {
                return desk;
            }
        }
    }
    panic!("no cavern has anybody in it");
}

#[test]
fn without_colours_everything_is_still_told_apart() {
    let looking = Looking { depth: Depth::None, ..Looking::default() };
    let desk = threatened(looking);
    let view = desk.context.view().expect("a run is played");
    let threat = view.actors().into_iter().find(|actor| actor.hostile).expect("a threat in sight");
    let play = desk.context.play.as_ref().expect("a run is played");
    for pos in [threat.pos, view.player().pos] {
        let place = picture::place(play.shown, play.camera, pos).expect("on the screen");
        assert!(desk.style_at(place).add_modifier.contains(Modifier::REVERSED));
    }
    let (health, mood) =
        (desk.screen().contains("28/28"), desk.screen().contains(&threat.kind.name));
    assert!(health && mood, "{}", desk.screen());
}

#[test]
fn every_screen_stands_every_size() {
    let sizes = [(20, 5), (40, 12), (80, 24), (61, 18), (60, 17), (120, 40), (500, 200), (20, 200)];
    let screens = ["esc", "i", "i b", "x", "_", "f enter", "J", "m", "m enter", "p", "@", "Q", "?"];
    for keys in screens {
        let mut desk = Desk::shift("cavern", CAVERN, Looking::default());
        desk.press("o o");
        desk.press(keys);
        for (width, height) in sizes {
            desk.resize(Size { width, height });
            desk.settle();
            assert!(!desk.screen().trim().is_empty(), "{keys} at {width}×{height}");
            desk.press("tab");
        }
    }
}

#[test]
fn a_click_examines_and_walks() {
    let mut desk = Desk::shift("vault", VAULT, Looking::default());
    let play = desk.context.play.as_ref().expect("a run is played");
    let (camera, shown, here) = (play.camera, play.shown, play.view().player().pos);
    let at = here - camera.origin;
    let mouse =
        |kind| Input::Mouse(Mouse { x: shown.x + at.x as u16, y: shown.y + at.y as u16, kind });
    desk.input(&mouse(MouseKind::Click));
    assert!(desk.screen().contains("You stand here."), "{}", desk.screen());
    desk.input(&mouse(MouseKind::RightClick));
    assert_eq!(desk.stack.len(), 1);
}

fn done(desk: &Desk) -> u16 {
    let view = desk.context.view().expect("a run is played");
    view.order().into_iter().map(|count| count.done).sum()
}
