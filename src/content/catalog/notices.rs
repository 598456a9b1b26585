//! Checks of `notices.ron`.

use super::checker::Checker;
use crate::error::DataError;
use crate::notice::{Demand, NoticePlace, Notices};

/// Stands in the text of an order about somebody.
const NAME: &str = "{name}";

/// Checks every number, and that there is enough to hang at each place.
pub(super) fn check(file: &Checker<'_>, notices: &Notices) -> Result<(), DataError> {
    file.within("", "in_closet", notices.in_closet as i32, 0, 5)?;
    for place in [NoticePlace::Board, NoticePlace::Closet] {
        let mut own = notices.kinds.iter().filter(|notice| notice.hangs == place);
        // Strangers have no names, and there is a first depth.
        let hangs_anywhere = own
            .any(|notice| notice.weight > 0 && notice.from <= 1 && !notice.asks.is_about_person());
        if !hangs_anywhere {
            let message = format!("there is none for every {place:?}");
            return Err(file.error("", "kinds", message));
        }
    }
    if notices.kinds.len() > usize::from(u8::MAX) {
        return Err(file.error("", "kinds", "more than 255".to_owned()));
    }
    for notice in &notices.kinds {
        file.within(&notice.text, "coins", notice.coins as i32, 0, 1_000)?;
        file.within(&notice.text, "fine", notice.fine as i32, 0, 300)?;
        file.within(&notice.text, "from", notice.from.into(), 0, 99)?;
        if notice.hangs == NoticePlace::Board && notice.asks.is_about_party() {
            let message = "is about a party that no board knows of".to_owned();
            return Err(file.error(&notice.text, "asks", message));
        }
        if notice.asks.is_about_person() != notice.text.contains(NAME) {
            let message = format!("{NAME} stands in texts about somebody, and in no other");
            return Err(file.error(&notice.text, "text", message));
        }
        match notice.asks {
            Demand::Grade(letter) => file.grade(&notice.text, "asks", letter)?,
            Demand::Fallen(members) => file.within(&notice.text, "asks", members.into(), 1, 8)?,
            Demand::Prepared(percent) | Demand::Bled(percent) | Demand::Witnessed(percent) => {
                file.within(&notice.text, "asks", percent.into(), 1, 100)?;
            }
            Demand::HeldUp(percent) => {
                file.within(&notice.text, "asks", percent.into(), 101, 1_000)?;
            }
            Demand::All(_)
            | Demand::NobodyThrough
            | Demand::NothingTaken
            | Demand::Stopped
            | Demand::EmptyHanded
            | Demand::Spared => {}
        }
    }
    Ok(())
}
