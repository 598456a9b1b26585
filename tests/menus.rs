//! The screens around a shift: (screen, keys, screen), at the least and at a larger size, in both glyph sets.

#![cfg(feature = "tui")]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use ratatui::{Terminal, backend::TestBackend};
use upkeeper::base::Seed;
use upkeeper::content::Catalog;
use upkeeper::record::{
    Opening, Replay, Session, Tape,
    bot::{self, Bot},
};
use upkeeper::sim::{Command, Digest, Game, Letter, Outcome, Setup, Status, Turns};
use upkeeper::ui::{
    Context, Host, Looks, Play, Receipt, Refusal, Run, Score, Screen, Stack, Unfinished,
    config::{Animation, GlyphChoice, Settings},
    glyphs::GlyphSet,
    screens::{
        help::Help, morgue::Morgue, new_shift::NewShift, replay::ReplayScreen, result::ShiftResult,
        scores::Scores, settings::SettingsScreen, title::Title,
    },
    terminal::{Depth, Input, Scripted, Source},
    theme::{Background, Palette, Theme},
};
use upkeeper::view::View;

/// What the host was asked to do, and what it answers.
#[derive(Default)]
struct Desk {
    begun: Vec<(Setup, String)>,
    unfinished: Option<Unfinished>,
    scores: Vec<Score>,
    settings: String,
    morgue: String,
    /// What it says to everything that can fail.
    refusal: Option<String>,
}

struct TestHost {
    desk: Rc<RefCell<Desk>>,
    catalog: Arc<Catalog>,
}

impl TestHost {
    fn answer(&self) -> Result<(), String> {
        self.desk.borrow().refusal.clone().map_or(Ok(()), Err)
    }
}

impl Host for TestHost {
    fn begin(&mut self, setup: Setup, name: &str) -> Result<Box<dyn Run>, String> {
        self.answer()?;
        self.desk.borrow_mut().begun.push((setup.clone(), name.to_owned()));
        let game = Game::new(setup, &self.catalog).map_err(|error| error.to_string())?;
        Ok(Box::new(Kept(game)))
    }

    fn random_seed(&mut self) -> Seed {
        Seed(4_711)
    }

    fn unfinished(&mut self) -> Option<Unfinished> {
        self.desk.borrow().unfinished.clone()
    }

    fn resume(&mut self) -> Result<Box<dyn Run>, String> {
        self.begin(Setup::shift("cavern", 2, Seed(9)), "Ann")
    }

    fn scores(&mut self) -> Result<Vec<Score>, String> {
        self.answer()?;
        Ok(self.desk.borrow().scores.clone())
    }

    fn replay(&mut self, _: &str) -> Result<Replay, String> {
        self.answer()?;
        Ok(replay(&self.catalog))
    }

    fn keep_settings(&mut self, text: &str) -> Result<(), String> {
        self.answer()?;
        text.clone_into(&mut self.desk.borrow_mut().settings);
        Ok(())
    }

    fn keep_morgue(&mut self, text: &str) -> Result<String, String> {
        self.answer()?;
        text.clone_into(&mut self.desk.borrow_mut().morgue);
        Ok("morgue/ann.txt".to_owned())
    }

    fn environment(&self, name: &str) -> Option<String> {
        match name {
            "TERM" => Some("xterm-256color".to_owned()),
            "LANG" => Some("en_GB.UTF-8".to_owned()),
            _ => None,
        }
    }
}

/// A game of which a receipt is given.
struct Kept(Game);

impl Run for Kept {
    fn view(&self) -> View<'_> {
        self.0.view()
    }

    fn submit(&mut self, command: Command) -> Result<Outcome, Refusal> {
        self.0.step(command).map_err(Refusal::Rules)
    }

    fn receipt(&self) -> Option<Receipt> {
        let digest = Digest(0x0123_4567_89ab_cdef);
        Some(Receipt { digest, file: "ann.upk".to_owned(), ranked: true })
    }
}

/// Screens on a terminal of no colours, so that nothing can hide in one.
struct Show {
    stack: Stack,
    context: Context,
    desk: Rc<RefCell<Desk>>,
}

