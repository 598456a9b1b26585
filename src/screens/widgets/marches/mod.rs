//! The map of a journey on the screen: where its sites stand in an area ([`plan`]), the land and the roads between them
//! ([`roads`]), the sites with their marks ([`draw`]), the panel beside it ([`side`]), and all of them together ([`picture`]).

mod draw;
mod picture;
mod plan;
mod roads;
mod side;

pub(crate) use picture::MarchesPicture;
pub(crate) use plan::MarchesPlan;
pub(crate) use side::standing_in_one_line;
