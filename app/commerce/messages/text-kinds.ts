import type { MailKind } from './mail-kinds.ts';

/**
 * Mails beside which a short text goes to the telephone of whoever wishes it: those that matter on the day. `now`: at any
 * hour, since it cannot wait or answers what was done this minute. `day`: not in the night of the number. What one says
 * stands with the words of its mail, as `phone`.
 */
export const textKinds: Readonly<Partial<Record<MailKind, 'now' | 'day'>>> = {
  'orders.order-ticketed': 'now',
  'orders.order-confirmed': 'now',
  'orders.order-ticketing-failed': 'now',
  'orders.hold-reminder': 'now',
  'orders.order-expired': 'day',
  'orders.schedule-changed': 'now',
  'orders.flight-cancelled': 'now',
  'orders.operator-cancelled': 'now',
  'orders.order-cancelled': 'day',
  'orders.balance-reminder': 'day',
  'orders.balance-overdue': 'day',
  'orders.order-refunded': 'day',
  'orders.order-part-refunded': 'day',
  'experiences.offered': 'day',
  'evisas.asked': 'day',
  'evisas.authority-asked': 'day',
  'evisas.delivered': 'day',
  'evisas.rejected': 'day',
  'evisas.copies-sent': 'day',
  'assisted-visas.asked': 'day',
  'assisted-visas.extra': 'day',
  'assisted-visas.hours-before': 'now',
  'assisted-visas.granted': 'day',
  'assisted-visas.refused': 'day',
  'assisted-visas.collected': 'day',
  'assisted-visas.dispatched': 'now',
  'assisted-visas.came-back': 'now',
  'assisted-visas.delivered': 'day',
};

/** Where the words of the text beside a mail stand in its catalogue: `phone`, or others where a mail of its kind says something else. */
export const textKeyOf = (kind: MailKind, phone = 'phone') => `${kind.split('.').slice(1).join('.')}.${phone}`;
