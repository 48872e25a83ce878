import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PaymentProvider } from './payment-provider.ts';

export interface PaymentToStart {
  readonly orderId: string;
  /** The order as the traveller saw it when they pressed pay; a later version gets a new session. */
  readonly orderVersion: number;
  /** What the bank page shows beside the amount. */
  readonly reference: string;
  readonly amount: Money;
  /** Paths of this site; they only show what happened, they decide nothing. */
  readonly returnTo: { readonly success: string; readonly failure: string };
  readonly language: LanguageCode;
  /** The earlier of hold and offer expiry. */
  readonly expiresAt: Instant;
  /** What is paid for within the order; 'order' unless it is an addition. */
  readonly purpose?: string;
}

export type StartRefusal =
  /** The bank already holds or has the money. */
  | 'already-paid'
  /** The bank is deciding about an earlier try. */
  | 'in-progress'
  /** The provider did not say whether it opened a session; trying again looks it up. */
  | 'provider-silent'
  | 'provider-refused'
  | 'expired';

/**
 * Opens the provider's page for an order, or finds the one that is open: pressing pay twice leads to one session. A
 * session for another amount or order version is closed first. The answer is where to send the traveller.
 */
export declare function startPayment(
  platform: Platform,
  provider: PaymentProvider,
  toStart: PaymentToStart,
): Promise<Outcome<{ readonly paymentId: string; readonly redirectTo: string }, StartRefusal>>;
