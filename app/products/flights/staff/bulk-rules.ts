import type { DeskAction } from './desk-action-rules.ts';

/** What may be done to many orders with one press: nothing that gives money back or needs a reason in words of its own. */
export const bulkActions = [
  'claim',
  'assign',
  'ticket',
  'look-up',
  'check-price',
  'tell-schedule',
  'accept-schedule',
  'quote-cancel',
  'keep',
] as const satisfies readonly (DeskAction | 'claim' | 'assign' | 'accept-schedule')[];
export type BulkAction = (typeof bulkActions)[number];

/** How travellers agreed to small changes that are taken for many of them at once. */
export const agreements = ['agreed-by-phone', 'agreed-in-writing', 'agreed-before'] as const;

/** Actions that are told beside the orders what they aim at: a colleague, or how the travellers agreed. */
export const aimed = ['assign', 'accept-schedule'] as const satisfies readonly BulkAction[];
