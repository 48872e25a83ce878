import type { Tx } from '#app/platform/database.server.ts';
import { jobKind, type Jobs } from '#app/platform/jobs.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Mails about an order. */
export const orderTemplates = [
  'order-held',
  'order-kept',
  'hold-reminder',
  'pay-link',
  'order-ticketed',
  'order-accepted',
  'order-confirmed',
  'balance-reminder',
  'balance-overdue',
  'balance-paid',
  'balance-reduced',
  'booking-changed',
  'flights-changed',
  'flights-kept',
  'travellers-left',
  'travellers-kept',
  'flights-offered',
  'name-asked',
  'name-offered',
  'name-corrected',
  'name-kept',
  'name-refused',
  'name-ended',
  'extras-added',
  'seats-changed',
  'extras-not-added',
  'extras-offered',
  'operator-cancelled',
  'credit-given',
  'flights-missed',
  'flights-not-missed',
  'order-on-hold',
  'booking-on-hold',
  'order-evidence',
  'order-price',
  'order-ticketing-failed',
  'order-expired',
  'order-cancelled',
  'order-refunded',
  'order-part-refunded',
  'payment-late-refunded',
  'first-card-reserved',
  'two-cards-released',
  'order-link',
] as const;
export type OrderTemplate = (typeof orderTemplates)[number];

/** One mail; `version` is that of the order when it was sent, so that each (order, template, version) is told once. */
export interface OrderMessage {
  readonly template: OrderTemplate;
  readonly orderId: string;
  readonly version: number;
  readonly language: LanguageCode;
  /** How often staff have had it sent once more. */
  readonly again?: number;
}

export const messageSend = jobKind<OrderMessage>('message.send', 8, true);

/** Sends a mail about an order inside the transaction that gave rise to it. */
export async function tellOrder(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  order: { readonly id: string; readonly version: number; readonly language: LanguageCode },
  template: OrderTemplate,
): Promise<void> {
  await jobs.send(tx, messageSend, { template, orderId: order.id, version: order.version, language: order.language });
}
