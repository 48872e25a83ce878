import type { Instant } from '#app/values/dates.ts';

/*
 * A source that does not answer is left alone for a while, so that nobody waits for it and it may recover: after some
 * failures in a row its circuit opens; when it has rested, one question is let through, and its answer decides.
 */

/** Of one source, in one process. */
export interface Circuit {
  /** In a row. */
  readonly failures: number;
  /** Null: closed. */
  readonly openedAt: Instant | null;
  /** When a question was last let through an open circuit. */
  readonly probedAt: Instant | null;
  /** What the last failure was; empty without one. */
  readonly reason: string;
}

export type CircuitState = 'closed' | 'open' | 'half-open';

export const failuresToOpen = 5;
export const restMs = 30_000;

export const closedCircuit: Circuit = { failures: 0, openedAt: null, probedAt: null, reason: '' };

export function circuitState({ openedAt, probedAt }: Circuit, now: Instant): CircuitState {
  if (openedAt === null) return 'closed';
  return now - openedAt >= restMs || probedAt !== null ? 'half-open' : 'open';
}

/** Whether a question may be asked now. In a half-open circuit one is enough; one that never came back is asked again after a rest. */
export function mayAsk(circuit: Circuit, now: Instant): boolean {
  const state = circuitState(circuit, now);
  if (state === 'closed') return true;
  return state === 'half-open' && (circuit.probedAt === null || now - circuit.probedAt >= restMs);
}

export function asked(circuit: Circuit, now: Instant): Circuit {
  return circuit.openedAt === null ? circuit : { ...circuit, probedAt: now };
}

/** One failure more; the last one that is borne, or one in a half-open circuit, opens it for a whole rest. */
export function failed(circuit: Circuit, now: Instant, reason: string): Circuit {
  const failures = circuit.failures + 1;
  const opens = failures >= failuresToOpen || circuit.openedAt !== null;
  return { failures, reason, openedAt: opens ? now : null, probedAt: null };
}
