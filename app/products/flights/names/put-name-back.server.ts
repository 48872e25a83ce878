import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { lockOrder, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import {
  backKey,
  closeTask,
  findHolders,
  goOn,
  halfTold,
  isUnsure,
  note,
  openTask,
  tellHolder,
  withName,
  type NameRefusal,
} from './correct-names.server.ts';
import { getFlightOrder, type FlightOrder } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { settlesBefore } from './name-correction-rules.ts';
import { findCorrection, saveCorrection, type NameCorrection } from './name-corrections-store.server.ts';

type Told = 'ok' | 'supplier-refused' | 'supplier-silent';

/**
 * A name before tickets that not all of its airlines took, or of which one has not answered: each that has it, or may, is told
 * the one before once more, and the order can be paid again. Its traveller reads why. Pressed again it goes on where it was.
 */
export async function putNameBack(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  ask: { readonly orderId: string; readonly correction: string; readonly who: string; readonly reason: string },
): Promise<Outcome<null, NameRefusal>> {
  const { db, clock, crypto, jobs } = platform;
  const { orderId, who, reason } = ask;
  if (reason.length < 3) return refuse('reason-missing');
  const by = { by: 'staff', who, reason } as const;
  const begun = await transact(db, async (tx): Promise<Outcome<NameCorrection, NameRefusal>> => {
    const order = await lockOrder(tx, orderId);
    const correction = order && (await findCorrection(tx, crypto, order.id, ask.correction));
    if (!order || correction?.status !== 'asked' || !settlesBefore(order.status) || !isUnsure(correction)) return refuse('not-possible');
    // On record as being told meanwhile, so that nobody pays or asks for another one.
    await saveCorrection(tx, correction.id, { status: 'writing', agreedBy: who, agreedAt: new Date(clock.now()) });
    return done(correction);
  });
  if (!begun.ok) return begun;
  const correction = begun.value;
  const { has, failed } = await tellBack(platform, flights, orderId, correction);
  return transact(db, async (tx): Promise<Outcome<null, NameRefusal>> => {
    const order = (await lockOrder(tx, orderId))!;
    const why = failed === 'supplier-refused' ? halfTold : failed;
    await saveCorrection(tx, correction.id, { status: 'asked', told: has, why, agreedBy: null, agreedAt: null });
    if (failed !== null) {
      await openTask(tx, platform, order);
      await note(tx, platform, order, 'noted-name-asked', by, { correction: correction.id, why });
      return refuse(failed);
    }
    await saveCorrection(tx, correction.id, { status: 'refused', reason, settledBy: who, settledAt: new Date(clock.now()) });
    const noted = await note(tx, platform, order, 'noted-name-refused', by, { correction: correction.id });
    await tellOrder(tx, jobs, noted, 'name-refused');
    await closeTask(tx, platform, order, who);
    await goOn(tx, platform, order);
    return done(null);
  });
}

/** Contracts whose airline has the name still, and what kept it from being put back. */
async function tellBack(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  orderId: string,
  correction: NameCorrection,
): Promise<{ readonly has: number[]; readonly failed: Exclude<Told, 'ok'> | null }> {
  const { db, crypto } = platform;
  const flightOrder = await getFlightOrder(db, orderId);
  const before = await readTravellers<PassengerDetails>(db, crypto, orderId);
  const { id, traveller } = correction;
  const tell = (contract: FlightOrder['contracts'][number], people: readonly PassengerDetails[], key: string): Promise<Told> =>
    tellHolder(platform, flights, flightOrder, contract, people, { id: key, traveller });
  // Where there is no booking any more there is no name: what is booked again goes out under the order's own.
  const contractsOf = (positions: readonly number[]) =>
    flightOrder.contracts.filter(({ locator, position }) => locator !== null && positions.includes(position));
  const ended = async (failed: Exclude<Told, 'ok'> | null) => {
    const { has } = await findHolders(db, orderId, id);
    return { has, failed };
  };
  // Who was told and did not answer is asked first: the same key is the same question.
  for (const contract of contractsOf((await findHolders(db, orderId, id)).silent))
    if ((await tell(contract, withName(before, correction), id)) === 'supplier-silent') return ended('supplier-silent');
  for (const contract of contractsOf((await findHolders(db, orderId, id)).has)) {
    const said = await tell(contract, before, backKey(id));
    if (said !== 'ok') return ended(said);
  }
  return ended(null);
}
