//! Enums whose variants are words: what all of them derive and tell, said once.

/// Declares an enum of variants without fields, each with a word: its name as `#[strum]` spells it.
#[macro_export]
macro_rules! word_enum {
    ($(#[$attribute:meta])* pub enum $name:ident {
        $($(#[$of_variant:meta])* $variant:ident,)+
    }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[derive(serde::Serialize, serde::Deserialize, strum::Display, strum::IntoStaticStr)]
        $(#[$attribute])*
        pub enum $name {
            $($(#[$of_variant])* $variant,)+
        }

        impl $name {
            /// All of them, in the order in which they are declared.
            pub const ALL: [Self; [$(Self::$variant),+].len()] = [$(Self::$variant),+];

            /// The word for it.
            pub fn name(self) -> &'static str {
                self.into()
            }
        }
    };
}
