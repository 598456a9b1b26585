//! A hero at an inn as the player can deal with them: drinks, and dice.

use crate::sim::{
    ActorId, Command, JourneyCommand, PersonId, Reject, can_drink, can_play, drink_price, stakes,
};
use crate::view::describe_refusal;
use base::Dir;
use content::{DiceGame, DiceStake};

use super::TownView;

/// Something that can be done with a hero beside.
#[derive(Clone, Debug)]
pub struct PastimeView {
    pub command: Command,
    /// "a pint, and a question", "dice, for the silver cup".
    pub name: String,
    /// What it costs, or what the player lays down; empty where that is not known.
    pub price: String,
    /// What there is to know about it besides: the odds.
    pub about: Option<String>,
    /// Why it cannot be done now.
    pub refusal: Option<Reject>,
}

impl TownView<'_> {
    /// The direction in which an actor stands beside the player.
    pub fn dir_to(&self, actor: ActorId) -> Option<Dir> {
        let at = self.view.world().actor_ref(actor)?.pos;
        Dir::between(self.view.player().pos, at)
    }

    /// What can be done with a hero beside: the drinks, then the games.
    pub fn pastimes(&self, hero: PersonId, dir: Dir) -> Vec<PastimeView> {
        let (world, rules) = (self.view.world(), &self.view.catalog().town);
        let drinks = (0u8..).zip(&rules.drinks).map(|(place, drink)| PastimeView {
            command: Command::Journey(JourneyCommand::Treat { dir, drink: place }),
            name: drink.name.clone(),
            price: drink_price(world, drink, hero).0.to_string(),
            about: None,
            refusal: can_drink(world, hero, place).err(),
        });
        let games = (0u8..).zip(&rules.dice.games).map(|(place, game)| {
            let laid = stakes(world, game, hero).ok();
            PastimeView {
                command: Command::Journey(JourneyCommand::Dice { dir, game: place }),
                name: self.game_name(game, hero),
                price: laid.map_or_else(|| "-".to_owned(), |(coins, _)| coins.0.to_string()),
                about: Some(self.odds(game)),
                refusal: can_play(world, hero, place).err(),
            }
        });
        drinks.chain(games).collect()
    }

    /// The name of a game, with the thing that is played for.
    fn game_name(&self, game: &DiceGame, hero: PersonId) -> String {
        let journey = self.view.world().journey();
        let stack = journey.and_then(|journey| journey.belonging_of(hero));
        match (game.plays_for, stack) {
            (DiceStake::Belonging(_), Some(stack)) => {
                format!("{}: {}", game.name, self.view.item_name(stack.kind, stack.count))
            }
            _ => game.name.clone(),
        }
    }

    /// "You win 40 times in a hundred."
    fn odds(&self, game: &DiceGame) -> String {
        let sore = self.view.catalog().town.dice.sore;
        let odds = format!("You win {} times in a hundred", game.percent);
        match game.plays_for {
            DiceStake::Coins(coins) => format!("{odds}, and then {coins} of theirs."),
            DiceStake::Belonging(_) => {
                format!(
                    "{odds}. Of those who lose what they carry, {sore} in a hundred come to have words with you."
                )
            }
        }
    }

    /// Why something cannot be done, in words.
    pub fn why(&self, reject: Reject) -> String {
        describe_refusal(reject, self.view.catalog())
    }
}
