import { randomUUID } from 'node:crypto';
import { getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { minuteMs, type Instant } from '#app/values/dates.ts';
import { airlineExtras, extraKey, extrasAfterChange, extrasOf, houseNumber, readDocumentNumber } from './extra-rules.ts';
import { findExtras, insertExtras, isNumberTaken, markAsked, markRenamed, moveExtras, repriceExtra } from './extras-store.server.ts';
import { flightExtrasWrite } from '../flight-jobs.server.ts';
import { getFlightOrder, travellerId } from '../order/flight-store.server.ts';
import type { FlightChange, FlightContractRow, FlightExtra } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { safely } from '../order/hold-flights.server.ts';
import type { ExtraToWrite, SupplierOutcome, WrittenExtra } from '../supplier/flight-supplier.ts';

/** An airline that says nothing is asked again until then; after that a person asks. */
const patienceMs = 15 * minuteMs;

/**
 * The tickets are there: what was paid beside the fare has a row each from now on, and is asked for, in the place of what
 * was exchanged for it. The caller holds the order's lock.
 */
export async function requestExtras(tx: Tx, platform: Platform, order: Order, exchanged: readonly FlightExtra[] = []): Promise<void> {
  const paid = extrasOf((await getQuote(tx, order)).lines);
  if (paid.length === 0) return;
  await insertExtras(
    tx,
    platform.clock.now(),
    order,
    paid.map((extra) => ({
      extra,
      after: null,
      replaces: exchanged.find((one) => extraKey(one) === extraKey(extra))?.document ?? null,
    })),
  );
  await platform.jobs.send(tx, flightExtrasWrite, { orderId: order.id });
}

/** Other flights, other documents: those of the old ones are exchanged, and the new ones asked for. The caller holds the order's lock. */
export async function changeExtras(
  tx: Tx,
  platform: Platform,
  order: Order,
  change: Pick<FlightChange, 'contract' | 'quote'>,
): Promise<void> {
  const now = platform.clock.now();
  const after = extrasAfterChange(await findExtras(tx, order.id), extrasOf(change.quote.lines), change.contract);
  await moveExtras(
    tx,
    now,
    after.gone.map(({ id }) => id),
    null,
    { status: 'exchanged' },
  );
  for (const [known, extra] of after.repriced) await repriceExtra(tx, known.id, extra);
  await insertExtras(tx, now, order, after.fresh);
  if (after.fresh.length > 0) await platform.jobs.send(tx, flightExtrasWrite, { orderId: order.id });
}

/**
 * Documents of somebody whose name is written otherwise are exchanged for others under the new one, whose value they take over.
 * What nobody has asked for yet is written under the new name by itself; what is asked for at this moment may come under either,
 * and is exchanged once its number is there. The caller holds the order's lock.
 */
export async function renameExtras(
  tx: Tx,
  platform: Platform,
  order: Order,
  { contract, traveller }: { readonly contract: number; readonly traveller: number },
): Promise<void> {
  const now = platform.clock.now();
  const theirs = (await findExtras(tx, order.id)).filter(
    (extra) => extra.contract === contract && extra.traveller === traveller && airlineExtras.includes(extra.kind),
  );
  await markRenamed(
    tx,
    theirs.filter(isOnItsWay).map(({ id }) => id),
  );
  const written = theirs.filter(({ status }) => status === 'issued');
  if (written.length === 0) return;
  await writeAnew(tx, now, order, written);
  await platform.jobs.send(tx, flightExtrasWrite, { orderId: order.id });
}

/** Asked for under a key that its airline may answer yet, or has answered without a number: it may stand under the old name. */
const isOnItsWay = ({ status, attempt, why }: FlightExtra): boolean =>
  attempt !== null && (status === 'requested' || (status === 'failed' && (why === 'no-answer' || why === 'no-number')));

/** Others in the place of documents that stand under a name that is none any more. */
export async function writeAnew(
  tx: Tx,
  now: Instant,
  order: Pick<Order, 'id' | 'currency'>,
  written: readonly FlightExtra[],
): Promise<void> {
  await moveExtras(
    tx,
    now,
    written.map(({ id }) => id),
    'issued',
    { status: 'exchanged' },
  );
  await insertExtras(
    tx,
    now,
    order,
    written.map(({ contract, traveller, kind, code, facts, price, document }) => ({
      extra: { contract, traveller, kind, code, facts, price },
      after: null,
      replaces: document,
    })),
  );
}

/** What goes to one airline under one key. */
interface Batch {
  readonly attempt: string;
  readonly contract: FlightContractRow;
  readonly extras: readonly FlightExtra[];
}

/**
 * Has the documents of an order's extras written: the house's own at once, an airline's by asking it. Safe to run again
 * after a crash anywhere: a request goes out under the key it went out under before, and the same key twice is the same
 * documents.
 */
export async function writeExtras(platform: Platform, flights: Pick<Flights, 'supplierOf'>, orderId: string): Promise<void> {
  const { db, clock } = platform;
  for (const batch of await transact(db, (tx) => begin(tx, platform, orderId))) {
    const { attempt, contract, extras } = batch;
    const supplier = flights.supplierOf(contract.offerId);
    const { locator } = contract;
    const request = { attemptId: attempt, locator: locator ?? '', extras: extras.map(asked) };
    const outcome =
      supplier?.writeExtras && locator !== null
        ? await safely(() => supplier.writeExtras!(request, { now: clock.now() }))
        : ({ outcome: 'refused', refused: 'not-offered' } as const);
    await transact(db, (tx) => apply(tx, platform, orderId, batch, outcome));
  }
}

function asked({ id, traveller, kind, facts, replaces }: FlightExtra): ExtraToWrite {
  return {
    extra: id,
    traveller: travellerId(traveller),
    kind: kind as ExtraToWrite['kind'],
    facts,
    ...(replaces === null ? {} : { replaces }),
  };
}

async function begin(tx: Tx, platform: Platform, orderId: string): Promise<Batch[]> {
  const now = platform.clock.now();
  const order = await lockOrder(tx, orderId);
  if (!order) return [];
  const open = (await findExtras(tx, orderId)).filter(({ status }) => status === 'requested');
  for (const own of open.filter(({ kind }) => !airlineExtras.includes(kind)))
    await moveExtras(tx, now, [own.id], 'requested', { status: 'issued', document: houseNumber(own, order.reference) });
  const { contracts } = await getFlightOrder(tx, orderId);
  const batches: Batch[] = [];
  for (const contract of contracts) {
    const ours = open.filter(({ kind, contract: at }) => airlineExtras.includes(kind) && at === contract.position);
    const fresh = ours.filter(({ attempt }) => attempt === null);
    if (fresh.length > 0) {
      const attempt = randomUUID();
      await markAsked(
        tx,
        fresh.map(({ id }) => id),
        attempt,
      );
      batches.push({ attempt, contract, extras: fresh });
    }
    const earlier = Map.groupBy(
      ours.filter(({ attempt }) => attempt !== null),
      ({ attempt }) => attempt!,
    );
    for (const [attempt, extras] of earlier) batches.push({ attempt, contract, extras });
  }
  return batches;
}

/** The effect of the airline's answer; the same answer twice has one effect. */
async function apply(
  tx: Tx,
  platform: Platform,
  orderId: string,
  { attempt, extras: sent }: Batch,
  outcome: SupplierOutcome<readonly WrittenExtra[]>,
): Promise<void> {
  const now = platform.clock.now();
  const order = (await lockOrder(tx, orderId))!;
  const renamed: FlightExtra[] = [];
  const open = (await findExtras(tx, orderId)).filter(
    (extra) => extra.status === 'requested' && extra.attempt === attempt && sent.some(({ id }) => id === extra.id),
  );
  for (const extra of open) {
    if (outcome.outcome === 'unknown') {
      if (now - extra.requestedAt.getTime() > patienceMs)
        await moveExtras(tx, now, [extra.id], 'requested', { status: 'failed', why: 'no-answer' });
      continue;
    }
    const number = outcome.outcome === 'ok' ? outcome.value.find((one) => one.extra === extra.id)?.number : undefined;
    const why = outcome.outcome === 'refused' ? outcome.refused : 'no-number';
    const good = number !== undefined && readDocumentNumber(number) === number && !(await isNumberTaken(tx, number));
    await moveExtras(
      tx,
      now,
      [extra.id],
      'requested',
      good
        ? { status: 'issued', document: number, why: null }
        : { status: 'failed', why, ...(why === 'no-number' ? {} : { renamed: false }) },
    );
    if (good && extra.renamed) renamed.push({ ...extra, document: number });
  }
  if (renamed.length > 0) {
    await writeAnew(tx, now, order, renamed);
    await platform.jobs.send(tx, flightExtrasWrite, { orderId });
  }
  if (outcome.outcome === 'unknown' && open.some((extra) => now - extra.requestedAt.getTime() <= patienceMs))
    await platform.jobs.send(tx, flightExtrasWrite, { orderId }, { startAfter: new Date(now + minuteMs) });
}
