//! Events in words, for the log and for whoever listens.

mod names;
mod phrases;

use crate::base::Pos;
use crate::content::{BossKind, Catalog, Gate, HeavyBlow, Slot, with_article};
use crate::sim::{Boss, Burnt, End, Event, Fixture, Who};

use names::{Names, direction};
use phrases::{begun, done, first_sight, stopped};

use super::View;
use super::examine::capital;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    pub tone: Tone,
}

/// How a line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    /// Look out.
    Warning,
    /// Work done.
    Work,
}

/// The lines for what has happened, in order. What the upkeeper neither saw nor felt has none.
pub fn messages(view: &View<'_>, events: &[Event]) -> Vec<Message> {
    events.iter().filter_map(|event| message(view, event)).collect()
}

/// What is to be said of the gates and keys in sight before the first turn, of which no event has told.
pub fn first_sights(view: &View<'_>) -> Vec<Message> {
    let (width, height) = view.size();
    let cells = (0..width * height).map(|index| Pos::new(index % width, index / width));
    let mut gates = Vec::new();
    let mut events = Vec::new();
    for at in cells.filter(|&at| view.is_visible(at)) {
        if let Some(gate) = view.gate_at(at).filter(|gate| !gates.contains(gate)) {
            gates.push(gate);
            events.push(Event::GateSeen { gate, at });
        }
        let item = view.cell(at).item;
        if let Some(item) = item.filter(|&kind| view.catalog().item(kind).opens.is_some()) {
            events.push(Event::OpenerSeen { item, at });
        }
    }
    messages(view, &events)
}

pub(super) fn message(view: &View<'_>, event: &Event) -> Option<Message> {
    let (text, tone) = words(view, event)?;
    Some(Message { text: capital(&text), tone })
}

