//! The map screen: where a shift is played.
//!
//! What goes on for several turns is shown turn by turn; a key interrupts it and is then spent, unless it only shows
//! something. What flies or strikes is shown for a moment; a key skips that and acts at once.

use std::{collections::VecDeque, time::Duration};

use ratatui::Frame;

use crate::{
    base::{Line, Pos, Tie},
    sim::{Behaviour, Command, End, Event, FightEvent, FloorEvent, ItemEvent, Status},
    ui::{
        ActiveRun, Context, RunScreen, RunTransition,
        intent_handler::{handle, is_harmless},
        keymap::{InputMode, Intent},
        surroundings::describe,
        terminal::{Input, Key, KeyCode, MouseKind},
        widgets::{
            map::{Mark, MarkKind},
            messages::ShownRows,
            scene::Scene,
        },
    },
};

use super::cursor::CursorScreen;

/// The map screen of the run that is played.
#[derive(Default)]
pub struct ShiftScreen {
    /// Pictures of what has just happened that are still to be shown.
    pictures: VecDeque<Vec<Mark>>,
    /// There are more lines than there is room for: a key shows the next.
    more: Option<ShownRows>,
    /// Something bad has just begun under this key: held down, it does nothing more until it is let go.
    held: Option<Key>,
    /// Something bad came of the last command.
    is_alarmed: bool,
}

impl ShiftScreen {
    fn key(&mut self, key: Key, run: &mut ActiveRun, context: &Context) -> RunTransition {
        if let Some(shown) = self.more.take() {
            run.log.seen = shown.rows;
            return RunTransition::Stay;
        }
        if self.held.take() == Some(key) {
            self.held = Some(key);
            return RunTransition::Ignore;
        }
        self.pictures.clear();
        run.events.clear();
        if let Status::Over(end) = run.status() {
            return over(key, end);
        }
        let intent = context.intent(InputMode::Play, &Input::Key(key));
        if run.is_going_on() {
            run.halt();
            if !intent.is_some_and(is_harmless) {
                return RunTransition::Stay;
            }
        }
        if let Some(intent) = intent {
            return self.act(intent, key, run, context);
        }
        let help = context.key(Intent::Help);
        run.say(format!("The key {key} does nothing here. {help} shows those that do."));
        RunTransition::Stay
    }

    fn act(
        &mut self,
        intent: Intent,
        key: Key,
        run: &mut ActiveRun,
        context: &Context,
    ) -> RunTransition {
        let transition = handle(intent, run, context);
        if !run.is_still {
            let is_alarmed = run.events.iter().any(is_alarming);
            // Only what is new: nobody wants to wait between blows.
            self.held = (!self.is_alarmed && is_alarmed).then_some(key);
            self.is_alarmed = is_alarmed;
        }
        self.picture(run, context);
        transition
    }

    /// Makes pictures of what has just happened.
    fn picture(&mut self, run: &mut ActiveRun, context: &Context) {
        let events = std::mem::take(&mut run.events);
        if run.animation_interval(&context.settings).is_zero() {
            return;
        }
        for event in &events {
            match *event {
                Event::Fight(FightEvent::Shot { from, to, victim, .. }) if victim.seen => {
                    self.flight(from, to);
                }
                Event::Item(ItemEvent::Threw { from, to, .. }) => self.flight(from, to),
                Event::Fight(FightEvent::Struck { victim, .. }) if victim.seen => {
                    self.flash(victim.at);
                }
                Event::Fight(FightEvent::TrapSprung { at, victim, .. }) if victim.seen => {
                    self.flash(at);
                }
                _ => {}
            }
        }
        // What happened all at once is not shown for longer than it is worth.
        self.pictures.truncate(MAX_PICTURES);
    }

    fn flight(&mut self, from: Pos, to: Pos) {
        let line = Line::new(from, to, Tie::NorthWest);
        let length = from.steps_to(to) as usize;
        let cells = line.take(length);
        self.pictures.extend(cells.map(|at| vec![Mark { at, kind: MarkKind::Missile }]));
    }

    fn flash(&mut self, at: Pos) {
        self.pictures.push_back(vec![Mark { at, kind: MarkKind::Flash }]);
    }
}

/// Whether somebody who holds a key down would want to let it go.
fn is_alarming(event: &Event) -> bool {
    match event {
        Event::Fight(FightEvent::ThreatSeen { .. })
        | Event::Floor(FloorEvent::DraggedOut { .. }) => true,
        Event::Fight(
            FightEvent::Struck { victim, .. }
            | FightEvent::Missed { victim, .. }
            | FightEvent::Shot { victim, .. }
            | FightEvent::Hurt { victim, .. },
        ) => victim.is_player(),
        _ => false,
    }
}

/// After the end, keys that nobody walks with go on.
fn over(key: Key, end: End) -> RunTransition {
    match key.code {
        KeyCode::Enter | KeyCode::Esc | KeyCode::Char(' ') => RunTransition::ShowResult(end),
        _ => RunTransition::Ignore,
    }
}

/// How many turns go by from one picture to the next: waiting is dull to look at.
fn steps(run: &ActiveRun) -> u32 {
    match run.view().behaviour() {
        Some(Behaviour::Rest | Behaviour::Linger { .. }) => 10,
        _ => 1,
    }
}

/// A key that is held down comes again sooner than this.
const KEY_REPEAT_PAUSE: Duration = Duration::from_millis(120);

/// More pictures than this are not shown of one turn.
const MAX_PICTURES: usize = 24;

impl RunScreen for ShiftScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, run: &mut ActiveRun, context: &mut Context) {
        let marks = self.pictures.front().cloned().unwrap_or_default();
        let shown = Scene { marks, ..Scene::default() }.draw(frame, run, context);
        self.more = shown.filter(|shown| shown.more);
        if let (Some(shown), None) = (shown, self.more) {
            run.log.seen = shown.rows;
        }
    }

    fn input(
        &mut self,
        input: &Input,
        run: &mut ActiveRun,
        context: &mut Context,
    ) -> RunTransition {
        match input {
            Input::Key(key) => self.key(*key, run, context),
            Input::Mouse(mouse) => {
                let Some(at) = run.cell_at(*mouse) else { return RunTransition::Ignore };
                run.halt();
                match mouse.kind {
                    MouseKind::Click => RunTransition::push(CursorScreen::examine_at(at)),
                    MouseKind::RightClick => {
                        run.submit(Command::Travel(at), &context.settings);
                        RunTransition::Stay
                    }
                    _ => RunTransition::Ignore,
                }
            }
            _ => RunTransition::Ignore,
        }
    }

    fn tick_interval(&self, run: &ActiveRun, context: &Context) -> Option<Duration> {
        if self.more.is_some() {
            return None;
        }
        let moves = !self.pictures.is_empty() || run.is_going_on() || !run.events.is_empty();
        let interval = moves.then(|| run.animation_interval(&context.settings));
        interval.or_else(|| self.held.map(|_| KEY_REPEAT_PAUSE))
    }

    fn tick(&mut self, run: &mut ActiveRun, context: &mut Context) -> RunTransition {
        if self.pictures.pop_front().is_some() {
            if !self.pictures.is_empty() {
                return RunTransition::Stay;
            }
        } else {
            self.held = None;
        }
        if run.events.is_empty() {
            for _ in 0..steps(run) {
                if run.is_going_on() {
                    run.go_on(&context.settings);
                }
            }
        }
        self.picture(run, context);
        RunTransition::Stay
    }

    fn accessible_lines(&mut self, run: &mut ActiveRun, _: &mut Context) -> Option<Vec<String>> {
        Some(describe(run.view()))
    }
}
