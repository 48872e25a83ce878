import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { comma } from '#app/ui/number-format.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { money, type Money } from '#app/values/money.ts';
import { findSentMessages } from '../../messages/messages-store.server.ts';
import { givenUp } from '../../orders/linked-rules.ts';
import { findHistory, findOrdersByIds, readContact } from '../../orders/orders-store.server.ts';
import type { Order } from '../../orders/orders.tables.ts';
import { nameOfMail } from '../../orders/staff/order-line.ts';
import { findRefundsOfOrder } from '../../payments/payments-store.server.ts';
import type { ProductCounters } from '../../product-counter.ts';
import { findTicketEvents, listTicketsAsStaff } from '../../tickets/tickets-store.server.ts';
import { partsOfDispute, purchaseTrace } from '../disputes-store.server.ts';
import type { Dispute } from '../disputes.tables.ts';

/** One thing that the house holds about a purchase; its key is one of the catalogue's `fact`. Instants are ISO in UTC. */
export interface EvidenceFact {
  readonly key: string;
  readonly at: string | null;
  readonly values: Readonly<Record<string, string>>;
  readonly amount?: Money;
}

export interface OrderEvidence {
  readonly reference: string;
  readonly kind: Order['kind'];
  readonly orderId: string;
  readonly title: string;
  readonly facts: readonly EvidenceFact[];
}

const everyTicket = {
  status: null,
  channel: null,
  priority: null,
  language: null,
  assignee: null,
  tag: null,
  reference: null,
  words: null,
  email: null,
} as const;
/** Lines of talk that are quoted, the newest of each conversation. */
const mostQuoted = 40;
const longestQuote = 600;
/** Events of a ticket whose words both sides read; notes stay in the house. */
const told: readonly string[] = ['opened', 'answer', 'reply', 'solve', 'reopen'];
/** States that say that what was bought was had. */
const had: readonly string[] = ['flown', 'completed', 'no_show', 'closed'];

/** Facts that speak against a payment or say nothing for it: the desk reads them, and no bank is told them unasked. */
export const notForTheBank: readonly string[] = ['not-secure', 'terms-unknown', 'address-gone', 'called-off'];

/** What speaks for a payment, order by order: all of it from what is on record, and what is not is said to be missing. */
export async function readEvidence(
  platform: Platform,
  counters: ProductCounters,
  dispute: Dispute,
  language: LanguageCode,
): Promise<OrderEvidence[]> {
  const parts = await partsOfDispute(platform.db, dispute.id);
  const orders = await findOrdersByIds(
    platform.db,
    parts.map(({ orderId }) => orderId),
  );
  return Promise.all(orders.map((order) => ofOrder(platform, counters, dispute, order, language)));
}

async function ofOrder(
  platform: Platform,
  counters: ProductCounters,
  dispute: Dispute,
  order: Order,
  language: LanguageCode,
): Promise<OrderEvidence> {
  const { db, crypto } = platform;
  const [described, history, mails, refunds, trace] = await Promise.all([
    counters.of(order.kind).describe(order.id, language),
    findHistory(db, order.id),
    findSentMessages(db, order.id),
    findRefundsOfOrder(db, order.id),
    purchaseTrace(db, order.id, dispute.paymentId),
  ]);
  const records = textsFor(language).of('staff-records');
  const facts: EvidenceFact[] = [];
  const say = (key: string, at: Date | null = null, values: Readonly<Record<string, string>> = {}, amount?: Money) =>
    facts.push({ key, at: at?.toISOString() ?? null, values, ...(amount ? { amount } : {}) });
  const { email, phone } = readContact(crypto, order);
  say('bought', order.createdAt, { title: described.title }, money(order.total, order.currency));
  say('buyer', null, { email, phone: language === 'ar' ? `\u2066${phone}\u2069` : phone });
  if (order.userId !== null) say('account');
  if (order.termsEdition === null) say('terms-unknown');
  else say('terms', order.createdAt, { edition: String(order.termsEdition) });
  say(trace.challenged ? 'secure' : 'not-secure');
  if (trace.address === null) say('address-gone');
  else say('address', null, { address: trace.address });
  for (const { name, tickets } of described.travellers)
    say(tickets.length > 0 ? 'ticket' : 'traveller', null, { name, tickets: tickets.join(comma(language)) });
  for (const { airline, locator } of described.contracts) if (locator) say('locator', null, { airline, locator });
  const delivered = history.find(({ toStatus }) => toStatus === 'ticketed' || toStatus === 'confirmed' || toStatus === 'accepted');
  if (delivered) say('delivered', delivered.at);
  const over = history.findLast(({ fromStatus, toStatus }) => toStatus !== fromStatus && had.includes(toStatus));
  if (over && had.includes(order.status)) say(`had-${order.status}`, over.at);
  else if (givenUp.includes(order.status)) say('called-off', history.find(({ toStatus }) => givenUp.includes(toStatus))?.at ?? null);
  else say(order.travelStarts.getTime() > platform.clock.now() ? 'ahead' : 'begun', order.travelStarts);
  for (const { template, sentAt } of mails) say('mail', sentAt, { template: nameOfMail(records, template) });
  for (const refund of refunds)
    if (refund.status === 'succeeded') say('refunded', refund.changedAt, {}, money(refund.amount, refund.currency));
  const asked = await listTicketsAsStaff(
    db,
    crypto,
    platform.clock.now(),
    { ...everyTicket, orderId: order.id },
    { sort: 'newest', after: null, size: 20 },
  );
  for (const ticket of asked)
    for (const { actor, words, at } of (await findTicketEvents(db, crypto, ticket.id))
      .filter(({ event, words }) => words && told.includes(event))
      .slice(-mostQuoted))
      say(actor.startsWith('staff:') || actor === 'system' ? 'said-house' : 'said-buyer', at, { words: words!.slice(0, longestQuote) });
  return { reference: order.reference, kind: order.kind, orderId: order.id, title: described.title, facts };
}
