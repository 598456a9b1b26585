//! Tests of the screens, in process: keys in, the screen as text out.

mod app;
mod desk;
mod host;
mod menus;
mod pictures;
mod shift;

#[path = "../support"]
mod support {
    pub(crate) mod content;
    #[allow(dead_code, reason = "the screens use a part of it")]
    pub(crate) mod journeys;
    pub(crate) mod project;
    pub(crate) mod snapshot;
}
