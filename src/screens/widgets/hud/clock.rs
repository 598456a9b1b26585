//! The time that is left: until dawn, until par, and for the way out.

use ratatui::text::Line;

use crate::theme::ColorRole;
use content::counted;
use engine::sim::{NEAR_DAWN, TIME_STEPS, Turns};
use engine::view::View;

use super::sidebar::{MIN_COLUMNS_WITH_WAYS, Sidebar};

impl Sidebar<'_> {
    pub(super) fn dawn(&self) -> Line<'static> {
        if let Some(count) = self.view.intruders() {
            let text = format!("They are in: {count}");
            return Line::styled(text, self.looks.style(ColorRole::Warning));
        }
        if self.view.is_raid_over() {
            return Line::raw("The raid is over");
        }
        let left = self.view.turns_left();
        self.bar("Dawn", left.0 as i32, self.view.dawn().0 as i32, format!("in {left}"))
    }

    /// How far off par is; after it, how much of the bonus for time is left.
    pub(super) fn par(&self) -> Option<Line<'static>> {
        let par = self.view.par().filter(|_| self.view.is_before_raid())?;
        let (steps, points) = (self.view.time_steps_left()?, self.view.time_points_left()?);
        let text = match par.saturating_sub(self.view.clock()) {
            Turns(0) if self.width < MIN_COLUMNS_WITH_WAYS => {
                let when = if steps == TIME_STEPS { "now" } else { "past" };
                if self.view.is_order_complete() {
                    format!("{when}, pays {points:+}")
                } else {
                    format!("{points:+} if all done")
                }
            }
            Turns(0) if self.view.is_order_complete() => format!("past, time pays {points:+}"),
            Turns(0) => format!("past, {points:+} when all is done"),
            left => format!("in {left}"),
        };
        let role = if steps == 0 { ColorRole::Dim } else { ColorRole::Text };
        Some(Line::styled(format!("{:<7}{text}", "Par"), self.looks.style(role)))
    }

    /// The distance to the exit, or to the stairs and through the floors below, once dawn is near.
    pub(super) fn way_out(&self) -> Option<Line<'static>> {
        let left = self.view.turns_left();
        if !is_dawn_near(self.view) {
            return None;
        }
        let below = self.view.turns_below();
        let (text, role) = match self.view.turns_to_exit() {
            None => ("no way known".to_owned(), ColorRole::Warning),
            Some(away) => {
                let is_late = away.0 + below.0 > left.0;
                let role = if is_late { ColorRole::Bad } else { ColorRole::Text };
                let text = match (away, below) {
                    (Turns(0), Turns(0)) => "here".to_owned(),
                    (Turns(0), below) => format!("here, out {below}"),
                    (away, Turns(0)) => away_in_words(away),
                    (away, below) => format!("{away}, out {}", away.0 + below.0),
                };
                (text, role)
            }
        };
        Some(Line::styled(
            format!("{:<7}{text}", if self.view.has_stairs_down() { "Stairs" } else { "Exit" }),
            self.looks.style(role),
        ))
    }
}

fn away_in_words(away: Turns) -> String {
    format!("{} away", counted(away.0, "turn"))
}

/// The distance to the exit in its shortest form.
pub(super) fn exit_off(view: View<'_>) -> String {
    let away = view.turns_to_exit().filter(|_| is_dawn_near(view));
    away.map_or_else(String::new, |away| format!(" exit {away}"))
}

/// Whether dawn is near enough to show the distance to the exit.
fn is_dawn_near(view: View<'_>) -> bool {
    view.intruders().is_none() && view.turns_left().saturating_sub(view.turns_below()) <= NEAR_DAWN
}
