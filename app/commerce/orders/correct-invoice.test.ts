import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { createDraft } from '#app/products/flights/booking/booking-draft-store.server.ts';
import { withFlights } from '#app/products/flights/booking/booking-draft.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { dateIn, dayMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { saveProfile } from '../customers/book/profile-store.server.ts';
import { emptyContact } from '../customers/book/profile.ts';
import { creditInvoice } from '../invoices/credit-invoice.server.ts';
import { isSameBuyer, readBuyer } from '../invoices/invoice-buyer-form.ts';
import { totalsOf } from '../invoices/invoice-lines.ts';
import { issueInvoice } from '../invoices/issue-invoice.server.ts';
import { findInvoicesOfOrder } from '../invoices/invoices-store.server.ts';
import { chooseBuyer } from './choose-buyer.server.ts';
import { correctAsStaff, correctInvoice } from './correct-invoice.server.ts';
import { findByReference, findOrderAsSystem, readInvoiceTo } from './orders-store.server.ts';

const platform = await openTestPlatform();
const { db, crypto } = platform;
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-24T08:12:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, sale.bank.provider);

const body = { email: 'owner.of.acme@example.com', password: 'camels walk at dawn', name: 'Amal Nasser' };
const { user } = await platform.auth.api.signUpEmail({ body });
const cookie = await app.signIn(body.email, body.password);
const viewerOf = (id: string): Viewer => ({
  kind: 'customer',
  user: { id, email: `${id}@example.com`, emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' },
});
const amal = viewerOf(user.id);
const acme = { name: 'Acme Trading LLC', address: 'Al Wasl Road, Dubai', trn: '100123456789012' };

let network = 0;
async function ticketed() {
  network += 1;
  const order = await sale.placed(aDraft(offer), { viewer: amal, address: `10.9.${network}.1` });
  return sale.paid(order.id);
}
const papers = (orderId: string) => findInvoicesOfOrder(db, orderId);
const correct = async (number: string, buyer = acme, viewer = amal) => correctInvoice(platform, { viewer, number, buyer, requestId: 'r' });
const promises = ['I7', 'I10', 'I11', 'I13', 'I22', 'I31'];
const broken = async () =>
  brokenLines(await askInvariants(db, { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 }, {}, promises));

describe('the company of an invoice', () => {
  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return readBuyer(data);
  };
  it('needs a name, and with a number of fifteen digits an address', () => {
    expect(form({ company: ' Acme  Trading LLC ', trn: '100-1234 5678 9012', companyAddress: 'Dubai' }).buyer).toEqual({
      name: 'Acme Trading LLC',
      trn: '100123456789012',
      address: 'Dubai',
    });
    expect(form({ company: 'Acme' }).buyer).toEqual({ name: 'Acme' });
    expect(form({}).problems).toEqual({ company: 'company-missing' });
    expect(form({ company: 'Acme', trn: '12' }).problems).toEqual({ trn: 'trn-wrong', companyAddress: 'address-missing' });
    expect(form({ company: 'A'.repeat(121), companyAddress: 'B'.repeat(201) }).problems).toEqual({
      company: 'too-long',
      companyAddress: 'too-long',
    });
  });
  it('is the same only with the same number and address', () => {
    expect(isSameBuyer(acme, { ...acme })).toBe(true);
    expect(isSameBuyer(acme, { ...acme, trn: '100123456789013' })).toBe(false);
    expect(isSameBuyer({ name: 'Acme' }, { name: 'Acme', address: '' })).toBe(true);
  });
});

describe('an invoice to a company', () => {
  it('is offered at the checkout with what the contact page knows, chosen there, sealed, and issued in its name', async () => {
    const known = { ...emptyContact, company: acme.name, trn: acme.trn, street: 'Al Wasl Road', city: 'Dubai', country: 'AE' };
    await saveProfile(platform, user.id, 'contact', known);
    const order = await sale.placed(aDraft(offer), { viewer: amal, address: '10.9.0.2' });
    const here = `/checkout/${order.reference}`;
    const html = await (await app.send(here, { cookie })).text();
    expect(html).toContain('value="Acme Trading LLC"');
    expect(html).toContain('value="Al Wasl Road, Dubai, United Arab Emirates"');
    const key = /name="key" value="([\w-]+-company)"/.exec(html)![1]!;
    const wrong = await app.send(here, { cookie, form: { intent: 'invoice-company', key, company: 'Acme', trn: '77' } });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('A TRN has 15 digits.')]);
    const sent = { intent: 'invoice-company', key, company: acme.name, trn: acme.trn, companyAddress: acme.address };
    expect((await app.send(here, { cookie, form: sent })).headers.get('location')).toBe(here);
    const kept = (await findOrderAsSystem(db, order.id))!;
    expect(kept.invoiceTo).not.toContain('Acme');
    expect(readInvoiceTo(crypto, kept)).toEqual(acme);
    await sale.paid(order.id);
    const [invoice] = await papers(order.id);
    expect(invoice!.buyer).toEqual(acme);
    expect(await chooseBuyer(platform, { orderId: order.id, who: 'guest', buyer: null })).toMatchObject({ ok: false });
  });
});

