//! The form for a new run: the seed and the name of the player, and of a single shift its kind of level and its depth.

use std::time::Duration;

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    Context, Screen, ScreenContext, Transition, UnfinishedSearch,
    config::MAX_NAME_COLUMNS,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::{Input, KeyCode, sanitize},
    theme::ColorRole,
    widgets::{Field, KeyHint, ListState, Width, fit, notice, sheet, wrap},
};
use base::{Dir, Seed};
use content::{Depth, with_article};
use engine::sim::{HandMeDown, Setup};

use super::{help::HelpScreen, unfinished::SEARCH_INTERVAL};

/// The widest seed; a number needs 20 columns.
const MAX_SEED_COLUMNS: usize = 40;
/// The width of the labels before the values.
const LABEL_COLUMNS: u16 = 8;

/// The form for a new run.
pub struct NewRunScreen {
    sort: RunSort,
    parts: Vec<Part>,
    list: ListState,
    kind: usize,
    depth: Depth,
    seed: Field,
    name: Field,
    /// What a dead upkeeper has left for the journey, and whether it is taken along.
    left: Option<HandMeDown>,
    takes: bool,
    /// Of what is told that a run waits to be played on.
    unfinished: UnfinishedSearch,
    problem: String,
}

/// What sort of run the form is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RunSort {
    Journey,
    Shift,
}

impl RunSort {
    const fn title(self) -> &'static str {
        match self {
            Self::Journey => "New journey",
            Self::Shift => "New shift",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Journey => "the journey",
            Self::Shift => "the shift",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Kind,
    Depth,
    Seed,
    Name,
    Cart,
    Start,
}

impl Part {
    /// Those of the form; an account has a name already.
    fn all(sort: RunSort, has_accounts: bool, is_left: bool) -> Vec<Self> {
        let floor: &[Self] = match sort {
            RunSort::Journey => &[],
            RunSort::Shift => &[Self::Kind, Self::Depth],
        };
        let name = (!has_accounts).then_some(Self::Name);
        let floor = floor.iter().copied();
        let cart = is_left.then_some(Self::Cart);
        floor.chain([Self::Seed]).chain(name).chain(cart).chain([Self::Start]).collect()
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Kind => "Kind",
            Self::Depth => "Depth",
            Self::Seed => "Seed",
            Self::Name => "Name",
            Self::Cart => "Cart",
            Self::Start => "Start",
        }
    }
}

impl NewRunScreen {
    /// The form for a single shift.
    pub fn shift(context: &mut Context) -> Self {
        Self::new(RunSort::Shift, None, context)
    }

    /// The form for a journey.
    pub fn journey(context: &mut Context) -> Self {
        let left = context.hand_me_down();
        Self::new(RunSort::Journey, left, context)
    }

    fn new(sort: RunSort, left: Option<HandMeDown>, context: &mut Context) -> Self {
        let (kind, depth) = context.proposed_shift();
        context.host.search_unfinished();
        Self {
            sort,
            parts: Part::all(sort, context.host.has_accounts(), left.is_some()),
            list: ListState::default(),
            kind,
            depth,
            seed: Field::new("", MAX_SEED_COLUMNS),
            name: Field::new(&context.settings.name, MAX_NAME_COLUMNS),
            left,
            takes: true,
            unfinished: context.host.unfinished(),
            problem: String::new(),
        }
    }

    /// What is taken along: on a seed of the player's own nothing is.
    fn taken(&self) -> Option<&HandMeDown> {
        self.left.as_ref().filter(|_| self.takes && self.seed.text().is_empty())
    }

    fn begin(&mut self, context: &mut Context) -> Transition {
        let seed = match self.seed.text() {
            "" => context.host.random_seed(),
            text => Seed::from_text(text),
        };
        let setup = match (self.sort, context.catalog.levels.get(self.kind)) {
            (RunSort::Journey, _) => Setup::campaign(seed),
            (RunSort::Shift, Some(kind)) => Setup::shift(&kind.name, self.depth, seed),
            (RunSort::Shift, None) => return Transition::Ignore,
        };
        let is_renamed = self.name.text() != context.settings.name;
        self.name.text().clone_into(&mut context.settings.name);
        if self.sort == RunSort::Shift {
            context.note_shift(&setup);
        }
        if !is_renamed {
            context.keep_notes();
        } else if let Err(problem) = context.keep_settings() {
            self.problem = problem.to_string();
            return Transition::Stay;
        }
        let begun = match self.taken().cloned() {
            Some(item) => context.begin_with(item),
            None => context.begin(setup, self.seed.text()),
        };
        match begun {
            Ok(run) => Transition::Play(run),
            Err(error) => {
                self.problem = error.to_string();
                Transition::Stay
            }
        }
    }

