/** What the way back from the bank's page may say. `unpaid`: nobody has paid yet, and nothing went wrong. */
export type PaymentOutcome = 'confirmed' | 'issuing' | 'checking' | 'unpaid' | 'failed' | 'other';

const beforePayment: readonly string[] = ['priced', 'price_changed', 'held', 'payment_pending', 'expired'];
const confirmed: readonly string[] = ['ticketed', 'flown', 'no_show', 'accepted', 'confirmed', 'completed'];
const afterPayment: readonly string[] = ['paid', 'on_hold', 'ticketing', 'ticketing_failed', 'stuck', 'requested'];

/** By our own records only. `payment`: the order's newest one, or null. Not knowing yet is neither success nor failure. */
export function paymentOutcome(
  orderStatus: string,
  payment: { readonly status: string; readonly declineClass: string | null } | null,
): PaymentOutcome {
  if (confirmed.includes(orderStatus)) return 'confirmed';
  if (afterPayment.includes(orderStatus)) return 'issuing';
  if (!beforePayment.includes(orderStatus)) return 'other';
  if (!payment) return 'failed';
  if (payment.status === 'canceled') return 'failed';
  if (payment.status === 'requires_payment_method') return payment.declineClass ? 'failed' : 'checking';
  return 'checking';
}

/** By our own records: the bank's page is open, and nobody has tried to pay on it or been refused there. */
export function isUntried(payment: { readonly status: string; readonly declineClass: string | null } | null): boolean {
  return payment?.status === 'requires_payment_method' && payment.declineClass === null;
}

/**
 * Of who came back from the bank's page without having paid, where our records say no more than that they wait:
 * `told` is what the bank says at this moment, null while it does not answer.
 */
export function outcomeOfLeaving(told: { readonly status: string; readonly declineClass: string | null } | null): PaymentOutcome {
  if (told?.status === 'canceled') return 'failed';
  // A question of the issuer that nobody answered leaves the page open too: paying again leads back to it.
  if (told?.status !== 'requires_payment_method' && told?.status !== 'requires_action') return 'checking';
  return told.declineClass ? 'failed' : 'unpaid';
}
