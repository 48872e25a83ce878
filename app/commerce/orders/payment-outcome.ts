/** What the way back from the bank's page may say; decided from our own records only. */
export type PaymentOutcome = 'confirmed' | 'issuing' | 'checking' | 'failed' | 'other';

const beforePayment: readonly string[] = ['priced', 'price_changed', 'held', 'payment_pending', 'expired'];
const confirmed: readonly string[] = ['ticketed', 'flown', 'no_show', 'accepted', 'confirmed', 'completed'];
const afterPayment: readonly string[] = ['paid', 'on_hold', 'ticketing', 'ticketing_failed', 'stuck', 'requested'];

/** `payment`: the order's newest one, or null. Not knowing yet is neither success nor failure. */
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
