import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { dateIn, instant, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findInstalments, nextPart, openOf } from '../bookings/bookings-store.server.ts';
import { endsAtSupplier, mayExtend, mostExtensions } from '../availability/hold-rules.ts';
import { isDisputed } from '../disputes/disputes-store.server.ts';
import { findInvoicesOfOrder } from '../invoices/invoices-store.server.ts';
import { moneyPosition } from '../ledger/ledger-store.server.ts';
import { divideInFour, type FourPart } from '../payments/four-rules.ts';
import type { PaymentMethod } from '../payments/payment-provider.ts';
import {
  creditPurpose,
  findPaymentsOfOrder,
  findRefundsOfOrder,
  findWaitingFirst,
  isMoneyMoving,
} from '../payments/payments-store.server.ts';
import type { Payment, Refund } from '../payments/payments.tables.ts';
import { isWaitingForRest } from '../payments/two-card-rules.ts';
import type { Quote } from '../pricing/quote.ts';
import { summarise, type SummaryLine } from '../pricing/quote-summary.ts';
import type { CancelTerms, ProductKind } from '../product-contract.ts';
import type { ProductCounters } from '../product-counter.ts';
import { mayWrite } from '../reviews/review-eligibility.ts';
import { mayAskToCancel } from './cancel-events.ts';
import { dueNow } from './begin-payment.server.ts';
import { holdOf } from './change-hold.server.ts';
import { summariseCancel, type CancelSummaryLine } from './cancel-summary.ts';
import { masked, maskedEmail, type OrderDescription, type PaperEntry } from './order-description.ts';
import { calledOffStage, stageOf, type StageFacts } from './order-stages.ts';
import { owedOf } from './owed-price.ts';
import { listReceipts, type Receipt } from './list-receipts.server.ts';
import type { OrderVisit } from './order-visit.server.ts';
import { findCancelQuote, findHistory, getQuote, readContact } from './orders-store.server.ts';
import type { CancelQuote, Order } from './orders.tables.ts';
import type { RefundTrack } from './refund-track-rules.ts';
import { findPaymentCheck } from './payment-checks-store.server.ts';
import { returnParts, type ReturnPart } from './return-parts.ts';
import { trackRefunds } from './track-refunds.server.ts';

/** An order as its traveller sees it; plain data for the browser. Instants are ISO in UTC. */
export interface OrderView {
  /** Words that are its own stand under this name in the orders catalogue. */
  readonly kind: ProductKind;
  readonly reference: string;
  readonly status: string;
  readonly version: number;
  readonly sight: OrderVisit['sight'];
  readonly stage: StageFacts;
  readonly description: OrderDescription;
  readonly total: Money;
  readonly lines: readonly SummaryLine[];
  readonly heldUntil: string | null;
  readonly extensionsLeft: number;
  /** Its places are kept for days, and it is paid within them. */
  readonly payLater: boolean;
  /** Until its limit, when this was read. */
  readonly leftMs: number | null;
  /** The airline keeps the seats itself and set the end. */
  readonly supplierSetsHold: boolean;
  readonly papers: readonly PaperEntry[];
  readonly invoices: readonly InvoiceEntry[];
  /** One of each payment that arrived. */
  readonly receipts: readonly Receipt[];
  readonly payment: { readonly status: string; readonly declineClass: string | null; readonly method: PaymentMethod } | null;
  /** What a first card holds and what is left to pay, while the rest is awaited; null where no card does. */
  readonly firstCard: { readonly amount: Money; readonly ending: string | null; readonly left: Money } | null;
  /** Its price is paid in four, of which nothing goes back: what its traveller pays to whoever collects them, and when; else null. */
  readonly four: readonly FourPart[] | null;
  readonly money: { readonly held: Money; readonly taken: Money; readonly returned: Money };
  /** What goes back and where it is. */
  readonly refunds: readonly RefundTrack[];
  /** A bank decides whose its money is: until then nothing of it is changed or given back. */
  readonly disputed: boolean;
  /** The traveller may ask now what cancelling would bring. */
  readonly cancellable: boolean;
  readonly cancel: {
    readonly terms: Omit<CancelTerms, 'lines'>;
    readonly lines: readonly CancelSummaryLine[];
    readonly number: number;
    /** It was not decided in time: it is asked anew before anything is cancelled. */
    readonly over: boolean;
    /** Where what comes back would go, part by part; empty where nothing does, or nobody knows how much. */
    readonly where: readonly ReturnPart[];
  } | null;
  readonly history: readonly { readonly event: string; readonly status: string; readonly at: string }[];
  /** The edition of the terms that was agreed to. */
  readonly termsEdition: number | null;
  /** The parts in which it is paid; null for one that is paid whole. */
  readonly plan: PlanView | null;
  readonly email: string;
  readonly travelStarts: string;
  readonly travelEnds: string;
  /** It is held back until somebody has looked: what is asked of its buyer, if anything. */
  readonly asksBuyer: 'open' | 'answered' | null;
  /** The trip is over and its holder may say how it was. */
  readonly reviewable: boolean;
}

export interface PlanView {
  readonly parts: readonly { readonly amount: Money; readonly dueOn: string | null; readonly standing: 'paid' | 'open' | 'late' }[];
  /** What the bank’s page would ask now; null when nothing is open. */
  readonly now: Money | null;
  /** The number of the part that is. */
  readonly nowPart: number | null;
  readonly left: Money;
  /** What finance took off the price. */
  readonly reduced: Money;
}

export interface InvoiceEntry {
  readonly number: string;
  readonly kind: 'invoice' | 'credit-note';
  readonly gross: Money;
  readonly issuedAt: string;
}

