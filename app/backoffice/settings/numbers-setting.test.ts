import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { creditInvoice } from '#app/commerce/invoices/credit-invoice.server.ts';
import { issueInvoice } from '#app/commerce/invoices/issue-invoice.server.ts';
import { readNumberSeries } from '#app/commerce/invoices/number-series-store.server.ts';
import type { NumberSeries } from '#app/commerce/invoices/number-series.ts';
import { checkNumbers, readSeries } from '#app/commerce/invoices/staff/check-numbers.server.ts';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { databaseCode, transact } from '#app/platform/database.server.ts';
import { findOpenSetting, listSettingChanges } from '#app/platform/settings-store.server.ts';
import { calendarDate, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { linesOf, readSettingForm, typedOf } from './setting-forms.ts';
import { decideSetting, draftSetting, putBackSetting } from './work-setting.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const requestId = 'test';

async function personOf(email: string, role: StaffRole): Promise<Viewer> {
  const account = (await findAccountByEmail(db, email))!;
  const staff = (await findStaffMember(db, account.id))!;
  const user = { id: account.id, email, emailVerified: true, fullName: account.name, createdAt: '2026-01-01' };
  return { kind: 'staff', user, staff: { ...staff, roles: [role] } };
}
const huda = await personOf('admin@rihla.example', 'owner');
const otherOwner = await personOf('pricing@rihla.example', 'owner');
const farah = await personOf('finance@rihla.example', 'finance');

const delivered: NumberSeries = { now: { invoice: 'INV', creditNote: 'CRN' }, next: null };
const draft = (value: NumberSeries, version = 0) =>
  draftSetting(platform, { viewer: huda, section: 'numbers', value, reason: 'A new name', requestId, version });
const decide = (viewer: Viewer, decision: 'apply' | 'agree' | 'drop', version: number) =>
  decideSetting(platform, { viewer, section: 'numbers', decision, version, answer: '', requestId });
async function apply(value: NumberSeries) {
  expect(await draft(value)).toMatchObject({ ok: true });
  expect(await decide(huda, 'apply', 1)).toEqual({ ok: true, value: 'asked' });
  expect(await decide(farah, 'agree', 2)).toEqual({ ok: true, value: 'applied' });
}
const now = () => readNumberSeries(db, clock.now());

const issue = () =>
  transact(db, (tx) =>
    issueInvoice(tx, clock.now(), {
      key: randomUUID(),
      orderId: randomUUID(),
      orderReference: '7K2M9-4QX3D',
      ownerId: null,
      buyer: { name: 'Maryam' },
      supplyDate: calendarDate('2026-11-23'),
      lines: [{ words: { en: 'Fare', ar: 'أجرة' }, quantity: 1, gross: 10_000, vatCategory: 'zero-rated', vatBasisPoints: 0 }],
      charged: money(10_000, 'AED'),
      rate: '1',
    }),
  );
const credit = async (invoiceId: string) => {
  const note = await transact(db, (tx) => creditInvoice(tx, clock.now(), { invoiceId, key: randomUUID(), reason: 'cancelled' }));
  if (!note.ok) throw new Error(note.refused);
  return note.value;
};

describe('the form of what numbers begin with', () => {
  const read = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...typedOf('numbers', delivered), reason: 'A new name', ...fields }))
      form.set(name, value);
    const answer = readSettingForm('numbers', form);
    return answer.ok ? (answer.value.value as NumberSeries) : answer.wrong.map(({ field, fault }) => `${field} ${fault}`);
  };

  it('takes two to four letters of each, in whatever case, and a change that is still to come', () => {
    expect(read({ invoice: 'acme' })).toEqual({ now: { invoice: 'ACME', creditNote: 'CRN' }, next: null });
    const coming = { ...delivered, next: { year: 2027, invoice: 'RH', creditNote: 'CRN' } };
    expect(read({ year: '2027', nextInvoice: 'RH' })).toEqual(coming);
    expect(read(typedOf('numbers', coming) as Record<string, string>)).toEqual(coming);
    expect(linesOf('numbers', coming).map(({ key }) => key)).toEqual(['invoice', 'creditNote', 'year', 'next invoice']);
  });

  it('tells one cause of each thing that is wrong', () => {
    for (const invoice of ['', 'A', 'ABCDE', 'A1', 'É', 'IN V']) expect(read({ invoice })).toEqual(['invoice prefix']);
    expect(read({ creditNote: 'inv' })).toEqual(['creditNote same-prefix']);
    expect(read({ nextInvoice: 'RH' })).toEqual(['year year']);
    for (const year of ['27', 'soon', '2100']) expect(read({ year, nextInvoice: 'RH' })).toEqual(['year year']);
    expect(read({ year: '2027' })).toEqual(['nextInvoice no-change']);
    expect(read({ year: '2027', nextInvoice: '9' })).toEqual(['nextInvoice prefix']);
    expect(read({ nextInvoice: '9' })).toEqual(['nextInvoice prefix']);
    expect(read({ invoice: '9', nextInvoice: 'RH', year: '2027' })).toEqual(['invoice prefix']);
    expect(read({ year: '2027', nextCreditNote: 'INV' })).toEqual(['nextCreditNote same-prefix']);
  });
});

