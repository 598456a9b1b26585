//! Who has come, and how to reach them.

use std::net::SocketAddr;
use std::sync::Arc;

use ratatui::layout::Size;
use tokio::sync::OwnedSemaphorePermit;

use super::inbox::Inbox;
use super::outlet::Outlet;
use super::round_trip::RoundTrip;
use crate::login::Login;
use runs::home::Environment;

/// A place among the sessions that start at the same time, which a session gives back when it knows what to show.
pub(crate) type StartPlace = OwnedSemaphorePermit;

/// A client that has asked for the screens.
pub(crate) struct Client {
    pub login: Login,
    pub peer: SocketAddr,
    pub environment: Environment,
    pub size: Size,
    pub inbox: Arc<Inbox>,
    pub outlet: Arc<Outlet>,
    pub round_trip: Arc<RoundTrip>,
}
