//! The plan of the night, and in words why something of it cannot be done now.

use content::with_article;

use crate::sim::{Command, Lever, Reject};

use super::{View, describe_refusal};

impl View<'_> {
    /// What is planned, in order.
    pub fn plan(&self) -> &[Lever] {
        &self.world().shift.plan
    }

    /// What something of the plan is: "a dart trap to set".
    pub fn name_of_planned(&self, lever: Lever) -> String {
        let catalog = self.catalog();
        match lever {
            Lever::Kit { trap, .. } => {
                format!("{} trap to set", with_article(&catalog.trap(trap).name))
            }
            Lever::Cord { at } => match self.world().known_cord_end(at) {
                Some(end) => format!("a cord to the {}", self.name_of_cord_end(end)),
                None => "a cord".to_owned(),
            },
            Lever::Job { job, .. } => with_article(job.name()),
            Lever::Post { who, .. } => match self.world().actor_ref(who) {
                Some(own) => format!("a post for the {}", catalog.actor(own.kind).name),
                None => "a post".to_owned(),
            },
        }
    }

    /// The reason why a command is refused, in words; of one that does the plan it tells what was
    /// next.
    pub fn why_refused(&self, command: &Command, reject: Reject) -> String {
        let why = describe_refusal(reject, self.catalog());
        let does_plan = matches!(command, Command::DoNextJob | Command::CarryOn);
        match self.world().next_planned().filter(|_| does_plan) {
            Some(lever) => format!("Next on the plan: {}. {why}", self.name_of_planned(lever)),
            None => why,
        }
    }
}
