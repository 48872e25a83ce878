import { findStaffMember } from '#app/platform/access-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { claimKey, findKeyOwner, insertCustomer, saveFacts } from '#app/commerce/customers/records/customers-store.server.ts';
import { beginMembership, findBearer, findMemberships, insertCompany } from '#app/commerce/customers/companies/companies-store.server.ts';
import type { CustomerTag, Risk } from '#app/commerce/customers/records/customer-kinds.ts';
import { emailIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { keepFile } from '#app/commerce/record-notes/keep-file.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { findFiles } from '#app/commerce/record-notes/record-notes-store.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { demoCompany as company } from './demo-company.ts';
import { specimenPaper } from './specimen-paper.ts';

interface Guest {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
  readonly language: string;
  readonly daysAgo: number;
  readonly tags?: readonly CustomerTag[];
  readonly risk?: Risk;
}

/** Guests of the agency's counter before there was a shop; two of them are one person. */
const guests: readonly Guest[] = [
  {
    name: 'Mariam Al Suwaidi',
    email: 'mariam.suwaidi@mail.example',
    phone: '+971502231847',
    country: 'AE',
    language: 'ar',
    daysAgo: 3,
    tags: ['vip'],
  },
  {
    name: 'M. Suwaidi',
    email: 'msuwaidi@office.example',
    phone: '+971502231847',
    country: 'AE',
    language: 'en',
    daysAgo: 41,
    tags: ['corporate'],
  },
  {
    name: 'Rodel Bautista',
    email: 'rodel.bautista@mail.example',
    phone: '+971553309214',
    country: 'AE',
    language: 'tl',
    daysAgo: 6,
    tags: ['family', 'frequent'],
  },
  { name: 'Camila Restrepo', email: 'camila.restrepo@mail.example', phone: '+573005514208', country: 'CO', language: 'es', daysAgo: 9 },
  {
    name: 'João Figueiredo',
    email: 'joao.figueiredo@mail.example',
    phone: '+5511987610345',
    country: 'BR',
    language: 'pt',
    daysAgo: 12,
    tags: ['group-leader'],
  },
  {
    name: 'Omar Khalifa',
    email: 'omar.khalifa@mail.example',
    phone: '+201002247715',
    country: 'EG',
    language: 'ar',
    daysAgo: 17,
    risk: 'watch',
  },
  {
    name: 'Priya Menon',
    email: 'priya.menon@mail.example',
    phone: '+919845027361',
    country: 'IN',
    language: 'en',
    daysAgo: 22,
    tags: ['slow-payer'],
  },
  { name: 'Anjali Perera', email: 'anjali.perera@mail.example', phone: '+94771820463', country: 'LK', language: 'en', daysAgo: 35 },
  {
    name: 'Khalid Al Harbi',
    email: 'khalid.harbi@mail.example',
    phone: '+966505183926',
    country: 'SA',
    language: 'ar',
    daysAgo: 58,
    tags: ['family'],
  },
];

/** Adds each of them once. */
export async function seedDemoCustomers({ db, crypto, clock }: Platform): Promise<void> {
  for (const { name, email, phone, country, language, daysAgo, tags = [], risk = 'none' } of guests) {
    if (await findKeyOwner(db, 'mail', emailIndexOf(crypto, email))) continue;
    await transact(db, async (tx) => {
      const id = await insertCustomer(tx, crypto, {
        person: { name, email, phone },
        hasAccount: false,
        seenAt: new Date(clock.now() - daysAgo * dayMs),
      });
      await claimKey(tx, crypto, id, { mail: email });
      await saveFacts(tx, id, { country, language, tags: [...tags], risk });
    });
  }
}

const travelForIt = ['priya.menon@mail.example', 'anjali.perera@mail.example'];

/**
 * One company that two of them travel for, written down once by the accountant of the demo, with its trade licence beside it.
 * What it is invoiced comes by the morning that travellers play (scripts/play-day.ts).
 */
export async function seedDemoCompany(platform: Platform): Promise<void> {
  const { db, crypto, clock } = platform;
  const accountant = await findAccountByEmail(db, 'finance@rihla.example');
  if (!accountant) return;
  const known = await findBearer(db, company.trn, null);
  await keepLicence(platform, known?.id ?? (await writeCompany({ db, crypto, clock }, accountant.id)));
}

async function writeCompany({ db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>, by: string): Promise<string> {
  const people = await Promise.all(travelForIt.map((email) => findKeyOwner(db, 'mail', emailIndexOf(crypto, email))));
  return transact(db, async (tx) => {
    const now = clock.now();
    const companyId = await insertCompany(tx, crypto, now, { ...company, ownerId: null }, by);
    const customers = people.filter((id) => id !== null);
    const elsewhere = await findMemberships(tx, customers);
    for (const customerId of customers) if (!elsewhere.has(customerId)) await beginMembership(tx, now, { companyId, customerId, by });
    return companyId;
  });
}

/** A colleague who works on customers keeps it, unless a file was ever kept there. */
async function keepLicence(platform: Platform, companyId: string): Promise<void> {
  const { db, crypto, clock } = platform;
  const record = deskRecord('company', { id: companyId, handle: companyId, name: company.name });
  const colleague = await findAccountByEmail(db, 'support@rihla.example');
  const staff = colleague && (await findStaffMember(db, colleague.id));
  if (!colleague || !staff || (await findFiles(db, crypto, record)).length > 0) return;
  const content = specimenPaper([
    'SPECIMEN OF A DEMO. Not a document of any authority.',
    '',
    'TRADE LICENCE',
    `Licence number: ${company.licence}`,
    `Trade name: ${company.name}`,
    'Legal form: limited liability company',
    `Address: ${company.address}`,
    'Activity: general trading',
  ]);
  const user = { ...colleague, fullName: colleague.name, createdAt: new Date(clock.now()).toISOString() };
  const viewer = { kind: 'staff', user, staff } as const;
  await keepFile(platform, viewer, record, { name: 'trade-licence.pdf', content, requestId: 'seed' });
}
