import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { orderIntents } from '#app/commerce/orders/pages/order-intents.ts';
import { deskActions } from '#app/products/flights/staff/desk-action-rules.ts';
import { places } from '#app/site-map.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openOrderForms, type ReadyForm } from './support/order-forms.ts';
import { openDemoPlatform } from './support/test-platform.ts';

const platform = await openDemoPlatform();
const { app, ready } = await openOrderForms(platform, { email: 'admin@rihla.example', password: demoPassword });
const cases = Object.entries(ready).flatMap(([place, forms]) => Object.entries(forms).map(([name, prepare]) => ({ place, name, prepare })));

/** Everything that a form about an order can leave behind: rows by table, and what the jobs were told to do. */
async function effects(): Promise<Record<string, number>> {
  const tables =
    'orders order_events price_snapshots cancel_quotes baskets payments payment_attempts refunds invoices record_notes record_files audit_events pgboss.job';
  // Counted in one statement: it is asked some fifteen hundred times.
  const counts = tables.split(' ').map((table) => `(select count(*)::int from ${table}) as "${table}"`);
  const { rows } = (await platform.db.execute(sql.raw(`select ${counts.join(', ')}`))) as unknown as { rows: Record<string, number>[] };
  return rows[0]!;
}
const since = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(Object.entries(after).flatMap(([table, rows]) => (rows === before[table] ? [] : [[table, rows - before[table]!]])));

async function send({ path, cookie }: ReadyForm, form: Record<string, string>) {
  const answer = await app.send(path, { cookie, form });
  return {
    status: answer.status,
    to: answer.headers.get('location') ?? answer.headers.get('x-remix-redirect'),
    cookies: answer.headers.getSetCookie(),
    html: await answer.text(),
  };
}
/** While `work` runs, an answer that is kept by itself is lost, as if the process had died after the commit of what it tells. */
async function losingAnswers<Value>(work: () => Promise<Value>): Promise<Value> {
  await platform.db.execute(sql`create function lose_answer() returns trigger language plpgsql as
    $$ begin if pg_current_xact_id_if_assigned() is null then raise exception 'the answer is lost'; end if; return null; end $$`);
  await platform.db.execute(sql`create trigger lose_answer before update of response on idempotency_keys execute function lose_answer()`);
  try {
    return await work();
  } finally {
    await platform.db.execute(sql`drop function lose_answer() cascade`);
  }
}
const answerOf = ({ status, to, cookies }: Awaited<ReturnType<typeof send>>) => ({ status, to, cookies });

/** Files that a page's action can reach, following imports of our own. */
function reaches(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const match of readFileSync(file, 'utf8').matchAll(/^import (?!type)[^'"`;]*?from ['"]([#.][^'"]+)['"]/gm)) {
    const target = match[1]!;
    reaches(target.startsWith('#') ? target.slice(1) : normalize(join(dirname(file), target)), seen);
  }
  return seen;
}
const hasAction = (file: string) => /^export (async function|const) action\b/m.test(readFileSync(file, 'utf8'));
/** Whoever moves an order, starts or returns money, or adds to an order's record. */
const changers = [
  'app/commerce/orders/move-order.server.ts',
  'app/commerce/payments/payments-store.server.ts',
  'app/commerce/messages/message-jobs.server.ts',
];

/**
 * Forms whose work does not give its key an answer in its own transaction: what keeps a second try from a second effect.
 * `moves`: each row is written at a version or out of a state that the first has left; what cancelling would cost may be
 * asked twice at the desk of bookings. `unique`: the database has room for one. `tried`: the forms of this file, pressed below.
 */
const guardedOtherwise: Readonly<Record<string, 'moves' | 'unique' | 'tried'>> = {
  'app/commerce/consultations/staff/consultation-page.tsx': 'moves',
  'app/commerce/consultations/pages/consultation-call-page.tsx': 'moves',
  'app/commerce/reviews/staff/review-desk-page.tsx': 'moves',
  'app/commerce/partners/staff/partner-desk-page.tsx': 'moves',
  'app/commerce/proposals/staff/tailor-made-order-page.tsx': 'moves',
  'app/commerce/bookings/staff/booking-order-page.tsx': 'moves',
  'app/commerce/inquiries/staff/inquiry-page.tsx': 'moves',
  'app/products/experiences/staff/session-page.tsx': 'moves',
  'app/products/experiences/staff/visit-party-page.tsx': 'moves',
  'app/products/visas/assisted/staff/sticker-visa-page.tsx': 'moves',
  'app/products/visas/evisa/staff/evisa-order-page.tsx': 'moves',
  'app/products/staycations/staff/stay-guests-page.tsx': 'moves',
  'app/products/flights/staff/pass-answer-on.server.ts': 'moves',
  'app/products/flights/staff/schedules-page.tsx': 'moves',
  'app/products/holidays/staff/departures-desk-page.tsx': 'moves',
  'app/products/holidays/staff/tour-change-desk-page.tsx': 'moves',
  'app/commerce/reviews/pages/write-review-page.tsx': 'unique',
  'app/commerce/credits/pages/my-credit-page.tsx': 'tried',
  'app/products/flights/pages/flight-seats-page.tsx': 'tried',
  'app/products/flights/quotes/staff/quote-hold-page.tsx': 'tried',
};

