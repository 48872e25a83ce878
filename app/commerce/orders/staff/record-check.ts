import type { CheckCause } from '../payment-check-rules.ts';

/** What a record says of the check of its order's payment. */
export interface RecordCheck {
  readonly reference: string;
  readonly causes: readonly CheckCause[];
  /** Instant, ISO in UTC. */
  readonly begunAt: string;
  readonly decision: 'released' | 'ended' | null;
  /** Whoever looks may decide it. */
  readonly mayDecide: boolean;
}
