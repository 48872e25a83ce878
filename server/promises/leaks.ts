import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Broken } from './invariants.ts';

/** Columns that everybody who works on the machinery may read: nothing in them may tell who a person is. */
const open = [
  ['pgboss.job', 'id', 'data'],
  ['audit_events', 'sequence', 'detail'],
  ['audit_events', 'sequence', 'reason'],
  ['order_events', 'order_id', 'detail'],
  ['staff_tasks', 'id', 'detail'],
  ['payment_attempts', 'id', 'answer'],
  ['flight_attempts', 'id', 'detail'],
  ['idempotency_keys', 'md5(actor || key)', 'response'],
] as const;

const address = '[[:alnum:]._%+-]+@[[:alnum:]-]+[.][[:alpha:]]{2,}';
const longNumber = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/g;

/** Ids of ours and of the bank (`pay_` and letters among digits) may have sixteen digits in a row by chance. */
const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[a-z]{2,8}_(?=\w*[a-z])\w{14,}\b/gi;

/** E-mail addresses and card numbers in the machinery's own columns, and planted words anywhere in clear text. */
export async function leaks(db: Db, canaries: readonly string[]): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const [table, id, column] of open) {
    const text = sql.raw(`${column}::text`);
    const found = (await db.execute(
      sql`select ${sql.raw(id)}::text as id, ${text} as said from ${sql.raw(table)} where ${text} ~ ${address} or ${text} ~ '[0-9][0-9 -]{11,}[0-9]'`,
    )) as unknown as { rows: { id: string; said: string }[] };
    for (const { id: row, said } of found.rows) {
      if (new RegExp(address.replaceAll('[:alnum:]', 'a-zA-Z0-9').replaceAll('[:alpha:]', 'a-zA-Z')).test(said))
        broken.push({ subject: `${table}:${row}`, what: `${column} holds an e-mail address` });
      if ([...said.replaceAll(ids, 'id').matchAll(longNumber)].some(([digits]) => isCardNumber(digits)))
        broken.push({ subject: `${table}:${row}`, what: `${column} holds what looks like a card number` });
    }
  }
  for (const canary of canaries) broken.push(...(await findEverywhere(db, canary)));
  return broken;
}

/** 13 digits are ticket numbers, which are ours to print; cards of today have 15 or 16, and a check digit (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 15 || digits.length > 16 || !/^[3-6]/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Every text, array and JSON column of every table, for one planted word. */
async function findEverywhere(db: Db, canary: string): Promise<Broken[]> {
  const columns = (await db.execute(sql`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as place, quote_ident(a.attname) as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, a.atttypmod) ~ '^(text|json|char|citext)'`)) as unknown as { rows: { place: string; name: string }[] };
  const broken: Broken[] = [];
  for (const { place, name } of columns.rows) {
    const found = (await db.execute(
      sql`select count(*)::int as rows from ${sql.raw(place)} where strpos(${sql.raw(name)}::text, ${canary}) > 0`,
    )) as unknown as { rows: { rows: number }[] };
    if (found.rows[0]!.rows > 0)
      broken.push({ subject: `${place}.${name}`, what: `holds a planted secret in ${found.rows[0]!.rows} rows` });
  }
  return broken;
}