fn words(view: &View<'_>, event: &Event) -> Option<(String, Tone)> {
    use Tone::{Bad, Good, Plain, Warning, Work};
    let catalog = view.catalog();
    let names = Names { view };
    Some(match *event {
        Event::Moved { who, .. } if who.is_player() => {
            let stack = view.stack_at(who.at)?;
            if let Some(ware) = view.ware_at(who.at) {
                return Some((format!("{}: {}.", ware.name, ware.price), Plain));
            }
            (format!("You see {} here.", view.item_name(stack.kind, stack.count)), Plain)
        }
        Event::Moved { .. } | Event::JobBegun { .. } | Event::SupplySpent { .. } => return None,
        Event::Teleported { who, .. } if who.is_player() => {
            ("The world folds, and you are somewhere else.".into(), Warning)
        }
        Event::Teleported { who, .. } => (format!("{} is gone.", names.seen(who)?), Plain),
        Event::Struck { by, victim, damage } => {
            let verb =
                if by.is_player() { "hit" } else { catalog.actor(by.kind).melee.verb.as_str() };
            let worth = if damage > 0 { format!(" for {damage}") } else { String::new() };
            let text =
                format!("{} {verb} {}{worth}.", names.either(by, victim)?, names.object(victim));
            (text, if victim.is_player() { Bad } else { Plain })
        }
        Event::Missed { by, victim } => {
            let verb = if by.is_player() { "miss" } else { "misses" };
            (format!("{} {verb} {}.", names.either(by, victim)?, names.object(victim)), Plain)
        }
        Event::Shot { by, victim, damage, .. } => {
            let shot = catalog.actor(by.kind).shot.as_ref()?;
            let outcome = match damage {
                None => "and misses".to_owned(),
                Some(0) => "and it sticks".to_owned(),
                Some(damage) => format!("for {damage}"),
            };
            let text = format!(
                "{} {} {} {outcome}.",
                names.either(by, victim)?,
                shot.verb,
                names.object(victim)
            );
            (text, if victim.is_player() && damage.is_some() { Bad } else { Plain })
        }
        Event::Hurt { victim, by, damage } => {
            let cause = names.cause(by);
            if victim.is_player() {
                (format!("{cause} takes {damage} health from you."), Bad)
            } else {
                (format!("{cause} hurts {}.", names.seen(victim)?), Plain)
            }
        }
        Event::Died { who, by } if who.is_player() => {
            (format!("You die. {} did it.", names.culprit(by)), Bad)
        }
        Event::Died { who, .. } => (format!("{} dies.", names.seen(who)?), Good),
        Event::Healed { who, amount } if who.is_player() => {
            (format!("You feel better by {amount}."), Good)
        }
        Event::Healed { who, .. } => (format!("{} looks better.", names.seen(who)?), Plain),
        Event::StatusBegan { who, status, turns } if who.is_player() => {
            let tone = if status.is_harmful() { Bad } else { Good };
            (format!("{} ({turns} turns)", begun(status)), tone)
        }
        Event::StatusBegan { who, status, .. } => {
            (format!("{} is {status}.", names.seen(who)?), Plain)
        }
        Event::StatusEnded { who, status } if who.is_player() => {
            (format!("You are no longer {status}."), Plain)
        }
        Event::StatusEnded { .. } => return None,
        Event::StruggledFree { who } if who.is_player() => ("You struggle free.".into(), Good),
        Event::StruggledFree { who } => (format!("{} struggles free.", names.seen(who)?), Plain),
        Event::Struggled { who } if who.is_player() => ("You struggle.".into(), Plain),
        Event::Struggled { who } => (format!("{} struggles.", names.seen(who)?), Plain),
        Event::TrapSprung { trap, at, victim } => {
            if !victim.seen && !view.is_visible(at) {
                return None;
            }
            let text = catalog.trap(trap).sprung.replace("{victim}", &names.object(victim));
            (text, if victim.is_player() { Bad } else { Good })
        }
        Event::GasReleased { at } if view.is_visible(at) => ("Gas spreads.".into(), Warning),
        Event::GasReleased { .. } => return None,
        Event::Noise { at, loudness } => {
            let distance = at.steps_to(view.player().pos);
            if view.is_visible(at) || distance == 0 || distance > i32::from(loudness) {
                return None;
            }
            let what = if loudness >= 20 { "A great noise" } else { "A noise" };
            (format!("{what} from the {}.", direction(view, at)), Plain)
        }
        Event::DoorOpened { who, .. } if who.is_player() => ("You open the door.".into(), Plain),
        Event::DoorOpened { who, at } => {
            names.watched(at)?;
            (format!("{} opens a door.", names.subject(who)), Warning)
        }
        Event::DoorClosed { who, .. } if who.is_player() => ("You shut the door.".into(), Plain),
        Event::DoorClosed { who, at } => {
            names.watched(at)?;
            (format!("{} shuts a door.", names.subject(who)), Plain)
        }
        Event::DoorBarred { who, .. } if who.is_player() => {
            ("You lay the bar across. It will hold a while.".into(), Good)
        }
        Event::DoorBarred { who, at } => {
            names.watched(at)?;
            (format!("{} bars a door.", names.subject(who)), Plain)
        }
        Event::Unbarred { who, .. } if who.is_player() => ("You lift the bar.".into(), Plain),
        Event::Unbarred { who, at } => {
            names.watched(at)?;
            (format!("{} lifts the bar.", names.subject(who)), Plain)
        }
        Event::DoorHammered { who, at } => {
            names.watched(at)?;
            (format!("{} hammers at the door.", names.subject(who)), Warning)
        }
        Event::DoorForced { who, at, blows: 1 } => {
            names.watched(at)?;
            (format!("{} kicks a door off its hinges.", names.subject(who)), Warning)
        }
        Event::DoorForced { who, at, .. } => {
            names.watched(at)?;
            (format!("The door gives way. {} broke it.", capital(&names.subject(who))), Warning)
        }
        Event::FireBegan { at } => {
            names.watched(at)?;
            ("Fire!".into(), Warning)
        }
        Event::Burnt { at, what } => {
            names.watched(at)?;
            match what {
                Burnt::Door => ("The door has burnt through.".into(), Warning),
                Burnt::Crate => ("The crate is ashes, and what was in it.".into(), Plain),
                Burnt::Wardrobe => ("The wardrobe falls in on itself, alight.".into(), Plain),
                Burnt::Body(kind) => {
                    (format!("The {} is ashes. That is one way.", view.body_name(kind)), Work)
                }
                Burnt::Paper(kind) => {
                    (format!("{} burns to nothing.", view.item_name(kind, 1)), Plain)
                }
            }
        }
        Event::GasFlashed { at } => {
            names.watched(at)?;
            ("The gas goes off.".into(), Warning)
        }
        Event::Doused { at } => {
            names.watched(at)?;
            ("Water, everywhere.".into(), Plain)
        }
        Event::LightOut { at, by: Some(by) } if !by.is_player() => {
            names.watched(at)?;
            (format!("{} puts a brazier out.", names.subject(by)), Warning)
        }
        Event::LightOut { at, .. } => {
            names.watched(at)?;
            ("A brazier goes out. It is on the order now.".into(), Plain)
        }
        Event::Smothered { .. } => ("You beat out the flames. The mop pays for it.".into(), Work),
        Event::Quenched { who } if who.is_player() => ("You go out with a hiss.".into(), Good),
        Event::Quenched { who } => (format!("{} goes out with a hiss.", names.seen(who)?), Plain),
        Event::Hid { .. } => ("You make yourself small. Nobody sees you.".into(), Good),
        Event::DraggedOut { by, .. } => {
            (format!("{} drags you out into the open.", names.subject(by)), Bad)
        }
        Event::Unlocked { who, at, key } => {
            names.watched(at)?;
            let opened = names.subject(who);
            let text = match catalog.item(key).opens {
                Some(Gate::BossDoor) => {
                    format!("{opened} turn the boss key with both hands. One bolt after another.")
                }
                _ => format!("{opened} unlock the door. The key stays in the lock."),
            };
            (text, Good)
        }
        Event::Blasted { .. } => {
            ("The rubble goes up with a bang. So does everybody who slept.".into(), Warning)
        }
        Event::CrateSmashed { .. } => ("The crate is firewood now.".into(), Plain),
        Event::CrateHeld { stack, .. } => {
            let name = view.item_name(stack.kind, stack.count);
            (format!("In it, of all things: {name}."), Good)
        }
        Event::JumpedDown { who, .. } if who.is_player() => {
            ("You let yourself down the ledge. There is no way back up it.".into(), Warning)
        }
        Event::JumpedDown { who, .. } => {
            (format!("{} drops down the ledge.", names.seen(who)?), Warning)
        }
        Event::GateSeen { gate, .. } => (first_sight(view, gate).to_owned(), Plain),
        Event::OpenerSeen { item, .. } => {
            (format!("You see {}. That will be for something.", view.item_name(item, 1)), Good)
        }
        Event::JobDone { job, .. } => (done(job)?.to_owned(), Work),
        Event::MopRinsed { .. } => ("You rinse the mop. The water has an opinion.".into(), Work),
        Event::MopFouled => ("The mop is foul. It wants rinsing.".into(), Warning),
        Event::BodyLifted { body, .. } => (
            format!("You take up the {}. It is heavier than it looks.", view.body_name(body)),
            Work,
        ),
        Event::BodyDropped { body, .. } => {
            (format!("You put down the {}.", view.body_name(body)), Plain)
        }
        Event::BodyDisposed { body, .. } => {
            (format!("The {} goes down the chute.", view.body_name(body)), Work)
        }
        Event::BodyRose { body, who } => {
            if who.seen {
                (format!("The {} gets up!", view.body_name(body)), Warning)
            } else {
                ("Somewhere, a body that nobody carried off gets up.".into(), Warning)
            }
        }
        // It comes out of sight; who hears of it has seen it since.
        Event::VerminCame { .. } => return None,
        Event::ItemTaken { stack } if catalog.item(stack.kind).found.is_some() => {
            (catalog.item(stack.kind).found.clone()?, Good)
        }
        Event::ItemTaken { stack } => {
            (format!("You take {}.", view.item_name(stack.kind, stack.count)), Good)
        }
        Event::ItemDropped { stack, .. } => {
            (format!("You put down {}.", view.item_name(stack.kind, stack.count)), Plain)
        }
        Event::GoodsTaken { stack, owed } => {
            let name = view.item_name(stack.kind, stack.count);
            (format!("You take {name} off the shelf. You owe {owed}."), Warning)
        }
        Event::GoodsReturned { stack, .. } => {
            (format!("You put {} back.", view.item_name(stack.kind, stack.count)), Plain)
        }
        Event::Bought { stack, price } => {
            let item = catalog.item(stack.kind);
            let name = view.item_name_as(stack.kind, stack.count, !item.slot.is_unidentified());
            (format!("You buy {name} for {price}."), Good)
        }
        Event::Sold { stack, price } => {
            let name = view.item_name(stack.kind, stack.count);
            (format!("You sell {name} for {price}. It was worth more to you."), Plain)
        }
        Event::Paid { price } => {
            (format!("You pay {price}. The club goes back under the counter."), Good)
        }
        Event::CoinsFound { coins } => (format!("{coins}, into the purse."), Good),
        Event::PocketsEmptied { coins } => {
            (format!("In the pockets: {coins}. Nobody will miss them now."), Good)
        }
        Event::SupplyFound { supply, amount } => {
            (format!("{supply}: {amount} more, into the cart."), Good)
        }
        Event::Robbed { who } => {
            let who = if who.seen { names.subject(who) } else { "the shopkeeper".to_owned() };
            (format!("{who} counts the shelves, and reaches under the counter."), Warning)
        }
        Event::BaitEaten { who, item } => {
            let name = view.item_name(item, 1);
            (format!("{} eats {name}.", names.seen(who)?), Plain)
        }
        Event::Recalled { .. } => ("You are wanted at the closet, and there you are.".into(), Good),
        Event::Equipped { item } => {
            (format!("You are using {} now.", view.item_name(item, 1)), Plain)
        }
        Event::TakenOff { item } => (format!("You put away {}.", view.item_name(item, 1)), Plain),
        Event::Used { item, known } => {
            let verb = match catalog.item(item).slot {
                Slot::Scroll => "read",
                Slot::Charm => "rub",
                _ => "drink",
            };
            (format!("You {verb} {}.", view.item_name_as(item, 1, known)), Plain)
        }
        Event::Identified { item } => (format!("That was {}.", view.item_name(item, 1)), Good),
        Event::Threw { item, known, .. } => {
            (format!("You throw {}.", view.item_name_as(item, 1, known)), Plain)
        }
        Event::Shattered { item, at } => {
            names.watched(at)?;
            let kind = catalog.item(item);
            let name = match kind.slot {
                Slot::Missile => kind.name.as_str(),
                slot => slot.name(),
            };
            (format!("The {name} breaks."), Plain)
        }
        Event::MapRead => ("You know the plan of the floor now.".into(), Good),
        Event::Fizzled { .. } => ("Nothing comes of it.".into(), Plain),
        Event::ThreatSeen { who } => {
            (format!("You see {}.", with_article(&catalog.actor(who.kind).name)), Warning)
        }
        Event::ThreatLost { who } => (format!("{} has lost you.", names.seen(who)?), Good),
        Event::Stopped { why } => stopped(view, why)?,
        Event::DawnNears { turns } => (format!("{turns} turns to dawn."), Warning),
        Event::WoundUp { who, blow, ref cells } => {
            let warning = &heavy(catalog, who, blow)?.warning;
            let aimed = if cells.contains(&view.player().pos) {
                " You stand where it will land."
            } else {
                ""
            };
            (format!("{} {warning}.{aimed}", names.seen(who)?), Warning)
        }
        // Whom it struck is told of each.
        Event::HeavyBlow { who, blow, ref cells } => {
            let is_missed = !cells.iter().any(|&at| view.is_occupied(at));
            if !is_missed {
                return None;
            }
            let verb = &heavy(catalog, who, blow)?.verb;
            (format!("{} {verb} the air.", names.seen(who)?), Plain)
        }
        Event::Breached { who, at } => {
            names.watched(at)?;
            (format!("{} comes through the wall.", names.subject(who)), Warning)
        }
        Event::PhaseBegan { who, phase } => {
            let boss = boss(catalog, who)?;
            let text = match phase {
                Boss::CALLS => &boss.call,
                Boss::STANDS => &boss.stand,
                _ => &boss.leave,
            };
            (text.clone(), if phase == Boss::LEAVES { Good } else { Warning })
        }
        Event::RaidBegan { party } => {
            let name = &catalog.parties[usize::from(party.0)].name;
            let text = if view.is_away() {
                format!("They are coming: {name}.")
            } else {
                format!("It is dawn, and they are in: {name}. You are still here.")
            };
            (text, Warning)
        }
        Event::RaiderLeft { who, through: true } => {
            (format!("{} is out by the exit.", names.seen(who)?), Plain)
        }
        Event::RaiderLeft { who, .. } => {
            (format!("{} turns back and runs.", names.seen(who)?), Good)
        }
        Event::Searched { who, at } => {
            names.watched(at)?;
            let place = match view.cell(at).fixture {
                Some(Fixture::Alcove) => "alcove",
                _ => "wardrobe",
            };
            (format!("{} looks into the {place}.", names.subject(who)), Warning)
        }
        Event::ChestLooted { who, at } => {
            names.watched(at)?;
            (format!("{} empties a chest.", names.subject(who)), Bad)
        }
        Event::Pocketed { who, stack, at } => {
            names.watched(at)?;
            let what = view.item_name(stack.kind, stack.count);
            (format!("{} pockets {what}.", names.subject(who)), Bad)
        }
        Event::TrapNoticed { who, trap, at } => {
            names.watched(at)?;
            let trap = &catalog.trap(trap).name;
            (format!("{} has seen the {trap} trap.", names.seen(who)?), Bad)
        }
        Event::TrapDisarmed { who, trap, at } => {
            names.watched(at)?;
            let trap = &catalog.trap(trap).name;
            (format!("{} takes the {trap} trap apart.", names.subject(who)), Bad)
        }
        Event::LightLit { who, at } => {
            names.watched(at)?;
            (format!("{} lights a brazier.", names.subject(who)), Plain)
        }
        Event::UndeadTurned { by } => {
            (format!("{} raises a hand, and the dead think better of it.", names.seen(by)?), Plain)
        }
        Event::RetreatCalled => ("Somebody shouts. They are turning back.".into(), Good),
        // Said of between nights, when nobody is there to see it.
        Event::DrivenOff { .. } => return None,
        Event::RaidOver => ("The raid is over.".into(), Plain),
        Event::Shoved { who, .. } if who.is_player() => {
            ("The blow sends you staggering.".into(), Bad)
        }
        Event::Shoved { who, .. } => (format!("{} is sent staggering.", names.seen(who)?), Plain),
        Event::Blinked { who, .. } => (format!("{} is not where it was.", names.seen(who)?), Plain),
        Event::Wove { who, trap, .. } => {
            let name = with_article(&catalog.trap(trap).name);
            (format!("{} puts up {name}.", names.seen(who)?), Warning)
        }
        Event::Ate { who, body: Some(body), at } => {
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
        Event::Ate { who, .. } => (
            format!("{} licks the floor clean there. You did not see that.", names.seen(who)?),
            Plain,
        ),
        Event::Split { who, .. } => {
            (format!("{} comes apart, and both halves take it badly.", names.seen(who)?), Warning)
        }
        Event::Barked { who, .. } if who.seen => {
            (format!("{} barks: it has found somebody.", names.subject(who)), Warning)
        }
        Event::Barked { who, loudness } => {
            let near = who.at.steps_to(view.player().pos) <= i32::from(loudness);
            near.then(|| {
                (
                    format!(
                        "A {} barks, to the {}.",
                        names.kind(who.kind),
                        direction(view, who.at)
                    ),
                    Warning,
                )
            })?
        }
        Event::Unmasked { who } => (
            format!(
                "The chest has teeth. It is {}.",
                names.seen(who).map(|_| with_article(names.kind(who.kind)))?
            ),
            Warning,
        ),
        Event::BackAtPost { who } => (format!("{} is back at its post.", names.seen(who)?), Plain),
        Event::CameHome { who, .. } if who.seen => (
            format!(
                "{} is home, sore and itself again. One less on the order.",
                names.subject(who)
            ),
            Work,
        ),
        Event::CameHome { who, .. } => (
            format!(
                "Far off, a door is slammed: the {} is home, and itself again.",
                names.kind(who.kind)
            ),
            Work,
        ),
        Event::ClockedOut => ("You clock out.".into(), Good),
        Event::ShiftEnded { how } => match how {
            End::ClockedOut => return None,
            End::Dawn => {
                ("It is day. The shift is over, and you are still on the floor.".into(), Warning)
            }
            End::Died => return None,
            End::Abandoned => ("You put down your tools and walk off.".into(), Bad),
        },
    })
}

/// What makes a boss of somebody.
fn boss(catalog: &Catalog, who: Who) -> Option<&BossKind> {
    catalog.actor(who.kind).boss.as_ref()
}

fn heavy(catalog: &Catalog, who: Who, blow: u8) -> Option<&HeavyBlow> {
    boss(catalog, who)?.blows.get(usize::from(blow))
}
