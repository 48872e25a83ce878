import { describe, expect, it } from 'vitest';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { flightOrderMachine } from '#app/products/flights/order/flight-order-status.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { creditNotesOf, type Invoice } from '../invoices-store.server.ts';
import { issueInvoice } from '../issue-invoice.server.ts';
import { askCredit, decideCredit } from './credit-from-desk.server.ts';
import { findInvoiceRows } from './invoice-desk-store.server.ts';
import { readInvoiceView } from './invoice-list-view.ts';
import { findBatch } from './invoice-sendings-store.server.ts';
import { invoiceSend, sendInvoice, sendInvoices } from './send-invoices.server.ts';

const platform = await openTestPlatform();
await platform.jobs.handle(invoiceSend, ({ sendingId }) => sendInvoice(platform, sendingId));
const supplier = new ScriptedSupplier({ offers: [anOffer()], ticket: ['ok'] });
const person = (id: string, role: StaffRole): Viewer & { kind: 'staff' } => ({
  kind: 'staff',
  user: { id, email: `${id}@rihla.example`, emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' },
  staff: { userId: id, displayName: id, roles: [role] },
});
const [farah, omar, auditor] = [person('farah', 'finance'), person('omar', 'finance'), person('noor', 'auditor')];
const requestId = 'test';
const product = { machine: flightOrderMachine };

async function issued(gross = 900_000): Promise<Invoice> {
  const order = await placeDeskOrder(platform, supplier, { status: 'ticketed', email: 'buyer@traveller.example' });
  return transact(platform.db, (tx) =>
    issueInvoice(tx, platform.clock.now(), {
      key: `order:${order.id}:delivered`,
      orderId: order.id,
      orderReference: order.reference,
      ownerId: null,
      buyer: { name: 'LAYLA HADDAD' },
      supplyDate: calendarDate('2026-11-23'),
      lines: [{ words: { en: 'Fare', ar: 'أجرة' }, quantity: 1, gross, vatCategory: 'zero-rated', vatBasisPoints: 0 }],
      charged: money(gross, 'AED'),
      rate: '1',
    }),
  );
}
const ask = (invoice: Invoice, amount: number, viewer = farah) =>
  askCredit(platform, product, {
    viewer,
    invoice,
    wish: { lines: new Map([[1, amount]]), amount, cause: 'price-error', reason: 'typed twice', paymentId: null },
    requestId,
  });
const decide = (invoice: Invoice, decision: 'approve' | 'decline', viewer: typeof farah) =>
  decideCredit(platform, product, { viewer, orderId: invoice.orderId, decision, requestId });
const credited = async (invoice: Invoice) => (await creditNotesOf(platform.db, invoice.id)).map(({ gross, reason }) => [gross, reason]);
const waiting = async () => (await listOpenStaffTasks(platform.db)).filter(({ kind }) => kind === 'credit-approval').length;

describe('a correction without money', () => {
  it('within the limit is issued at once; steps of one person count together', async () => {
    const invoice = await issued();
    expect(await ask(invoice, 400_000)).toEqual({ ok: true, value: 'corrected' });
    expect(await ask(invoice, 100_001)).toEqual({ ok: true, value: 'asked' });
    expect(await credited(invoice)).toEqual([[-400_000, 'price-error']]);
    expect(await decide(invoice, 'decline', farah)).toEqual({ ok: true, value: 'declined' });
  });

  it('is refused to whoever saw more left of the invoice than there is: a colleague was quicker', async () => {
    const invoice = await issued();
    const wish = { lines: new Map([[1, 1_000]]), amount: 1_000, cause: 'price-error', reason: 'typed twice', paymentId: null } as const;
    const press = async (seen: number) => askCredit(platform, product, { viewer: farah, invoice, wish, requestId, seen });
    expect((await press(invoice.gross)).ok).toBe(true);
    expect(await press(invoice.gross)).toEqual({ ok: false, refused: 'money-moved' });
    expect((await press(invoice.gross - 1_000)).ok).toBe(true);
    expect(await credited(invoice)).toHaveLength(2);
  });

  it('counts with what the same person gave back of the order', async () => {
    const invoice = await issued();
    // This order was never paid through a bank: the request stands without its payment.
    await platform.database.script(`begin; set local session_replication_role = replica;
      insert into refund_requests (id, order_id, payment_id, amount, currency, lines, reason, cause, status, alone, asked_by, asked_at)
      values ('gave', '${invoice.orderId}', 'none', 400000, 'AED', '{}', 'late', 'goodwill', 'approved', true, 'farah', now()); commit`);
    expect(await ask(invoice, 100_001)).toEqual({ ok: true, value: 'asked' });
    expect(await decide(invoice, 'decline', farah)).toEqual({ ok: true, value: 'declined' });
  });

  it('above the limit waits for a second person, who is never the one who asked nor somebody who only looks', async () => {
    const invoice = await issued();
    expect(await ask(invoice, 600_000)).toEqual({ ok: true, value: 'asked' });
    expect([await credited(invoice), await waiting()]).toEqual([[], 1]);
    expect(await ask(invoice, 1)).toEqual({ ok: false, refused: 'credit-waiting' });
    expect(await decide(invoice, 'approve', farah)).toEqual({ ok: false, refused: 'own-request' });
    expect(await decide(invoice, 'approve', auditor)).toEqual({ ok: false, refused: 'permission' });
    const both = await Promise.all([decide(invoice, 'approve', omar), decide(invoice, 'approve', omar)]);
    expect(both.map((one) => (one.ok ? one.value : one.refused)).toSorted()).toEqual(['corrected', 'not-waiting']);
    expect([await credited(invoice), await waiting()]).toEqual([[[-600_000, 'price-error']], 0]);
  });

  it('never passes what is left, whatever was seen before, and leaves nothing behind when it is refused', async () => {
    const invoice = await issued(10_000);
    expect((await ask(invoice, 8_000)).ok).toBe(true);
    expect(await ask(invoice, 8_000)).toEqual({ ok: false, refused: 'more-than-left' });
    expect(await ask(invoice, 1_000, auditor)).toEqual({ ok: false, refused: 'permission' });
    expect(await ask(invoice, 2_000)).toEqual({ ok: true, value: 'corrected' });
    expect(await credited(invoice)).toEqual([
      [-8_000, 'price-error'],
      [-2_000, 'price-error'],
    ]);
    const [row] = await findInvoiceRows(platform.db, platform.crypto, readInvoiceView(new URLSearchParams(`find=${invoice.number}`)), {
      now: platform.clock.now(),
      most: 1,
    });
    expect(row!.standing.state).toBe('credited');
  });
});

describe('documents that are sent again', () => {
  it('leave once each, with the paper, to the address of the order, and say so in the log', async () => {
    const [one, two] = [await issued(), await issued()];
    expect(await sendInvoices(platform, { viewer: auditor, numbers: [one.number], requestId })).toEqual({
      ok: false,
      refused: 'permission',
    });
    const sent = await sendInvoices(platform, {
      viewer: farah,
      numbers: [one.number, two.number, one.number, 'INV-1999-000001'],
      requestId,
    });
    if (!sent.ok) throw new Error(sent.refused);
    await platform.jobs.drain();
    expect((await findBatch(platform.db, sent.value)).map(({ number, sent: left }) => [number, left])).toEqual([
      [one.number, true],
      [two.number, true],
    ]);
    const mails = (await platform.mail.folder!.list()).filter(({ subject }) => subject.includes(one.number));
    expect(mails.map(({ to, attachments }) => [to, attachments.map(({ name }) => name)])).toEqual([
      ['buyer@traveller.example', [`${one.number}.pdf`]],
    ]);
  });
});
