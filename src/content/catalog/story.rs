//! Checks of `story.ron`.

use super::checker::Checker;
use crate::DataError;
use crate::story::{STORY_TOPICS, StoryTopic};

/// The least number of ways to put the same thing.
const MIN_TEXTS: usize = 2;
const MAX_TEXT_BYTES: usize = 200;

/// Checks that every topic is there, and that its texts ask for nothing that it does not know.
pub(super) fn check(file: &Checker<'_>, topics: &[StoryTopic]) -> Result<(), DataError> {
    file.unique(topics.iter().map(|topic| topic.name.as_str()))?;
    file.unique(topics.iter().flat_map(|topic| &topic.texts).map(String::as_str))?;
    for (name, _) in STORY_TOPICS {
        if !topics.iter().any(|topic| topic.name == name) {
            return Err(file.error("", "name", format!("there is no topic “{name}”")));
        }
    }
    topics.iter().try_for_each(|topic| check_topic(file, topic))
}

fn check_topic(file: &Checker<'_>, topic: &StoryTopic) -> Result<(), DataError> {
    let Some((_, known)) = STORY_TOPICS.iter().find(|(name, _)| *name == topic.name) else {
        return Err(file.error(&topic.name, "name", "no topic of a story".to_owned()));
    };
    if topic.texts.len() < MIN_TEXTS {
        let message = format!("wants {MIN_TEXTS} texts at least");
        return Err(file.error(&topic.name, "texts", message));
    }
    for text in &topic.texts {
        let fault = |message| Err(file.error_at(&topic.name, "texts", text, message));
        if text.len() > MAX_TEXT_BYTES || text.chars().any(char::is_control) || !text.ends_with('.')
        {
            return fault(format!("must be sentences of up to {MAX_TEXT_BYTES} bytes"));
        }
        for word in text.split('{').skip(1) {
            let word = word.split('}').next().unwrap_or(word);
            if !known.contains(&word) {
                return fault(format!("“{{{word}}}” is not known of this"));
            }
        }
    }
    Ok(())
}
