import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { readSeller, sellerVersion } from '../invoices-store.server.ts';
import { readSellerForm } from '../seller-form.ts';
import { changeSeller } from './change-seller.server.ts';

const platform = await openTestPlatform();
const person = (role: StaffRole): Viewer => ({
  kind: 'staff',
  user: { id: role, email: `${role}@rihla.example`, emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' },
  staff: { userId: role, displayName: role, roles: [role] },
});
const formOf = (more: Record<string, string> = {}) => {
  const form = new FormData();
  const typed = {
    legalName: 'Rihla Travel LLC',
    legalNameAr: 'رحلة للسفر',
    address: 'Dubai',
    addressAr: 'دبي',
    trn: '100 0000 0000 0003',
    emirate: 'DU',
    ...more,
  };
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return form;
};

describe('who sells', () => {
  it('has names and addresses of some length, and a number of 15 digits or none', () => {
    expect(readSellerForm(formOf())).toMatchObject({ ok: true, seller: { trn: '100000000000003' } });
    expect(readSellerForm(formOf({ trn: '' }))).toMatchObject({ ok: true, seller: { trn: null } });
    expect(readSellerForm(formOf({ trn: '123', legalName: '', address: 'x'.repeat(241), emirate: 'XX' }))).toMatchObject({
      ok: false,
      wrong: ['legalName', 'address', 'trn', 'emirate'],
    });
  });

  it('is changed by an owner alone, from the page as it stands, and on record', async () => {
    const read = readSellerForm(formOf());
    if (!read.ok) throw new Error('unread');
    const ask = { seller: read.seller, version: await sellerVersion(platform.db), requestId: 'test' };
    expect(await changeSeller(platform, { ...ask, viewer: person('finance') })).toEqual({ ok: false, refused: 'permission' });
    const both = await Promise.all([1, 2].map(() => changeSeller(platform, { ...ask, viewer: person('owner') })));
    expect(both.map((one) => (one.ok ? one.value : one.refused)).toSorted()).toEqual(['changed', 'changed']);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await readSeller(platform.db)).toEqual(read.seller);
    const { rows } = (await platform.db.execute(
      sql`select count(*)::int as rows from audit_events where action = 'seller.changed'`,
    )) as unknown as { rows: { rows: number }[] };
    expect(rows[0]!.rows).toBe(1);
  });
});
