//! The loop under every front end, and reader mode on it.

use crate::support::snapshot::snapshot;
use std::{cell::RefCell, collections::VecDeque, io, num::NonZero, rc::Rc, time::Duration};

use crate::desk::{Looking, context};
use base::Seed;
use engine::sim::Setup;
use ratatui::layout::Size;
use screens::{
    Context, Frontend, FullScreen, LoopExit, ScreenStack,
    app::run,
    config::Settings,
    reader::Lines,
    terminal::{ColorDepth, Input, Paint, Source, input_queue},
};

/// Waits with each input until nothing moves any more; at the end it hangs up.
struct Patient(VecDeque<Input>);

impl Patient {
    fn keys(names: &str) -> Self {
        let keys = names.split_whitespace().map(|name| name.parse().expect("the name of a key"));
        Self(keys.map(Input::Key).collect())
    }
}

impl Source for Patient {
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        match timeout {
            Some(_) => Ok(Input::Tick),
            None => self.0.pop_front().ok_or_else(|| io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// What was written, for whoever still wants to know when the writer is gone.
#[derive(Clone, Default)]
struct Paper(Rc<RefCell<Vec<u8>>>);

impl io::Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.borrow()).replace("\r\n", "\n")
    }
}

/// Counts how often something was shown.
#[derive(Default)]
struct Counter(usize);

impl Frontend for Counter {
    fn show(&mut self, _: &mut ScreenStack, _: &mut Context) -> io::Result<()> {
        self.0 += 1;
        Ok(())
    }

    fn resize(&mut self, _: Size) -> io::Result<()> {
        Ok(())
    }

    fn redraw(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays a shift through a front end, and gives how the loop ended and what was open then.
fn play(frontend: &mut dyn Frontend, mut source: impl Source) -> (LoopExit, ScreenStack) {
    let mut context = context(Settings::default(), Looking::default());
    let begun = context.host.begin(Setup::shift("vault", content::Depth(1), Seed(42)), "", "Ann");
    let mut stack = ScreenStack::of_run(begun.expect("the seed has a level"), &mut context);
    let ending = run(frontend, &mut source, &mut stack, &mut context);
    (ending.expect("nothing can fail here"), stack)
}

#[test]
fn nothing_is_shown_while_nothing_changes() {
    let shown = |keys| {
        let mut counter = Counter::default();
        let (ending, _) = play(&mut counter, Patient::keys(keys));
        assert_eq!(ending, LoopExit::HungUp);
        counter.0
    };
    assert_eq!(shown("enter Q h j k l s"), shown("enter Q"));
    assert!(shown("enter w") > shown("enter"));
}

#[test]
fn a_signal_and_the_key_for_it_end_the_loop() {
    let mut source = Patient::keys("enter w");
    source.0.push_back(Input::Signal(15));
    source.0.push_back(Input::Key("w".parse().expect("a key")));
    let (ending, stack) = play(&mut Counter::default(), source);
    assert_eq!(ending, LoopExit::Signal(15));
    assert!(stack.run().is_some());
    let (ending, _) = play(&mut Counter::default(), Patient::keys("enter S S w"));
    assert_eq!(ending, LoopExit::Quit, "from the shift to the title, and from there out");
}

#[test]
fn a_signal_from_another_thread_ends_a_loop_that_waits() {
    let (sender, queue) = input_queue(|| {});
    let thread = std::thread::spawn({
        let sender = sender.clone();
        move || sender.send(Input::Signal(15))
    });
    let (ending, stack) = play(&mut Counter::default(), queue);
    assert_eq!(ending, LoopExit::Signal(15));
    assert!(stack.run().is_some());
    thread.join().expect("sending cannot fail");
    // Until here a sender was left: the loop had not hung up.
    drop(sender);
}

#[test]
fn a_resize_is_drawn_at_once() {
    let paper = Paper::default();
    let size = Size { width: 80, height: 24 };
    let mut screen =
        FullScreen::new(paper.clone(), size, Paint::on_terminals_ground(ColorDepth::None))
            .expect("paper is patient");
    let mut source = Patient::keys("enter");
    for (width, height) in [(30, 8), (200, 60), (3, 1), (80, 24)] {
        source.0.push_back(Input::Resize(Size { width, height }));
    }
    source.0.extend(Patient::keys("ctrl-l").0);
    play(&mut screen, source);
    let side = |cells| NonZero::new(cells).expect("not zero");
    let mut terminal = vt100::Parser::new(side(24), side(80), 0);
    let text = paper.0.borrow();
    let last = text.windows(4).rposition(|four| four == b"\x1b[2J").expect("a last full frame");
    terminal.process(&text[last..]);
    let screen = terminal.screen().contents();
    assert!(screen.contains("Work order") && screen.contains('@'), "{screen}");
}

#[test]
fn the_key_for_it_draws_everything_again() {
    let drawn = |keys: &str| {
        let paper = Paper::default();
        let size = Size { width: 80, height: 24 };
        let screen =
            FullScreen::new(paper.clone(), size, Paint::on_terminals_ground(ColorDepth::Truecolor));
        play(&mut screen.expect("paper is patient"), Patient::keys(keys));
        paper.0.take()
    };
    let once = drawn("enter");
    let again = drawn("enter ctrl-l");
    let redrawn = again.strip_prefix(&*once).expect("the same up to the key");
    assert!(redrawn.windows(4).any(|four| four == b"\x1b[2J"), "the screen is cleared");
    let side = |cells| NonZero::new(cells).expect("not zero");
    let shown = |bytes: &[u8]| {
        let mut terminal = vt100::Parser::new(side(24), side(80), 0);
        terminal.process(bytes);
        let screen = terminal.screen();
        let cells = (0..24 * 80).filter_map(|place| screen.cell(place / 80, place % 80));
        let cells = cells.map(|cell| (cell.contents().trim().to_owned(), cell.fgcolor()));
        // An empty cell looks the same in every colour.
        cells.map(|cell| (!cell.0.is_empty()).then_some(cell)).collect::<Vec<_>>()
    };
    assert_eq!(shown(redrawn), shown(&once), "all of it is there, without what was drawn before");
}

#[test]
fn reader_mode_says_what_changes_in_lines() {
    let paper = Paper::default();
    let mut lines = Lines::new(paper.clone(), Size::new(80, 24)).expect("paper is patient");
    let (ending, _) =
        play(&mut lines, Patient::keys("enter w tab w J esc x esc i down down esc Q esc o S S"));
    assert_eq!(ending, LoopExit::Quit);
    let text = paper.text();
    assert!(!text.contains('\u{1b}'), "no terminal is steered");
    let too_long = text.lines().find(|line| line.chars().count() > 80);
    assert_eq!(too_long, None, "the terminal would break it within a word");
    snapshot("snapshots", "reader", &text);
}
