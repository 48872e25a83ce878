import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { addUpDays } from '#app/backoffice/analytics/add-up-days.server.ts';
import { checkNumbers } from '#app/commerce/invoices/staff/check-numbers.server.ts';
import { captured } from '#app/commerce/ledger/ledger-postings.ts';
import { post } from '#app/commerce/ledger/ledger-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { forgetOldMails } from '#app/platform/mail-log-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { money } from '#app/values/money.ts';

const writers = 3;
const mostWaitMs = 1_000;

/**
 * What runs by night, over the whole house and while three counters sell: the days are added up, the numbers of invoices
 * checked, old mails forgotten. Says how long each takes, how long a sale took meanwhile and how long anything
 * waited for a lock; false when that was more than a second.
 */
export async function measureClose(platform: Platform, url: string): Promise<boolean> {
  const watch = new pg.Client(url);
  await watch.connect();
  await platform.db.execute(sql`delete from figure_progress`);
  const state = { open: true, longestWaitMs: 0 };
  const sales: { at: number; ms: number }[] = [];
  const selling = Array.from({ length: writers }, async () => {
    while (state.open) {
      const begun = performance.now();
      await sell(platform);
      sales.push({ at: begun, ms: performance.now() - begun });
      await new Promise((resume) => setTimeout(resume, 20));
    }
  });
  const watching = (async () => {
    while (state.open) {
      const { rows } = await watch.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::float as ms from pg_locks where not granted`,
      );
      state.longestWaitMs = Math.max(state.longestWaitMs, rows[0]?.ms ?? 0);
      await new Promise((resume) => setTimeout(resume, 25));
    }
  })();
  const said = (name: string, from: number) => {
    const own = sales.filter(({ at }) => at >= from).map(({ ms }) => ms);
    own.sort((a, b) => a - b);
    const p99 = own[Math.ceil(own.length * 0.99) - 1] ?? 0;
    console.log(
      `${name.padEnd(28)} ${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s   ${String(own.length).padStart(5)} sales meanwhile, p99 ${p99.toFixed(0)} ms, longest ${(own.at(-1) ?? 0).toFixed(0)} ms`,
    );
  };
  const jobs: readonly [string, () => Promise<unknown>][] = [
    ['nothing', () => new Promise((resume) => setTimeout(resume, 5_000))],
    ['days added up', () => addUpDays(platform)],
    ['numbers checked', () => checkNumbers(platform)],
    ['mails forgotten', () => forgetOldMails(platform.db, platform.clock.now(), { words: 30, rows: 400 })],
  ];
  for (const [name, run] of jobs) {
    const from = performance.now();
    await run();
    said(name, from);
  }
  state.open = false;
  await Promise.all([...selling, watching]);
  await watch.end();
  console.log(`nothing waited longer than ${state.longestWaitMs.toFixed(0)} ms for a lock`);
  return state.longestWaitMs <= mostWaitMs;
}

/** The locks of a sale: an order with its event, its money, a tax invoice with the next number, and a row of the audit. */
async function sell(platform: Platform): Promise<void> {
  const id = randomUUID();
  const reference = newReference();
  const now = platform.clock.now();
  const at = new Date(now).toISOString();
  const year = new Date(now).getUTCFullYear();
  await transact(platform.db, async (tx) => {
    await tx.execute(sql`
      insert into orders (id, reference, kind, status, version, secret_hash, contact, email_index, language, currency, total, actor, network,
        travel_starts, travel_ends, created_at, changed_at)
      values (${id}, ${reference}, 'experience', 'confirmed', 1, ${id}, '', 'bench', 'en', 'AED', 50000, 'guest', '', ${at}, ${at}, ${at}, ${at})`);
    await tx.execute(sql`
      insert into order_events (order_id, version, event, from_status, to_status, actor, at)
      values (${id}, 1, 'authorised', 'held', 'paid', 'provider', ${at})`);
    await tx.execute(sql`
      insert into price_snapshots (order_id, number, quote, total, currency, rules_version, cause, at)
      select ${id}, 1, '{"lines":[]}', 50000, 'AED', max(version), 'placed', ${at} from pricing_versions`);
    await tx.execute(sql`
      insert into payments (id, order_id, order_version, provider, provider_ref, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
      values (${id}, ${id}, 1, 'sandbox', ${id}, 'succeeded', 50000, 'AED', 'en', '{}', ${at}, ${at}, ${at})`);
    await post(tx, now, captured({ provider: 'sandbox', orderId: id, paymentId: id }, money(50_000, 'AED'), `capture:${id}`));
    const { rows } = (await tx.execute(sql`
      insert into invoice_series (series, year, last_number) values ('INV', ${year}, 1)
      on conflict (series, year) do update set last_number = invoice_series.last_number + 1 returning last_number`)) as unknown as {
      rows: { last_number: number }[];
    };
    const sequence = rows[0]!.last_number;
    await tx.execute(sql`
      insert into invoices (id, number, series, year, sequence, kind, key, order_id, order_reference, buyer, seller, issued_at, supply_date, net, vat, gross, charged_amount, charged_currency, rate)
      values (${id}, ${`INV-${year}-${String(sequence).padStart(7, '0')}`}, 'INV', ${year}, ${sequence}, 'invoice', ${`invoice:${id}`}, ${id}, ${reference},
        '{"name":"Mona Adel"}', '{}', ${at}, ${at}::date, 47619, 2381, 50000, 50000, 'AED', '1')`);
    await tx.execute(sql`
      insert into invoice_lines (invoice_id, position, words, quantity, vat_category, vat_basis_points, net, vat, gross)
      values (${id}, 0, '{"en":"A journey"}', 1, 'standard', 500, 47619, 2381, 50000)`);
    await audit(tx, now, { actor: 'guest', action: 'order.paid', subject: `orders:${id}` });
  });
}