    /// Changes the chosen part to its next or its previous value.
    fn turn(&mut self, forward: bool, context: &Context) -> Transition {
        match self.part() {
            Part::Kind => {
                let kinds = context.catalog.levels.len();
                self.kind = (self.kind + if forward { 1 } else { kinds - 1 }) % kinds;
            }
            Part::Depth if forward => self.depth = self.depth.deeper(1).min(Depth::DEEPEST_CONTENT),
            Part::Depth => self.depth = self.depth.above(),
            Part::Cart => self.takes = !self.takes,
            _ => return Transition::Ignore,
        }
        Transition::Stay
    }

    /// The part that is being filled in.
    fn part(&self) -> Part {
        self.parts[self.list.at()]
    }

    /// To the next part, or to the one before.
    fn go(&mut self, intent: Intent) -> Transition {
        self.list.turn(intent, self.parts.len());
        Transition::Stay
    }

    fn field(&mut self) -> Option<&mut Field> {
        match self.part() {
            Part::Seed => Some(&mut self.seed),
            Part::Name => Some(&mut self.name),
            _ => None,
        }
    }

    /// What a part is, as it is filled in now.
    fn about(&self, part: Part, context: &Context) -> String {
        match part {
            Part::Kind => {
                let Some(kind) = context.catalog.levels.get(self.kind) else {
                    return String::new();
                };
                let advice = if kind.first { " A good first shift." } else { "" };
                format!("{}{advice}", kind.plays)
            }
            Part::Depth => {
                let deepest = Depth::DEEPEST_CONTENT;
                format!("1 is quiet, {deepest} is not; the points are multiplied by it.")
            }
            Part::Seed => self.about_seed(),
            Part::Name => "Yours, for the scores and the run's file. It may stay empty.".to_owned(),
            Part::Cart if !self.seed.text().is_empty() => {
                "On a seed of your own nobody leaves you anything. It will keep.".to_owned()
            }
            Part::Cart => "Left for you. With it the journey is not ranked.".to_owned(),
            Part::Start => match self.sort {
                RunSort::Journey => {
                    "From the Home Post to the Deep Seat, a site a night. You have one life, and they know the way."
                }
                RunSort::Shift => "They have gone home. The mop is in the closet.",
            }
            .to_owned(),
        }
    }

    fn about_seed(&self) -> String {
        let what = match self.sort {
            RunSort::Journey => "the same marches and the same people",
            RunSort::Shift => "the same floor",
        };
        match self.seed.text() {
            "" => format!("A word or a number; the same seed is {what}. Empty draws one."),
            text => {
                let number = Seed::from_text(text).to_string();
                if number == text {
                    format!("A number is its own seed: {what} for everybody.")
                } else {
                    format!("Stands for {number}: {what} for everybody.")
                }
            }
        }
    }

    fn value(&self, part: Part, context: &Context) -> String {
        match part {
            Part::Kind => {
                context.catalog.levels.get(self.kind).map_or_else(String::new, |k| k.name.clone())
            }
            Part::Depth => self.depth.to_string(),
            Part::Seed => self.seed.text().to_owned(),
            Part::Name => self.name.text().to_owned(),
            Part::Cart => match self.taken() {
                Some(HandMeDown { item, from }) => {
                    sanitize(&format!("with {}, from {from}", with_article(item)))
                }
                None => "as it stands".to_owned(),
            },
            Part::Start => self.sort.name().to_owned(),
        }
    }

