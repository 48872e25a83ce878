import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { registerSupplier } from '../supply/keep-supplier.server.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);
const signIn = (name: string) => app.signIn(`${name}@rihla.example`, demoPassword);
const [products, finance, owner] = [await signIn('products'), await signIn('finance'), await signIn('admin')];
const at = '/admin/supply/flights/supplier-register/paid';
const iban = 'AE070331234567890123456';
const shown = 'AE07 0331 2345 6789 0123 456';
const fields = {
  name: 'Paid Airlines',
  kind: 'ndc',
  country: 'AE',
  licence: 'X1',
  currency: 'AED',
  paymentDays: 30,
  creditLimit: 0,
  contractUntil: null,
  contactName: '',
  contactEmail: '',
  contactPhone: '',
} as const;
await registerSupplier(platform, { code: 'paid', fields, staffId: 'maker' });

const press = async (cookie: string, form: Record<string, string>) => {
  const answer = await app.send(at, { cookie, form });
  return { to: answer.headers.get('location') ?? '', html: await answer.text() };
};
const looks = async () => {
  const { rows } = (await platform.db.execute(
    sql`select reason from audit_events where action = 'supplier.bank-revealed' order by sequence`,
  )) as unknown as { rows: { reason: string | null }[] };
  return rows.map(({ reason }) => reason);
};
const asks = async () => (await listOpenStaffTasks(platform.db, 9, ['supplier-bank'])).map(({ subject }) => subject);

it('an account is confirmed by a second person who has seen holder and whole number, and finance is called to it', async () => {
  expect((await press(products, { intent: 'bank', holder: 'Paid Airlines LLC', iban })).to).toContain('did=bankAsked');
  expect(await asks()).toEqual(['flight_suppliers:paid']);
  const unseen = await press(finance, { intent: 'confirm-bank', callBack: 'Aisha on the number of 2025, today' });
  expect(unseen.to).toContain('refused=not-seen');
  expect((await press(products, { intent: 'check-bank' })).to).toContain('/admin/unauthorized');
  const { html } = await press(finance, { intent: 'check-bank' });
  expect(html).toContain(shown);
  expect(html).toContain('Paid Airlines LLC');
  expect(await looks()).toEqual([null]);
  const bank = /name="bank" value="([^"]+)"/.exec(html)![1]!;
  const answer = { intent: 'confirm-bank', callBack: 'Aisha on the number of 2025, today' };
  expect((await press(finance, { ...answer, bank: 'of-before' })).to).toContain('refused=changed-meanwhile');
  expect((await press(finance, { ...answer, bank })).to).toContain('did=bankAnswered');
  expect(await asks()).toEqual([]);
});

it('the account in use is shown to who pays and says why, and the look stays on record', async () => {
  const page = async (cookie: string) => (await app.send(at, { cookie })).text();
  expect(await page(finance)).toContain('Show holder and number');
  expect(await page(products)).not.toContain('Show holder and number');
  expect((await press(finance, { intent: 'show-bank', reason: ' ' })).to).toContain('refused=no-reason');
  expect((await press(products, { intent: 'show-bank', reason: 'I want to know' })).to).toContain('/admin/unauthorized');
  const { html } = await press(owner, { intent: 'show-bank', reason: 'Invoice of November' });
  expect(html).toContain(shown);
  expect(await looks()).toEqual([null, 'Invoice of November']);
  const after = await page(finance);
  expect(after).toContain('Account number looked at');
  expect(after).not.toContain(shown);
});

it('an account is not confirmed by whoever asked for it, and by a second person once', async () => {
  const other = { intent: 'bank', holder: 'Paid Airlines LLC', iban: 'AE980260001234567890123' };
  expect((await press(owner, other)).to).toContain('did=bankAsked');
  const { html } = await press(owner, { intent: 'check-bank' });
  const bank = /name="bank" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const answer = { intent: 'confirm-bank', callBack: 'Aisha on the number of 2025, today', bank };
  expect((await press(owner, answer)).to).toContain('refused=own-request');
  const seen = /name="bank" value="([^"]+)"/.exec((await press(finance, { intent: 'check-bank' })).html)![1]!;
  const both = await Promise.all([press(finance, { ...answer, bank: seen }), press(finance, { ...answer, bank: seen })]);
  expect(both.map(({ to }) => /(?:did|refused)=([\w-]+)/.exec(to)?.[1]).sort()).toEqual(['bankAnswered', 'not-waiting']);
});
