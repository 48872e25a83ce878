import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { usePromo } from '#app/commerce/orders/use-promo.server.ts';
import { aPolicyRule, putInForce } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { meetBeforeWriting } from '#tests/support/waiting.ts';

/*
 * Everybody uses a code at once, on flights they have kept, on a real PostgreSQL. Without the row that they stand in line
 * behind, the same test must see the limit broken.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-races-'));
const url = await copyDatabase(inject('postgres'), 'promo_code');
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const most = 3;
const buyers = 24;
const codes = [
  'GUARDED',
  'OPEN',
  'PERSON',
  'PERSONOPEN',
  'PERSONSPELLED',
  'PERSONSPELLEDOPEN',
  'PERSONPHONE',
  'PERSONPHONEOPEN',
  'PERSONOTHERS',
] as const;
await putInForce(
  platform.db,
  codes.map((promo, index) =>
    aPolicyRule({
      id: `PR-0000a${index}`,
      basisPoints: null,
      amount: 2_000,
      scope: { ...openScope, promo },
      limits: promo.startsWith('PERSON') ? { all: null, each: 1 } : { all: most, each: null },
    }),
  ),
);
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const ownPhone = (buyer: number) => `+9715012300${String(buyer).padStart(2, '0')}`;

/**
 * As many orders, then the code on all of them at once, of which so many begin to write together. How many have it, and how
 * many uses are on record.
 */
async function rush(code: (typeof codes)[number], email: (buyer: number) => string, meeting = 0, phone = ownPhone) {
  const orders: Order[] = [];
  // Of a code that nobody has used yet, whoever writes its row first would make the others wait.
  await platform.db.execute(sql`insert into promo_codes values (${code})`);
  for (let buyer = 0; buyer < buyers; buyer += 1) {
    const contactInfo = { email: email(buyer), phone: phone(buyer), secondPhone: '' };
    orders.push(await sale.placed(aDraft(offer, { contactInfo }), { address: `10.${codes.indexOf(code)}.${buyer}.1` }));
  }
  const answers = await meetBeforeWriting(url, 'promo_claims', meeting, () =>
    Promise.all(orders.map(({ id }) => usePromo(platform, sale.product, { orderId: id, who: 'guest', code }))),
  );
  const { rows } = (await platform.db.execute(
    sql`select count(*)::int as uses from promo_claims where code = ${code} and dropped_at is null`,
  )) as unknown as { rows: { uses: number }[] };
  const lowered = (await Promise.all(orders.map(({ id }) => sale.order(id)))).filter(({ total }, at) => total < orders[at]!.total).length;
  const refused = new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.refused])));
  return { used: answers.filter(({ ok }) => ok).length, uses: rows[0]!.uses, lowered, refused: [...refused] };
}
const others = (code: string) => (buyer: number) => `${code.toLowerCase()}${buyer}@example.com`;

describe('a code with three uses, asked for by twenty-four at once', () => {
  it('is used three times, and the others are told so', async () => {
    expect(await rush('GUARDED', others('GUARDED'))).toEqual({ used: most, uses: most, lowered: most, refused: ['used-up'] });
  });

  it('is used more often when the guard is off', async () => {
    armFailpoints('promo-code:off');
    expect((await rush('OPEN', others('OPEN'), most + 1)).uses).toBeGreaterThan(most);
  });
});

describe('a code for once a person, on twenty-four orders of one person at once', () => {
  it('counts on one of them', async () => {
    expect(await rush('PERSON', () => 'one@example.com')).toMatchObject({ used: 1, uses: 1, lowered: 1 });
  });

  it('counts on more when the guard is off', async () => {
    armFailpoints('promo-code:off');
    expect((await rush('PERSONOPEN', () => 'another@example.com', 2)).uses).toBeGreaterThan(1);
  });
});

describe('a code for once a person, on twenty-four orders of one who writes their address in as many ways at once', () => {
  it('counts on one of them', async () => {
    const spelled = (buyer: number) => (buyer % 2 ? `Sp.el+${buyer}@gmail.com` : `spel+${buyer}@googlemail.com`);
    expect(await rush('PERSONSPELLED', spelled)).toEqual({ used: 1, uses: 1, lowered: 1, refused: ['used-up'] });
  });

  it('counts on more when the guard is off', async () => {
    armFailpoints('promo-code:off');
    expect((await rush('PERSONSPELLEDOPEN', (buyer) => `open+${buyer}@example.com`, 2)).uses).toBeGreaterThan(1);
  });
});

describe('a code for once a person, on twenty-four orders with one telephone at once', () => {
  const one = () => '00971 50 123 4567';
  it('counts on one of them', async () => {
    expect(await rush('PERSONPHONE', others('PERSONPHONE'), 0, one)).toEqual({ used: 1, uses: 1, lowered: 1, refused: ['used-up'] });
  });

  it('counts on more when the guard is off', async () => {
    armFailpoints('promo-code:off');
    expect((await rush('PERSONPHONEOPEN', others('PERSONPHONEOPEN'), 2, one)).uses).toBeGreaterThan(1);
  });

  it('counts for each of those who share nothing', async () => {
    expect(await rush('PERSONOTHERS', others('PERSONOTHERS'))).toMatchObject({ used: buyers, uses: buyers, refused: [] });
  });
});
