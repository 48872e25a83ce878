import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { claimKey, findKeyOwner, insertCustomer, saveFacts } from '#app/commerce/customers/records/customers-store.server.ts';
import { beginMembership, findBearer, findMemberships, insertCompany } from '#app/commerce/customers/companies/companies-store.server.ts';
import type { CustomerTag, Risk } from '#app/commerce/customers/records/customer-kinds.ts';
import { emailIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { dayMs } from '#app/values/dates.ts';

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

/** A company of the demo: its number is made up, of the right form. */
const company = {
  name: 'Marsa Trading LLC',
  nameAr: 'مرسى للتجارة ذ.م.م',
  licence: 'CN-1204417',
  trn: '100412345600003',
  address: 'Al Maktoum Road, Deira, Dubai',
  contact: { name: 'Salma Idris', email: 'accounts@marsa.example' },
  domain: 'marsa.example',
  termsDays: 30,
};
const travelForIt = ['priya.menon@mail.example', 'anjali.perera@mail.example'];

/** One company that two of them travel for, written down once by the accountant of the demo. */
export async function seedDemoCompany({ db, crypto, clock }: Platform): Promise<void> {
  const accountant = await findAccountByEmail(db, 'finance@rihla.example');
  if (!accountant || (await findBearer(db, company.trn, null))) return;
  const people = await Promise.all(travelForIt.map((email) => findKeyOwner(db, 'mail', emailIndexOf(crypto, email))));
  await transact(db, async (tx) => {
    const now = clock.now();
    const companyId = await insertCompany(tx, crypto, now, { ...company, ownerId: null }, accountant.id);
    const customers = people.filter((id) => id !== null);
    const elsewhere = await findMemberships(tx, customers);
    for (const customerId of customers)
      if (!elsewhere.has(customerId)) await beginMembership(tx, now, { companyId, customerId, by: accountant.id });
  });
}
