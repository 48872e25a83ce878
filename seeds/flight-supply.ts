import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { users } from '#app/platform/session.tables.ts';
import { listAllotments } from '#app/products/flights/supply/allotment-store.server.ts';
import { findSupplier } from '#app/products/flights/supply/flight-suppliers-store.server.ts';
import type { SupplierEvent } from '#app/products/flights/supply/flight-supplier-status.ts';
import type { SupplierFields } from '#app/products/flights/supply/flight-supplier-form.ts';
import { draftAllotment, moveAllotment } from '#app/products/flights/supply/keep-allotment.server.ts';
import {
  addPaper,
  answerBankChange,
  askBankChange,
  moveSupplier,
  registerSupplier,
} from '#app/products/flights/supply/keep-supplier.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { inArray } from 'drizzle-orm';

const suppliers: readonly (Omit<SupplierFields, 'contractUntil'> & {
  readonly code: string;
  readonly contractDays: number | null;
  readonly papers: readonly (readonly [string, number])[];
  readonly iban: string | null;
  readonly steps: readonly SupplierEvent[];
})[] = [
  {
    code: 'meridian',
    name: 'Meridian Air Consolidators',
    kind: 'consolidator',
    country: 'AE',
    licence: '86-2 1144',
    currency: 'AED',
    paymentDays: 15,
    creditLimit: 25_000_000,
    contractDays: 210,
    contactName: 'Samir Aziz',
    contactEmail: 'desk@meridian.example',
    contactPhone: '+971 4 555 0142',
    papers: [
      ['Trade licence', 24],
      ['Bank guarantee', 190],
    ],
    iban: 'AE070331234567890123456',
    steps: ['examine', 'approve', 'activate'],
  },
  {
    code: 'northgate',
    name: 'Northgate NDC Exchange',
    kind: 'ndc',
    country: 'GB',
    licence: '91-2 0073',
    currency: 'USD',
    paymentDays: 7,
    creditLimit: 5_000_000,
    contractDays: 400,
    contactName: 'Priya Shah',
    contactEmail: 'partners@northgate.example',
    contactPhone: '+44 20 7946 0018',
    papers: [['IATA accreditation', 320]],
    iban: null,
    steps: ['examine'],
  },
  {
    code: 'oryxlow',
    name: 'Oryx Low Fares',
    kind: 'lcc',
    country: 'OM',
    licence: '',
    currency: 'AED',
    paymentDays: 0,
    creditLimit: 0,
    contractDays: null,
    contactName: '',
    contactEmail: '',
    contactPhone: '',
    papers: [],
    iban: null,
    steps: [],
  },
];

/** Suppliers in several states and an allotment on sale, made by two colleagues as the house rules ask. Does nothing twice. */
export async function seedFlightSupply(platform: Platform, flights: Flights): Promise<void> {
  if (await findSupplier(platform.db, 'meridian')) return;
  const emails = ['products@rihla.example', 'admin@rihla.example'];
  const known = await platform.db.select({ id: users.id, email: users.email }).from(users).where(inArray(users.email, emails));
  const [maker, checker] = emails.map((email) => known.find((user) => user.email === email)?.id);
  if (!maker || !checker || (await findStaffNames(platform.db, [maker, checker])).size < 2) return;
  const today = dateIn('Asia/Dubai', platform.clock.now());
  for (const { code, contractDays, papers, iban, steps, ...facts } of suppliers) {
    const fields = { ...facts, contractUntil: contractDays === null ? null : addDays(today, contractDays) };
    await registerSupplier(platform, { code, fields, staffId: maker });
    for (const [name, days] of papers) await addPaper(platform, { supplier: code, name, expiresOn: addDays(today, days), staffId: maker });
    if (iban) {
      const asked = await askBankChange(platform, { supplier: code, holder: facts.name, iban, staffId: maker });
      const callBack = 'Called the number in the contract and read the account back.';
      await answerBankChange(platform, {
        supplier: code,
        id: asked.ok ? asked.value : null,
        status: 'confirmed',
        callBack,
        staffId: checker,
      });
    }
    for (const event of steps) {
      const read = (await findSupplier(platform.db, code))!;
      await moveSupplier(platform, flights, { read, event, reason: '', staffId: maker });
    }
  }
  if ((await listAllotments(platform.db)).length === 0) await seedAllotments(platform, flights, maker, checker);
}

/** On the cheapest direct flights of two routes, a fifth under what they cost on the day of seeding. */
async function seedAllotments(platform: Platform, flights: Flights, maker: string, checker: string): Promise<void> {
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  for (const [from, to, live] of [
    ['DXB', 'MNL', true],
    ['DXB', 'LHR', false],
  ] as const) {
    const search = {
      slices: [{ from, to, date: addDays(today, 45) }],
      passengers: { adults: 1, children: 0, infants: 0 },
      cabin: 'economy',
      maxStops: 0,
    } as const;
    const { offers, rest } = await flights.desk.ask(search, [], now);
    const found = rest ? await rest : offers;
    const best = found.facts.toSorted((a, b) => a.fares[0]!.adult - b.fares[0]!.adult)[0];
    const segment = best && found.offer(best).slices[0]!.segments[0]!;
    if (!segment) continue;
    const fields = {
      airline: segment.airline,
      number: segment.number,
      fromAirport: segment.from,
      toAirport: segment.to,
      firstDay: addDays(today, 20),
      lastDay: addDays(today, 110),
      weekdays: 127,
      cabin: 'economy',
      seats: 12,
      net: Math.round(best.fares[0]!.adult * 0.008) * 100,
      withBag: true,
      releaseDays: 14,
    } as const;
    const drafted = await draftAllotment(platform, flights, { fields, staffId: maker });
    if (!drafted.ok) continue;
    await moveAllotment(platform, { id: drafted.value, event: 'submit', version: 1, staffId: maker });
    if (live) await moveAllotment(platform, { id: drafted.value, event: 'go-live', version: 2, staffId: checker });
  }
}
