import { expect, it } from 'vitest';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { findCompanyMeant, sumMembers } from '#app/commerce/customers/companies/companies-store.server.ts';
import { readFile } from '#app/commerce/record-notes/keep-file.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { findFiles } from '#app/commerce/record-notes/record-notes-store.server.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { seedDemoCompany, seedDemoCustomers } from './demo-customers.ts';

const platform = await openDemoPlatform();
const { db, crypto } = platform;

it('the company of the demo has its people and its trade licence, once, and a licence that was taken away stays away', async () => {
  await seedDemoCustomers(platform);
  await seedDemoCompany(platform);
  await seedDemoCompany(platform);
  const company = (await findCompanyMeant(db, 'Marsa Trading LLC'))!;
  expect((await sumMembers(db, company.id)).members).toBe(2);
  const record = deskRecord('company', { id: company.id, handle: company.id, name: company.name });
  const files = await findFiles(db, crypto, record);
  expect(files.map(({ name, type }) => [name, type])).toEqual([['trade-licence.pdf', 'application/pdf']]);
  const user = (await findAccountByEmail(db, 'support@rihla.example'))!;
  const staff = (await findStaffMember(db, user.id))!;
  const viewer = { kind: 'staff', user: { ...user, fullName: user.name, createdAt: '' }, staff } as const;
  const paper = await readFile(platform, viewer, record, { id: files[0]!.id, requestId: 'r' });
  expect(paper!.content.toString('latin1')).toContain('Licence number: CN-1204417');
});
