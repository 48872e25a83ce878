import { findOrderAsSystem, getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findRefundRequests } from '#app/commerce/orders/refund-requests-store.server.ts';
import { askOrderRefund, findRefundable } from '#app/commerce/orders/staff/refund-order.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { fingerprintOf, withIdempotency, type Progress } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { airlineExtras } from '../extras/extra-rules.ts';
import { findExtras, isNumberTaken, moveExtras } from '../extras/extras-store.server.ts';
import { flightExtrasWrite } from '../flight-jobs.server.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import type { FlightExtra } from '../flight.tables.ts';
import { writeAnew } from '../extras/write-extras.server.ts';
import { readTypedDocument, type NumberDoubt, type TypedDocument } from '../tickets/ticket-number.ts';
import type { ExtraAction } from './extra-actions.ts';

export interface ExtraAsk {
  readonly viewer: Viewer & { readonly kind: 'staff' };
  readonly order: Pick<Order, 'id'>;
  readonly extra: string;
  readonly action: ExtraAction;
  /** As typed: of the airline's document, or of what somebody else wrote. */
  readonly number: string;
  readonly reason: string;
  /** The three digits with which an airline's numbers begin; null where they are not known. */
  readonly accountingOf: (airline: string) => string | null;
  /** Made once per form: a second press is the first one. */
  readonly key: string;
  readonly requestId: string;
}

/** `did` and `refused` have words on the record. */
export type ExtraAnswer =
  | { readonly ok: true; readonly did: string; readonly doubts?: readonly NumberDoubt[] }
  | { readonly ok: false; readonly refused: string };

/** Does what a clerk pressed about an extra that could not be issued: once, and judged again from what it now is. */
export async function workExtra(platform: Platform, product: Pick<Product, 'machine'>, ask: ExtraAsk): Promise<ExtraAnswer> {
  const { viewer, order, extra, action, number, reason } = ask;
  if (!may(viewer, 'flight-orders:work')) return { ok: false, refused: 'permission' };
  const answer = await withIdempotency<ExtraAnswer>(
    platform,
    { actor: `staff:${viewer.user.id}`, key: ask.key, fingerprint: fingerprintOf({ orderId: order.id, extra, action, number, reason }) },
    async (progress) => {
      if (action === 'extra-void') return voidExtra(platform, product, ask, progress);
      return transact(platform.db, async (tx): Promise<ExtraAnswer> => {
        const given = action === 'extra-issue' ? await issueByHand(tx, platform, ask) : await retry(tx, platform, ask);
        if (given.ok) await progress.answer(tx, given);
        return given;
      });
    },
  );
  if (answer.kind === 'running') return { ok: false, refused: 'in-progress' };
  if (answer.kind === 'other-request') return { ok: false, refused: 'form-reused' };
  return answer.value;
}

const notPossible: ExtraAnswer = { ok: false, refused: 'not-possible' };

/** Under the order's lock; null unless it waits at the desk. */
async function failedExtra(tx: Tx, ask: ExtraAsk): Promise<{ readonly order: Order; readonly extra: FlightExtra } | null> {
  const order = await lockOrder(tx, ask.order.id);
  const extra = (await findExtras(tx, ask.order.id)).find(({ id, status }) => id === ask.extra && status === 'failed');
  return order && extra ? { order, extra } : null;
}

async function issueByHand(tx: Tx, platform: Platform, ask: ExtraAsk): Promise<ExtraAnswer> {
  const failed = await failedExtra(tx, ask);
  if (!failed) return notPossible;
  const { order, extra } = failed;
  const { contracts } = await getFlightOrder(tx, ask.order.id);
  const typed = airlineExtras.includes(extra.kind)
    ? readTypedDocument(ask.number, ask.accountingOf(contracts[extra.contract]!.offer.validatingAirline))
    : readHouseNumber(ask.number);
  if (!typed) return { ok: false, refused: 'extra-number' };
  const { number: document, doubts } = typed;
  if (await isNumberTaken(tx, document)) return { ok: false, refused: 'extra-number-taken' };
  const now = platform.clock.now();
  await moveExtras(tx, now, [extra.id], 'failed', { status: 'issued', document, why: null });
  // Asked for before its traveller's name was written otherwise: it may stand under the old one.
  if (extra.renamed) {
    await writeAnew(tx, now, order, [{ ...extra, document }]);
    await platform.jobs.send(tx, flightExtrasWrite, { orderId: order.id });
  }
  await note(tx, platform, ask, 'order.extra-issued', { extra: extra.id, document, ...(doubts.length > 0 && { doubts }) });
  return { ok: true, did: 'extra-issued', ...(doubts.length > 0 && { doubts }) };
}

