use crate::menus::runs::watching;

#[test]
fn a_replay_goes_both_ways() {
    let mut show = watching();
    show.tick(30);
    show.snapshots("replay");
    let at_30 = show.words();
    show.press("right").assert_says("command 31/");
    show.assert_says("stopped");
    show.press("left space").assert_says("playing");
    assert_eq!(show.words(), at_30, "back and on again is where it was");
    show.tick(100);
    // On a screen that shows the whole floor: what the camera shows depends on what it followed before.
    let at_130 = show.screen(200, 60);
    show.press("home").assert_says("command 0/");
    show.press("space");
    show.tick(130);
    assert_eq!(show.screen(200, 60), at_130);
    show.press("end").assert_says("at the end");
    show.any_size();
    show.press("space").assert_says("turn 0/");
    show.press("esc");
    assert_eq!(show.stack.len(), 0);
}

#[test]
fn a_replay_jumps_to_a_turn() {
    let mut show = watching();
    show.press("g 4 x 2").assert_says("To which turn");
    show.any_size();
    show.press("enter").assert_says("turn 42/");
    show.press("g 9 9 9 9 enter").assert_says("there is no such place");
    show.press("g esc left");
    let screen = show.words();
    assert!(!screen.contains("no such place"), "{screen}");
}

#[test]
fn a_replay_has_speeds() {
    let mut show = watching();
    let mut pace = |keys: &str| {
        show.press(keys);
        show.stack.tick_interval(&show.context).map(|pace| pace.as_millis())
    };
    assert_eq!(pace("+"), Some(125));
    assert_eq!(pace("- - - -"), Some(500));
    assert_eq!(pace("+ + + + +"), Some(16));
    assert_eq!(pace("+ +"), Some(0));
    assert_eq!(pace("space"), None);
    show.press("space");
    show.tick(20);
    show.assert_says("at the end");
}
