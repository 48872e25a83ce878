import { sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { openEverySuppressed } from '#app/platform/mail-log-store.server.ts';
import { readShopLanguages } from '#app/platform/shop-languages.server.ts';
import { offeredOr } from '#app/platform/shop-languages.ts';
import { emailKey } from '#app/values/email.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { readsLetter, wantedCustomer } from '../customers/records/customer-conditions.server.ts';
import { readerIndexOf } from '../newsletter/newsletter-store.server.ts';
import type { Campaign } from './campaigns.tables.ts';

type Audience = Pick<Campaign, 'languages' | 'interests' | 'customers'>;

/** Why somebody who reads the letter, or is a customer it is meant for, would get none. Each is told once, by the first reason. */
export const leftOutReasons = ['no-letter', 'language', 'interest', 'other-customer', 'blocked', 'suppressed'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface CountedAudience {
  readonly readers: ReadonlyMap<LanguageCode, number>;
  readonly all: number;
  readonly leftOut: Readonly<Record<LeftOutReason, number>>;
}

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;

/** Those whose records have the address of a reader `n` as their own or as one they proved or ordered with. */
const customersOf = (condition: SQL) => sql`(
  exists (select 1 from customers where customers.email_index = n.customer_index and ${condition})
  or exists (
    select 1 from customer_keys own join customers on customers.id = own.customer_id
    where own.kind = 'mail' and own.key = n.customer_index and ${condition}))`;

/** Why a reader `n` is left out, or null. */
async function reasonOf(db: Db | Tx, crypto: FieldCrypto, audience: Audience, offered: readonly LanguageCode[]): Promise<SQL> {
  const suppressed = (await openEverySuppressed(db, crypto)).map((address) => readerIndexOf(crypto, emailKey(address)));
  return sql`coalesce(${wishOf(audience, offered)}, case when n.email_index = any(${sql.param(suppressed)}::text[]) then 'suppressed' end)`;
}

/**
 * The same of what the reader and the campaign want, without looking who is written to at all. Whose language the shop does
 * not offer is written to in English, as by every mail.
 */
function wishOf({ languages, interests, customers }: Audience, offered: readonly LanguageCode[]): SQL {
  const elsewhere = languageCodes.filter((code) => !languages.includes(offeredOr(offered, code)));
  const cases = [
    sql`when n.language = any(${sql.param(elsewhere)}::text[]) then 'language'`,
    // Who chose nothing reads everything.
    ...(interests.length > 0 ? [sql`when n.interests <> '{}' and not n.interests && ${sql.param(interests)}::text[] then 'interest'`] : []),
    sql`when ${customersOf(sql`merged_into is null and blocked_at is not null`)} then 'blocked'`,
    ...(customers ? [sql`when not ${customersOf(wantedCustomer(customers))} then 'other-customer'`] : []),
  ];
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/** Whom a letter would go to now, and who would get none of those it could be meant for; counts only. */
export async function countAudience(db: Db | Tx, crypto: FieldCrypto, audience: Audience): Promise<CountedAudience> {
  const { offered } = await readShopLanguages(db);
  const reason = await reasonOf(db, crypto, audience, offered);
  const rows = rowsOf<{ why: LeftOutReason | null; language: LanguageCode; count: number }>(
    await db.execute(sql`
      select why, language, count(*)::int as count from (
        select ${reason} as why, n.language from newsletter_readers n where n.status = 'reading') told
      group by why, language`),
  );
  const sum = (some: readonly { readonly count: number }[]) => some.reduce((all, { count }) => all + count, 0);
  const going = rows.filter(({ why }) => why === null);
  const silent = audience.customers
    ? rowsOf<{ count: number }>(
        await db.execute(
          sql`select count(*)::int as count from customers where ${wantedCustomer(audience.customers)} and not ${readsLetter}`,
        ),
      )[0]!.count
    : 0;
  const of = (reason: LeftOutReason) => sum(rows.filter(({ why }) => why === reason));
  return {
    readers: new Map(
      [...Map.groupBy(going, ({ language }) => offeredOr(offered, language))].map(([language, those]) => [language, sum(those)]),
    ),
    all: sum(going),
    leftOut: {
      'no-letter': silent,
      language: of('language'),
      interest: of('interest'),
      'other-customer': of('other-customer'),
      blocked: of('blocked'),
      suppressed: of('suppressed'),
    },
  };
}

/** Whether a reader whose turn has come is none of those any more whom it was meant for. */
export async function isLeftOutNow(db: Db, audience: Audience, readerId: string): Promise<boolean> {
  const { offered } = await readShopLanguages(db);
  const rows = rowsOf<{ why: string | null }>(
    await db.execute(sql`select ${wishOf(audience, offered)} as why from newsletter_readers n where n.id = ${readerId}`),
  );
  return rows[0]?.why !== null;
}

/** The ids of the readers whom a letter goes to. */
export async function findAudience(db: Db | Tx, crypto: FieldCrypto, audience: Audience): Promise<string[]> {
  const reason = await reasonOf(db, crypto, audience, (await readShopLanguages(db)).offered);
  const rows = rowsOf<{ id: string }>(
    await db.execute(sql`select n.id from newsletter_readers n where n.status = 'reading' and (${reason}) is null`),
  );
  return rows.map(({ id }) => id);
}
