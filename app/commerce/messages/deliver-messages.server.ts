import { readTogether } from '#app/platform/database.server.ts';
import type { MailMessage } from '#app/platform/mail.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { InvoiceLanguage } from '../invoices/invoice-document.server.ts';
import { findInstalments, nextPart, openOf, paidOf } from '../bookings/bookings-store.server.ts';
import { basketSettled } from '../baskets/basket-jobs.server.ts';
import { mailBasket } from '../baskets/mail-basket.server.ts';
import { invoicePaper } from '../invoices/invoice-paper.server.ts';
import { findInvoicesOfOrder } from '../invoices/invoices-store.server.ts';
import { moneyPosition } from '../ledger/ledger-store.server.ts';
import type { OrderDescription } from '../orders/order-description.ts';
import { orderStages, stageOf } from '../orders/order-stages.ts';
import { linkKey } from '../orders/order-visit.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { owedOf } from '../orders/owed-price.ts';
import { onOwnClock } from '../orders/own-clock-rules.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findHistory, findOrderAsSystem, readContact } from '../orders/orders-store.server.ts';
import { bankDays } from '../orders/refund-track-rules.ts';
import { houseBank, houseCredit } from '../ledger/ledger-postings.ts';
import { isMoneyMoving, findPaymentsOfOrder, findWaitingFirst, findRefundsOfOrder } from '../payments/payments-store.server.ts';
import { isWaitingForRest } from '../payments/two-card-rules.ts';
import { wayPaid } from '../payments/way-paid.ts';
import { dueNow } from '../orders/begin-payment.server.ts';
import { totalOf } from '../orders/show-order.server.ts';
import type { ProductCounters } from '../product-counter.ts';
import { addDays, dateIn, instant, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { messageSend, type OrderMessage, type OrderTemplate } from './message-jobs.server.ts';
import { mailWords } from './mail-words.server.ts';
import { recordSent, wasSent } from './messages-store.server.ts';
import { postLetter } from './post-letter.server.ts';
import { workOnMails } from './work-on-mails.server.ts';
import { isStillDue } from './remind-of-limit.server.ts';
import { writeMessage, type MessageFacts, type MoneyBack, type WrittenMessage } from './write-message.ts';

/** Starts sending the mails that orders and baskets ask for. */
export async function deliverMessages(platform: Platform, counters: ProductCounters): Promise<void> {
  await platform.jobs.handle(messageSend, (message) => sendMessage(platform, counters, message));
  await platform.jobs.handle(basketSettled, ({ basketId }) => mailBasket(platform, counters, basketId));
  await workOnMails(platform);
}

/** Stable, so that a mail sent again after a crash is recognised as the same by the mail server and by its reader. */
export function messageIdOf(message: OrderMessage): string {
  return `${message.orderId}.${message.template}.${message.version}${message.again ? `.again-${message.again}` : ''}`;
}

/** Sends one mail unless it has left before. Only a crash between sending and noting it can send the same mail again. */
export async function sendMessage(platform: Platform, counters: ProductCounters, message: OrderMessage): Promise<void> {
  const { db, clock } = platform;
  const messageId = messageIdOf(message);
  await failpoint('notify.before-intent');
  if (await wasSent(db, messageId)) return;
  const order = await findOrderAsSystem(db, message.orderId);
  if (!order) throw new Error(`Mail for order ${message.orderId}, which does not exist`);
  if (message.template === 'hold-reminder') {
    const payments = await findPaymentsOfOrder(db, order.id);
    if (!isStillDue(order, payments, message.version, clock.now())) return;
  }
  // The rest is paid by now, or what was reserved is let go: there is nothing to ask for.
  if (message.template === 'first-card-reserved' && !(await findWaitingFirst(db, order.id))) return;
  const language = await languageOfMail(db, message.language);
  const attachments = await attachmentsOf(platform, counters, { ...message, language });
  const { template } = message;
  const t = await mailWords(db, language, 'mails');
  const link = `${trackAddress(platform, order)}&key=${linkKey(platform, order, clock.now())}${leadsToPay.includes(template) ? '&then=pay' : ''}`;
  const written = await composeMessage(platform, counters, { order, template, language, link, attachments: attachments.length }, t);
  await failpoint('notify.after-intent');
  await postLetter(platform, { ...written, messageId, to: readContact(platform.crypto, order).email, orderId: order.id, attachments });
  await failpoint('notify.after-call');
  await recordSent(db, { messageId, orderId: order.id, template, orderVersion: message.version, language, sentAt: new Date(clock.now()) });
  await failpoint('notify.after-result');
}

/** Mails whose button is the way to pay: they open the checkout itself. */
const leadsToPay: readonly OrderTemplate[] = ['order-kept', 'hold-reminder', 'pay-link', 'first-card-reserved'];

/** Where an order is followed; without its key it opens to nobody who cannot prove who they are. */
export function trackAddress(platform: Pick<Platform, 'env'>, order: Pick<Order, 'reference'>): string {
  return `${platform.env.publicUrl}/track?order=${order.reference}`;
}

/** What a mail about an order says as the order stands now, in these words. */
export async function composeMessage(
  platform: Platform,
  counters: ProductCounters,
  ask: {
    readonly order: Order;
    readonly template: OrderTemplate;
    readonly language: LanguageCode;
    readonly link: string;
    readonly attachments: number;
  },
  t: Translate,
): Promise<WrittenMessage> {
  const { db } = platform;
  const { order, template, language, link } = ask;
  const [description, [refunds, position, parts, payments, history]] = await Promise.all([
    counters.of(order.kind).describe(order.id, language),
    readTogether(db, (one) =>
      Promise.all([
        findRefundsOfOrder(one, order.id),
        moneyPosition(one, order.id, owedOf(order)),
        findInstalments(one, order.id),
        findPaymentsOfOrder(one, order.id),
        saysWhatGoesBack.includes(template) || template === 'flights-changed' ? findHistory(one, order.id) : [],
      ]),
    ),
  ]);
  const caused = history.findLast(({ event }) => event === (template === 'travellers-left' ? 'settle-leave' : 'owe-refund'));
  const settled = template === 'flights-changed' ? history.findLast(({ event }) => event === 'settle-change') : undefined;
  const due = nextPart(parts);
  const waiting = payments.find(isWaitingForRest);
  // The newest stands first.
  const priced = payments.find(({ purpose }) => purpose === 'order');
  // What was asked back in one go is one thing to its reader, whatever it was paid with.
  const newest = refunds.filter(({ createdAt }) => createdAt.getTime() === refunds.at(-1)!.createdAt.getTime());
  const byCredit = new Set(payments.filter(({ provider }) => provider === houseCredit).map(({ id }) => id));
  const sumOf = (some: typeof refunds) =>
    some.length > 0
      ? money(
          some.reduce((sum, { amount }) => sum + amount, 0),
          order.currency,
        )
      : null;
  const toBank = newest.filter(({ paymentId }) => !byCredit.has(paymentId));
  const refund = sumOf(toBank);
  const asked = caused !== undefined && (refunds.at(-1)?.createdAt ?? 0) >= caused.at;
  const back = saysWhatGoesBack.includes(template)
    ? moneyBackOf({
        owed: money(Number(caused?.detail['owed'] ?? 0), order.currency),
        bank: asked ? refund : null,
        credit: asked ? sumOf(newest.filter(({ paymentId }) => byCredit.has(paymentId))) : null,
        captured: position.captured,
        held: position.authorised,
        untouched: refunds.length === 0,
        ended: template === 'order-cancelled',
        today: dateIn('Asia/Dubai', platform.clock.now()),
      })
    : undefined;
  const ofRefund = ['order-refunded', 'order-part-refunded'].includes(template) || (asked && back?.to === 'bank');
  const endingBy = new Map(payments.map(({ id, cardEnding }) => [id, cardEnding]));
  const byTransfer = new Set(payments.filter(({ provider }) => provider === houseBank).map(({ id }) => id));
  const cards = [
    ...Map.groupBy(
      toBank.filter(({ paymentId }) => !byTransfer.has(paymentId)),
      ({ paymentId }) => endingBy.get(paymentId) ?? null,
    ),
  ].map(([ending, some]) => ({ ending, amount: sumOf(some)! }));
  const transferred = sumOf(toBank.filter(({ paymentId }) => byTransfer.has(paymentId)));
  const creditPaid = payments.filter((payment) => byCredit.has(payment.id) && isMoneyMoving(payment));
  const credited = ofRefund ? sumOf(newest.filter(({ paymentId }) => byCredit.has(paymentId))) : null;
  return writeMessage(
    {
      kind: order.kind,
      template,
      language,
      reference: order.reference,
      description,
      total: owedOf(order),
      heldUntil: order.heldUntil ? clockInDubai(order.heldUntil) : null,
      limit: order.heldUntil ? limitIn(order.heldUntil, description) : null,
      over: isOver(order.status),
      priceUntil: priceUntilOf(description, platform.clock.now()),
      refund: refund ?? (credited === null && position.refunded.amount > 0 ? position.refunded : null),
      credited,
      back,
      changedBy: settled && money(Number(settled.detail['after'] ?? 0) - Number(settled.detail['before'] ?? 0), order.currency),
      who: template === 'travellers-left' ? description.left?.slice(-Number(caused?.detail['leave'] ?? 0)) : undefined,
      toCards: ofRefund && (cards.length > 1 || transferred) ? cards : undefined,
      byTransfer: ofRefund && transferred ? transferred : undefined,
      paid: parts.length > 0 ? money(paidOf(parts), order.currency) : totalOf(order),
      due: due && { amount: money(due.amount, order.currency), by: due.dueOn },
      open: money(openOf(parts), order.currency),
      byCredit:
        creditPaid.length > 0
          ? money(
              creditPaid.reduce((sum, { amount }) => sum + amount, 0),
              order.currency,
            )
          : undefined,
      inFour: priced?.method === 'four' && (priced.status !== 'canceled' || template === 'order-refunded'),
      way: wayPaid(
        payments.filter(({ id }) => !byCredit.has(id)),
        order.total,
      ),
      firstCard: waiting && { reserved: money(waiting.amount, order.currency), left: await dueNow(db, order) },
      link,
      attachments: ask.attachments,
    },
    t,
  );
}

/** It has ended, or what was sold is done: nothing of it stands any more. */
function isOver(status: string): boolean {
  const { ended, reached } = stageOf(status);
  return ended || reached === orderStages.length;
}

/** Until when the price of what is kept stands, where that is sooner than its limit and still to come. */
function priceUntilOf({ priceUntil }: OrderDescription, now: Instant): MessageFacts['priceUntil'] {
  if (priceUntil === undefined || Date.parse(priceUntil) <= now) return undefined;
  const until = new Date(priceUntil);
  return { day: dateIn('Asia/Dubai', instant(until.getTime())), time: clockInDubai(until) };
}

/** Mails of an end that was agreed to at a sum: they repeat it, and say where it goes. */
const saysWhatGoesBack: readonly OrderTemplate[] = ['order-cancelled', 'travellers-left'];

/** `bank`, `credit`: what was asked back of either; null where the bank is still taking what it would come from. */
function moneyBackOf(of: {
  readonly owed: Money;
  readonly bank: Money | null;
  readonly credit: Money | null;
  readonly captured: Money;
  readonly held: Money;
  /** Nothing of it was asked back. */
  readonly untouched: boolean;
  readonly ended: boolean;
  readonly today: CalendarDate;
}): MoneyBack | undefined {
  const by = addDays(of.today, bankDays);
  if (of.bank) return { to: 'bank', amount: of.bank, by };
  if (of.credit) return { to: 'credit', amount: of.credit };
  if (of.owed.amount > 0) return of.captured.amount > 0 ? { to: 'bank', amount: of.owed, by } : { to: 'reserved' };
  if (!of.untouched) return undefined;
  if (of.captured.amount > 0) return { to: 'none' };
  return of.ended && of.held.amount === 0 ? { to: 'free' } : undefined;
}

type Attachments = NonNullable<MailMessage['attachments']>;

/** Tickets, calendar and invoice travel with the mail that says they are there, the credit note with the refund. */
async function attachmentsOf(platform: Platform, counters: ProductCounters, message: OrderMessage): Promise<Attachments> {
  const order = await findOrderAsSystem(platform.db, message.orderId);
  if (
    !order ||
    ![
      'order-ticketed',
      'order-accepted',
      'order-confirmed',
      'booking-changed',
      'flights-changed',
      'travellers-left',
      'name-corrected',
      'extras-added',
      'seats-changed',
      'order-cancelled',
      'order-refunded',
      'order-part-refunded',
      'balance-reduced',
    ].includes(message.template)
  )
    return [];
  const counter = counters.of(order.kind);
  const invoices = await findInvoicesOfOrder(platform.db, order.id);
  const kind = [
    'order-ticketed',
    'order-accepted',
    'order-confirmed',
    'booking-changed',
    'flights-changed',
    'travellers-left',
    'name-corrected',
    'extras-added',
    'seats-changed',
  ].includes(message.template)
    ? 'invoice'
    : 'credit-note';
  const language: InvoiceLanguage = message.language === 'ar' ? 'ar' : 'en';
  const papers = [
    'order-ticketed',
    'order-confirmed',
    'booking-changed',
    'flights-changed',
    'travellers-left',
    'name-corrected',
    'extras-added',
    'seats-changed',
  ].includes(message.template)
    ? await counter.listPapers(order.id)
    : [];
  const opened = await Promise.all(papers.map((paper) => counter.openPaper(order.id, paper.name, message.language)));
  const documents = invoices
    .filter((invoice) => invoice.kind === kind)
    // Earlier credit notes went with earlier mails.
    .slice(
      ['order-part-refunded', 'balance-reduced'].includes(message.template) ||
        ['booking-changed', 'flights-changed', 'travellers-left', 'name-corrected', 'extras-added', 'seats-changed'].includes(
          message.template,
        )
        ? -1
        : 0,
    )
    .map(async (invoice) => ({
      name: `${invoice.number}.pdf`,
      type: 'application/pdf',
      content: await invoicePaper(platform, invoice, invoices.find((each) => each.id === invoice.refersTo)?.number ?? null, language),
    }));
  return [
    ...opened.filter((paper) => paper !== null).map(({ name, type, content }) => ({ name, type, content })),
    ...(await Promise.all(documents)),
  ];
}

/** By the clock of the office, and by that of the airport the journey begins at where it says something else. */
function limitIn(at: Date, description: OrderDescription): NonNullable<MessageFacts['limit']> {
  const first = description.slices[0]?.segments[0]?.from;
  const own = first ? onOwnClock(at.toISOString(), first.zone) : null;
  return { dubai: dateIn('Asia/Dubai', instant(at.getTime())), there: own && first ? { ...own, city: first.city } : null };
}

function clockInDubai(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Dubai' }).format(at);
}
