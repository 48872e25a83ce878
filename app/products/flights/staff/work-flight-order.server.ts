import { confirmCancel, giveUpOrder, keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { carryPrice, keepLonger, recheckPrice, sendPayLink, writeOfPrice } from '#app/commerce/orders/change-hold.server.ts';
import { askBuyer, holdBackByStaff, releaseOrder } from '#app/commerce/orders/hold-back.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import type { Clerk } from '#app/platform/access.ts';
import { fingerprintOf, withIdempotency, type Progress } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Outcome } from '#app/values/outcome.ts';
import type { Flights } from '../flights-context.ts';
import { denyMissed, recordNoShow, undoNoShow } from '../trip/missed-flights.server.ts';
import { lookUpFlights } from '../order/look-up-flights.server.ts';
import { tellScheduleAgain } from '../schedule/tell-schedule-again.server.ts';
import { ticketOrder } from '../tickets/ticket-order.server.ts';
import { voidOrder } from '../order/void-order.server.ts';
import { askReturn, dropReturn } from './ask-return.server.ts';
import { choicesFor, returningActions, type DeskAction } from './desk-action-rules.ts';
import { deskCase } from './show-flight-order.server.ts';

/** Actions that move money or take something from a traveller are explained in writing. */
export const reasonedActions: readonly DeskAction[] = [
  'confirm-cancel',
  'void',
  'give-up',
  'carry-price',
  'keep-longer',
  'hold-back',
  'release',
  'no-show',
  'deny-no-show',
  'undo-no-show',
];

export interface DeskAsk {
  readonly viewer: Clerk;
  readonly orderId: string;
  readonly action: DeskAction;
  readonly reason: string;
  /** What the price had risen by on the page, minor units. */
  readonly rise?: number;
  /** Made once per form: a second press is the first one. */
  readonly key: string;
}

/** `refused` has words on the record, as `status` has. */
export type DeskAnswer = { readonly ok: true; readonly status: string } | { readonly ok: false; readonly refused: string };

/**
 * Does what a clerk pressed, once. Whether it may be done is judged here again, from the order as it now stands and the
 * clerk's own permissions; the button on the page proves nothing.
 */
export async function workFlightOrder(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  product: Product,
  ask: DeskAsk,
): Promise<DeskAnswer> {
  const { viewer, orderId, action } = ask;
  const answer = await withIdempotency<DeskAnswer>(
    platform,
    {
      actor: `staff:${viewer.user.id}`,
      key: ask.key,
      fingerprint: fingerprintOf({ orderId, action, reason: ask.reason, rise: ask.rise ?? null }),
    },
    async (progress) => {
      const order = await findOrderAsSystem(platform.db, orderId);
      if (!order) return { ok: false, refused: 'not-possible' };
      const facts = await deskCase(platform, viewer, order);
      const choice = choicesFor(facts).find((one) => one.action === action);
      if (!choice) return { ok: false, refused: 'not-possible' };
      if (choice.locked) return { ok: false, refused: choice.locked };
      if (reasonedActions.includes(action) && ask.reason.length < 3) return { ok: false, refused: 'reason-missing' };
      const returning = returningActions.find((one) => one === action);
      if (returning && choice.second === 'asks') {
        const wish = { orderId, action: returning, amount: facts.gives[returning], who: `staff:${viewer.user.id}`, reason: ask.reason };
        return said(
          await askReturn(platform, product, wish, (tx) => progress.answer(tx, { ok: true, status: 'return-asked' })),
          'return-asked',
        );
      }
      return carryOut(platform, flights, product, ask, progress);
    },
  );
  if (answer.kind === 'running') return { ok: false, refused: 'in-progress' };
  if (answer.kind === 'other-request') return { ok: false, refused: 'form-reused' };
  return answer.value;
}

async function carryOut(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  product: Product,
  ask: DeskAsk,
  progress: Progress<DeskAnswer>,
): Promise<DeskAnswer> {
  const { orderId, reason } = ask;
  const who = `staff:${ask.viewer.user.id}`;
  const asked = { orderId, by: 'staff' as const, who, ...(reason === '' ? {} : { reason }) };
  switch (ask.action) {
    case 'ticket':
      return said(await ticketOrder(platform, flights, orderId, { by: 'staff', who }));
    case 'look-up':
      return said(await lookUpFlights(platform, flights, product, orderId));
    case 'void':
      return said(await voidOrder(platform, product, { orderId, who, reason }));
    case 'quote-cancel': {
      const answer: DeskAnswer = { ok: true, status: 'cancel_quoted' };
      const quoted = await quoteCancel(platform, product, asked, (tx) => progress.answer(tx, answer));
      return quoted.ok ? answer : quoted;
    }
    case 'confirm-cancel':
      return said(await confirmCancel(platform, product, asked));
    case 'keep':
      return said(await keepOrder(platform, product, asked));
    case 'give-up':
      return said(await giveUpOrder(platform, product, asked));
    case 'carry-price':
      return said(await carryPrice(platform, product, { orderId, who, reason, rise: ask.rise ?? -1 }));
    case 'write-price': {
      const written = await writeOfPrice(platform, product, { orderId, who }, (tx, { status }) =>
        progress.answer(tx, { ok: true, status }),
      );
      return said(written);
    }
    case 'check-price':
      return said(await recheckPrice(platform, product, { orderId, who }, (tx, { status }) => progress.answer(tx, { ok: true, status })));
    case 'tell-schedule':
      return said(await tellScheduleAgain(platform, { orderId, who }, (tx, { status }) => progress.answer(tx, { ok: true, status })));
    case 'keep-longer':
      return said(await keepLonger(platform, product, { orderId, who, reason }));
    case 'pay-link':
      return said(await sendPayLink(platform, product, { orderId, who }, (tx, { status }) => progress.answer(tx, { ok: true, status })));
    case 'drop-return':
      return said(await dropReturn(platform, product, { orderId, who }));
    case 'hold-back':
      return said(await holdBackByStaff(platform, product, { orderId, who, reason }));
    case 'ask-buyer':
      return said(await askBuyer(platform, product, { orderId, who }, (tx, { status }) => progress.answer(tx, { ok: true, status })));
    case 'release':
      return said(await releaseOrder(platform, product, { orderId, who, reason }));
    case 'no-show':
      return said(await recordNoShow(platform, { orderId, who, reason }));
    case 'deny-no-show':
      return said(await denyMissed(platform, { orderId, who, reason }));
    case 'undo-no-show':
      return said(await undoNoShow(platform, { orderId, who, reason }));
  }
}

function said(outcome: Outcome<Order, string>, status?: string): DeskAnswer {
  return outcome.ok ? { ok: true, status: status ?? outcome.value.status } : { ok: false, refused: outcome.refused };
}
