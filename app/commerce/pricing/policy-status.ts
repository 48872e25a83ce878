import { minuteMs, type Instant } from '#app/values/dates.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const policyStates = ['draft', 'simulated', 'approved', 'live', 'paused', 'archived'] as const;
export type PolicyStatus = (typeof policyStates)[number];

export const policyEvents = [
  'simulate',
  'change',
  'approve',
  'send-back',
  'publish',
  'pause',
  'resume',
  'replace',
  'roll-back',
  'discard',
] as const;
export type PolicyEvent = (typeof policyEvents)[number];

/** Drafted and tried by the one; approved, put in force, stopped and brought back by the other. */
export const policyMachine: StatusTable<PolicyStatus, PolicyEvent, 'drafter' | 'publisher' | 'system'> = {
  name: 'pricing-policy',
  states: policyStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'simulate', to: 'simulated', by: ['system'] },
    { from: 'simulated', event: 'change', to: 'draft', by: ['drafter'] },
    { from: 'simulated', event: 'approve', to: 'approved', by: ['publisher'] },
    { from: ['simulated', 'approved'], event: 'send-back', to: 'draft', by: ['drafter', 'publisher'] },
    { from: 'approved', event: 'publish', to: 'live', by: ['publisher'] },
    { from: 'live', event: 'pause', to: 'paused', by: ['drafter', 'publisher'] },
    { from: 'paused', event: 'resume', to: 'live', by: ['publisher'] },
    { from: ['live', 'paused'], event: 'replace', to: 'archived', by: ['system'] },
    { from: 'archived', event: 'roll-back', to: 'live', by: ['publisher'] },
    { from: ['draft', 'simulated', 'approved'], event: 'discard', to: 'archived', by: ['drafter', 'publisher'] },
  ],
};

/** A trial that has said nothing for so long has died with its process. */
const silentMs = 10 * minuteMs;

/** Whether a trial of the draft is under way; every batch it reckons is a change of the draft. */
export function isSimulating(
  policy: { readonly simulation: { readonly state: 'running' | 'done' } | null; readonly changedAt: Date },
  now: Instant,
): boolean {
  return policy.simulation?.state === 'running' && policy.changedAt.getTime() + silentMs > now;
}