describe('what numbers begin with', () => {
  test('counts when finance has agreed, from the next document on, and the count goes on', async () => {
    expect(await now()).toEqual(delivered);
    const first = await issue();
    expect(first.number).toBe('INV-2026-000001');
    const wished = { now: { invoice: 'ACME', creditNote: 'ACN' }, next: null };
    expect(await draft(wished)).toMatchObject({ ok: true });
    expect(await decide(huda, 'apply', 1)).toEqual({ ok: true, value: 'asked' });
    expect(await decide(huda, 'agree', 2)).toMatchObject({ refused: 'own' });
    expect(await decide(otherOwner, 'agree', 2)).toMatchObject({ refused: 'finance' });
    expect((await issue()).number).toBe('INV-2026-000002');
    expect(await decide(farah, 'agree', 2)).toEqual({ ok: true, value: 'applied' });
    expect((await issue()).number).toBe('ACME-2026-000003');
    expect((await credit(first.id)).number).toBe('ACN-2026-000001');
    const [said] = await listAuditOf(db, 'settings:numbers', 1);
    expect(said).toMatchObject({ action: 'setting.applied', actor: `staff:${farah.kind === 'staff' ? farah.user.id : ''}` });
    expect(said!.detail).toMatchObject({ before: delivered, value: wished });
  });

  test('is of one kind of document for good, so that no number is given twice', async () => {
    // Swapped, or what the other kind began with once.
    expect(await draft({ now: { invoice: 'ACN', creditNote: 'ACME' }, next: null })).toMatchObject({ refused: 'prefix-taken' });
    expect(await draft({ now: { invoice: 'CRN', creditNote: 'ACN' }, next: null })).toMatchObject({ refused: 'prefix-taken' });
    const coming = { year: 2027, invoice: 'ACME', creditNote: 'INV' };
    expect(await draft({ now: { invoice: 'ACME', creditNote: 'ACN' }, next: coming })).toMatchObject({ refused: 'prefix-taken' });
    // The database holds it as well.
    const wrong = db.execute(sql`update invoice_series set prefix = 'CRN' where series = 'INV'`);
    expect(await wrong.then(() => null, databaseCode)).toBe('23503');
    // Its own from before comes back, and goes on.
    await apply({ now: { invoice: 'INV', creditNote: 'ACN' }, next: null });
    expect((await issue()).number).toBe('INV-2026-000004');
  });

  test('changes with the first document of a year, until which it can be put off or taken back', async () => {
    const stays = { invoice: 'INV', creditNote: 'ACN' };
    expect(await draft({ now: stays, next: { year: 2026, ...stays, invoice: 'RH' } })).toMatchObject({ refused: 'past-year' });
    await apply({ now: stays, next: { year: 2028, ...stays, invoice: 'RH' } });
    expect(await now()).toEqual({ now: stays, next: { year: 2028, ...stays, invoice: 'RH' } });
    await apply({ now: stays, next: null });
    expect(await now()).toEqual({ now: stays, next: null });
    await apply({ now: stays, next: { year: 2027, ...stays, invoice: 'RH' } });
    expect((await issue()).number).toBe('INV-2026-000005');
    // A draft of the year before that nobody agreed to in time.
    await draft({ now: stays, next: { year: 2027, ...stays, invoice: 'RHX' } });
    clock.set(instant(Date.parse('2026-12-31T20:00:00Z')));
    expect(await decide(huda, 'apply', 1)).toMatchObject({ refused: 'past-year' });
    await decide(huda, 'drop', 1);
    const invoice = await issue();
    expect([invoice.number, (await credit(invoice.id)).number]).toEqual(['RH-2027-000001', 'ACN-2027-000001']);
    expect(await now()).toEqual({ now: { invoice: 'RH', creditNote: 'ACN' }, next: null });
    // A year of which nothing was said goes on with the one before.
    clock.set(instant(Date.parse('2028-03-01T08:00:00Z')));
    expect((await issue()).number).toBe('RH-2028-000001');
  });

  test('can be put back as what holds by then', async () => {
    const { rows } = await listSettingChanges(db, 'numbers', { size: 9, number: 1 });
    const { id } = rows.filter(({ status }) => status === 'applied').toSorted((a, b) => b.version! - a.version!)[0]!;
    const back = { viewer: huda, section: 'numbers', id, reason: 'After all', requestId } as const;
    expect(await putBackSetting(platform, back)).toMatchObject({ ok: true });
    expect((await findOpenSetting(db, 'numbers'))!.value).toEqual({ now: { invoice: 'INV', creditNote: 'ACN' }, next: null });
    await decide(huda, 'drop', 1);
  });

  it('leaves every series without a gap, as the check of the night sees it', async () => {
    expect(await checkNumbers(platform)).toEqual([]);
    expect((await readSeries(db)).map(({ series, prefix, year, counter }) => [series, prefix, year, counter])).toEqual([
      ['INV', 'RH', 2028, 1],
      ['INV', 'RH', 2027, 1],
      ['CRN', 'ACN', 2027, 1],
      ['INV', 'INV', 2026, 5],
      ['CRN', 'ACN', 2026, 1],
    ]);
  });
});

