import type { DeskList } from '#app/ui/desk-list/list-address.ts';

export const companyOwners = ['mine', 'nobody'] as const;
export const companyNumbers = ['with', 'without'] as const;
export const companyTerms = ['at-once', 'later'] as const;

const columns = [
  'name',
  'trn',
  'licence',
  'members',
  'orders',
  'lifetime',
  'balance',
  'terms',
  'domain',
  'owner',
  'state',
  'changed',
] as const;
export type CompanyColumn = (typeof columns)[number];
const queues = ['current', 'owing', 'empty', 'archived', 'all'] as const;
export type CompanyQueue = (typeof queues)[number];
export type CompanyFilter = 'owner' | 'number' | 'terms';

const seldom: readonly CompanyColumn[] = ['licence', 'domain', 'state'];

export const companyList = {
  queues,
  filters: {
    owner: (value: string) => companyOwners.some((owner) => owner === value),
    number: (value: string) => companyNumbers.some((one) => one === value),
    terms: (value: string) => companyTerms.some((one) => one === value),
  },
  columns,
  usual: columns.filter((column) => !seldom.includes(column)),
  sorts: ['name', 'members', 'lifetime', 'balance', 'changed'],
  longest: 120,
} as const satisfies DeskList<CompanyQueue, CompanyFilter, CompanyColumn>;
