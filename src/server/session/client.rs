//! Who has come, and how to reach them.

use std::net::SocketAddr;
use std::sync::Arc;

use ratatui::layout::Size;

use super::inbox::Inbox;
use super::outlet::Outlet;
use crate::host::Environment;
use crate::server::login::Login;

/// A client that has asked for the screens.
pub(crate) struct Client {
    pub login: Login,
    pub peer: SocketAddr,
    pub environment: Environment,
    pub size: Size,
    pub inbox: Arc<Inbox>,
    pub outlet: Arc<Outlet>,
}
