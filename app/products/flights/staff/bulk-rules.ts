import type { DeskAction } from './desk-action-rules.ts';

/** What may be done to many orders with one press: nothing that gives money back or needs a reason of its own. */
export const bulkActions = ['claim', 'ticket', 'look-up', 'quote-cancel', 'keep'] as const satisfies readonly (DeskAction | 'claim')[];
export type BulkAction = (typeof bulkActions)[number];
