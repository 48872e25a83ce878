import type { Platform } from '#app/platform/platform.server.ts';
import type { Outcome } from '#app/values/outcome.ts';
import type { Payment } from './payments.tables.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Gives an authorisation back, or closes a session nobody paid. Releasing twice is releasing once. */
export declare function releasePayment(
  platform: Platform,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Outcome<Payment, 'not-found' | 'captured' | 'in-progress' | 'unknown'>>;
