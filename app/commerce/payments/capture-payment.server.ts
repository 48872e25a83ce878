import type { Platform } from '#app/platform/platform.server.ts';
import type { Outcome } from '#app/values/outcome.ts';
import type { Payment } from './payments.tables.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Takes the authorised money, once. `unknown` leaves the payment stuck; the catch-up settles it by look-up. */
export declare function capturePayment(
  platform: Platform,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Outcome<Payment, 'not-found' | 'not-authorised' | 'provider-refused' | 'unknown'>>;
