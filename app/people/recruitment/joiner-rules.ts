import type { StaffRole } from '#app/platform/access.ts';
import type { StatusTable } from '#app/values/status-table.ts';
import type { AssetKind } from '../assets/asset-kinds.ts';
import type { Department } from './job-posting-kinds.ts';

export type JoinerStatus = 'prepared' | 'sent' | 'refused';
export type JoinerEvent = 'send' | 'refuse' | 'prepare';

/** The invitation of somebody who was hired: prepared with the hiring, sent by who may invite. */
export const joinerMachine: StatusTable<JoinerStatus, JoinerEvent, 'keeper' | 'system'> = {
  name: 'joiner',
  states: ['prepared', 'sent', 'refused'],
  initial: 'prepared',
  moves: [
    { from: 'prepared', event: 'send', to: 'sent', by: ['keeper'] },
    { from: 'prepared', event: 'refuse', to: 'refused', by: ['keeper', 'system'] },
    { from: 'refused', event: 'prepare', to: 'prepared', by: ['keeper'] },
  ],
};

/**
 * What somebody of a department usually does and is given; a start that is looked through before it is sent. Where the work
 * does not say what the role is, none is proposed.
 */
const usual: Readonly<Record<Department, { readonly roles: readonly StaffRole[]; readonly things: readonly AssetKind[] }>> = {
  travel: { roles: ['flight_agent'], things: ['laptop', 'phone', 'headset', 'access-card'] },
  visas: { roles: ['visa_officer'], things: ['laptop', 'phone', 'headset', 'access-card'] },
  technology: { roles: [], things: ['laptop', 'monitor', 'headset', 'access-card'] },
  product: { roles: ['product_manager'], things: ['laptop', 'monitor', 'headset', 'access-card'] },
  finance: { roles: ['finance'], things: ['laptop', 'monitor', 'access-card'] },
};

/** The same for an open application, which names no department. */
const anywhere = { roles: [], things: ['laptop', 'access-card'] } as const;

export const usualFor = (department: Department | null) => (department ? usual[department] : anywhere);
