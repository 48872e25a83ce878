import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { parseReferenceStart } from '#app/values/ids.ts';
import { demoPassword } from '#seeds/demo.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { findRecords } from './find-records.server.ts';

const platform = await openDemoPlatform();
const as = (...roles: StaffRole[]): Viewer => ({
  kind: 'staff',
  user: { id: 'x', email: 'x@rihla.example', emailVerified: true, fullName: null, createdAt: '2026-01-01' },
  staff: { userId: 'x', displayName: 'X', roles },
});
const find = (typed: string, viewer = as('owner')) => findRecords(platform, viewer, typed, platform.clock.now());
let app: TestApp;
let reference = '';

beforeAll(async () => {
  const order = await placeDeskOrder(platform, new ScriptedSupplier({ offers: [anOffer()] }), {
    status: 'ticketed',
    people: [['Layla', 'Haddad']],
  });
  reference = order.reference;
  app = await openTestApp(platform);
}, 120_000);

it('reads the beginning of a reference however it is typed', () => {
  expect(parseReferenceStart('7k2 m9-4q')).toBe('7K2M9-4Q');
  expect(parseReferenceStart('7k2m9')).toBe('7K2M9');
  expect(parseReferenceStart('o1l')).toBe('011');
  expect(parseReferenceStart('7K2M9-4QX3D9')).toBeNull();
  expect(parseReferenceStart('no.such')).toBeNull();
  expect(parseReferenceStart('')).toBeNull();
});

describe('what a colleague types', () => {
  it('finds an order by its reference or its beginning, and nothing by two letters', async () => {
    for (const typed of [reference, reference.toLowerCase().replace('-', ' '), reference.slice(0, 4)])
      expect(await find(typed)).toContainEqual({ kind: 'order', name: reference, path: `/admin/orders/${reference}` });
    expect(await find(reference.slice(0, 2))).toEqual([]);
  });

  it('finds colleagues by name, for those who may see them', async () => {
    expect((await find('yara')).map((one) => one.name)).toEqual(['Yara Darwish']);
    expect(await find('yara', as('flight_agent'))).toEqual([]);
  });

  it('finds no order for those who may open none', async () => {
    expect(await find(reference, as('recruiter'))).toEqual([]);
  });

  it('finds a booking by the name that its airline gave it, and a supplier by a part of its name, for those who may open them', async () => {
    expect(await find('sc0001')).toContainEqual({ kind: 'pnr', name: `SC0001 · ${reference}`, path: `/admin/orders/flights/${reference}` });
    expect((await find('SC0001', as('visa_officer'))).filter(({ kind }) => kind === 'pnr')).toEqual([]);
    const house = { kind: 'supplier', name: 'Rihla house inventory', path: '/admin/supply/flights/supplier-register/house' };
    expect(await find('house inv')).toContainEqual(house);
    expect(await find('house inv', as('recruiter'))).toEqual([]);
  });

  it('finds invoices, tickets and applications by their number, for those who may open them', async () => {
    const db = platform.db;
    await db.execute(sql`
      insert into tickets (id, reference, subject, status, channel, priority, language, contact, solve_left, first_due_at, created_at, changed_at)
      values ('t-1', 'T1CKE-T0001', '', 'new', 'phone', 'normal', 'en', '', 0, now(), now(), now())`);
    expect((await find('t1cke t0001')).map(({ kind }) => kind)).toEqual(['ticket']);
    expect(await find('T1CKE-T0001', as('recruiter'))).toEqual([]);
    expect(await find('INV-2026-999999')).toEqual([]);
  });

  it('takes signs of a pattern as they are', async () => {
    expect(await find('%%%')).toEqual([]);
    expect(await find('___')).toEqual([]);
  });
});

it('is answered to staff only', async () => {
  const answer = async (email: string) => {
    return app.send(`/admin/find.data?q=${reference}`, { cookie: await app.signIn(email, demoPassword, !email.startsWith('traveller')) });
  };
  expect(await (await answer('flights@rihla.example')).text()).toContain(reference);
  expect(await (await answer('traveller@rihla.example')).text()).not.toContain('/admin/orders/');
});
