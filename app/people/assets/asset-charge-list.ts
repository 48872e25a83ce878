import type { DeskList } from '#app/ui/desk-list/list-address.ts';
import { chargeStates, type ChargeStatus } from './asset-charge-rules.ts';

const columns = ['tag', 'person', 'amount', 'state', 'reason', 'paper', 'by', 'asked', 'month', 'act'] as const;
export type ChargeColumn = (typeof columns)[number];
const queues = ['asked', 'due', 'deducted', 'closed', 'all'] as const;
export type ChargeQueue = (typeof queues)[number];

export const statesOfCharges: Readonly<Record<ChargeQueue, readonly ChargeStatus[]>> = {
  asked: ['asked'],
  due: ['due'],
  deducted: ['deducted'],
  closed: ['declined', 'waived'],
  all: chargeStates,
};

export const chargeList = {
  queues,
  /** Of those that were deducted, only this month's pay: YYYY-MM. */
  filters: { month: (value: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(value) },
  columns,
  usual: ['tag', 'person', 'amount', 'state', 'reason', 'asked', 'month', 'act'],
  sorts: ['asked', 'amount'],
  descends: true,
} as const satisfies DeskList<ChargeQueue, 'month', ChargeColumn>;
