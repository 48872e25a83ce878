import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findInstalments, owedFirst } from '../bookings/bookings-store.server.ts';
import { keptPositions } from '../ledger/ledger-store.server.ts';
import type { Position } from '../ledger/ledger-postings.ts';
import { creditPurpose, findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import { productKinds, type ProductKind } from '../product-contract.ts';
import type { ProductCounters } from '../product-counter.ts';
import type { OrderDescription, PaperEntry } from './order-description.ts';
import type { OrderListAsk } from './order-list-form.ts';
import { needsOf, type OrderNeed } from './order-need-rules.ts';
import { calledOffStage, orderFilters, stageOf, type StageTone } from './order-stages.ts';
import { findPaymentCheck } from './payment-checks-store.server.ts';
import { isUntried } from './payment-outcome.ts';
import { findOrdersFor } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import type { RefundTrack } from './refund-track-rules.ts';
import { totalOf } from './show-order.server.ts';
import { shownState } from './shown-state.ts';
import { sortOrders } from './sort-orders.ts';
import { trackAwaited } from './track-refunds.server.ts';

export interface ListedOrder {
  readonly kind: ProductKind;
  readonly reference: string;
  readonly status: string;
  /** Its state as its owner reads it, under `states`: with the bank's page open and nobody having paid, no bank is waited for. */
  readonly shown: string;
  readonly tone: StageTone;
  readonly payable: boolean;
  /** Until when it must be paid; null when nothing is due. */
  readonly payBefore: string | null;
  /** What is left of that, when this was read. */
  readonly leftMs: number | null;
  /** Its places are kept for days, and it is paid within them. */
  readonly payLater: boolean;
  readonly from: string;
  readonly to: string;
  /** Local date on which it begins. */
  readonly departs: string;
  /** Instants, ISO in UTC. */
  readonly departsAt: string;
  readonly returnsAt: string;
  readonly placedAt: string;
  readonly total: Money;
  readonly description: OrderDescription;
  readonly papers: readonly PaperEntry[];
  /** What waits for its holder, the most urgent first. */
  readonly needs: readonly OrderNeed[];
  /** What goes back of its money and has not arrived for certain. */
  readonly awaited: readonly RefundTrack[];
}

/** A state as its owner reads it: kept for days, on the bank's page where nobody paid, or given back only in part. */
function toldState({ status, payLater }: Pick<Order, 'status' | 'payLater'>, untried: boolean, money: Position | undefined): string {
  if (untried) return payLater ? 'kept' : 'payment_open';
  return payLater && status === 'held' ? 'kept' : shownState(status, money);
}

/**
 * The signed-in traveller's orders that match; `owned` counts all of theirs, `kinds` are what they are, and what was asked
 * for.
 */
export async function listOrders(
  platform: Platform,
  counters: ProductCounters,
  viewer: Viewer,
  asked: OrderListAsk,
  language: LanguageCode,
): Promise<{ readonly owned: number; readonly kinds: readonly ProductKind[]; readonly orders: readonly ListedOrder[] }> {
  const found = await findOrdersFor(platform.db, viewer);
  const needing = asked.filter === 'needs';
  const states: readonly string[] | null = asked.filter && asked.filter !== 'needs' ? orderFilters[asked.filter] : null;
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const wanted = found.filter(({ order }) => (!states || states.includes(order.status)) && (!asked.kind || order.kind === asked.kind));
  const awaited = await trackAwaited(
    platform.db,
    wanted.map(({ order }) => order),
    today,
  );
  const positions = await keptPositions(
    platform.db,
    wanted.filter(({ order }) => order.status === 'refunded').map(({ order }) => order.id),
  );
  const listed = await Promise.all(
    wanted.map(async ({ order }): Promise<ListedOrder> => {
      const counter = counters.of(order.kind);
      const [description, papers, payments, parts, check] = await Promise.all([
        counter.describe(order.id, language),
        counter.listPapers(order.id),
        order.status === 'payment_pending' ? findPaymentsOfOrder(platform.db, order.id) : [],
        order.status === 'confirmed' ? findInstalments(platform.db, order.id) : [],
        order.status === 'on_hold' ? findPaymentCheck(platform.db, order.id) : null,
      ]);
      const untried = order.status === 'payment_pending' && isUntried(payments.find(({ purpose }) => purpose !== creditPurpose) ?? null);
      const calledOff = order.status === 'confirmed' && description.calledOff !== undefined;
      const payable =
        (orderFilters.open as readonly string[]).includes(order.status) && (order.heldUntil?.getTime() ?? 0) > platform.clock.now();
      const payBefore = payable ? order.heldUntil!.toISOString() : null;
      const total = totalOf(order);
      return {
        kind: order.kind,
        reference: order.reference,
        status: order.status,
        shown: calledOff ? 'called_off' : toldState(order, untried, positions.get(order.id)),
        tone: calledOff ? calledOffStage.tone : stageOf(order.status).tone,
        payable,
        payBefore,
        leftMs: payable ? order.heldUntil!.getTime() - platform.clock.now() : null,
        payLater: order.payLater,
        from: description.fromCity,
        to: description.toCity,
        departs: description.starts,
        departsAt: order.travelStarts.toISOString(),
        returnsAt: order.travelEnds.toISOString(),
        placedAt: order.createdAt.toISOString(),
        total,
        description,
        papers,
        needs: needsOf({
          reference: order.reference,
          status: order.status,
          description,
          payBefore,
          total,
          part: owedFirst(parts, order.currency),
          questioned: check !== null && check.askedAt !== null && check.answeredAt === null && check.decision === null,
          today,
        }),
        awaited: awaited.get(order.id) ?? [],
      };
    }),
  );
  const needle = asked.search.toLocaleLowerCase(language);
  const plain = needle.replaceAll('-', '');
  const matching = listed.filter(
    (order) =>
      (!needing || order.needs.length > 0) &&
      (!asked.from || order.departs >= asked.from) &&
      (!asked.until || order.departs <= asked.until) &&
      (needle === '' ||
        order.reference.toLowerCase().replaceAll('-', '').includes(plain) ||
        `${order.description.title} ${order.from} ${order.to}`.toLocaleLowerCase(language).includes(needle)),
  );
  const kinds = productKinds.filter((kind) => kind === asked.kind || found.some(({ order }) => order.kind === kind));
  return { owned: found.length, kinds, orders: sortOrders(matching, asked.sort, platform.clock.now()) };
}
