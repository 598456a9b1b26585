//! A player's desk for tests: keys in, the screen as text out.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use base::{Dir, Pos, Seed};
use content::FixtureState;
use engine::sim::{Command, Game, Setup, Snapshot};
use engine::view::View;
use ratatui::buffer::{Buffer, Cell};
use ratatui::{Terminal, backend::TestBackend, layout::Size, style::Style};
use runs::record::scenario::picture;
use screens::{
    ActiveRun, Appearance, Context, Rival, RivalError, Run, ScreenStack,
    config::{Motion, Settings},
    glyphs::{GlyphId, GlyphSet, RoadLine, ascii},
    log::LogLine,
    terminal::{ColorDepth, Input, Key, Mouse, MouseKind},
};

use crate::host::{HostState, context_of};
use crate::support::content::catalog;
use crate::support::journeys::edited;

/// Screens, what they share, and a terminal that nobody looks at.
pub(crate) struct Desk {
    pub(crate) context: Context,
    pub(crate) stack: ScreenStack,
    terminal: Terminal<TestBackend>,
}

/// The largest number of pictures until whatever ends has ended.
const MAX_PICTURES: usize = 20_000;

/// How a desk is set up.
#[derive(Clone, Copy)]
pub(crate) struct Looking {
    pub(crate) size: (u16, u16),
    pub(crate) glyphs: GlyphSet,
    pub(crate) depth: ColorDepth,
}

impl Default for Looking {
    fn default() -> Self {
        Self { size: (80, 24), glyphs: GlyphSet::Unicode, depth: ColorDepth::Sixteen }
    }
}

/// What a desk shares on a terminal, with no run on it.
pub(crate) fn context(settings: Settings, looking: Looking) -> Context {
    let appearance = Appearance::usual(looking.depth, looking.glyphs);
    let host = HostState { keeps_nothing: true, ..HostState::default() };
    context_of(&Rc::new(RefCell::new(host)), settings, appearance)
}

/// The same with what the host answers to the searches for runs to race against, one after another.
pub(crate) fn context_with_rivals(
    settings: Settings,
    looking: Looking,
    rivals: impl IntoIterator<Item = Result<Box<Rival>, RivalError>>,
) -> Context {
    let Context { settings, appearance, .. } = context(settings, looking);
    let rivals = rivals.into_iter().collect();
    let host = HostState { keeps_nothing: true, rivals, ..HostState::default() };
    context_of(&Rc::new(RefCell::new(host)), settings, appearance)
}

/// What stands on a screen, without blanks at the ends of rows.
pub(crate) fn text_of(buffer: &Buffer) -> String {
    rows_of(buffer).map(text_of_row).collect::<Vec<_>>().join("\n")
}

fn rows_of(buffer: &Buffer) -> impl Iterator<Item = &[Cell]> {
    buffer.content().chunks(usize::from(buffer.area.width))
}

fn text_of_row(row: &[Cell]) -> String {
    row.iter().map(Cell::symbol).collect::<String>().trim_end().to_owned()
}

/// A text as one line of words.
pub(crate) fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The picture of a screen in Unicode is that in `NAME_unicode.snap`. The same in ASCII has the
/// same signs as far as ASCII has them, cell by cell; its rows with another text, as where they
/// name other keys, stand by their numbers in `NAME_ascii.snap`.
pub(crate) fn check_pictures(
    name: &str,
    unicode: &Buffer,
    plain: &Buffer,
    snapshot: impl Fn(&str, &str),
) {
    snapshot(&format!("{name}_unicode"), &text_of(unicode));
    let is_plain = |c: char| c.is_ascii() || c.is_alphabetic();
    assert!(text_of(plain).chars().all(is_plain), "{name}: {}", text_of(plain));
    let is_folded = |(own, other): (&Cell, &Cell)| {
        own.style() == other.style() && plain_forms(own.symbol()).contains(other.symbol())
    };
    let rows = (1..).zip(rows_of(unicode).zip(rows_of(plain)));
    let other = rows.filter(|(_, (own, other))| !own.iter().zip(*other).all(is_folded));
    let other: Vec<String> =
        other.map(|(number, (_, row))| format!("{number:>2} {}", text_of_row(row))).collect();
    if !other.is_empty() {
        snapshot(&format!("{name}_ascii"), &other.join("\n"));
    }
}

