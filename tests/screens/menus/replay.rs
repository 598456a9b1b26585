use crate::menus::{played_runs::watching, show::Show};

#[test]
fn a_replay_goes_both_ways() {
    let mut show = watching();
    show.tick(30);
    show.snapshots("replay");
    let at_30 = show.words();
    show.press("right").says("command 31/");
    show.says("stopped");
    show.press("left space").says("playing");
    assert_eq!(show.words(), at_30, "back and on again is where it was");
    show.tick(100);
    // On a screen that shows the whole floor: what the camera shows depends on what it followed
    // before.
    let at_130 = show.screen(200, 60);
    show.press("home").says("command 0/");
    show.press("space");
    show.tick(130);
    assert_eq!(show.screen(200, 60), at_130);
    show.press("end").says("at the end");
    show.any_size();
    show.press("space").says("turn 0/");
    show.press("esc");
    assert_eq!(show.stack.len(), 0);
}

#[test]
fn a_replay_jumps_to_a_turn() {
    let mut show = watching();
    show.press("g 4 x 2").says("To which turn");
    show.any_size();
    show.press("enter").says("turn 42/");
    show.press("g 9 9 9 9 enter").says("there is no such place");
    show.press("g esc left");
    show.lacks("no such place");
}

#[test]
fn a_replay_has_speeds() {
    let mut show = watching();
    let mut pace = |keys: &str| {
        show.press(keys);
        show.stack.tick_interval(&mut show.context).map(|pace| pace.as_millis())
    };
    assert_eq!(pace("+"), Some(125));
    assert_eq!(pace("- - - -"), Some(500));
    assert_eq!(pace("+ + + + +"), Some(16));
    assert_eq!(pace("+ +"), Some(0));
    assert_eq!(pace("space"), None);
    show.press("space");
    show.tick(20);
    show.says("at the end");
}

/// The number of the command after which a replay stands.
fn at(show: &mut Show) -> u32 {
    let words = show.words();
    let (_, rest) = words.split_once("command ").expect("the state is shown");
    rest.split_once('/').expect("of how many").0.parse().expect("a number")
}

#[test]
fn a_replay_jumps_from_event_to_event_and_back() {
    for (forward, back) in [("e", "E"), ("w", "W"), ("s", "S")] {
        let mut show = watching();
        let mut places = vec![0];
        loop {
            show.press(forward);
            if show.words().contains("There is no later") {
                break;
            }
            let place = at(&mut show);
            assert!(place > *places.last().expect("the start"), "{forward}");
            places.push(place);
        }
        assert!(places.len() > 2, "{forward}: {places:?}");
        for &place in places.iter().rev().skip(1).filter(|&&place| place > 0) {
            show.press(back);
            assert_eq!(at(&mut show), place, "{back}");
        }
        show.press(back).says("There is no earlier");
        show.any_size();
    }
}

#[test]
fn after_a_jump_the_log_tells_what_was_said_before() {
    let mut show = watching();
    // Event by event: what is told of the last one stands in the log, as it does when it is played
    // to that place.
    show.press("e e e e");
    let jumped = show.screen(200, 60);
    let place = at(&mut show);
    show.press("home space");
    show.tick(place);
    show.press("space");
    let last = |screen: &str| {
        let mut said = screen
            .lines()
            .filter_map(|line| line.split('│').next()?.trim_end().rsplit_once("  "))
            .map(|(_, said)| said.to_owned());
        said.rfind(|said| said.ends_with('.'))
    };
    let played = show.screen(200, 60);
    assert!(last(&jumped).is_some(), "{jumped}");
    assert_eq!(last(&jumped), last(&played));
}

#[test]
fn a_replay_has_a_help_of_its_own() {
    let mut show = watching();
    show.press("?");
    show.snapshots("replay_help");
    for says in ["to the next event", "to the next job done", "to the next split", "go to a turn"] {
        show.says(says);
    }
    show.any_size();
    show.press("esc").says("command 0/");
}
