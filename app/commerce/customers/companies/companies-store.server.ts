import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { emailKey } from '#app/values/email.ts';
import { foldText } from '#app/values/fold-text.ts';
import { isTrn } from '../../invoices/trn-rules.ts';
import { becameOf, standsFor } from '../records/merged-into.server.ts';
import { customers } from '../records/customers.tables.ts';
import { saidOf, type CompanyContact, type CompanyFacts } from './company-form.ts';
import { companies, companyContacts, companyMembers, type Company } from './companies.tables.ts';

const whereContact = (id: string) => `company_contacts|contact|${id}`;
export const companyEmailIndex = (crypto: FieldCrypto, email: string) => crypto.blindIndex(emailKey(email), 'company-email');

const nobody: CompanyContact = { name: '', email: '' };

/** Who is written to about the invoices of a company. */
export async function findCompanyContact(db: Db | Tx, crypto: FieldCrypto, companyId: string): Promise<CompanyContact> {
  const [row] = await db.select().from(companyContacts).where(eq(companyContacts.companyId, companyId));
  return row ? (JSON.parse(crypto.open(row.contact, whereContact(companyId))) as CompanyContact) : nobody;
}

async function saveContact(tx: Tx, crypto: FieldCrypto, companyId: string, contact: CompanyContact): Promise<void> {
  if (contact.email === '') return void (await tx.delete(companyContacts).where(eq(companyContacts.companyId, companyId)));
  const row = {
    contact: crypto.seal(JSON.stringify(contact), whereContact(companyId)),
    emailIndex: companyEmailIndex(crypto, contact.email),
  };
  await tx
    .insert(companyContacts)
    .values({ companyId, ...row })
    .onConflictDoUpdate({ target: companyContacts.companyId, set: row });
}

export async function factsOf(db: Db | Tx, crypto: FieldCrypto, company: Company): Promise<CompanyFacts> {
  const { name, nameAr, licence, trn, address, domain, termsDays, ownerId } = company;
  return { name, nameAr, licence, trn, address, domain, termsDays, ownerId, contact: await findCompanyContact(db, crypto, company.id) };
}

const columnsOf = ({ contact: _contact, ...facts }: CompanyFacts) => ({ ...facts, said: saidOf(facts) });

export async function findCompany(db: Db | Tx, id: string): Promise<Company | null> {
  const [row] = await db.select().from(companies).where(eq(companies.id, id));
  return row ?? null;
}

/** Kept from others until the transaction ends. */
export async function lockCompany(tx: Tx, id: string): Promise<Company | null> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for('update');
  return row ?? null;
}

/** The living company that bears a number, but for one. */
export async function findBearer(db: Db | Tx, trn: string, but: string | null): Promise<Company | null> {
  const [row] = await db
    .select()
    .from(companies)
    .where(and(eq(companies.trn, trn), isNull(companies.archivedAt), but === null ? undefined : ne(companies.id, but)));
  return row ?? null;
}

export async function insertCompany(tx: Tx, crypto: FieldCrypto, now: Instant, facts: CompanyFacts, by: string): Promise<string> {
  const id = randomUUID();
  const at = new Date(now);
  await tx.insert(companies).values({ id, ...columnsOf(facts), createdBy: by, createdAt: at, changedAt: at });
  await saveContact(tx, crypto, id, facts.contact);
  return id;
}

/** A change of a company as it was read; false when somebody else was faster. */
export async function changeCompany(
  tx: Tx,
  now: Instant,
  at: { readonly id: string; readonly version: number },
  change: Partial<Company>,
): Promise<boolean> {
  const changed = await tx
    .update(companies)
    .set({ ...change, version: at.version + 1, changedAt: new Date(now) })
    .where(and(eq(companies.id, at.id), eq(companies.version, at.version)))
    .returning({ id: companies.id });
  return changed.length > 0;
}

export async function changeCompanyFacts(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  at: { readonly id: string; readonly version: number },
  facts: CompanyFacts,
): Promise<void> {
  await changeCompany(tx, now, at, columnsOf(facts));
  await saveContact(tx, crypto, at.id, facts.contact);
}

export interface CompanyName {
  readonly id: string;
  readonly name: string;
}

