import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { findNamesakes, findPlacesOfPerson } from '#app/commerce/orders/orders-store.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { evisaApplications, evisaGroups, visaPassports } from './evisa.tables.ts';

/** A passport as its country numbers it, however its holder types it. */
const passportIndexOf = (crypto: FieldCrypto, passport: { readonly number: string; readonly issuedBy: string }): string =>
  crypto.blindIndex(`${passport.issuedBy}/${passport.number.toUpperCase().replace(/[^A-Z0-9]/g, '')}`, 'visa-passport');

/** Notes by which passport an application is made; a number that was corrected takes the place of the one before. */
export async function keepPassport(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  applicationId: string,
  passport: { readonly number: string; readonly issuedBy: string },
): Promise<void> {
  const kept = { numberIndex: passportIndexOf(crypto, passport), at: new Date(now) };
  await tx
    .insert(visaPassports)
    .values({ id: applicationId, ...kept })
    .onConflictDoUpdate({ target: visaPassports.id, set: kept });
}

/** Why a refusal of before may be of whoever applies now; `person` is the same name and day of birth, which two people can share. */
export type RefusedGround = 'passport' | 'person';

const wasRefused = (id: AnyPgColumn) =>
  or(
    eq(evisaApplications.status, 'rejected'),
    sql`exists (select from assisted_cases where assisted_cases.id = ${id} and assisted_cases.outcome = 'refused')`,
  );

/**
 * Which of these cases another was refused before, and by what it is found: the passport, as far as its form is kept, or
 * else the name and day of birth as on the orders, which a new passport does not change. By both, the passport is named.
 */
export async function findRefusedHere(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, RefusedGround>> {
  if (ids.length === 0) return new Map();
  const [byPassport, byPerson] = await Promise.all([findRefusedByPassport(db, ids), findRefusedByPerson(db, ids)]);
  return new Map([...byPerson.map((id) => [id, 'person'] as const), ...byPassport.map((id) => [id, 'passport'] as const)]);
}

/** The persons are the places of the orders, found by their normalised name with the day of birth. */
async function findRefusedByPerson(db: Db, ids: readonly string[]): Promise<string[]> {
  const at = { id: evisaApplications.id, orderId: evisaGroups.orderId, position: evisaApplications.position };
  const inGroups = () => db.select(at).from(evisaApplications).innerJoin(evisaGroups, eq(evisaGroups.id, evisaApplications.groupId));
  const keyOf = (place: { readonly orderId: string | null; readonly position: number }) => `${place.orderId}:${place.position}`;
  const own = new Map((await inGroups().where(inArray(evisaApplications.id, [...ids]))).map((row) => [keyOf(row), row.id]));
  const pairs = (await findNamesakes(db, [...new Set([...own.keys()].map((key) => key.split(':')[0]!))])).filter((pair) =>
    own.has(keyOf(pair.of)),
  );
  if (pairs.length === 0) return [];
  const others = [...new Set(pairs.map(({ other }) => other.orderId))];
  const refused = await inGroups().where(and(inArray(evisaGroups.orderId, others), wasRefused(evisaApplications.id)));
  const refusedAt = new Set(refused.map(keyOf));
  return pairs.flatMap(({ of, other }) => (refusedAt.has(keyOf(other)) ? [own.get(keyOf(of))!] : []));
}

async function findRefusedByPassport(db: Db, ids: readonly string[]): Promise<string[]> {
  const earlier = alias(visaPassports, 'earlier');
  const rows = await db
    .selectDistinct({ id: visaPassports.id })
    .from(visaPassports)
    .innerJoin(earlier, and(eq(earlier.numberIndex, visaPassports.numberIndex), ne(earlier.id, visaPassports.id)))
    .innerJoin(evisaApplications, eq(evisaApplications.id, earlier.id))
    .where(and(inArray(visaPassports.id, [...ids]), wasRefused(earlier.id)));
  return rows.map(({ id }) => id);
}

/** Applications of before passports were noted whose forms are kept, a page of them, by id. */
export async function findUnnoted(db: Db, after: string, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: evisaApplications.id })
    .from(evisaApplications)
    .leftJoin(visaPassports, eq(visaPassports.id, evisaApplications.id))
    .where(
      and(
        isNull(visaPassports.id),
        isNotNull(evisaApplications.receivedAt),
        isNull(evisaApplications.formPurgedAt),
        gt(evisaApplications.id, after),
      ),
    )
    .orderBy(asc(evisaApplications.id))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** An earlier application of the same person, or by the same passport. */
export interface EarlierApplication {
  readonly id: string;
  readonly route: 'evisa' | 'assisted';
  readonly country: string;
  readonly status: string;
  readonly rejection: string | null;
  readonly receivedAt: Date;
  readonly samePassport: boolean;
  readonly samePerson: boolean;
}

/** Enough to judge by; the newest come first. */
const mostEarlier = 20;

/**
 * What else was applied for by whoever one application is of: by name and day of birth as on their orders, or by the
 * passport's number while its form is kept. Only what was paid for. The caller has judged access and audits the look.
 */
export async function findEarlierAsStaff(
  db: Db,
  application: { readonly id: string; readonly position: number; readonly orderId: string },
): Promise<EarlierApplication[]> {
  const places = await findPlacesOfPerson(db, application);
  const own = db.select({ numberIndex: visaPassports.numberIndex }).from(visaPassports).where(eq(visaPassports.id, application.id));
  const byPassport = (
    await db.select({ id: visaPassports.id }).from(visaPassports).where(inArray(visaPassports.numberIndex, own)).limit(200)
  ).map(({ id }) => id);
  const key = sql<string>`${evisaGroups.orderId} || ':' || ${evisaApplications.position}`;
  const keys = places.map(({ orderId, position }) => `${orderId}:${position}`);
  const rows = await db
    .select({
      id: evisaApplications.id,
      route: evisaGroups.route,
      country: evisaGroups.country,
      status: evisaApplications.status,
      rejection: evisaApplications.rejection,
      receivedAt: evisaApplications.receivedAt,
      key,
    })
    .from(evisaApplications)
    .innerJoin(evisaGroups, eq(evisaGroups.id, evisaApplications.groupId))
    .where(
      and(
        ne(evisaApplications.id, application.id),
        isNotNull(evisaApplications.receivedAt),
        or(
          inArray(evisaApplications.id, byPassport),
          and(inArray(evisaGroups.orderId, [...new Set(places.map(({ orderId }) => orderId))]), inArray(key, keys)),
        ),
      ),
    )
    .orderBy(desc(evisaApplications.receivedAt), desc(evisaApplications.id))
    .limit(mostEarlier);
  const [passports, people] = [new Set(byPassport), new Set(keys)];
  return rows.map(({ key: place, receivedAt, ...row }) => ({
    ...row,
    receivedAt: receivedAt!,
    samePassport: passports.has(row.id),
    samePerson: people.has(place),
  }));
}
