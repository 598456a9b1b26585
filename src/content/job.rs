//! The kinds of jobs, and the supplies that they use up.

base::word_enum! {
    /// A kind of work that a raid leaves behind.
    #[strum(serialize_all = "lowercase")]
    pub enum JobKind {
        Trap,
        Chest,
        Body,
        Door,
        Light,
        Stain,
        /// A resident that was driven from its post.
        Pen,
    }
}

impl JobKind {
    /// Whether the job is done from a neighbouring cell alone: nobody works on the trap or in the
    /// doorway that they stand on.
    pub fn is_done_from_beside(self) -> bool {
        matches!(self, JobKind::Trap | JobKind::Door)
    }

    pub fn plural(self) -> &'static str {
        match self {
            JobKind::Trap => "traps",
            JobKind::Chest => "chests",
            JobKind::Body => "bodies",
            JobKind::Door => "doors",
            JobKind::Light => "lights",
            JobKind::Stain => "stains",
            JobKind::Pen => "strays",
        }
    }
}

base::word_enum! {
    /// A supply: the closet hands it out, and a job uses one up.
    #[strum(serialize_all = "lowercase")]
    pub enum Supply {
        Parts,
        Stock,
        Timber,
        Oil,
        Lures,
    }
}

impl Supply {
    /// So many of it: "1 part", "3 oil".
    pub fn counted(self, count: u16) -> String {
        match (self, count) {
            (Supply::Parts, 1) => "1 part".to_owned(),
            (Supply::Lures, 1) => "1 lure".to_owned(),
            _ => format!("{count} {self}"),
        }
    }
}
