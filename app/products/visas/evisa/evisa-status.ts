import type { StatusTable } from '#app/values/status-table.ts';

/** One traveller's application. The group it belongs to has no state of its own; what was sold is the order's. */
export const evisaStates = [
  'draft',
  'pre_checked',
  'received',
  'in_review',
  'more_info_needed',
  'ready_to_submit',
  'submitted_to_authority',
  'authority_query',
  'delayed',
  'approved_unchecked',
  'correction',
  'delivered',
  'rejected',
  'withdrawn',
  'closed_incomplete',
  'used',
  'expired',
] as const;
export type EvisaState = (typeof evisaStates)[number];

export type EvisaEvent =
  | 'check'
  | 'reopen-form'
  | 'pay'
  | 'claim'
  | 'ask-more'
  | 'answer'
  | 'give-up-waiting'
  | 'confirm'
  | 'look-again'
  | 'file'
  | 'authority-asks'
  | 'answer-authority'
  | 'pass-promise'
  | 'approve'
  | 'read-entries'
  | 'release'
  | 'find-fault'
  | 'corrected'
  | 'reject'
  | 'withdraw'
  | 'travelled'
  | 'run-out';

export type EvisaActor = 'customer' | 'staff' | 'system';

const beforeAuthority = ['received', 'in_review', 'more_info_needed', 'ready_to_submit'] as const;
const withAuthority = ['submitted_to_authority', 'delayed'] as const;

export const evisaMachine: StatusTable<EvisaState, EvisaEvent, EvisaActor> = {
  name: 'evisa-application',
  states: evisaStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'check', to: 'pre_checked', by: ['customer', 'staff', 'system'] },
    { from: 'pre_checked', event: 'reopen-form', to: 'draft', by: ['customer', 'staff'] },
    { from: 'pre_checked', event: 'pay', to: 'received', by: ['system'] },
    { from: 'received', event: 'claim', to: 'in_review', by: ['staff', 'system'] },
    { from: 'in_review', event: 'ask-more', to: 'more_info_needed', by: ['staff'] },
    { from: 'more_info_needed', event: 'answer', to: 'in_review', by: ['customer', 'staff'] },
    { from: 'more_info_needed', event: 'give-up-waiting', to: 'closed_incomplete', by: ['staff', 'system'] },
    // The second pair of eyes: never those that reviewed it.
    { from: 'in_review', event: 'confirm', to: 'ready_to_submit', by: ['staff'] },
    { from: 'ready_to_submit', event: 'look-again', to: 'in_review', by: ['staff'] },
    { from: 'ready_to_submit', event: 'file', to: 'submitted_to_authority', by: ['staff', 'system'] },
    { from: [...withAuthority], event: 'authority-asks', to: 'authority_query', by: ['staff'] },
    // What the traveller sends for it: the officer passes it on.
    { from: 'authority_query', event: 'answer', to: 'authority_query', by: ['customer', 'staff'] },
    { from: 'authority_query', event: 'answer-authority', to: 'submitted_to_authority', by: ['staff'] },
    { from: 'submitted_to_authority', event: 'pass-promise', to: 'delayed', by: ['system'] },
    // Late while the authority waits for us: the question stays, our fee goes back.
    { from: 'authority_query', event: 'pass-promise', to: 'authority_query', by: ['system'] },
    // Late while we proof-read it or have it corrected: it is not in its traveller's hand yet.
    { from: 'approved_unchecked', event: 'pass-promise', to: 'approved_unchecked', by: ['system'] },
    { from: 'correction', event: 'pass-promise', to: 'correction', by: ['system'] },
    { from: [...withAuthority], event: 'approve', to: 'approved_unchecked', by: ['staff'] },
    // How often it may be used, on a visa that was read before that was asked for.
    { from: 'approved_unchecked', event: 'read-entries', to: 'approved_unchecked', by: ['staff'] },
    { from: 'approved_unchecked', event: 'release', to: 'delivered', by: ['staff'] },
    { from: 'approved_unchecked', event: 'find-fault', to: 'correction', by: ['staff'] },
    { from: 'correction', event: 'corrected', to: 'approved_unchecked', by: ['staff'] },
    { from: [...withAuthority, 'authority_query'], event: 'reject', to: 'rejected', by: ['staff'] },
    { from: [...beforeAuthority], event: 'withdraw', to: 'withdrawn', by: ['customer', 'staff'] },
    { from: 'delivered', event: 'travelled', to: 'used', by: ['staff', 'system'] },
    { from: 'delivered', event: 'run-out', to: 'expired', by: ['staff', 'system'] },
  ],
};

/** Nothing more is done for the traveller. */
export const overStates: readonly string[] = ['delivered', 'rejected', 'withdrawn', 'closed_incomplete', 'used', 'expired'];
/** The visa is in the traveller's hand. */
export const grantedStates: readonly string[] = ['delivered', 'used', 'expired'];
/** The authority has it and has not decided. */
export const withAuthorityStates: readonly EvisaState[] = [...withAuthority, 'authority_query'];
/** Stages in which the traveller may be asked for something. */
export const askingStates: readonly EvisaState[] = ['more_info_needed', 'authority_query'];
/** Stages in which the traveller may still take the application back. */
export const withdrawableStates: readonly string[] = beforeAuthority;
