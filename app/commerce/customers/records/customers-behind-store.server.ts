import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { risks, type Risk } from './customer-kinds.ts';
import { openKey, readPerson } from './customers-store.server.ts';
import { customerKeys, customers } from './customers.tables.ts';

/** Whose something is, as its row tells it: an account, the fingerprint of an address, or both. */
export interface Behind {
  readonly account: string | null;
  readonly mail: string | null;
}

export interface CustomerBehind {
  readonly id: string;
  readonly name: string;
  readonly risk: Risk;
}

/**
 * The customers behind rows of any kind, each told by what stands in its row; of two the one of the account, at the graver risk.
 * The caller has judged access.
 */
export async function findCustomersBehind(
  db: Db,
  crypto: FieldCrypto,
  behind: readonly Behind[],
): Promise<(one: Behind) => CustomerBehind | null> {
  const keys = { account: behind.flatMap(({ account }) => account ?? []), mail: behind.flatMap(({ mail }) => mail ?? []) };
  const wanted = (['account', 'mail'] as const).flatMap((kind) =>
    keys[kind].length === 0 ? [] : and(eq(customerKeys.kind, kind), inArray(customerKeys.key, [...new Set(keys[kind])])),
  );
  if (wanted.length === 0) return () => null;
  const rows = await db
    .select({
      kind: customerKeys.kind,
      key: customerKeys.key,
      id: customers.id,
      name: customers.name,
      email: customers.email,
      risk: customers.risk,
    })
    .from(customerKeys)
    .innerJoin(customers, eq(customers.id, customerKeys.customerId))
    .where(or(...wanted));
  const found = new Map(
    rows.map(({ kind, key, id, risk, ...row }) => [
      `${kind} ${key}`,
      { id, risk, name: readPerson(crypto, { id, ...row, phone: null }).name } satisfies CustomerBehind,
    ]),
  );
  return ({ account, mail }) => {
    const both = [account && found.get(`account ${account}`), mail && found.get(`mail ${mail}`)].filter(
      (one) => one !== null && typeof one === 'object',
    );
    const [first] = both;
    if (!first) return null;
    return { ...first, risk: both.reduce((worst, { risk }) => (risks.indexOf(risk) > risks.indexOf(worst) ? risk : worst), first.risk) };
  };
}

/** What colleagues say of the customers of these orders, by the ids of the orders; of two the graver. */
export async function risksOfOrders(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, Risk>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = (await db.execute(sql`
    select o.id, max(array_position(${sql.param([...risks])}::text[], c.risk)) as grade from orders o
    join customer_keys k on (k.kind = 'account' and k.key = o.user_id) or (k.kind = 'mail' and k.key = o.email_index)
    join customers c on c.id = k.customer_id
    where o.id = any(${sql.param([...orderIds])}::text[]) group by o.id`)) as unknown as { rows: { id: string; grade: number }[] };
  return new Map(rows.map(({ id, grade }) => [id, risks[grade - 1]!]));
}

/** Some customers by everything their rows are found by. */
export interface Sought {
  readonly accounts: readonly string[];
  /** Opened, because each kind of row keeps a fingerprint of its own. */
  readonly mails: readonly string[];
}

/** Customers at a risk, whoever was last in contact on top. */
export async function findAtRisk(db: Db, risk: Exclude<Risk, 'none'>, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    // As the index of the few who are at one has it.
    .where(and(isNull(customers.mergedInto), ne(customers.risk, 'none'), eq(customers.risk, risk)))
    .orderBy(desc(customers.lastContactAt), desc(customers.id))
    .limit(most);
  return rows.map(({ id }) => id);
}

export async function findKeysOf(db: Db, crypto: FieldCrypto, customerIds: readonly string[]): Promise<Sought> {
  if (customerIds.length === 0) return { accounts: [], mails: [] };
  const rows = await db
    .select()
    .from(customerKeys)
    .where(inArray(customerKeys.customerId, [...customerIds]));
  return {
    accounts: rows.flatMap(({ kind, key }) => (kind === 'account' ? key : [])),
    mails: [...new Set(rows.flatMap((row) => openKey(crypto, row) ?? []))],
  };
}
