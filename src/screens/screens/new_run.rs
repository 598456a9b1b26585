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

pub struct NewRunScreen {
    sort: &'static RunSort,
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

struct RunSort {
    is_journey: bool,
    title: &'static str,
    name: &'static str,
    about: &'static str,
    /// What is the same on the same seed.
    same: &'static str,
}

const JOURNEY: RunSort = RunSort {
    is_journey: true,
    title: "New journey",
    name: "the journey",
    about: "From the Home Post to the Deep Seat, a site a night. You have one life, and they know \
        the way.",
    same: "the same marches and the same people",
};

const SHIFT: RunSort = RunSort {
    is_journey: false,
    title: "New shift",
    name: "the shift",
    about: "They have gone home. The mop is in the closet.",
    same: "the same floor",
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Kind,
    Depth,
    Seed,
    Name,
    Cart,
    Start,
}

impl NewRunScreen {
    pub fn shift(context: &mut Context) -> Self {
        Self::new(&SHIFT, None, context)
    }

    pub fn journey(context: &mut Context) -> Self {
        let left = context.hand_me_down();
        Self::new(&JOURNEY, left, context)
    }

    fn new(sort: &'static RunSort, left: Option<HandMeDown>, context: &mut Context) -> Self {
        let (kind, depth) = context.proposed_shift();
        context.host.search_unfinished();
        let parts = [
            (Part::Kind, !sort.is_journey),
            (Part::Depth, !sort.is_journey),
            (Part::Seed, true),
            // An account has a name already.
            (Part::Name, !context.host.has_accounts()),
            (Part::Cart, left.is_some()),
            (Part::Start, true),
        ];
        Self {
            sort,
            parts: parts.into_iter().filter_map(|(part, is_in)| is_in.then_some(part)).collect(),
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
        let kind = &context.catalog.levels[self.kind];
        let setup = if self.sort.is_journey {
            Setup::campaign(seed)
        } else {
            Setup::shift(&kind.name, self.depth, seed)
        };
        let is_renamed = self.name.text() != context.settings.name;
        self.name.text().clone_into(&mut context.settings.name);
        if !self.sort.is_journey {
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

    /// The label of a part, its value, and what it is, as it is filled in now.
    fn told(&self, part: Part, context: &Context) -> (&'static str, String, String) {
        let kind = &context.catalog.levels[self.kind];
        match part {
            Part::Kind => {
                let advice = if kind.first { " A good first shift." } else { "" };
                ("Kind", kind.name.clone(), format!("{}{advice}", kind.plays))
            }
            Part::Depth => {
                let deepest = Depth::DEEPEST_CONTENT;
                let about =
                    format!("1 is quiet, {deepest} is not; the points are multiplied by it.");
                ("Depth", self.depth.to_string(), about)
            }
            Part::Seed => ("Seed", self.seed.text().to_owned(), self.about_seed()),
            Part::Name => {
                let about = "Yours, for the scores and the run's file. It may stay empty.";
                ("Name", self.name.text().to_owned(), about.to_owned())
            }
            Part::Cart => {
                let value = match self.taken() {
                    Some(HandMeDown { item, from }) => {
                        sanitize(&format!("with {}, from {from}", with_article(item)))
                    }
                    None => "as it stands".to_owned(),
                };
                let about = if self.seed.text().is_empty() {
                    "Left for you. With it the journey is not ranked."
                } else {
                    "On a seed of your own nobody leaves you anything. It will keep."
                };
                ("Cart", value, about.to_owned())
            }
            Part::Start => ("Start", self.sort.name.to_owned(), self.sort.about.to_owned()),
        }
    }

    fn about_seed(&self) -> String {
        let same = self.sort.same;
        match self.seed.text() {
            "" => format!("A word or a number; the same seed is {same}. Empty draws one."),
            text => {
                let number = Seed::from_text(text).to_string();
                if number == text {
                    format!("A number is its own seed: {same} for everybody.")
                } else {
                    format!("Stands for {number}: {same} for everybody.")
                }
            }
        }
    }

    fn row(&mut self, part: Part, context: &ScreenContext<'_>) -> Row {
        let looks = &context.appearance;
        let (label, value, about) = self.told(part, context);
        let is_here = part == self.part(context);
        let role = if is_here { ColorRole::Key } else { ColorRole::Text };
        let label = (format!("{label:<6}"), role);
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
            ..Sheet::form(self.sort.title)
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