/** The parts of a price that is paid in four, as they were offered on the day it was begun. */
function fourOf(payments: readonly Payment[]): readonly FourPart[] | null {
  const paid = payments.find((payment) => payment.purpose === 'order' && payment.method === 'four' && isMoneyMoving(payment));
  return paid ? divideInFour(money(paid.amount, paid.currency), dateIn('Asia/Dubai', instant(paid.createdAt.getTime()))) : null;
}

/** Gathers what a visit may see. A masked visit gets the journey and its state, nothing personal and no money. */
export async function showOrder(
  platform: Platform,
  counters: ProductCounters,
  visit: OrderVisit,
  language: LanguageCode,
): Promise<OrderView> {
  const { order, sight } = visit;
  const { db } = platform;
  const counter = counters.of(order.kind);
  const full = sight === 'full';
  const [description, history, quote, position, payments, refunds, cancelQuote, papers, invoices, receipts, parts, check, disputed] =
    await Promise.all([
      counter.describe(order.id, language),
      findHistory(db, order.id),
      getQuote(db, order),
      moneyPosition(db, order.id, owedOf(order)),
      findPaymentsOfOrder(db, order.id),
      full ? trackRefunds(db, order) : [],
      order.status === 'cancel_quoted' ? findCancelQuote(db, order.id) : null,
      full ? counter.listPapers(order.id) : [],
      full ? findInvoicesOfOrder(db, order.id) : [],
      full ? listReceipts(db, [order.id]) : null,
      findInstalments(db, order.id),
      order.status === 'on_hold' ? findPaymentCheck(db, order.id) : null,
      full && isDisputed(db, order.id),
    ]);
  const next = nextPart(parts);
  // What credit paid says nothing of the card.
  const latest = payments.find(({ purpose }) => purpose !== creditPurpose);
  const waiting = full && payments.some(isWaitingForRest) ? await findWaitingFirst(db, order.id) : null;
  const hold = holdOf(order);
  const { email } = readContact(platform.crypto, order);
  const stage = stageOf(order.status);
  // Documents of what was paid beside the fare may come after the tickets.
  const comes = description.travellers.some(({ extras }) => extras?.some(({ coming }) => coming));
  return {
    kind: order.kind,
    reference: order.reference,
    status: order.status,
    version: order.version,
    sight,
    stage: order.status === 'confirmed' && description.calledOff ? calledOffStage : { ...stage, moving: stage.moving || comes },
    description: full ? description : masked(description),
    total: totalOf(order),
    lines: full ? summarise(quote) : [],
    heldUntil: order.heldUntil?.toISOString() ?? null,
    extensionsLeft: mayExtend(hold) ? mostExtensions - order.extensions : 0,
    payLater: order.payLater,
    leftMs: order.heldUntil ? Math.max(0, order.heldUntil.getTime() - platform.clock.now()) : null,
    supplierSetsHold: !order.payLater && endsAtSupplier(hold),
    papers,
    invoices: invoices.map((invoice) => ({
      number: invoice.number,
      kind: invoice.kind,
      gross: money(invoice.gross, 'AED'),
      issuedAt: invoice.issuedAt.toISOString(),
    })),
    receipts: receipts?.get(order.id) ?? [],
    payment: latest ? { status: latest.status, declineClass: latest.declineClass, method: latest.method } : null,
    firstCard: waiting
      ? { amount: money(waiting.amount, order.currency), ending: waiting.cardEnding, left: await dueNow(db, order) }
      : null,
    four: full && !stage.ended && refunds.length === 0 ? fourOf(payments) : null,
    money: { held: position.authorised, taken: position.captured, returned: position.refunded },
    refunds,
    disputed,
    cancellable: !disputed && mayAskToCancel(counters.product(order.kind).machine, order.status),
    cancel:
      full && cancelQuote
        ? cancelView(cancelQuote, platform.clock.now(), quote, payments, await findRefundsOfOrder(db, order.id), language)
        : null,
    history: history.map(({ event, toStatus, at }) => ({ event, status: toStatus, at: at.toISOString() })),
    termsEdition: full ? order.termsEdition : null,
    plan:
      full && parts.length > 0
        ? {
            parts: parts.map(({ amount, dueOn, dueAt, paidAt }) => ({
              amount: money(amount, order.currency),
              dueOn,
              standing: paidAt ? 'paid' : dueAt && dueAt.getTime() <= platform.clock.now() ? 'late' : 'open',
            })),
            now: next && money(next.amount, order.currency),
            nowPart: next && next.number,
            left: money(openOf(parts), order.currency),
            reduced: money(order.reduction, order.currency),
          }
        : null,
    email: full ? email : maskedEmail(email),
    asksBuyer: full && check?.askedAt ? (check.answeredAt ? 'answered' : 'open') : null,
    travelStarts: order.travelStarts.toISOString(),
    travelEnds: order.travelEnds.toISOString(),
    reviewable:
      mayWrite({ ...order, ends: instant(order.travelEnds.getTime()) }, platform.clock.now()) === 'yes' &&
      (await counter.reviewed(order.id, language)) !== null,
  };
}

function cancelView(
  { terms, number, expiresAt }: CancelQuote,
  now: Instant,
  quote: Quote,
  payments: readonly Payment[],
  refunds: readonly Refund[],
  language: LanguageCode,
): OrderView['cancel'] {
  const { lines, ...rest } = terms;
  const where = terms.refund && terms.refund.amount > 0 ? returnParts(terms.refund, payments, refunds) : [];
  return { terms: rest, lines: summariseCancel(lines, quote, textsFor(language).t), number, over: expiresAt.getTime() <= now, where };
}

export function totalOf(order: Pick<Order, 'total' | 'currency'>): Money {
  return money(order.total, order.currency);
}
