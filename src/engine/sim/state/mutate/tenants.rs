//! Writes on who holds the floor.

use crate::sim::state::report::Fate;
use crate::sim::state::tenant::Tenant;
use crate::sim::state::world::World;
use crate::sim::units::ActorId;

impl World {
    /// Notes who an actor is that holds this floor, or stands by who does. Its id must be the highest yet.
    pub(crate) fn add_tenant(&mut self, tenant: Tenant) {
        self.shift.tenants.push(tenant);
    }

    /// Notes what became of a tenant, if the actor is one.
    pub(crate) fn set_tenant_fate(&mut self, id: ActorId, fate: Fate) {
        if let Some(own) = self.shift.tenants.iter_mut().find(|own| own.id == id) {
            own.fate = fate;
        }
    }
}