describe('every form that is sent once', () => {
  const callers = globSync('app/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.') && file !== 'app/platform/idempotency.server.ts')
    .filter((file) => /\b(onceForForm|withIdempotency)[<(]/.test(readFileSync(file, 'utf8')));

  it('gives its key an answer in the transaction of its work, or says what else keeps it from a second effect', () => {
    expect(callers.length).toBeGreaterThan(30);
    const answers = (file: string) => /progress\.(answer|reach)\b|\bprogress,$/m.test(readFileSync(file, 'utf8'));
    expect(callers.filter((file) => !answers(file) && !guardedOtherwise[file])).toEqual([]);
    expect(Object.keys(guardedOtherwise).filter((file) => !callers.includes(file) || answers(file))).toEqual([]);
  });
});

describe('the site map', () => {
  const forms = places.filter((place) => hasAction(`app/${place.page}`));

  it('says for every page with a form that can change an order or its money what a second send does', () => {
    expect(forms.length).toBeGreaterThan(8);
    const undeclared = forms.filter((place) => {
      const files = reaches(`app/${place.page}`);
      return changers.some((file) => files.has(file)) && place.sends === undefined;
    });
    expect(undeclared.map((place) => place.id)).toEqual([]);
  });

  it('has a tried form here for every page whose forms are sent once, and for each thing they do', () => {
    const once = places.filter((place) => place.sends === 'once').map((place) => place.id);
    expect(Object.keys(ready).toSorted()).toEqual(once.toSorted());
    expect(Object.keys(ready['checkout']!)).toEqual(expect.arrayContaining([...orderIntents]));
    expect(Object.keys(ready['flight-order']!)).toEqual(expect.arrayContaining([...deskActions]));
  });
});

describe.each(cases)('$place: $name', ({ name, prepare }) => {
  /** What one press leaves behind. */
  let single: Record<string, number> = {};

  it('is turned away in words without a key, has one effect and one answer when it is sent twice, and refuses other contents', async () => {
    const form = await prepare();
    const { key, ...keyless } = form.fields;
    expect(key, 'the page puts a key into its form').toMatch(/^[\w-]{16,100}$/);
    const before = await effects();
    const turnedAway = await send(form, keyless);
    expect(turnedAway.status).toBe(400);
    expect(turnedAway.html).toMatch(/Please open this page once more|too old to be used/);
    expect(since(before, await effects())).toEqual({});

    const first = await send(form, form.fields);
    expect([first.status, first.to], first.html.slice(0, 300)).toEqual([302, expect.any(String)]);
    expect(first.to).not.toContain('refused=');
    const after = await effects();
    single = since(before, after);
    expect(single).not.toEqual({});
    expect(answerOf(await send(form, form.fields))).toEqual(answerOf(first));
    expect(since(after, await effects())).toEqual({});

    const other = await send(form, form.changed);
    expect(other.status).toBe(422);
    expect(other.html).toMatch(/sent before with other|was sent before, with other/);
    expect(since(after, await effects())).toEqual({});
  });

  it('has no second effect when the process died after it wrote and before it kept its answer', async () => {
    const form = await prepare();
    const before = await effects();
    await losingAnswers(() => send(form, form.fields));
    const after = await effects();
    expect(since(before, after)).not.toEqual({});
    await platform.db.execute(sql`update idempotency_keys set lease_until = clock_timestamp() where key = ${form.fields.key!}`);
    const again = await send(form, form.fields);
    expect(again.status, again.html.slice(0, 300)).toBe(302);
    const more = since(after, await effects());
    // Placing goes on to what it had not reached: it keeps the one order for days.
    if (name === 'place and pay later') {
      expect(more).toMatchObject({ order_events: 1 });
      expect(more).not.toHaveProperty('orders');
      return;
    }
    // Placing goes on to the bank, which it had not reached: no second order, and one payment.
    if (name === 'place and pay' || name === 'place and pay in four') {
      expect(since(before, after)).not.toHaveProperty('payments');
      expect(more).toMatchObject({ payments: 1 });
      expect(more).not.toHaveProperty('orders');
      return;
    }
    expect(more).toEqual({});
  });

  it('has one effect and one answer when it is sent twenty times at once', async () => {
    const form = await prepare();
    const before = await effects();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(form, form.fields)));
    expect(new Set(answers.map((answer) => JSON.stringify(answerOf(answer)))).size).toBe(1);
    expect(answers[0]!.status).toBe(302);
    expect(since(before, await effects())).toEqual(single);
  });
});