describe('a company named before anything is placed', () => {
  it('is read first, and kept with the order that the press places', async () => {
    const { booking } = aDraft(offer);
    const { selectedOutboundFlight } = withFlights(booking, booking.searchParams!, [offer], offer.brands[0]!.code);
    const begun = await createDraft(platform, { booking: { ...booking, selectedOutboundFlight }, checkedBags: {} }, user.id);
    const jar = `${begun.cookie.split(';')[0]!}; ${cookie}`;
    const html = await (await app.send('/checkout', { cookie: jar })).text();
    expect(html).not.toMatch(/name="toCompany"[^>]*checked/);
    const field = (name: string) => new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '';
    const press = (more: Record<string, string>) =>
      app.send('/checkout', {
        cookie: jar,
        form: { key: field('key'), seen: field('seen'), currency: 'AED', intent: 'hold', toCompany: 'on', company: acme.name, ...more },
      });
    const orders = () => db.$count(sql`orders`);
    const before = await orders();
    const wrong = await press({ trn: acme.trn });
    const words = await wrong.text();
    expect([wrong.status, await orders()]).toEqual([422, before]);
    expect(words).toContain('the invoice needs the address of the company');
    expect(words).toMatch(/name="toCompany"[^>]*checked/);
    const to = (await press({ trn: acme.trn, companyAddress: acme.address })).headers.get('location')!;
    expect(to).toMatch(/^\/checkout\//);
    const placed = (await findByReference(db, to.split('/').at(-1)!))!;
    expect(readInvoiceTo(crypto, placed)).toEqual(acme);
  });
});

describe('an invoice in another name', () => {
  it('is a credit note and a new invoice with the lines of the old one; numbers, VAT and promises hold', async () => {
    const order = await ticketed();
    const [before] = await papers(order.id);
    expect(before!.buyer.trn).toBeUndefined();
    const done = await correct(before!.number);
    expect(done).toMatchObject({ ok: true, value: { kind: 'corrected' } });
    const all = await papers(order.id);
    expect(all.map(({ kind }) => kind).toSorted()).toEqual(['credit-note', 'invoice', 'invoice']);
    const next = all.find(({ kind, buyer }) => kind === 'invoice' && buyer.name === acme.name)!;
    expect(next).toMatchObject({ buyer: acme, supplyDate: before!.supplyDate, gross: before!.gross, vat: before!.vat, net: before!.net });
    expect(next.lines.map(({ words, gross }) => [words.en, gross])).toEqual(before!.lines.map(({ words, gross }) => [words.en, gross]));
    const note = all.find(({ kind }) => kind === 'credit-note')!;
    expect([note.refersTo, note.reason, totalsOf([before!, note])]).toEqual([before!.id, 'buyer', { net: 0, vat: 0, gross: 0 }]);
    expect(await broken()).toEqual([]);
  });

  it('keeps what went back of the old one given back', async () => {
    const order = await ticketed();
    const [before] = await papers(order.id);
    await transact(db, (tx) =>
      creditInvoice(tx, platform.clock.now(), {
        invoiceId: before!.id,
        key: 'some-back',
        reason: 'goodwill',
        lines: new Map([[1, 1_000]]),
      }),
    );
    await correct(before!.number);
    const all = await papers(order.id);
    expect(totalsOf(all).gross).toBe(before!.gross - 1_000);
    expect(all.filter(({ reason }) => reason === 'carried-on').map(({ gross }) => gross)).toEqual([-1_000]);
    expect(await broken()).toEqual([]);
  });

  it('is only the owner’s to ask, of the newest document, and not for the name that it has', async () => {
    const order = await ticketed();
    const [invoice] = await papers(order.id);
    expect(await correct(invoice!.number, acme, viewerOf('somebody'))).toMatchObject({ refused: 'not-yours' });
    expect(await correct(invoice!.number, acme, { kind: 'anonymous' })).toMatchObject({ refused: 'not-yours' });
    expect(await correct('INV-2026-999999')).toMatchObject({ refused: 'not-yours' });
    const done = await correct(invoice!.number);
    expect(await correct(invoice!.number, { ...acme, name: 'Other LLC' })).toMatchObject({ refused: 'not-in-force' });
    const number = done.ok && done.value.kind === 'corrected' ? done.value.number : '';
    expect(await correct(number)).toMatchObject({ refused: 'same-buyer' });
    const note = (await papers(order.id)).find(({ kind }) => kind === 'credit-note')!;
    expect(await correct(note.number, { ...acme, name: 'Other LLC' })).toMatchObject({ refused: 'not-in-force' });
  });

  it('is asked for beside the invoice, refused in words, and done with one press', async () => {
    const order = await ticketed();
    const [invoice] = await papers(order.id);
    const list = await (await app.send('/my-invoices', { cookie })).text();
    expect(list).toContain(`/my-invoices?correct=${invoice!.number}#correct`);
    // The receipt of what was paid stands beside the invoice in force, and nowhere else.
    const receipt = `href="/documents/${order.reference}/receipt-1-en.pdf"`;
    expect(list.split(receipt)).toHaveLength(2);
    expect((await app.send(`/documents/${order.reference}/receipt-1-en.pdf`, { cookie })).status).toBe(200);
    const html = await (await app.send(`/my-invoices?correct=${invoice!.number}`, { cookie })).text();
    const key = /name="key" value="([\w-]+)"/.exec(html)![1]!;
    const ask = (more: Record<string, string>) =>
      app.send('/my-invoices', { cookie, form: { key, number: invoice!.number, intent: 'correct', company: 'Acme', ...more } });
    expect((await ask({ company: '' })).status).toBe(422);
    const to = (await ask({})).headers.get('location')!;
    expect(to).toMatch(/^\/my-invoices\?corrected=INV-/);
    const after = await (await app.send(to, { cookie })).text();
    expect(after).toContain('Corrected. The new invoice is');
    expect(after).not.toContain(`correct=${invoice!.number}#`);
    expect(after.split(receipt)).toHaveLength(2);
  });

  it('is left to finance when its month was reported, who issue it with one press; and after three names', async () => {
    const order = await ticketed();
    const [invoice] = await papers(order.id);
    const tasks = async () => (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'invoice-correction');
    const month = dateIn('Asia/Dubai', platform.clock.now()).slice(0, 7);
    platform.clock.advance(40 * dayMs);
    await db.execute(sql`insert into closed_periods (month, figures, closed_by, closed_at) values (${month}, '{}', 'u', now())`);
    expect(await correct(invoice!.number)).toEqual({ ok: true, value: { kind: 'asked' } });
    expect(await papers(order.id)).toHaveLength(1);
    expect((await tasks()).map(({ detail }) => detail)).toEqual([{ number: invoice!.number }]);
    const clerk = { kind: 'staff', user: { ...user, id: 'clerk' }, staff: { roles: ['finance'] } } as unknown as Viewer & { kind: 'staff' };
    const issued = await correctAsStaff(platform, { viewer: clerk, number: invoice!.number, requestId: 'r' });
    expect(issued).toMatchObject({ ok: true });
    expect(await tasks()).toEqual([]);
    let number = issued.ok ? issued.value : '';
    for (const name of ['Two LLC', 'Three LLC']) {
      const done = await correct(number, { ...acme, name });
      number = done.ok && done.value.kind === 'corrected' ? done.value.number : '';
    }
    expect(await correct(number, { ...acme, name: 'Four LLC' })).toEqual({ ok: true, value: { kind: 'asked' } });
    expect(await broken()).toEqual([]);
  });
});

describe('the list of invoices', () => {
  it('leads, where it is unpaid and no plan has a day for it, to whoever can take the money, with its order', async () => {
    const reference = '7K2M9-4QX3D';
    const link = `/contact?about=booking&amp;order=${reference}`;
    const list = async () => (await app.send('/my-invoices', { cookie })).text();
    expect(await list()).not.toContain(link);
    await transact(db, (tx) =>
      issueInvoice(tx, platform.clock.now(), {
        key: 'order:dearer:changed',
        orderId: 'dearer',
        orderReference: reference,
        ownerId: user.id,
        buyer: acme,
        supplyDate: dateIn('Asia/Dubai', platform.clock.now()),
        lines: [{ words: { en: 'Bag', ar: 'حقيبة' }, quantity: 1, gross: 9_000, vatCategory: 'zero-rated', vatBasisPoints: 0 }],
        charged: money(9_000, 'AED'),
        rate: '1',
      }),
    );
    const html = await list();
    expect(html).toContain(link);
    expect(html).toContain('Ask us how to pay it');
    expect(html).not.toContain(`/track?order=${reference}#plan`);
    const form = await (await app.send(link.replace('&amp;', '&'), { cookie })).text();
    expect(form).toContain(`value="${reference}"`);
  });
});