    fn line(&self, part: Part, context: &Context, width: usize) -> Line<'static> {
        let looks = &context.appearance;
        let is_here = self.part() == part;
        let mark = if is_here { looks.glyph(GlyphId::Right) } else { " " };
        let label = format!("{mark} {:<6}", part.label());
        let mut spans = vec![Span::styled(
            label,
            looks.style(if is_here { ColorRole::Key } else { ColorRole::Text }),
        )];
        let value = self.value(part, context);
        let style = looks.style(if is_here { ColorRole::Selected } else { ColorRole::Text });
        if matches!(part, Part::Kind | Part::Depth | Part::Cart) {
            let arrow = |sign| Span::styled(looks.glyph(sign), looks.style(ColorRole::Key));
            spans.push(arrow(GlyphId::Left));
            // With two arrows and two blanks.
            let room = width.saturating_sub(usize::from(LABEL_COLUMNS) + 4);
            spans.push(Span::styled(format!(" {} ", fit(&value, room, looks)), style));
            spans.push(arrow(GlyphId::Right));
        } else {
            let room = width.saturating_sub(usize::from(LABEL_COLUMNS));
            spans.push(Span::styled(fit(&value, room, looks), style));
        }
        Line::from(spans)
    }
}

impl Screen for NewRunScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = hints(context);
        let area = sheet(frame, &looks, Width::Text, self.sort.title(), &hints);
        let width = usize::from(area.width);
        let roomy = area.height >= 15;
        let mut lines = Vec::new();
        let mut rows = Vec::new();
        for part in self.parts.iter().copied() {
            rows.push(lines.len());
            lines.push(self.line(part, context, width));
            if roomy || part == self.part() {
                let about = self.about(part, context);
                for text in wrap(&about, width.saturating_sub(usize::from(LABEL_COLUMNS))) {
                    let indented = format!("{}{text}", " ".repeat(usize::from(LABEL_COLUMNS)));
                    lines.push(Line::styled(indented, looks.style(ColorRole::Dim)));
                }
            }
            if roomy {
                lines.push(Line::default());
            }
        }
        for text in notice(&self.problem, width) {
            lines.push(Line::styled(text, looks.style(ColorRole::Bad)));
        }
        if let Some(told) = self.unfinished.told_before_another() {
            let rows = wrap(&told, width).into_iter();
            lines.extend(rows.map(|text| Line::styled(text, looks.style(ColorRole::Warning))));
        }
        let row = rows[self.list.at()];
        let shown = self.list.draw(frame, area, &looks, &lines, row..row + 2);
        if let Some(field) = self.field()
            && shown.contains(&row)
        {
            let y = area.y + (row - shown.start) as u16;
            let label = LABEL_COLUMNS.min(area.width);
            let place = Rect { x: area.x + label, y, width: area.width - label, height: 1 };
            field.draw(frame, place, &looks, true);
        }
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        if let Input::Key(key) = input {
            // These keys move in a form, whatever their intents, so that every letter can be typed.
            match key.code {
                KeyCode::Down | KeyCode::Tab if !key.shift => return self.go(Intent::Next),
                KeyCode::Up | KeyCode::Tab => return self.go(Intent::Previous),
                _ => {}
            }
        }
        if let Some(field) = self.field()
            && field.take(input)
        {
            self.problem.clear();
            return Transition::Stay;
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => return self.begin(context),
            Some(Intent::Cancel) => return Transition::Pop,
            Some(Intent::Help) => return Transition::push(HelpScreen::keys()),
            Some(Intent::Next) => return self.go(Intent::Next),
            Some(Intent::Previous) => return self.go(Intent::Previous),
            _ => {}
        }
        match context.intent(InputMode::Cursor, input) {
            Some(Intent::Move(Dir::East)) => self.turn(true, context),
            Some(Intent::Move(Dir::West)) => self.turn(false, context),
            _ => Transition::Ignore,
        }
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        self.unfinished = context.host.unfinished();
        match self.unfinished {
            UnfinishedSearch::Searching => Transition::Ignore,
            UnfinishedSearch::Done(_) => Transition::Stay,
        }
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        (self.unfinished == UnfinishedSearch::Searching).then_some(SEARCH_INTERVAL)
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}

fn hints(context: &Context) -> [KeyHint; 4] {
    [
        KeyHint::of(context, Intent::Confirm, "start"),
        KeyHint::of(context, Intent::Cancel, "back"),
        KeyHint::of_arrows(&context.appearance, [GlyphId::Up, GlyphId::Down], "field"),
        KeyHint::of_arrows(&context.appearance, [GlyphId::Left, GlyphId::Right], "change"),
    ]
}