/// What a sign may be in ASCII: text or a frame, a glyph, a wall or a road.
fn plain_forms(sign: &str) -> BTreeSet<String> {
    let terrain = &catalog().terrain;
    let mut forms: BTreeSet<String> = sign.chars().map(|c| ascii(c, terrain).to_string()).collect();
    let rows = terrain.rows().iter().filter(|row| sign.chars().eq([row.sign.0]));
    forms.extend(rows.map(|row| row.sign.1.to_string()));
    let glyphs = GlyphId::ALL.iter().filter(|&&glyph| GlyphSet::Unicode.get(glyph) == sign);
    forms.extend(glyphs.map(|&glyph| GlyphSet::Ascii.get(glyph).to_owned()));
    for neighbours in (0..16).map(|bits| [1, 2, 4, 8].map(|bit| bits & bit != 0)) {
        if GlyphSet::Unicode.wall(neighbours) == sign {
            forms.insert(GlyphSet::Ascii.wall(neighbours).to_owned());
        }
        for line in [RoadLine::Plain, RoadLine::Open, RoadLine::Closed] {
            if GlyphSet::Unicode.road(line, neighbours) == sign {
                forms.insert(GlyphSet::Ascii.road(line, neighbours).to_owned());
            }
        }
    }
    for down in Dir::ALL {
        if GlyphSet::Unicode.ledge(down).is_some_and(|arrow| sign.chars().eq([arrow])) {
            forms.insert(terrain.fixture(FixtureState::Ledge).sign.1.to_string());
        }
    }
    forms
}

impl Desk {
    /// A shift with its briefing read; nothing is animated.
    pub(crate) fn shift(kind: &str, seed: u64, looking: Looking) -> Desk {
        Desk::shift_with(kind, seed, looking, |_| {})
    }

    /// A shift just begun.
    pub(crate) fn unread(kind: &str, seed: u64, settings: Settings, looking: Looking) -> Desk {
        let mut context = context(settings, looking);
        let setup = Setup::shift(kind, content::Depth(1), Seed(seed));
        let run = context.host.begin(setup, "", "Ann").expect("the seed has a level");
        Desk::of(run, context, looking)
    }

    /// A shift on a floor that is drawn, one row a string, with its briefing read.
    pub(crate) fn drawn(rows: &[&str], settings: Settings, looking: Looking) -> Desk {
        Self::drawn_with(rows, settings, looking, |_| {})
    }

    /// The same, after a change to the state.
    pub(crate) fn drawn_with(
        rows: &[&str],
        settings: Settings,
        looking: Looking,
        change: impl FnOnce(&mut Snapshot),
    ) -> Desk {
        let context = context(settings, looking);
        let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        let names = picture::Names {
            kind: "vault",
            trap: "dart",
            item: "stone",
            body: "fighter",
            actors: Vec::new(),
        };
        let drawn = picture::read(&rows, &names, catalog()).expect("known characters");
        assert!(drawn.opened.is_empty() && drawn.posts.is_empty(), "these want a snapshot");
        let setup = Setup::shift("vault", content::Depth(1), Seed(1));
        let game = Game::on_level(setup, &drawn.level, &drawn.mess, catalog());
        Desk::edited(&game, context, looking, change)
    }

    /// A game after a change to its state, with its briefing read.
    pub(crate) fn edited(
        game: &Game,
        context: Context,
        looking: Looking,
        change: impl FnOnce(&mut Snapshot),
    ) -> Desk {
        let mut desk = Desk::of(Box::new(edited(game, change)), context, looking);
        desk.press("enter");
        desk
    }

    /// A shift that begins otherwise than it was made, without animation.
    pub(crate) fn shift_with(
        kind: &str,
        seed: u64,
        looking: Looking,
        change: impl FnOnce(&mut Snapshot),
    ) -> Desk {
        let settings = Settings { motion: Motion::Off, ..Settings::default() };
        let setup = Setup::shift(kind, content::Depth(1), Seed(seed));
        let game = Game::new(setup, catalog()).expect("a level");
        Desk::edited(&game, context(settings, looking), looking, change)
    }

    /// A run as it stands.
    pub(crate) fn of(run: Box<dyn Run>, mut context: Context, looking: Looking) -> Desk {
        let stack = ScreenStack::of_run(run, &mut context);
        let (width, height) = looking.size;
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a test terminal");
        let mut desk = Desk { context, stack, terminal };
        desk.settle();
        desk
    }

