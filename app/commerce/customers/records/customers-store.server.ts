import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { emailIndexOf } from '../../orders/orders-store.server.ts';
import { companyPlaceOf } from '../companies/mail-domain-rules.ts';
import { phoneKey, wordsOfName } from './customer-rules.ts';
import { findAccountFacts, type AccountFacts, type Keyring } from './customer-facts-store.server.ts';
import { customerChanges, customerKeys, customers, type Customer, type CustomerKey } from './customers.tables.ts';

/** Who it is, opened. */
export interface CustomerPerson {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
}

const where = (field: keyof CustomerPerson, id: string) => `customers|${field}|${id}`;

export function readPerson(crypto: FieldCrypto, customer: Pick<Customer, 'id' | 'name' | 'email' | 'phone'>): CustomerPerson {
  const open = (field: keyof CustomerPerson, sealed: string) => crypto.open(sealed, where(field, customer.id));
  return {
    name: open('name', customer.name),
    email: open('email', customer.email),
    phone: customer.phone === null ? null : open('phone', customer.phone),
  };
}

export const nameWordOf = (crypto: FieldCrypto, word: string) => crypto.blindIndex(word, 'customer-name');
export const phoneIndexOf = (crypto: FieldCrypto, phone: string) => crypto.blindIndex(phoneKey(phone), 'customer-phone');

/** Of the place of an address; '-' for one where everybody may have an address. */
export function domainIndexOf(crypto: FieldCrypto, email: string): string {
  const place = companyPlaceOf(email);
  return place === null ? '-' : placeIndexOf(crypto, place);
}
export const placeIndexOf = (crypto: FieldCrypto, place: string) => crypto.blindIndex(place, 'customer-domain');

/** The columns that say who somebody is: sealed, and the fingerprints that find them. */
export function personColumns(crypto: FieldCrypto, id: string, person: CustomerPerson) {
  const seal = (field: keyof CustomerPerson, plain: string) => crypto.seal(plain, where(field, id));
  return {
    name: seal('name', person.name),
    email: seal('email', person.email),
    phone: person.phone === null ? null : seal('phone', person.phone),
    nameWords: wordsOfName(person.name).map((word) => nameWordOf(crypto, word)),
    emailIndex: emailIndexOf(crypto, person.email),
    phoneIndex: person.phone === null ? null : phoneIndexOf(crypto, person.phone),
    domainIndex: domainIndexOf(crypto, person.email),
  };
}

export async function findCustomer(db: Db | Tx, id: string): Promise<Customer | null> {
  const [row] = await db.select().from(customers).where(eq(customers.id, id));
  return row ?? null;
}

/** Others who may be the same person: the same address, telephone, or name and birthday in front of an order. */
export async function findTwins(
  db: Db,
  customer: Customer,
): Promise<{ readonly customer: Customer; readonly why: 'same-mail' | 'same-phone' | 'same-person' }[]> {
  const ways = [
    eq(customers.emailIndex, customer.emailIndex),
    ...(customer.phoneIndex ? [eq(customers.phoneIndex, customer.phoneIndex)] : []),
    ...(customer.personIndex ? [eq(customers.personIndex, customer.personIndex)] : []),
  ];
  const rows = await db
    .select()
    .from(customers)
    .where(and(or(...ways), ne(customers.id, customer.id), isNull(customers.mergedInto)))
    .orderBy(desc(customers.lastContactAt), asc(customers.id))
    .limit(8);
  return rows.map((row) => ({
    customer: row,
    why:
      row.emailIndex === customer.emailIndex
        ? 'same-mail'
        : row.personIndex && row.personIndex === customer.personIndex
          ? 'same-person'
          : 'same-phone',
  }));
}

