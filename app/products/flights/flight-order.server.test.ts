import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { findHistory } from '#app/commerce/orders/orders-store.server.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale } from './flight-order-testing.ts';
import { findTickets } from './flight-store.server.ts';
import { anOffer } from './offer-testing.ts';
import { ScriptedSupplier } from './supplier/scripted-supplier.ts';

const platform = await openTestPlatform();
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one' };
const supplier = new ScriptedSupplier({ code: 's1', offers: [offer] });
const sale = await openTestSale(platform, [supplier]);

describe('a flight order', () => {
  test('is placed, paid, ticketed, captured and invoiced', async () => {
    const held = await sale.placed(aDraft(offer));
    expect(held.status).toBe('held');
    const ticketed = await sale.paid(held.id);
    expect(ticketed.status).toBe('ticketed');
    await sale.settle();
    expect((await findTickets(platform.db, held.id)).map((ticket) => ticket.number)).toEqual([expect.stringMatching(/^\d{13}$/)]);
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(held.total);
    expect((await findHistory(platform.db, held.id)).map((event) => event.event)).toEqual([
      'price',
      'hold',
      'pay',
      'authorised',
      'issue',
      'tickets-received',
    ]);
    const invoices = (await platform.db.execute(sql`select number, gross from invoices where order_id = ${held.id}`)) as unknown as {
      rows: { number: string; gross: string }[];
    };
    expect(invoices.rows.map((row) => Number(row.gross))).toEqual([held.total]);
    expect(sale.mails.map((mail) => mail.template)).toEqual(['order-held', 'order-ticketed']);
  });
});
