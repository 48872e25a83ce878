import type { DeskList } from '#app/ui/desk-list/list-address.ts';
import { partnerKinds } from '../partner-kinds.ts';
import { partnerStates } from '../partner-status.ts';

export const partnerOwners = ['mine', 'nobody'] as const;

const columns = ['company', 'reference', 'state', 'kind', 'country', 'licence', 'owner', 'came'] as const;
export type PartnerColumn = (typeof columns)[number];
const queues = [...partnerStates, 'all'] as const;
export type PartnerQueue = (typeof queues)[number];

export const partnerList = {
  queues,
  filters: {
    kind: (value: string) => partnerKinds.some((kind) => kind === value),
    owner: (value: string) => partnerOwners.some((owner) => owner === value),
  },
  columns,
  usual: columns,
  sorts: ['came', 'company'],
  // Whoever waits is answered in their turn; of what is decided, and of everything, the newest is looked for.
  usualIn: { accepted: '-came', declined: '-came', all: '-came' },
} as const satisfies DeskList<PartnerQueue, 'kind' | 'owner', PartnerColumn>;
