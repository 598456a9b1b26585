//! The form for a new run: the seed and the name of the player, and of a single shift its kind of
//! level and its depth.

use std::time::Duration;

use crate::{
    Context, Screen, ScreenContext, Transition, UnfinishedSearch,
    config::MAX_NAME_COLUMNS,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::{Input, KeyCode, sanitize},
    theme::ColorRole,
    widgets::{
        Field, KeyHint,
        sheet::{Block, Row, Sheet},
    },
};
use base::{Dir, Seed};
use content::{Depth, with_article};
use engine::sim::{HandMeDown, Setup};

use super::unfinished::SEARCH_INTERVAL;

/// The widest seed; a number needs 20 columns.
const MAX_SEED_COLUMNS: usize = 40;

/// The form for a new run.
pub struct NewRunScreen {
    sort: RunSort,
    parts: Vec<Part>,
    kind: usize,
    depth: Depth,
    seed: Field,
    name: Field,
    /// What a dead upkeeper has left for the journey, and whether it is taken along.
    left: Option<HandMeDown>,
    takes: bool,
    /// Of what is told that a run waits to be played on.
    unfinished: UnfinishedSearch,
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
            kind,
            depth,
            seed: Field::new("", MAX_SEED_COLUMNS),
            name: Field::new(&context.settings.name, MAX_NAME_COLUMNS),
            left,
            takes: true,
            unfinished: context.host.unfinished(),
        }
    }

    /// What is taken along: on a seed of the player's own nothing is.
    fn taken(&self) -> Option<&HandMeDown> {
        self.left.as_ref().filter(|_| self.takes && self.seed.text().is_empty())
    }

    fn begin(&self, context: &mut ScreenContext<'_>) -> Transition {
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
            return context.fail(problem);
        }
        let begun = match self.taken().cloned() {
            Some(item) => context.begin_with(item),
            None => context.begin(setup, self.seed.text()),
        };
        context.play(begun)
    }

    /// Changes the chosen part to its next or its previous value.
    fn turn(&mut self, forward: bool, context: &ScreenContext<'_>) -> Transition {
        match self.part(context) {
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
    fn part(&self, context: &ScreenContext<'_>) -> Part {
        context.sheet.chosen_of(&self.parts).copied().unwrap_or(Part::Start)
    }

    fn field(&mut self, part: Part) -> Option<&mut Field> {
        match part {
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

    fn row(&mut self, part: Part, context: &ScreenContext<'_>) -> Row {
        let looks = &context.appearance;
        let (value, about) = (self.value(part, context), self.about(part, context));
        let is_here = part == self.part(context);
        let role = if is_here { ColorRole::Key } else { ColorRole::Text };
        let label = (format!("{:<6}", part.label()), role);
        let below = if is_here || context.sheet.rows() >= ROOMY {
            vec![Block::dim(about)]
        } else {
            Vec::new()
        };
        if !matches!(part, Part::Kind | Part::Depth | Part::Cart) {
            let field = self.field(part).filter(|_| is_here).cloned();
            return Row { label: vec![label], field, below, ..Row::new(value) };
        }
        let arrow = (looks.glyph(GlyphId::Left).to_owned(), ColorRole::Key);
        let right = looks.glyph(GlyphId::Right).to_owned();
        Row { label: vec![label, arrow], right, below, ..Row::new(format!(" {value} ")) }
    }
}

/// The rows from which on every part is explained.
const ROOMY: usize = 15;

impl Screen for NewRunScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let arrows = |arrows, does| KeyHint::of_arrows(&context.appearance, arrows, does);
        let hints = vec![
            KeyHint::of(context, Intent::Confirm, "start"),
            KeyHint::of(context, Intent::Cancel, "back"),
            arrows([GlyphId::Up, GlyphId::Down], "field"),
            arrows([GlyphId::Left, GlyphId::Right], "change"),
        ];
        let told = self.unfinished.told_before_another();
        Some(Sheet {
            rows: self.parts.clone().into_iter().map(|part| self.row(part, context)).collect(),
            foot: told.map(|told| Block::Text(told, ColorRole::Warning)).into_iter().collect(),
            hints,
            is_spaced: context.sheet.rows() >= ROOMY,
            ..Sheet::form(self.sort.title())
        })
    }

    fn chosen(&mut self, _: usize, context: &mut ScreenContext<'_>) -> Transition {
        self.begin(context)
    }

    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        if let Input::Key(key) = input {
            // These keys move in a form, whatever their intents, so that every letter can be typed.
            let step = match key.code {
                KeyCode::Down | KeyCode::Tab if !key.shift => Some(1),
                KeyCode::Up | KeyCode::Tab => Some(self.parts.len() - 1),
                _ => None,
            };
            if let Some(step) = step {
                let at = context.sheet.chosen.unwrap_or(0);
                context.sheet.chosen = Some((at + step) % self.parts.len());
                return Some(Transition::Stay);
            }
        }
        let field = self.field(self.part(context))?;
        if field.take(input) {
            context.sheet.problem.clear();
            return Some(Transition::Stay);
        }
        None
    }

    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
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
