//! The map screen: where a shift is played.
//!
//! An activity of several turns is shown turn by turn. The key of the intent that began it has it
//! run to its end at once; any other interrupts it and acts; Esc only interrupts. What happens is
//! animated; a key skips the animation and acts at once.

use std::time::Duration;

use ratatui::Frame;

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    blows::KeyHold,
    intent_handler::{handle, is_harmless},
    keymap::{InputMode, Intent},
    motion::Director,
    surroundings::describe,
    terminal::{Input, Key, KeyCode, MouseKind},
    widgets::{lesson, messages::ShownRows, scene::Scene},
};
use engine::sim::{Activity, Command};

use super::cursor::CursorScreen;

#[derive(Default)]
pub struct ShiftScreen {
    director: Director,
    /// The intent that was handled last: the activity that goes on, if one does, is its.
    begun_by: Option<Intent>,
    /// Set while the log has more lines than room: the next key shows them.
    more: Option<ShownRows>,
    /// Ignores the repeats of a key under which something new has just begun.
    hold: KeyHold,
}

impl ShiftScreen {
    fn key(&mut self, key: Key, run: &mut ActiveRun, context: &mut Context) -> Transition {
        if let Some(shown) = self.more.take() {
            (run.log.seen, run.log.joined) = (shown.rows, shown.joined);
            return Transition::Stay;
        }
        if self.hold.swallows(key) {
            return Transition::Ignore;
        }
        self.director.skip();
        run.events.clear();
        if let Some(end) = run.view().shift_end() {
            // Only keys that do not walk go on to the result.
            return match key.code {
                KeyCode::Enter | KeyCode::Esc | KeyCode::Char(' ') => Transition::ShowResult(end),
                _ => Transition::Ignore,
            };
        }
        let intent = context.intent(InputMode::Play, &Input::Key(key));
        if run.is_going_on() {
            if intent.is_some_and(|intent| self.begun_by == Some(intent) && !is_harmless(intent)) {
                run.finish(&context.settings);
                self.note(key, run);
                // These are of many turns.
                run.events.clear();
                return Transition::Stay;
            }
            run.halt();
            let is_at_work =
                matches!(run.view().activity(), Some(Activity::Work { .. } | Activity::Prepare(_)));
            let only_stops = intent.is_none_or(|intent| intent == Intent::Cancel);
            if is_at_work {
                run.say("You leave off.".to_owned());
            } else if only_stops {
                run.say("You stop.".to_owned());
            }
            if only_stops {
                return Transition::Stay;
            }
        }
        if let Some(intent) = intent {
            let transition = handle(intent, run, context);
            self.begun_by = Some(intent);
            self.note(key, run);
            return transition;
        }
        let help = context.key(Intent::Help);
        let is_of_other_layout =
            matches!(key.code, KeyCode::Char(c) if c.is_alphabetic() && !c.is_ascii());
        let layout = if is_of_other_layout { " Is another keyboard layout on?" } else { "" };
        run.say(format!("The key {key} does nothing here.{layout} {help} shows those that do."));
        Transition::Stay
    }

    /// Takes note of what has happened under a key.
    fn note(&mut self, key: Key, run: &ActiveRun) {
        if !run.is_still {
            self.hold.note(key, &run.events, run.view().clock());
        }
    }

    /// How long after the last turn of an activity the next one comes, if one goes on.
    fn turn(&self, run: &ActiveRun, context: &Context) -> Option<Duration> {
        let goes_on = self.more.is_none() && run.is_going_on();
        goes_on.then(|| run.animation_interval(&context.settings))
    }
}

/// The number of turns from one picture to the next: ten while resting, otherwise one.
fn steps(run: &ActiveRun) -> u32 {
    match run.view().activity() {
        Some(Activity::Rest | Activity::Linger { .. }) => 10,
        _ => 1,
    }
}

impl Screen for ShiftScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let (level, pace) = (context.motion(), context.settings.animation);
        let events = std::mem::take(&mut run.events);
        self.director.show(&events, run.view(), level, pace);
        self.director.breathe(run.view(), &context.appearance, level);
        let marks = self.director.marks(run.view());
        let shown = Scene { marks, ..Scene::default() }.draw(frame, run, context);
        self.more = shown.filter(|shown| shown.more);
        if let (Some(shown), None) = (shown, self.more) {
            (run.log.seen, run.log.joined) = (shown.rows, shown.joined);
        }
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        match input {
            Input::Key(key) => self.key(*key, run, context),
            Input::Mouse(mouse) => {
                let Some(at) = run.cell_at(*mouse) else { return Transition::Ignore };
                run.halt();
                self.begun_by = None;
                match mouse.kind {
                    MouseKind::Click => Transition::push(CursorScreen::examine_at(at)),
                    MouseKind::RightClick => {
                        run.submit(Command::Travel(at), &context.settings);
                        Transition::Stay
                    }
                    _ => Transition::Ignore,
                }
            }
            _ => Transition::Ignore,
        }
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        let change = self.director.next_change(self.turn(context.run(), context));
        change.into_iter().chain(self.hold.time_left()).min()
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let waited = self.tick_interval(context).unwrap_or_default();
        self.hold.wait(waited);
        let (run, context) = context.in_run();
        if self.director.pass(waited, self.turn(run, context)) {
            for _ in 0..steps(run) {
                if run.is_going_on() {
                    run.go_on(&context.settings);
                }
            }
        }
        Transition::Stay
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, context) = context.in_run();
        let watchers = match run.watchers() {
            0 => None,
            1 => Some("One other watches you.".to_owned()),
            count => Some(format!("{count} others watch you.")),
        };
        let lesson = lesson::read(run.view(), context);
        let lines = lesson.into_iter().chain(describe(run.view()));
        Some(lines.chain(watchers).collect())
    }
}
