//! Messages for what actors do besides fighting.

use crate::sim::ActorEvent;
use crate::view::View;
use content::{capital, with_article};

use super::items;
use super::told::Tone::{Plain, Warning, Work};
use super::told::{Names, Told, direction, told};

pub(super) fn words(view: &View<'_>, event: &ActorEvent) -> Told {
    let names = Names { view };
    match *event {
        ActorEvent::Moved { who, .. } if who.is_player() => items::underfoot(view, who.at),
        ActorEvent::Moved { .. } => None,
        ActorEvent::Teleported { who, .. } => {
            let own = "The world folds, and you are somewhere else.";
            names.does(who, (own, Warning), ("is gone.", Plain))
        }
        ActorEvent::Wove { who, trap, .. } => {
            let name = with_article(&view.catalog().trap(trap).name);
            names.other_does(who, &format!("puts up {name}."), Warning)
        }
        ActorEvent::Ate { who, body: Some(body), at } => {
            let unseen = || view.is_visible(at).then(|| "something".into());
            let eater = names.seen(who).or_else(unseen)?;
            let body = view.body_name(body);
            let text = format!("{eater} has finished the {body}. It will not be for the chute.");
            told(text, Warning)
        }
        ActorEvent::Ate { who, .. } => {
            names.other_does(who, "licks the floor clean there. You did not see that.", Plain)
        }
        ActorEvent::Barked { who, .. } if who.seen => {
            names.other_does(who, "raises the alarm: it has found somebody.", Warning)
        }
        ActorEvent::Barked { who, loudness } => {
            let is_near = who.at.steps_to(view.player().pos) <= i32::from(loudness);
            let (kind, way) = (with_article(names.kind(who.kind)), direction(view, who.at));
            let text = format!("{} raises the alarm, to the {way}.", capital(&kind));
            is_near.then_some((text, Warning))
        }
        ActorEvent::Unmasked { who } => {
            names.seen(who)?;
            let kind = with_article(names.kind(who.kind));
            told(format!("The chest has teeth. It is {kind}."), Warning)
        }
        ActorEvent::BackAtPost { who } => names.other_does(who, "is back at its post.", Plain),
        ActorEvent::CameHome { who, .. } if who.seen => {
            names.other_does(who, "is home, sore and itself again. One less on the order.", Work)
        }
        ActorEvent::CameHome { who, .. } => {
            let kind = names.kind(who.kind);
            let text = format!("the {kind} is home, and itself again.");
            told(format!("Far off, something lies down with a sigh: {text}"), Work)
        }
    }
}
