//! Messages for what actors do besides fighting.

use crate::sim::ActorEvent;
use crate::view::View;
use content::{capital, with_article};

use super::items;
use super::line::Tone;
use super::names::{Names, direction};

pub(super) fn words(view: &View<'_>, event: &ActorEvent) -> Option<(String, Tone)> {
    use Tone::{Plain, Warning, Work};
    let catalog = view.catalog();
    let names = Names { view };
    Some(match *event {
        ActorEvent::Moved { who, .. } if who.is_player() => return items::underfoot(view, who.at),
        ActorEvent::Moved { .. } => return None,
        ActorEvent::Teleported { who, .. } if who.is_player() => {
            ("The world folds, and you are somewhere else.".into(), Warning)
        }
        ActorEvent::Teleported { who, .. } => (format!("{} is gone.", names.seen(who)?), Plain),
        ActorEvent::Wove { who, trap, .. } => {
            let name = with_article(&catalog.trap(trap).name);
            (format!("{} puts up {name}.", names.seen(who)?), Warning)
        }
        ActorEvent::Ate { who, body: Some(body), at } => {
            let eater =
                names.seen(who).or_else(|| view.is_visible(at).then(|| "something".into()))?;
            (
                format!(
                    "{eater} has finished the {}. It will not be for the chute.",
                    view.body_name(body)
                ),
                Warning,
            )
        }
        ActorEvent::Ate { who, .. } => (
            format!("{} licks the floor clean there. You did not see that.", names.seen(who)?),
            Plain,
        ),
        ActorEvent::Barked { who, .. } if who.seen => {
            (format!("{} raises the alarm: it has found somebody.", names.subject(who)), Warning)
        }
        ActorEvent::Barked { who, loudness } => {
            let near = who.at.steps_to(view.player().pos) <= i32::from(loudness);
            near.then(|| {
                (
                    format!(
                        "{} raises the alarm, to the {}.",
                        capital(&with_article(names.kind(who.kind))),
                        direction(view, who.at)
                    ),
                    Warning,
                )
            })?
        }
        ActorEvent::Unmasked { who } => (
            format!(
                "The chest has teeth. It is {}.",
                names.seen(who).map(|_| with_article(names.kind(who.kind)))?
            ),
            Warning,
        ),
        ActorEvent::BackAtPost { who } => {
            (format!("{} is back at its post.", names.seen(who)?), Plain)
        }
        ActorEvent::CameHome { who, .. } if who.seen => (
            format!(
                "{} is home, sore and itself again. One less on the order.",
                names.subject(who)
            ),
            Work,
        ),
        ActorEvent::CameHome { who, .. } => (
            format!(
                "Far off, something lies down with a sigh: the {} is home, and itself again.",
                names.kind(who.kind)
            ),
            Work,
        ),
    })
}
