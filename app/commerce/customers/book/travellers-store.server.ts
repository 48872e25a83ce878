import { and, asc, eq, inArray } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { travellerDocuments, travellerFlyerNumbers, travellers } from './customer-book.tables.ts';
import { careNeeds, type Traveller } from './traveller.ts';

/** More than a large family; a book is not an address list. */
export const mostTravellers = 24;

const sealedFields = ['surname', 'givenNames', 'nativeName', 'birthDate', 'nationalities', 'residence', 'needs'] as const;
type SealedField = (typeof sealedFields)[number];
const place = (column: string, id: string) => `travellers.${column}:${id}`;

/** The whole book of one customer, oldest entry first. */
export async function listTravellersOf(platform: { db: Db; crypto: FieldCrypto }, userId: string): Promise<readonly Traveller[]> {
  const { db, crypto } = platform;
  const rows = await db
    .select()
    .from(travellers)
    .where(eq(travellers.userId, userId))
    .orderBy(asc(travellers.createdAt), asc(travellers.id));
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const documents = await db
    .select()
    .from(travellerDocuments)
    .where(inArray(travellerDocuments.travellerId, ids))
    .orderBy(asc(travellerDocuments.id));
  const flyers = await db
    .select()
    .from(travellerFlyerNumbers)
    .where(inArray(travellerFlyerNumbers.travellerId, ids))
    .orderBy(asc(travellerFlyerNumbers.id));
  return rows.map((row) => {
    const open = (field: SealedField) => crypto.open(row[field], place(field, row.id));
    const needs = open('needs').split(' ');
    return {
      id: row.id,
      title: row.title,
      surname: open('surname'),
      givenNames: open('givenNames'),
      singleName: row.singleName,
      nativeName: open('nativeName'),
      birthDate: open('birthDate') as CalendarDate,
      nationalities: open('nationalities').split(' ').filter(Boolean),
      residence: open('residence'),
      needs: careNeeds.filter((need) => needs.includes(need)),
      guardianId: row.guardianId,
      agreedAt: row.agreedAt?.toISOString() ?? null,
      documents: documents
        .filter((document) => document.travellerId === row.id)
        .map((document) => ({
          kind: document.kind,
          number: crypto.open(document.number, `traveller_documents.number:${document.id}`),
          issuedBy: crypto.open(document.issuedBy, `traveller_documents.issued_by:${document.id}`),
          expires: crypto.open(document.expiresOn, `traveller_documents.expires_on:${document.id}`) as CalendarDate,
        })),
      flyerNumbers: flyers
        .filter((flyer) => flyer.travellerId === row.id)
        .map((flyer) => ({ airline: flyer.airline, number: crypto.open(flyer.number, `traveller_flyer_numbers.number:${flyer.id}`) })),
    };
  });
}

export type SavedTraveller = Omit<Traveller, 'id' | 'agreedAt'> & { readonly agreed: boolean };

/**
 * Writes a new traveller, or all of a known one; papers that are no longer named are gone for good. False when `id` is
 * not in this customer's book, or the book is full.
 */
export async function saveTraveller(platform: Platform, userId: string, id: string | null, saved: SavedTraveller): Promise<boolean> {
  return transact(platform.db, async (tx) => (await writeTraveller(tx, platform, userId, id, saved)) !== null);
}

/** The same within a transaction; the traveller's id, or null. */
export async function writeTraveller(
  tx: Tx,
  { crypto, clock }: Pick<Platform, 'crypto' | 'clock'>,
  userId: string,
  id: string | null,
  saved: SavedTraveller,
): Promise<string | null> {
  const now = clock.now();
  const row = id ?? globalThis.crypto.randomUUID();
  const seal = (field: SealedField, value: string) => crypto.seal(value, place(field, row));
  const book = await tx
    .select({ id: travellers.id, agreedAt: travellers.agreedAt })
    .from(travellers)
    .where(eq(travellers.userId, userId))
    .for('update');
  const known = book.find((each) => each.id === id);
  if (id ? !known : book.length >= mostTravellers) return null;
  const values = {
    title: saved.title,
    surname: seal('surname', saved.surname),
    givenNames: seal('givenNames', saved.givenNames),
    nativeName: seal('nativeName', saved.nativeName),
    birthDate: seal('birthDate', saved.birthDate),
    nationalities: seal('nationalities', saved.nationalities.join(' ')),
    residence: seal('residence', saved.residence),
    needs: seal('needs', saved.needs.join(' ')),
    singleName: saved.singleName,
    guardianId: book.some((each) => each.id === saved.guardianId && each.id !== id) ? saved.guardianId : null,
    agreedAt: saved.agreed ? (known?.agreedAt ?? new Date(now)) : null,
    changedAt: new Date(now),
  };
  if (known) await tx.update(travellers).set(values).where(eq(travellers.id, row));
  else await tx.insert(travellers).values({ id: row, userId, createdAt: new Date(now), ...values });
  await tx.delete(travellerDocuments).where(eq(travellerDocuments.travellerId, row));
  await tx.delete(travellerFlyerNumbers).where(eq(travellerFlyerNumbers.travellerId, row));
  for (const [index, document] of saved.documents.entries()) {
    const documentId = `${row}.${index}`;
    await tx.insert(travellerDocuments).values({
      id: documentId,
      travellerId: row,
      kind: document.kind,
      number: crypto.seal(document.number, `traveller_documents.number:${documentId}`),
      issuedBy: crypto.seal(document.issuedBy, `traveller_documents.issued_by:${documentId}`),
      expiresOn: crypto.seal(document.expires, `traveller_documents.expires_on:${documentId}`),
    });
  }
  for (const [index, flyer] of saved.flyerNumbers.entries()) {
    const flyerId = `${row}.${index}`;
    const number = crypto.seal(flyer.number, `traveller_flyer_numbers.number:${flyerId}`);
    await tx.insert(travellerFlyerNumbers).values({ id: flyerId, travellerId: row, airline: flyer.airline, number });
  }
  await audit(tx, now, {
    actor: `user:${userId}`,
    action: known ? 'traveller.changed' : 'traveller.added',
    subject: `travellers:${row}`,
  });
  return row;
}

/** Deletes somebody with all their papers. False when there is nobody of that id in this book. */
export async function removeTraveller(platform: Platform, userId: string, id: string): Promise<boolean> {
  return transact(platform.db, async (tx) => {
    const gone = await tx
      .delete(travellers)
      .where(and(eq(travellers.id, id), eq(travellers.userId, userId)))
      .returning({ id: travellers.id });
    if (gone.length > 0)
      await audit(tx, platform.clock.now(), { actor: `user:${userId}`, action: 'traveller.removed', subject: `travellers:${id}` });
    return gone.length > 0;
  });
}
