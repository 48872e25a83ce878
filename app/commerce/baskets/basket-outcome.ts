/** What became of one order of a paid basket, as its traveller needs to know it. */
export type BasketOutcome = 'confirmed' | 'working' | 'failed' | 'open';

const confirmed: readonly string[] = ['ticketed', 'accepted', 'confirmed', 'completed', 'closed'];
const over: readonly string[] = ['expired', 'cancelled', 'voided', 'refund_due', 'refunded'];
const unpaid: readonly string[] = ['draft', 'priced', 'held', 'price_changed', 'payment_pending'];

/** `share`: the status of the order's living payment, or null. Not knowing yet is neither confirmed nor failed. */
export function basketOutcome(orderStatus: string, share: string | null): BasketOutcome {
  if (confirmed.includes(orderStatus)) return 'confirmed';
  if (over.includes(orderStatus)) return 'failed';
  if (unpaid.includes(orderStatus)) return share === 'requires_capture' || share === 'succeeded' ? 'working' : 'open';
  return 'working';
}