impl Show {
    fn new(desk: Desk, first: impl FnOnce(&mut Context) -> Box<dyn Screen>) -> Show {
        let desk = Rc::new(RefCell::new(desk));
        let catalog = Arc::new(Catalog::embedded().expect("valid content"));
        let theme =
            Theme { palette: Palette::Default, background: Background::Dark, depth: Depth::None };
        let settings = Settings { animation: Animation::Off, ..Settings::default() };
        let mut context = Context {
            settings,
            looks: Looks { theme, glyphs: GlyphSet::Unicode },
            catalog: catalog.clone(),
            host: Box::new(TestHost { desk: desk.clone(), catalog }),
            play: None,
        };
        let first = first(&mut context);
        Show { stack: Stack::new(first), context, desk }
    }

    fn of(first: impl FnOnce(&mut Context) -> Box<dyn Screen>) -> Show {
        Show::new(Desk::default(), first)
    }

    fn press(&mut self, keys: &str) -> &mut Show {
        let mut script = Scripted::keys(keys).expect("names of keys");
        while let Ok(input) = script.poll(None) {
            self.put(&input);
        }
        self
    }

    fn put(&mut self, input: &Input) {
        if let Some(top) = self.stack.top() {
            let step = top.input(input, &mut self.context);
            self.stack.take(step);
        }
    }

    fn tick(&mut self, times: u32) {
        for _ in 0..times {
            let Some(top) = self.stack.top() else { return };
            if top.pace(&self.context).is_some() {
                let step = top.tick(&mut self.context);
                self.stack.take(step);
            }
        }
    }