/** Names of companies by their ids. */
export async function findCompanyNames(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What a word is sought by among names and numbers. */
export const namesCompany = (word: string): SQL => {
  const digits = word.replaceAll(/[\s-]/g, '');
  const needle = isTrn(digits) ? digits : foldText(word);
  return needle === '' ? sql`false` : sql`${companies.said} like ${`%${needle}%`}`;
};

/** Living companies that a word means, as they are called. */
export async function findCompaniesSaid(db: Db, word: string, most: number): Promise<CompanyName[]> {
  return db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(and(isNull(companies.archivedAt), namesCompany(word)))
    .orderBy(sql`lower(${companies.name})`, asc(companies.id))
    .limit(most);
}

/** The one company that somebody means who wrote its id, its number or its whole name; null where it is none, or several. */
export async function findCompanyMeant(db: Db, typed: string, archived = false): Promise<Company | null> {
  const digits = typed.replaceAll(/[\s-]/g, '');
  const folded = foldText(typed);
  const ways = [
    eq(companies.id, typed),
    ...(isTrn(digits) ? [eq(companies.trn, digits)] : []),
    ...(folded === '' ? [] : [sql`${companies.said} = ${folded}`, sql`${companies.said} like ${`${folded} | %`}`]),
    ...(folded === '' ? [] : [sql`${companies.said} like ${`% | ${folded} | %`}`, sql`${companies.said} like ${`% | ${folded}`}`]),
  ];
  const rows = await db
    .select()
    .from(companies)
    .where(and(or(...ways), archived ? undefined : isNull(companies.archivedAt)))
    .limit(2);
  return rows.length === 1 ? rows[0]! : null;
}

/** As many as a field begins with; the others are offered as they are typed. */
const mostOffered = 200;
const offered = new KeptRead<readonly CompanyName[]>(30_000, { quickMs: 10 });

/** Living companies by name, to choose from; half a minute old at most where there are many. */
export function offeredCompanies(db: Db, now: Instant): Promise<readonly CompanyName[]> {
  return offered.read(db, 'companies', now, () =>
    db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .where(isNull(companies.archivedAt))
      .orderBy(sql`lower(${companies.name})`, asc(companies.id))
      .limit(mostOffered),
  );
}

/** To which company somebody belongs. */
export interface Membership {
  readonly companyId: string;
  readonly name: string;
  readonly archived: boolean;
  readonly since: Date;
}

/** To which companies these customers belong now, by their ids. */
export async function findMemberships(db: Db | Tx, customerIds: readonly string[]): Promise<ReadonlyMap<string, Membership>> {
  if (customerIds.length === 0) return new Map();
  const rows = await db
    .select({
      customerId: companyMembers.customerId,
      companyId: companies.id,
      name: companies.name,
      archivedAt: companies.archivedAt,
      since: companyMembers.since,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(and(inArray(companyMembers.customerId, [...customerIds]), isNull(companyMembers.until)));
  return new Map(rows.map(({ customerId, archivedAt, ...row }) => [customerId, { ...row, archived: archivedAt !== null }]));
}

export interface PastMembership {
  readonly companyId: string;
  readonly name: string;
  readonly since: Date;
  readonly until: Date;
}

/** What a merge alone ended of somebody who belongs to the same company by another record: they never left it. */
const neverLeft = (customer: SQL): SQL => sql`(${companyMembers.endedBy} like 'merge:%' and exists (
  select 1 from company_members n where n.customer_id = ${customer} and n.company_id = ${companyMembers.companyId} and n.until is null))`;

/** To which companies a customer belonged before, the records that became theirs included, the latest first. */
export async function findPastMemberships(db: Db, customerId: string): Promise<PastMembership[]> {
  const rows = await db
    .select({ companyId: companies.id, name: companies.name, since: companyMembers.since, until: companyMembers.until })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(
      and(
        sql`${companyMembers.customerId} in (${becameOf(sql`${customerId}::text`)})`,
        isNotNull(companyMembers.until),
        not(neverLeft(sql`${customerId}::text`)),
      ),
    )
    .orderBy(desc(companyMembers.since), desc(companyMembers.id))
    .limit(20);
  return rows.map((row) => ({ ...row, until: row.until! }));
}

/** Begins a membership; whoever begins one has locked the customer, who belongs nowhere. */
export async function beginMembership(
  tx: Tx,
  now: Instant,
  member: { readonly companyId: string; readonly customerId: string; readonly by: string },
): Promise<void> {
  const { companyId, customerId, by } = member;
  await tx.insert(companyMembers).values({ companyId, customerId, since: new Date(now), addedBy: by });
}

/** Ends the one that there is; false where there is none, or in another company than was said. */
export async function endMembership(
  tx: Tx,
  now: Instant,
  member: { readonly companyId: string; readonly customerId: string; readonly by: string },
): Promise<boolean> {
  const { companyId, customerId, by } = member;
  const ended = await tx
    .update(companyMembers)
    .set({ until: new Date(now), endedBy: by })
    .where(and(eq(companyMembers.customerId, customerId), eq(companyMembers.companyId, companyId), isNull(companyMembers.until)))
    .returning({ id: companyMembers.id });
  return ended.length > 0;
}

export interface MemberRow {
  readonly id: number;
  readonly companyId: string;
  readonly customerId: string;
  readonly open: boolean;
  readonly endedBy: string | null;
}

/** Memberships of these customers that last, or these by their ids: for bringing two customers together and parting them. */
export async function findMemberRows(
  tx: Tx,
  of: { readonly customers: readonly string[] } | { readonly ids: readonly number[] },
): Promise<MemberRow[]> {
  const wanted =
    'customers' in of
      ? and(inArray(companyMembers.customerId, [...of.customers]), isNull(companyMembers.until))
      : of.ids.length === 0
        ? sql`false`
        : inArray(companyMembers.id, [...of.ids]);
  const rows = await tx.select().from(companyMembers).where(wanted);
  return rows.map(({ until, ...row }) => ({ ...row, open: until === null }));
}

/** Changes one membership as a merge or its undoing does: whose it is, and whether it lasts. */
export async function changeMemberRow(
  tx: Tx,
  id: number,
  change: { readonly customerId?: string; readonly until?: Date | null; readonly endedBy?: string | null },
): Promise<void> {
  await tx.update(companyMembers).set(change).where(eq(companyMembers.id, id));
}

/** Who belongs to a company now, the latest first. */
export async function findMemberIds(
  db: Db,
  companyId: string,
  most: number,
): Promise<{ readonly customerId: string; readonly since: Date }[]> {
  return db
    .select({ customerId: companyMembers.customerId, since: companyMembers.since })
    .from(companyMembers)
    .where(and(eq(companyMembers.companyId, companyId), isNull(companyMembers.until)))
    .orderBy(desc(companyMembers.since), desc(companyMembers.id))
    .limit(most);
}

/** Who belonged to it before, by the record that stands for them now, whoever left last on top. */
export async function findPastMembers(
  db: Db,
  companyId: string,
  most: number,
): Promise<{ readonly customerId: string; readonly since: Date; readonly until: Date }[]> {
  const rows = await db
    .select({ customerId: customers.id, since: companyMembers.since, until: companyMembers.until })
    .from(companyMembers)
    .innerJoin(customers, sql`${customers.id} = ${standsFor(sql`${companyMembers.customerId}`)}`)
    .where(and(eq(companyMembers.companyId, companyId), isNotNull(companyMembers.until), not(neverLeft(sql`${customers.id}`))))
    .orderBy(desc(companyMembers.until), desc(companyMembers.id))
    .limit(most);
  return rows.map((row) => ({ ...row, until: row.until! }));
}

/** How many belong to it, and what the house knows of them together; fils of AED. */
export async function sumMembers(
  db: Db,
  companyId: string,
): Promise<{ readonly members: number; readonly orders: number; readonly lifetime: number; readonly balance: number }> {
  const { rows } = (await db.execute(sql`
    select count(*)::int as members, coalesce(sum(k.orders), 0)::int as orders, coalesce(sum(k.lifetime), 0)::bigint as lifetime,
      coalesce(sum(k.balance), 0)::bigint as balance
    from company_members m join customers k on k.id = m.customer_id
    where m.company_id = ${companyId} and m.until is null and k.merged_into is null`)) as unknown as {
    rows: { members: number; orders: number; lifetime: string; balance: string }[];
  };
  const { members, orders, lifetime, balance } = rows[0]!;
  return { members, orders, lifetime: Number(lifetime), balance: Number(balance) };
}

/** The company to which an account belongs, by its customer; null where it belongs to none, or to one that was archived. */
export async function findCompanyOfAccount(db: Db, userId: string): Promise<Company | null> {
  const { rows } = (await db.execute(sql`
    select m.company_id as id from customer_keys k
    join company_members m on m.customer_id = k.customer_id and m.until is null
    where k.kind = 'account' and k.key = ${userId}`)) as unknown as { rows: { id: string }[] };
  const company = rows[0] ? await findCompany(db, rows[0].id) : null;
  return company?.archivedAt === null ? company : null;
}
