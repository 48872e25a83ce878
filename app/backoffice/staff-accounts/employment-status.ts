import type { StatusTable } from '#app/values/status-table.ts';

export const employmentStates = ['active', 'on_leave', 'suspended', 'left'] as const;
export type EmploymentStatus = (typeof employmentStates)[number];
export const employmentEvents = ['go-on-leave', 'return', 'suspend', 'reinstate', 'leave', 'rejoin'] as const;
export type EmploymentEvent = (typeof employmentEvents)[number];

/** Only `active` opens the back office. Who left may come back, without the roles of before. */
export const employmentMachine: StatusTable<EmploymentStatus, EmploymentEvent, 'keeper'> = {
  name: 'employment',
  states: employmentStates,
  initial: 'active',
  moves: [
    { from: 'active', event: 'go-on-leave', to: 'on_leave', by: ['keeper'] },
    { from: 'on_leave', event: 'return', to: 'active', by: ['keeper'] },
    { from: ['active', 'on_leave'], event: 'suspend', to: 'suspended', by: ['keeper'] },
    { from: 'suspended', event: 'reinstate', to: 'active', by: ['keeper'] },
    { from: ['active', 'on_leave', 'suspended'], event: 'leave', to: 'left', by: ['keeper'] },
    { from: 'left', event: 'rejoin', to: 'active', by: ['keeper'] },
  ],
};

export const roleRequestStates = ['asked', 'granted', 'refused'] as const;
export type RoleRequestStatus = (typeof roleRequestStates)[number];

/** Who asked may withdraw, and whoever lets the colleague go does; only somebody else grants. */
export const roleRequestMachine: StatusTable<RoleRequestStatus, 'grant' | 'refuse', 'keeper'> = {
  name: 'role-request',
  states: roleRequestStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'grant', to: 'granted', by: ['keeper'] },
    { from: 'asked', event: 'refuse', to: 'refused', by: ['keeper'] },
  ],
};