/** Kept from others until the transaction ends. Several are locked in the order of their ids. */
export async function lockCustomers(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Customer>> {
  const rows = await tx
    .select()
    .from(customers)
    .where(inArray(customers.id, [...ids]))
    .orderBy(asc(customers.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertCustomer(
  tx: Tx,
  crypto: FieldCrypto,
  made: { readonly person: CustomerPerson; readonly hasAccount: boolean; readonly seenAt: Date },
): Promise<string> {
  const id = randomUUID();
  await tx.insert(customers).values({
    id,
    ...personColumns(crypto, id, made.person),
    hasAccount: made.hasAccount,
    firstSeenAt: made.seenAt,
    lastContactAt: made.seenAt,
  });
  return id;
}

/** What is told from elsewhere does not count as a change by a colleague: the version stays. */
export async function saveFacts(tx: Tx, id: string, facts: Partial<Customer>): Promise<void> {
  await tx.update(customers).set(facts).where(eq(customers.id, id));
}

/** Reckons the place of addresses from before it was kept; how many were left to do of those that were read. */
export async function reckonDomains(db: Db, crypto: FieldCrypto, most: number): Promise<number> {
  const rows = await db
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .where(isNull(customers.domainIndex))
    .orderBy(asc(customers.id))
    .limit(most);
  const known = rows.map(({ id, email }) => ({ id, index: domainIndexOf(crypto, readEmail(crypto, { id, email })) }));
  if (known.length > 0)
    await db.execute(sql`
      update customers set domain_index = reckoned.index
      from unnest(${sql.param(known.map(({ id }) => id))}::text[], ${sql.param(known.map(({ index }) => index))}::text[]) reckoned(id, index)
      where customers.id = reckoned.id and customers.domain_index is null`);
  return rows.length;
}

/** An address that cannot be opened any more lies nowhere: it must not be tried for ever. */
function readEmail(crypto: FieldCrypto, { id, email }: Pick<Customer, 'id' | 'email'>): string {
  try {
    return crypto.open(email, where('email', id));
  } catch {
    return '';
  }
}

/** A colleague's change of a row as it was read; false when somebody else was faster. */
export async function changeCustomer(tx: Tx, id: string, version: number, change: Partial<Customer>): Promise<boolean> {
  const changed = await tx
    .update(customers)
    .set({ ...change, version: version + 1 })
    .where(and(eq(customers.id, id), eq(customers.version, version), isNull(customers.mergedInto)))
    .returning({ id: customers.id });
  return changed.length > 0;
}

export async function findKeyOwner(db: Db | Tx, kind: CustomerKey['kind'], key: string): Promise<string | null> {
  const [row] = await db
    .select({ id: customerKeys.customerId })
    .from(customerKeys)
    .where(and(eq(customerKeys.kind, kind), eq(customerKeys.key, key)));
  return row?.id ?? null;
}

/** Gives a key to a customer unless somebody has it; whose it is now. */
export async function claimKey(
  tx: Tx,
  crypto: FieldCrypto,
  customerId: string,
  key: { readonly account: string } | { readonly mail: string },
): Promise<string> {
  const row =
    'account' in key
      ? { kind: 'account' as const, key: key.account, mail: null }
      : { kind: 'mail' as const, key: emailIndexOf(crypto, key.mail), mail: key.mail };
  await tx
    .insert(customerKeys)
    .values({ ...row, mail: row.mail && crypto.seal(row.mail, whereKey(row.key)), customerId })
    .onConflictDoNothing();
  return (await findKeyOwner(tx, row.kind, row.key))!;
}

const whereKey = (key: string) => `customer_keys|mail|${key}`;

export async function findKeys(db: Db | Tx, customerId: string): Promise<CustomerKey[]> {
  return db
    .select()
    .from(customerKeys)
    .where(eq(customerKeys.customerId, customerId))
    .orderBy(asc(customerKeys.kind), asc(customerKeys.key));
}

/** Gives these keys to another customer, as far as they are still the first one's; how many went over. */
export async function moveKeys(tx: Tx, keys: readonly Pick<CustomerKey, 'kind' | 'key'>[], from: string, to: string): Promise<number> {
  let moved = 0;
  for (const { kind, key } of keys) {
    const rows = await tx
      .update(customerKeys)
      .set({ customerId: to })
      .where(and(eq(customerKeys.kind, kind), eq(customerKeys.key, key), eq(customerKeys.customerId, from)))
      .returning({ key: customerKeys.key });
    moved += rows.length;
  }
  return moved;
}

/** The address of a key; null of an account. */
export const openKey = (crypto: FieldCrypto, { key, mail }: Pick<CustomerKey, 'key' | 'mail'>): string | null =>
  mail === null ? null : crypto.open(mail, whereKey(key));

/** Everything by which a customer's rows are found, opened. An address counts once its account proved it or an order used it. */
export async function readKeyring(
  db: Db | Tx,
  crypto: FieldCrypto,
  customerId: string,
): Promise<Keyring & { readonly people: readonly AccountFacts[] }> {
  const keys = await findKeys(db, customerId);
  const people = await findAccountFacts(
    db,
    keys.filter((key) => key.kind === 'account').map(({ key }) => key),
  );
  const mails = keys.flatMap((key) => openKey(crypto, key) ?? []);
  return { people, accounts: people.map(({ id }) => id), mails: [...new Set(mails)] };
}

export interface Changed {
  readonly kind: (typeof customerChanges.$inferSelect)['kind'];
  readonly ref: string;
  readonly ids: readonly number[];
  readonly last: number;
}

/** What changed after one change and up to another, once for each thing. */
export async function findChanges(db: Db, after: number, upTo: number, most: number): Promise<Changed[]> {
  const rows = await db
    .select()
    .from(customerChanges)
    .where(and(sql`${customerChanges.id} > ${after}`, lte(customerChanges.id, upTo)))
    .orderBy(asc(customerChanges.id))
    .limit(most);
  const things = new Map<string, { kind: Changed['kind']; ref: string; ids: number[]; last: number }>();
  for (const { id, kind, ref } of rows) {
    const thing = things.get(`${kind}:${ref}`) ?? { kind, ref, ids: [], last: id };
    thing.ids.push(id);
    thing.last = rows.at(-1)!.id;
    things.set(`${kind}:${ref}`, thing);
  }
  return [...things.values()];
}

export async function newestChange(db: Db): Promise<number> {
  const [row] = await db.select({ id: sql<string | null>`max(${customerChanges.id})` }).from(customerChanges);
  return Number(row?.id ?? 0);
}

/** False when another process has these. */
export async function takeChanges(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const taken = await tx
    .delete(customerChanges)
    .where(inArray(customerChanges.id, [...ids]))
    .returning({ id: customerChanges.id });
  return taken.length > 0;
}
