//! The tutorial: the present lesson, and what the tutor says. The texts name keys, which are the
//! screens' to fill in.

use crate::sim::{Event, Mode, TutorEvent};
use content::Tutorial;

use super::View;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonView<'a> {
    /// Counted from 1, and the number of all.
    pub number: usize,
    pub count: usize,
    pub title: &'a str,
    pub text: &'a str,
}

impl<'a> View<'a> {
    pub fn is_tutorial(&self) -> bool {
        self.setup().mode == Mode::Tutorial
    }

    fn tutorial(&self) -> &'a Tutorial {
        &self.catalog().tutorial
    }

    pub fn lesson(&self) -> Option<LessonView<'a>> {
        let tutorial = self.tutorial();
        let place = self.world().shift.tutor.as_ref()?.lesson(tutorial, self.is_away())?;
        self.lessons().nth(place)
    }

    pub fn lessons(&self) -> impl Iterator<Item = LessonView<'a>> + use<'a> {
        let lessons = &self.tutorial().lessons;
        lessons.iter().zip(1..).map(|(lesson, number)| LessonView {
            number,
            count: lessons.len(),
            title: &lesson.title,
            text: &lesson.text,
        })
    }

    /// What the tutor says of an event.
    pub fn tutor_words(&self, event: &Event) -> Option<&'a str> {
        let Event::Tutor(event) = event else { return None };
        let tutorial = self.tutorial();
        match *event {
            TutorEvent::LessonLearned { ahead, .. } => ahead.then_some(tutorial.ahead.as_str()),
            TutorEvent::Helped { lesson } => {
                Some(tutorial.lessons.get(usize::from(lesson))?.help.as_str())
            }
            TutorEvent::Remarked { remark } => {
                Some(tutorial.remarks.get(usize::from(remark))?.text.as_str())
            }
            TutorEvent::Caught | TutorEvent::Refilled | TutorEvent::DawnPutOff => None,
        }
    }

    /// What the lessons have taught, and whether the player has learned it.
    pub fn learned(&self) -> Vec<(&'a str, bool)> {
        let Some(tutor) = &self.world().shift.tutor else { return Vec::new() };
        let lessons = self.tutorial().lessons.iter().zip(&tutor.learned);
        let told = lessons.filter(|(lesson, _)| !lesson.learned.is_empty());
        told.map(|(lesson, &is_learned)| (lesson.learned.as_str(), is_learned)).collect()
    }
}