function readHouseNumber(typed: string): TypedDocument | null {
  const number = /^[A-Z0-9-]{4,40}$/.exec(typed.toUpperCase())?.[0];
  return number ? { number, doubts: [] } : null;
}

async function retry(tx: Tx, platform: Platform, ask: ExtraAsk): Promise<ExtraAnswer> {
  const failed = await failedExtra(tx, ask);
  if (!failed) return notPossible;
  const { extra } = failed;
  const now = platform.clock.now();
  // What was never answered may be written: it is asked for under the key it went out with.
  const attempt = extra.why === 'no-answer' ? extra.attempt : null;
  // Under another key it is asked for under the name of now.
  const anew = attempt === null ? { renamed: false } : {};
  await moveExtras(tx, now, [extra.id], 'failed', { status: 'requested', why: null, attempt, ...anew, requestedAt: new Date(now) });
  await note(tx, platform, ask, 'order.extra-retried', { extra: extra.id });
  await platform.jobs.send(tx, flightExtrasWrite, { orderId: ask.order.id });
  return { ok: true, did: 'extra-retried' };
}

/** Somebody else was faster. */
class ChangedMeanwhile extends Error {}

/** The extra is taken back and its money asked for like any other refund: at once within the clerk's limit, else by two. */
async function voidExtra(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: ExtraAsk,
  progress: Progress<ExtraAnswer>,
): Promise<ExtraAnswer> {
  const { viewer, order, reason, requestId } = ask;
  if (!may(viewer, 'refunds:request')) return { ok: false, refused: 'permission' };
  if (reason.length < 3) return { ok: false, refused: 'reason-missing' };
  const { db } = platform;
  const extra = (await findExtras(db, order.id)).find(({ id, status }) => id === ask.extra && status === 'failed');
  const whole = await findOrderAsSystem(db, order.id);
  if (!extra || !whole) return notPossible;
  const position = (await getQuote(db, whole)).lines.findIndex(
    ({ kind, code, travellers }) => kind === extra.kind && code === extra.code && travellers.includes(extra.traveller),
  );
  const refundable = await findRefundable(db, whole);
  const amount = Math.min(extra.price, refundable.lines.get(position) ?? 0, refundable.left);
  if (amount <= 0) return { ok: false, refused: 'nothing-to-refund' };
  const answerOf = (given: 'approved' | 'asked'): ExtraAnswer => ({
    ok: true,
    did: given === 'approved' ? 'extra-refunded' : 'extra-void-asked',
  });
  try {
    const wish = { amount, lines: { [position]: amount }, reason };
    const given = await askOrderRefund(platform, product, { viewer, orderId: order.id, wish, requestId }, async (tx, outcome) => {
      if (!outcome.ok) return;
      const request = (await findRefundRequests(tx, order.id)).toSorted((a, b) => b.askedAt.getTime() - a.askedAt.getTime())[0]!;
      const now = platform.clock.now();
      if ((await moveExtras(tx, now, [extra.id], 'failed', { status: 'void', refundRequest: request.id })) === 0)
        throw new ChangedMeanwhile();
      if (outcome.value === 'approved') await moveExtras(tx, now, [extra.id], 'void', { status: 'refunded' });
      await note(tx, platform, ask, 'order.extra-void', { extra: extra.id, amount, request: request.id });
      await progress.answer(tx, answerOf(outcome.value));
    });
    return given.ok ? answerOf(given.value) : { ok: false, refused: given.refused };
  } catch (fault) {
    if (fault instanceof ChangedMeanwhile) return notPossible;
    throw fault;
  }
}

async function note(tx: Tx, platform: Platform, ask: ExtraAsk, action: string, detail: Readonly<Record<string, unknown>>): Promise<void> {
  await audit(tx, platform.clock.now(), {
    actor: `staff:${ask.viewer.user.id}`,
    action,
    subject: `orders:${ask.order.id}`,
    detail,
    requestId: ask.requestId,
    ...(ask.reason === '' ? {} : { reason: ask.reason }),
  });
}
