import { and, asc, eq, ne } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Jobs } from '#app/platform/jobs.server.ts';
import { minuteMs, type Instant } from '#app/values/dates.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { answersTell } from '../flight-jobs.server.ts';
import { exitDeclarations, travellerRequests, type ExitDeclaration, type TravellerRequest } from '../flight.tables.ts';
import { mealRequest, type FreeMeal } from './meal-wishes.ts';
import { travellerPosition } from '../order/flight-store.server.ts';
import type { RequestAnswer } from '../supplier/flight-supplier.ts';

/** Everything the travellers ask for, of each contract's airline. */
export async function insertRequests(
  tx: Tx,
  orderId: string,
  contracts: number,
  people: readonly PassengerDetails[],
  meals: readonly FreeMeal[],
): Promise<void> {
  const rows = Array.from({ length: contracts }, (_, contract) =>
    people.flatMap((person, traveller) => [
      ...person.assistance.map((code) => ({ orderId, contract, traveller, kind: 'assistance' as const, code })),
      ...(person.frequentFlyer ? [{ orderId, contract, traveller, kind: 'loyalty' as const, code: person.frequentFlyer.airline }] : []),
    ]),
  ).flat();
  if (rows.length > 0) await tx.insert(travellerRequests).values(rows);
  await addMeals(tx, orderId, meals);
}

const mealRow = (orderId: string, meal: FreeMeal) => {
  const { contract, traveller } = meal;
  return { orderId, contract, traveller, kind: 'meal' as const, code: mealRequest(meal) };
};

/** Meals that are asked for now; one that was asked for before keeps its answer. */
export async function addMeals(tx: Tx, orderId: string, meals: readonly FreeMeal[]): Promise<void> {
  if (meals.length > 0)
    await tx
      .insert(travellerRequests)
      .values(meals.map((meal) => mealRow(orderId, meal)))
      .onConflictDoNothing();
}

/** After a change of flights only these meals are asked for; the others fell away with their flights. */
export async function keepMeals(tx: Tx, orderId: string, meals: readonly FreeMeal[]): Promise<void> {
  const asked = (await findRequests(tx, orderId)).filter(({ kind }) => kind === 'meal');
  for (const request of asked)
    if (
      !meals.some(
        (meal) => meal.contract === request.contract && meal.traveller === request.traveller && mealRequest(meal) === request.code,
      )
    )
      await tx.delete(travellerRequests).where(and(...requestIs(request)));
}

export async function findRequests(db: Db, orderId: string): Promise<TravellerRequest[]> {
  return db
    .select()
    .from(travellerRequests)
    .where(eq(travellerRequests.orderId, orderId))
    .orderBy(asc(travellerRequests.traveller), asc(travellerRequests.kind), asc(travellerRequests.code), asc(travellerRequests.contract));
}

/** What the supplier said at once; what it leaves open stays requested, and a clerk's word is not taken back. */
export async function saveAnswers(
  tx: Tx,
  now: Instant,
  orderId: string,
  contract: number,
  answers: readonly RequestAnswer[],
): Promise<void> {
  for (const { traveller, kind, code, state } of answers) {
    if (state === 'requested') continue;
    await tx
      .update(travellerRequests)
      // It stands on the review page before anything is paid: nobody need be written to.
      .set({ status: state, answeredAt: new Date(now), answeredBy: 'supplier', toldStatus: state })
      .where(
        and(
          ...requestIs({ orderId, contract, traveller: travellerPosition(traveller), kind, code }),
          eq(travellerRequests.status, 'requested'),
        ),
      );
  }
}

export type RequestKey = Pick<TravellerRequest, 'orderId' | 'contract' | 'traveller' | 'kind' | 'code'>;

/** A clerk answers several requests in one go, and may have pressed the wrong one: the mail waits for this long. */
const tellAfterMs = 3 * minuteMs;

/**
 * The airline's word as a clerk passes it on, audited, and mailed to the traveller. False when there is no such request or
 * it says so already.
 */
export async function answerRequest(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  now: Instant,
  key: RequestKey,
  status: 'confirmed' | 'refused',
  by: { readonly who: string; readonly requestId?: string },
): Promise<boolean> {
  const changed = await tx
    .update(travellerRequests)
    .set({ status, answeredAt: new Date(now), answeredBy: by.who })
    .where(and(...requestIs(key), ne(travellerRequests.status, status)))
    .returning({ code: travellerRequests.code });
  if (changed.length === 0) return false;
  const { orderId, contract, traveller, kind, code } = key;
  await audit(tx, now, {
    actor: by.who,
    action: `order.request-${status}`,
    subject: `orders:${orderId}`,
    detail: { contract, traveller, kind, code },
    ...(by.requestId === undefined ? {} : { requestId: by.requestId }),
  });
  await jobs.send(tx, answersTell, { orderId }, { startAfter: new Date(now + tellAfterMs) });
  return true;
}

/** Answers that the traveller has not been told. */
export async function findUntold(db: Db, orderId: string): Promise<TravellerRequest[]> {
  return (await findRequests(db, orderId)).filter(({ status, toldStatus }) => status !== 'requested' && status !== toldStatus);
}

/** What the traveller has now been told; an answer that changed meanwhile stays untold. */
export async function markTold(tx: Tx, told: readonly TravellerRequest[]): Promise<void> {
  for (const request of told) {
    if (request.status === 'requested') continue;
    await tx
      .update(travellerRequests)
      .set({ toldStatus: request.status })
      .where(and(...requestIs(request)));
  }
}

function requestIs({ orderId, contract, traveller, kind, code }: RequestKey) {
  return [
    eq(travellerRequests.orderId, orderId),
    eq(travellerRequests.contract, contract),
    eq(travellerRequests.traveller, traveller),
    eq(travellerRequests.kind, kind),
    eq(travellerRequests.code, code),
  ];
}

/** The same words for the same seat are on record once. */
export async function insertDeclarations(tx: Tx, declarations: readonly ExitDeclaration[]): Promise<void> {
  if (declarations.length > 0)
    await tx
      .insert(exitDeclarations)
      .values([...declarations])
      .onConflictDoNothing();
}

export async function findDeclarations(db: Db, orderId: string): Promise<ExitDeclaration[]> {
  return db
    .select()
    .from(exitDeclarations)
    .where(eq(exitDeclarations.orderId, orderId))
    .orderBy(asc(exitDeclarations.traveller), asc(exitDeclarations.segment));
}
