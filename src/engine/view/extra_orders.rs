//! Extra orders, in words: off a board, and out of the closet.

use crate::sim::{Coins, Command, ExtraOrder, JourneyCommand, PersonId};
use content::{Demand, JobKind, NoticeId, NoticePlace, capital};

use super::View;
use super::journey::JourneyView;
use super::tale::number;

/// An order in the closet that can be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosetOrderView {
    pub place: u8,
    /// What it asks, what it pays, and what it costs not to fulfil it.
    pub label: String,
    /// What stands on it.
    pub text: String,
}

impl ClosetOrderView {
    pub fn command(&self) -> Command {
        Command::Journey(JourneyCommand::TakeOrder { place: self.place })
    }
}

impl View<'_> {
    /// The orders in the closet, of which one can be taken now.
    pub fn orders_to_take(&self) -> Vec<ClosetOrderView> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let offered = journey.closet_orders().offered.iter().zip(0..);
        let offered = offered.map(|(&order, place)| ClosetOrderView {
            place,
            label: journey.terms_of(order),
            text: journey.notice_text(order.notice, order.person),
        });
        offered.filter(|own| self.allowed_command(own.command()).is_some()).collect()
    }

    /// What the order in the closet asks that the player has taken, in a few words.
    pub fn order_of_closet(&self) -> Option<String> {
        let journey = self.journey()?;
        let order = journey.closet_orders().taken?;
        Some(journey.asked(order.notice, order.person))
    }

    /// What hangs in the closet, in a sentence; `None` if nothing does.
    pub fn orders_in_closet(&self) -> Option<String> {
        let journey = self.journey()?;
        let offered = journey.closet_orders().offered.iter();
        let terms: Vec<String> = offered.map(|&own| journey.terms_of(own)).collect();
        let are_some = !terms.is_empty();
        are_some.then(|| format!("In the closet hang, for who wants one: {}.", terms.join("; ")))
    }

    /// The orders that the player has taken besides the work order, each a sentence.
    pub fn extra_orders(&self) -> Vec<String> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let off_board =
            journey.extra_order().map(|terms| format!("Off the board, besides: {terms}."));
        let closet = journey.closet_orders().taken;
        let closet =
            closet.map(|own| format!("Out of the closet, besides: {}.", journey.terms_of(own)));
        off_board.into_iter().chain(closet).collect()
    }
}

impl JourneyView<'_> {
    /// The order from a board that the player has taken on.
    pub fn extra_order(&self) -> Option<String> {
        Some(self.terms_of(self.own.extra_order?))
    }

    /// The fine for an order that would pay so many coins and is not fulfilled.
    pub(super) fn fine_for(&self, notice: NoticeId, coins: u16) -> u32 {
        self.catalog().notice(notice).fine_for(coins)
    }

    /// What an extra order says.
    pub(crate) fn notice_text(&self, notice: NoticeId, person: Option<PersonId>) -> String {
        self.catalog().notice(notice).text.replace("{name}", &self.called(person))
    }

    /// An extra order as the subject of a sentence.
    pub(super) fn name_of_order(&self, notice: NoticeId, person: Option<PersonId>) -> String {
        match self.catalog().notice(notice).hangs {
            NoticePlace::Board => "The order off the board".to_owned(),
            NoticePlace::Closet => {
                format!("The order out of the closet ({})", self.asked(notice, person))
            }
        }
    }

    /// "Hob Pike not through: 14 coins, or 7 coins less".
    fn terms_of(&self, order: ExtraOrder) -> String {
        let fine = Coins(self.fine_for(order.notice, order.coins));
        let pays = Coins(order.coins.into());
        let asked = capital(&self.asked(order.notice, order.person));
        format!("{asked}: {pays}, or {fine} less")
    }

    fn called(&self, person: Option<PersonId>) -> String {
        person.map_or_else(|| "somebody".to_owned(), |id| self.person(id).name())
    }

    /// What an extra order asks, in a few words.
    fn asked(&self, notice: NoticeId, person: Option<PersonId>) -> String {
        let name = || self.called(person);
        match self.catalog().notice(notice).asks {
            Demand::All(JobKind::Trap) => "every trap armed".to_owned(),
            Demand::All(JobKind::Chest) => "every chest full".to_owned(),
            Demand::All(JobKind::Door) => "every door hung".to_owned(),
            Demand::All(JobKind::Body) => "nobody left lying".to_owned(),
            Demand::All(JobKind::Stain) => "the floor clean".to_owned(),
            Demand::All(JobKind::Light) => "every light lit".to_owned(),
            Demand::All(JobKind::Pen) => "everybody at their post".to_owned(),
            Demand::Grade(letter) => format!("grade {letter} or better"),
            Demand::Fallen(members) => format!("{} of them dead", number(members.into())),
            Demand::NobodyThrough => "nobody through".to_owned(),
            Demand::NothingTaken => "no chest's worth taken".to_owned(),
            Demand::Stopped => format!("{} not through", name()),
            Demand::EmptyHanded => format!("{} takes nothing", name()),
            Demand::Spared => format!("{} lives", name()),
            Demand::Harm(points) => format!("{points} points of harm"),
            Demand::Witnessed(percent) => format!("{percent}% of their harm seen by you"),
        }
    }
}