    /// The run that is played.
    pub(crate) fn run(&self) -> &ActiveRun {
        self.stack.run().expect("a run is played")
    }

    pub(crate) fn run_mut(&mut self) -> &mut ActiveRun {
        self.stack.run_mut().expect("a run is played")
    }

    pub(crate) fn view(&self) -> View<'_> {
        self.run().view()
    }

    /// Gives the run a command past the screens.
    pub(crate) fn submit(&mut self, command: Command) {
        let Desk { stack, context, .. } = self;
        let run = stack.run_mut().expect("a run is played");
        run.submit(command, &context.settings);
    }

    /// Presses keys by their names, each after what the one before set off has come to rest.
    pub(crate) fn press(&mut self, names: &str) -> &mut Desk {
        for name in names.split_whitespace() {
            self.tap(name);
            self.settle();
        }
        self
    }

    /// Presses one key and lets no time go by.
    pub(crate) fn tap(&mut self, name: &str) {
        let key: Key = name.parse().expect("the name of a key");
        self.input(&Input::Key(key));
    }

    pub(crate) fn input(&mut self, input: &Input) {
        self.stack.input(input, &mut self.context);
        self.draw();
    }

    /// One picture on; false if nothing moves.
    pub(crate) fn tick(&mut self) -> bool {
        if self.stack.tick_interval(&mut self.context).is_none() {
            return false;
        }
        self.stack.tick(&mut self.context);
        self.draw();
        true
    }

    /// Lets time go by as the loop of the screens does between two inputs.
    pub(crate) fn wait(&mut self, time: Duration) {
        let mut left = time;
        while let Some(interval) = self.stack.tick_interval(&mut self.context)
            && interval <= left
        {
            left -= interval;
            self.tick();
        }
    }

    /// Lets time go by until nothing moves.
    pub(crate) fn settle(&mut self) {
        self.draw();
        // A clock in the sidebar never comes to rest, nor does a fire.
        let rests = Duration::from_millis(500);
        for _ in 0..MAX_PICTURES {
            if self.stack.tick_interval(&mut self.context).is_none_or(|time| time >= rests) {
                break;
            }
            self.tick();
        }
    }

    pub(crate) fn resize(&mut self, size: Size) {
        self.terminal.backend_mut().resize(size.width, size.height);
        self.draw();
    }

    fn draw(&mut self) {
        let Desk { stack, context, terminal } = self;
        terminal.draw(|frame| stack.draw(frame, context)).expect("a test terminal");
    }

    /// What is on the screen, without blanks at the ends of rows.
    pub(crate) fn screen(&self) -> String {
        text_of(self.buffer())
    }

    /// Demands words on the screen, whatever lines they are broken into.
    #[track_caller]
    pub(crate) fn says(&self, text: &str) -> &Desk {
        assert!(words_of(&self.screen()).contains(&words_of(text)), "{text}: {}", self.screen());
        self
    }

    #[track_caller]
    pub(crate) fn lacks(&self, text: &str) -> &Desk {
        assert!(!words_of(&self.screen()).contains(&words_of(text)), "{text}: {}", self.screen());
        self
    }

    /// Demands words in a line of what was said last.
    #[track_caller]
    pub(crate) fn tells(&self, text: &str) -> &Desk {
        assert!(self.said().iter().any(|line| line.contains(text)), "{text}: {:?}", self.said());
        self
    }

    #[track_caller]
    pub(crate) fn stands_at(&self, x: i32, y: i32) -> &Desk {
        assert_eq!(self.here(), Pos::new(x, y), "{}", self.screen());
        self
    }

    pub(crate) fn here(&self) -> Pos {
        self.view().player().pos
    }

    pub(crate) fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    /// The cell of the floor on which the terminal's cursor stands.
    pub(crate) fn cursor(&mut self) -> Option<Pos> {
        let place = self.terminal.get_cursor_position().expect("a test terminal");
        let run = self.run();
        run.cell_at(Mouse { x: place.x, y: place.y, kind: MouseKind::Click })
    }

    /// How a cell is written.
    pub(crate) fn style_at(&self, (x, y): (u16, u16)) -> Style {
        self.terminal.backend().buffer()[(x, y)].style()
    }

    /// What was said last, the newest line last.
    pub(crate) fn said(&self) -> Vec<String> {
        self.run().log.fresh().iter().map(LogLine::text).collect()
    }

    pub(crate) fn turn(&self) -> u32 {
        self.view().clock().0
    }
}
