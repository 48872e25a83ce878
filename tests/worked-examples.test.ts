import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { allocateClaims, holdClaims, reclaimClaims } from '#app/commerce/availability/claims-store.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { instant } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';

/* The tables under "worked example" in docs/how-it-works are played as they stand there. */
const platform = await openTestPlatform();

interface Line {
  readonly clock: string;
  readonly who: string;
  readonly does: string;
  readonly end: string;
}

/** The tables of a document whose first column is a clock, in order. */
function tablesOf(name: string): Line[][] {
  const text = readFileSync(new URL(`../docs/how-it-works/${name}`, import.meta.url), 'utf8');
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.startsWith('| Clock'))
    .map((part) =>
      part
        .trim()
        .split('\n')
        .slice(2)
        .map((row) => {
          const [, clock, who, does, end] = row.split('|').map((cell) => cell.trim());
          return { clock: clock!, who: who!, does: does!, end: end! };
        }),
    );
}

const setClock = (clock: string) => platform.clock.set(instant(Date.parse(`2026-11-23T${clock}:00+04:00`)));

it('availability.md: three seats, four people', async () => {
  const [table] = tablesOf('availability.md');
  expect(table!.length).toBeGreaterThan(5);
  const pool = 'cabin:EK1/2026-12-05/DXB/economy';
  const heard: string[] = [];
  for (const { clock, who, does } of table!) {
    setClock(clock);
    const now = platform.clock.now();
    const holder = { orderId: who, actor: who, network: who };
    const wanted = /^holds (\d)$/.exec(does);
    if (wanted) {
      const wish = { key: pool, quantity: Number(wanted[1]), capacity: 3, ceiling: 3 };
      heard.push(
        await transact(platform.db, (tx) => holdClaims(tx, holder, { pools: [wish], units: [] }, now, 15 * 60_000)).then(
          () => 'held',
          (fault: unknown) => {
            if (fault instanceof ClaimRefused) return fault.refused;
            throw fault;
          },
        ),
      );
    } else {
      const ours = await transact(platform.db, async (tx) => (await allocateClaims(tx, who)) || (await reclaimClaims(tx, holder, now)));
      heard.push(ours ? 'hers' : 'gone');
    }
  }
  expect(heard).toEqual(table!.map(({ end }) => end));
});

it('order.md: every order goes where its table says', async () => {
  const tables = tablesOf('order.md');
  expect(tables).toHaveLength(3);
  const offer = { ...anOffer({ supplier: 'airline' }), id: 'airline.one', expiresAt: '2026-12-01T00:00:00.000Z' };
  const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 'airline', offers: [offer] })]);
  for (const table of tables) {
    let id = '';
    let page = '';
    const states: string[] = [];
    const ask = () => ({ orderId: id, by: 'customer', who: 'guest' }) as const;
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      places: async () => void (id = (await sale.placed(aDraft(offer))).id),
      'presses pay': async () => void (page = await sale.pressPay(id)),
      approves: () => sale.bank.pay(page, 'approved').then(() => sale.settle()),
      declines: () => sale.bank.pay(page, 'do-not-honour').then(() => sale.settle()),
      'asks what cancelling brings': () => quoteCancel(platform, sale.product, ask()),
      cancels: () => confirmCancel(platform, sale.product, ask()).then(() => sale.settle()),
      'ends what is over': () => expireOrders(platform, [sale.product]),
    };
    for (const { clock, does } of table) {
      setClock(clock);
      const step = steps[does];
      if (!step) throw new Error(`Nobody knows how to play "${does}"`);
      await step();
      states.push((await sale.order(id)).status);
    }
    expect(states).toEqual(table.map(({ end }) => end));
  }
});
