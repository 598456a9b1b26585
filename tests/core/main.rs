//! Tests in process that need no screens: they pass without default features.

mod another_night;
mod balance;
mod campaigns;
mod cast;
mod certificates;
mod closet_orders;
mod conditions;
mod elements;
mod encounters;
mod fight_odds;
mod floor_streams;
mod forecast;
mod forged_journey;
mod gates;
mod grade;
mod hearsay;
mod journey;
mod journey_story;
mod minds;
mod names;
mod night_news;
mod plan;
mod play;
mod policies;
mod prowlers;
mod raid;
mod reckoning;
mod refusal_words;
mod relay;
mod run_file;
mod saves;
mod scenarios;
mod script;
mod seat;
mod second_hand;
mod seniority;
mod shop;
mod site_grade;
mod state;
mod town;
mod town_tables;
mod town_talk;
mod tutorial;

#[path = "../support"]
mod support {
    pub(crate) mod bots;
    pub(crate) mod content;
    pub(crate) mod driver;
    pub(crate) mod forger;
    pub(crate) mod golden;
    pub(crate) mod journeys;
    pub(crate) mod kinds;
    pub(crate) mod lasting_seed;
    pub(crate) mod project;
    pub(crate) mod quick;
    pub(crate) mod snapshot;
    pub(crate) mod table;
}
