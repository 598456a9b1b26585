//! What the story of a journey tells besides that of a shift: the way, the score, and the roll of heroes with their fates.

use content::capital;
use engine::view::View;

use super::story_text::Story;

/// The way night by night, and the score part by part.
pub(super) fn push(story: &mut Story, view: View<'_>) {
    story.heading("The journey");
    for paragraph in view.story_of_journey() {
        story.paragraph(&paragraph);
    }
    story.heading("Night by night");
    for paragraph in view.nights_of_journey() {
        story.paragraph(&paragraph);
    }
    story.heading(&format!("Score {}", view.run_grade().score));
    for (what, points) in view.journey_score() {
        story.line(&format!("{points:>10}  {what}"));
    }
}

/// Everybody of the cast whom the player had heard of, and what became of them.
pub(super) fn push_roll(story: &mut Story, view: View<'_>) {
    let Some(journey) = view.journey() else { return };
    story.heading("The roll of heroes");
    for person in journey.roll() {
        let Some(report) = view.person_report(person.id) else { continue };
        let fate = view.fate_told(&journey, &person);
        let fate = fate.unwrap_or_else(|| format!("{}.", capital(&report.standing)));
        story.sentence(&format!("{}, {}. {fate}", report.name, report.rank));
    }
    match journey.unheard() {
        0 => {}
        1 => story.sentence("And one more, of whom nothing was heard."),
        more => story.sentence(&format!("And {more} more, of whom nothing was heard.")),
    }
}
