import type { Tx } from '#app/platform/database.server.ts';
import type { Jobs } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { Outcome } from '#app/values/outcome.ts';
import type { Refund } from './payments.tables.ts';
import type { PaymentProvider } from './payment-provider.ts';

export interface RefundToAsk {
  readonly paymentId: string;
  readonly amount: Money;
  /** Names the cause, such as `order:<id>:cancelled`: asking twice is asking once. */
  readonly key: string;
  readonly reason: string;
  /** As the audit names actors: `system`, `user:<id>`, `staff:<id>`. */
  readonly askedBy: string;
}
export type RefundRefusal = 'not-found' | 'not-captured' | 'more-than-captured';

/** Records a refund and sends the job that makes it, inside the caller's transaction. */
export declare function askRefund(tx: Tx, jobs: Jobs, now: Instant, refund: RefundToAsk): Promise<Outcome<Refund, RefundRefusal>>;
/** Makes a refund that was asked for; also the handler of the job. */
export declare function makeRefund(
  platform: Platform,
  provider: PaymentProvider,
  refundId: string,
): Promise<Outcome<Refund, 'not-found' | 'unknown' | 'provider-refused'>>;
/** Both in one: for callers without a transaction of their own. */
export declare function refundPayment(
  platform: Platform,
  provider: PaymentProvider,
  refund: RefundToAsk,
): Promise<Outcome<Refund, RefundRefusal | 'unknown' | 'provider-refused'>>;