describe('the page of what numbers begin with', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(platform);
  }, 120_000);

  it('shows the next number of each series, gives back what was typed with what is wrong, and is the owner’s', async () => {
    const [owner, clerk] = [await app.signIn('admin@rihla.example', demoPassword), await app.signIn('support@rihla.example', demoPassword)];
    const settings = await (await app.send('/admin/settings', { cookie: owner })).text();
    expect(settings).toContain('RH-2028-000002');
    expect(settings).toContain('href="/admin/settings/numbers"');
    const send = (cookie: string, fields: Record<string, string>) =>
      app.send('/admin/settings/numbers', { cookie, form: { intent: 'draft', version: '0', reason: 'A new name', ...fields } });
    const wrong = await send(owner, { invoice: 'TOOLONG', creditNote: 'ACN' });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain('value="TOOLONG"');
    expect(html).toContain('Write two to four capital letters');
    const taken = await send(owner, { invoice: 'CRN', creditNote: 'ACN' });
    expect([taken.status, (await taken.text()).includes('A number is never given twice')]).toEqual([422, true]);
    expect((await send(clerk, { invoice: 'NEW', creditNote: 'ACN' })).headers.get('location')).toMatch(/unauthorized/);
    expect((await send(owner, { invoice: 'NEW', creditNote: 'ACN' })).status).toBe(303);
  });
});