    fn screen(&mut self, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        let Show { stack, context, .. } = self;
        terminal.draw(|frame| stack.draw(frame, context)).expect("drawn");
        let buffer = terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(width)).map(|row| {
            let row: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
            row.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    /// The screen at 80×24, as one line of words.
    fn words(&mut self) -> String {
        let screen = self.screen(80, 24);
        screen.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn assert_says(&mut self, words: &str) {
        let screen = self.words();
        assert!(screen.contains(words), "“{words}” is not on the screen: {screen}");
    }

    /// Snapshots at both sizes in both glyph sets.
    fn snapshots(&mut self, name: &str) {
        for (set, glyphs) in [("unicode", GlyphSet::Unicode), ("ascii", GlyphSet::Ascii)] {
            self.context.looks.glyphs = glyphs;
            for (width, height) in [(80, 24), (120, 40)] {
                let screen = self.screen(width, height);
                if glyphs == GlyphSet::Ascii {
                    let plain = |c: char| c.is_ascii() || c.is_alphabetic();
                    assert!(screen.chars().all(plain), "{name}: {screen}");
                }
                insta::assert_snapshot!(format!("{name}_{width}x{height}_{set}"), screen);
            }
        }
        self.context.looks.glyphs = GlyphSet::Unicode;
    }

    /// Draws it at every size there may be, whatever it is.
    fn any_size(&mut self) {
        for set in [GlyphSet::Ascii, GlyphSet::Unicode] {
            self.context.looks.glyphs = set;
            for width in [20, 21, 27, 33, 40, 47, 59, 60, 66, 72, 80, 101, 500] {
                for height in [5, 6, 7, 8, 9, 11, 13, 15, 16, 17, 19, 24, 60, 200] {
                    let screen = self.screen(width, height);
                    assert!(!screen.trim().is_empty(), "{width}×{height}");
                }
            }
        }
    }
}

fn title(context: &mut Context) -> Box<dyn Screen> {
    Box::new(Title::new(context))
}

fn unfinished() -> Unfinished {
    Unfinished { kind: "vault".to_owned(), depth: 3, turn: Turns(214) }
}

/// Plays a run to its end by a bot, and gives the result of it.
fn played(setup: Setup, player: &mut dyn Bot, context: &mut Context) -> Box<dyn Screen> {
    let run = context.host.begin(setup, "Ann").expect("a run");
    let mut play = Play::new(run);
    for _ in 0..5_000 {
        if matches!(play.status(), Status::Over(_)) {
            break;
        }
        let command = player.decide(&play.view());
        play.order(command, &context.settings);
    }
    "Ann".clone_into(&mut context.settings.name);
    context.play = Some(play);
    Box::new(ShiftResult::new(context).expect("a run that is over"))
}

/// The first of the bots' runs that ends so.
fn ended(kind: &str, player: &str, wanted: &str) -> Show {
    for seed in 1..400 {
        let show = Show::of(|context| {
            let mut bot = bot::find(player, Seed(seed)).expect("a bot");
            played(Setup::shift(kind, 4, Seed(seed)), &mut *bot, context)
        });
        let mut show = show;
        if show.screen(80, 24).starts_with(wanted) {
            return show;
        }
    }
    panic!("no run of {player} ends as “{wanted}”");
}

fn replay(catalog: &Arc<Catalog>) -> Replay {
    let setup = Setup::shift("vault", 1, Seed(7));
    let opening = Opening::new("Ann", setup, catalog);
    let mut session = Session::begin(opening.clone(), catalog, Vec::new()).expect("a session");
    let mut bot = bot::find("cautious", Seed(7)).expect("a bot");
    for _ in 0..600 {
        if matches!(session.status(), Status::Over(_)) {
            break;
        }
        let command = bot.decide(&session.game().view());
        // What is refused is no part of a record.
        let _ = session.submit(command);
    }
    Replay::new(Tape::of_frames(opening, session.into_sink()), catalog).expect("a replay")
}

fn watching() -> Show {
    Show::of(|context| Box::new(ReplayScreen::new(replay(&context.catalog), "ann.upk")))
}

fn some_scores() -> Vec<Score> {
    let score = |score, letter, name: &str, kind: &str, depth, seed, turns, end: &str| Score {
        score,
        letter,
        name: name.to_owned(),
        kind: kind.to_owned(),
        depth,
        seed: Seed(seed),
        turns: Turns(turns),
        date: "2026-11-20".to_owned(),
        end: end.to_owned(),
        file: (letter != Letter::F).then(|| format!("{name}-{seed}.upk")),
    };
    let mut scores = vec![
        score(88, Letter::B, "Bo", "cavern", 2, 42, 511, "clocked out"),
        score(310, Letter::S, "Wilhelmina Ottoline", "vault", 5, u64::MAX, 402, "clocked out"),
        score(0, Letter::F, "", "vault", 10, 3, 58, "died"),
        score(88, Letter::A, "Łukasz", "vault", 1, 12, 600, "clocked out"),
    ];
    for number in 0u16..40 {
        let points = u32::from(number) + 1;
        scores.push(score(points, Letter::D, "Ann", "vault", 1, number.into(), 700, "clocked out"));
    }
    scores
}

#[test]
fn the_title_offers_what_there_is() {
    Show::of(title).snapshots("title");
    let desk = Desk { unfinished: Some(unfinished()), ..Desk::default() };
    let mut show = Show::new(desk, title);
    show.press("down");
    show.snapshots("title_continue");
    show.any_size();
}

#[test]
fn the_title_is_driven_by_letters_numbers_and_arrows() {
    for (keys, there) in [
        ("n", "New shift"),
        ("1", "New shift"),
        ("enter", "New shift"),
        ("h", "High scores"),
        ("2", "High scores"),
        ("down enter", "High scores"),
        ("s", "Settings"),
        ("?", "How a shift goes (2 of 3)"),
        ("up up enter", "How a shift goes (2 of 3)"),
    ] {
        let mut show = Show::of(title);
        show.press(keys).assert_says(there);
        show.press("esc").assert_says("Heroes storm the dungeon");
    }
    let mut show = Show::of(title);
    assert_eq!(show.press("q").stack.len(), 0);
    let mut show = Show::of(title);
    assert_eq!(show.press("c").stack.len(), 1, "there is nothing to continue");
}

#[test]
fn what_is_drawn_large_is_read_in_words() {
    let mut show = Show::of(title);
    show.press("down");
    let read = |show: &mut Show| {
        let lines = show.stack.top().and_then(|top| top.read(&mut show.context));
        lines.expect("something to read").join("\n")
    };
    insta::assert_snapshot!("title_read", read(&mut show));
    let mut show = ended("vault", "cautious", " Clocked out");
    insta::assert_snapshot!("result_read", read(&mut show));
    let mut show = watching();
    show.tick(12);
    insta::assert_snapshot!("replay_read", read(&mut show));
}

#[test]
fn the_title_continues_a_run() {
    let desk = Desk { unfinished: Some(unfinished()), ..Desk::default() };
    let mut show = Show::new(desk, title);
    show.press("c");
    assert!(show.context.play.is_some());
    let desk = Desk {
        unfinished: Some(unfinished()),
        refusal: Some("The run is in use by another process.".to_owned()),
        ..Desk::default()
    };
    let mut show = Show::new(desk, title);
    show.press("enter").assert_says("in use by another process");
    assert!(show.context.play.is_none());
}

fn new_shift(context: &mut Context) -> Box<dyn Screen> {
    Box::new(NewShift::new(context))
}

#[test]
fn a_new_shift_is_filled_in() {
    let mut show = Show::of(new_shift);
    show.snapshots("new_shift");
    show.press("right down right right right left down m o p");
    show.snapshots("new_shift_filled");
    show.any_size();
    show.press("tab A n n enter");
    let desk = show.desk.borrow();
    let setup = Setup::shift("keep", 3, Seed(3_718_081_394_147_626_992));
    assert_eq!(desk.begun, [(setup, "Ann".to_owned())]);
    let (kept, _) = Settings::read("config.toml", &desk.settings);
    assert_eq!(kept.name, "Ann");
    assert!(show.context.play.is_some());
}

#[test]
fn without_a_seed_the_host_draws_one() {
    let mut show = Show::of(new_shift);
    show.press("enter");
    assert_eq!(show.desk.borrow().begun[0].0, Setup::shift("vault", 1, Seed(4_711)));
}

#[test]
fn a_shift_that_cannot_begin_says_why() {
    let desk = Desk { refusal: Some("The disk is full.".to_owned()), ..Desk::default() };
    let mut show = Show::new(desk, new_shift);
    show.press("enter").assert_says("The disk is full.");
    assert_eq!(show.stack.len(), 1);
}

#[test]
fn fields_take_text_and_nothing_else() {
    let mut show = Show::of(new_shift);
    show.press("down down j k q ? 2");
    show.assert_says("jkq?2");
    show.put(&Input::Paste("\u{1b}[2J\u{202e}".repeat(50)));
    let screen = show.screen(80, 24);
    assert!(!screen.contains(['\u{1b}', '\u{202e}']));
    show.any_size();
}

#[test]
fn help_shows_the_live_keys_the_shift_and_the_signs() {
    let mut show = Show::of(|_| Box::new(Help::new()));
    show.snapshots("help_keys");
    show.any_size();
    show.press("right");
    show.snapshots("help_shift");
    show.any_size();
    show.press("tab");
    show.snapshots("help_signs");
    show.any_size();
    show.press("right").screen(80, 24);
    show.press("end").assert_says("Every key can be changed");
}

#[test]
fn help_follows_the_keymap() {
    let (settings, _) = Settings::read("config.toml", "[keys]\nwork = ['W']\n");
    let mut show = Show::of(|_| Box::new(Help::new()));
    show.context.settings = settings;
    show.press("page-down").assert_says("W work: do the job");
    show.press("right").assert_says("W does the one beside you");
}

fn settings(context: &mut Context) -> Box<dyn Screen> {
    Box::new(SettingsScreen::new(context))
}

#[test]
fn settings_are_changed_in_place_and_kept() {
    let mut show = Show::of(settings);
    show.snapshots("settings");
    show.any_size();
    // Colours to truecolor, signs to unicode and on to ascii, and so on down the list.
    show.press("right down right right down right down right");
    assert_eq!(show.context.looks.glyphs, GlyphSet::Ascii);
    assert_eq!(show.context.looks.theme.depth, Depth::Truecolor);
    assert_eq!(show.context.looks.theme.palette, Palette::ColorBlind);
    assert_eq!(show.context.looks.theme.background, Background::Light);
    show.press("down right down left down enter down right down enter");
    show.press("B o enter");
    let (kept, problems) = Settings::read("config.toml", &show.desk.borrow().settings);
    assert_eq!(problems, []);
    assert_eq!(kept, show.context.settings);
    assert_eq!(kept.glyphs, GlyphChoice::Ascii);
    assert_eq!(kept.name, "Bo");
    assert_ne!(kept, Settings::default());
    show.any_size();
}

#[test]
fn the_sample_walks_after_a_change_of_its_pace_and_stops() {
    let mut show = Show::of(settings);
    show.press("down down down down down right right");
    let before = show.screen(80, 24);
    show.tick(1);
    assert_ne!(show.screen(80, 24), before);
    show.tick(100);
    assert_eq!(show.stack.top().and_then(|top| top.pace(&show.context)), None);
}

#[test]
fn settings_that_cannot_be_kept_say_why() {
    let desk = Desk { refusal: Some("The disk is full.".to_owned()), ..Desk::default() };
    let mut show = Show::new(desk, settings);
    show.press("right").assert_says("The disk is full.");
    show.any_size();
}

#[test]
fn keys_are_changed_and_clashes_refused() {
    let mut show = Show::of(settings);
    show.press("up enter");
    show.snapshots("keys");
    show.any_size();
    // The twelfth is for work.
    show.press("page-down enter").assert_says("Press the key for: work");
    show.press("o").assert_says("o is the key for: explore by yourself.");
    show.press("enter esc enter W").assert_says("W is now for: work");
    show.press("+ ctrl-w");
    let (kept, problems) = Settings::read("config.toml", &show.desk.borrow().settings);
    assert_eq!(problems, []);
    let names: Vec<_> = kept
        .keymap
        .keys(upkeeper::ui::keymap::Intent::Work)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(names, ["W", "ctrl-w"]);
    show.snapshots("keys_changed");
    show.press("backspace").assert_says("The usual keys are for: work");
    assert_eq!(show.context.settings.keymap, Settings::default().keymap);
}

#[test]
fn the_result_explains_every_point() {
    let mut show = ended("vault", "cautious", " Clocked out");
    show.snapshots("result");
    show.any_size();
    let begun = show.desk.borrow().begun[0].0.clone();
    assert_eq!(show.desk.borrow().morgue, "", "only deaths are written down");
    show.press("w").assert_says("The whole story");
    show.any_size();
    show.press("esc a");
    assert_eq!(show.desk.borrow().begun[1].0, begun);
}

#[test]
fn the_next_floor_has_the_next_seed() {
    let mut show = ended("vault", "cautious", " Clocked out");
    show.press("right enter");
    let desk = show.desk.borrow();
    assert_eq!(desk.begun[1].0.seed, desk.begun[0].0.seed.offset(1));
}

#[test]
fn a_death_is_told_and_written_down() {
    let mut show = ended("vault", "runner", " You are dead");
    show.snapshots("death");
    show.press("w");
    show.snapshots("morgue");
    show.any_size();
    insta::assert_snapshot!("morgue_text", show.desk.borrow().morgue);
    show.press("esc t").assert_says("Heroes storm the dungeon");
    assert_eq!(show.stack.len(), 1);
}

#[test]
fn a_result_wants_a_run_that_is_over() {
    let mut show = Show::of(new_shift);
    assert!(ShiftResult::new(&mut show.context).is_none());
    show.press("enter");
    assert!(ShiftResult::new(&mut show.context).is_none());
}

#[test]
fn a_morgue_text_may_be_of_any_kind() {
    let text = format!("{}\n\u{1b}[2Jx", "wide ".repeat(100));
    Show::of(|_| Box::new(Morgue::new(&text, None))).any_size();
}

fn scores(context: &mut Context) -> Box<dyn Screen> {
    Box::new(Scores::new(context))
}

#[test]
fn scores_are_sorted_and_scroll() {
    let desk = Desk { scores: some_scores(), ..Desk::default() };
    let mut show = Show::new(desk, scores);
    show.snapshots("scores");
    show.any_size();
    show.press("end").assert_says("44 0 F (nobody)");
    show.press("enter").assert_says("Its file is not there any more.");
    show.press("home enter").assert_says("playing");
}

#[test]
fn no_scores_are_told() {
    Show::of(scores).snapshots("scores_empty");
    let desk = Desk { refusal: Some("scores.jsonl cannot be read.".to_owned()), ..Desk::default() };
    let mut show = Show::new(desk, scores);
    show.press("enter").assert_says("cannot be read");
    show.any_size();
}

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
    let at_130 = show.words();
    show.press("home").assert_says("command 0/");
    show.press("space");
    show.tick(130);
    assert_eq!(show.words(), at_130);
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
        show.stack.top().and_then(|top| top.pace(&show.context)).map(|pace| pace.as_millis())
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

#[test]
fn a_replay_can_be_entered_at_a_turn() {
    let mut show = Show::of(|context| {
        let replay = replay(&context.catalog);
        Box::new(ReplayScreen::new(replay, "ann.upk").at_turn(Turns(20)))
    });
    show.assert_says("turn 20/");
    show.assert_says("stopped");
}
