//! The map of a journey on the screen: where its sites stand in an area ([`plan`]), the land and the roads between them
//! ([`roads`]), the sites with their marks ([`draw`]), and the panel beside it ([`side`]).

mod draw;
mod plan;
mod roads;
pub(crate) mod side;

pub(crate) use draw::MarchesMap;
pub(crate) use plan::MarchesPlan;
