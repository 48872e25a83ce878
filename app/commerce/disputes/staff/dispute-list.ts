import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import type { Money } from '#app/values/money.ts';
import { awaitsAnswer, disputeStates, isOpen, type DisputeAnswerStatus, type DisputeStatus } from '../dispute-status.ts';

export interface ListedDispute {
  readonly id: string;
  readonly references: readonly string[];
  readonly status: DisputeStatus;
  /** What we wrote and have not heard of yet. */
  readonly answer: DisputeAnswerStatus | null;
  readonly reason: string;
  readonly amount: Money;
  readonly lost: Money;
  /** Instants, ISO in UTC. */
  readonly respondBy: string | null;
  readonly opened: string;
  readonly closed: string | null;
  readonly provider: string;
  readonly providerRef: string;
  /** Name of whoever has taken it on. */
  readonly owner: string | null;
  readonly mine: boolean;
  /** Whole hours until the bank listens no more; null when it does not wait for us. */
  readonly hoursLeft: number | null;
}

const columns = ['order', 'state', 'due', 'amount', 'reason', 'owner', 'opened', 'closed', 'lost', 'provider'] as const;
export type DisputeColumn = (typeof columns)[number];
const usual = ['order', 'state', 'due', 'amount', 'reason', 'owner', 'opened'] as const;
export const disputeQueues = ['all', 'answer', 'sent', 'ended'] as const;
const sorts = ['due', 'opened', 'amount', 'closed'] as const;

/** Ways in which a list is narrowed to whose a dispute is. */
export const disputeOwners = ['mine', 'nobody'] as const;

export const disputeList = {
  queues: disputeQueues,
  filters: {
    state: (value: string) => disputeStates.some((state) => state === value),
    owner: (value: string) => disputeOwners.some((owner) => owner === value),
    reason: (value: string) => /^[a-z_]{1,60}$/.test(value),
  },
  columns,
  usual,
  sorts,
  id: ({ id }) => id,
  words: ({ references, providerRef, reason }) =>
    `${references.join(' ')} ${references.join(' ').replaceAll('-', '')} ${providerRef} ${reason}`,
  inQueue: ({ status }, queue) =>
    queue === 'all' ||
    (queue === 'answer' ? awaitsAnswer(status) : queue === 'sent' ? isOpen(status) && !awaitsAnswer(status) : !isOpen(status)),
  meets: {
    state: ({ status }, value) => status === value,
    owner: ({ owner, mine }, value) => (value === 'mine' ? mine : owner === null),
    reason: ({ reason }, value) => reason === value,
  },
  keys: {
    // What the bank does not wait for stands behind everything that it does.
    due: ({ respondBy, hoursLeft }) => (hoursLeft === null ? '9999' : respondBy),
    opened: ({ opened }) => opened,
    amount: ({ amount }) => amount.amount,
    closed: ({ closed }) => closed,
  },
} as const satisfies ShortList<
  ListedDispute,
  (typeof disputeQueues)[number],
  'state' | 'owner' | 'reason',
  DisputeColumn,
  (typeof sorts)[number]
>;
