//! The content: what is built in is valid, and what is wrong with other content is told by file,
//! line and field.

mod catalog;
