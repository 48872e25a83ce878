import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { addDays, calendarDate, dayMs, type CalendarDate } from '#app/values/dates.ts';
import { demoPassword, seedDemo } from '#seeds/demo.ts';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { addWorkingDays } from './evisa-deadline.ts';
import { evisaCountryMachine, evisaEditionMachine } from './evisa-edition-status.ts';
import { findCountry, listOfferEditions } from './evisa-editions-store.server.ts';
import { findGroupAsSystem } from './evisa-groups-store.server.ts';
import type { VisaCountry } from './evisa-offer.ts';
import { aForm, guest, openTestEvisas } from './evisa-testing.ts';
import { easterSunday, fallsOn, isHoliday, type MovingHoliday } from './moving-holidays-rules.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { sayOfferChanges } from './staff/say-offer-changes.server.ts';
import { offerChanges, simulateOffer } from './offer-difference-rules.ts';
import { priceGroup } from './place-evisa-order.server.ts';
import { readGroup } from './read-evisa-group.server.ts';
import { filsOf, readOfferForm } from './staff/evisa-offer-form.ts';
import { startEvisa } from './start-evisa.server.ts';
import { approveOffer, draftOffer, dropOffer, offerToday, publishDueOffers, rollBackOffer, standCountry } from './work-offer.server.ts';

const platform = await openTestPlatform();
const india = evisaCountries.find(({ code }) => code === 'IN')!;
const today = calendarDate('2026-11-23');
let visas: Awaited<ReturnType<typeof openTestEvisas>>;
let app: TestApp;

beforeAll(async () => {
  await seedDemo(platform);
  visas = await openTestEvisas(platform, evisaCountries);
  app = await openTestApp(platform);
}, 120_000);

const dearer = (offer: VisaCountry, fils: number): VisaCountry => ({
  ...offer,
  types: offer.types.map((type) => ({ ...type, serviceFee: type.serviceFee + fils })),
});
const edition = async (code: string, status: string) => (await listOfferEditions(platform.db, code)).find((one) => one.status === status);
const written = async (code: string) => {
  const draft = (await edition(code, 'draft'))!;
  return { code, id: draft.id, writtenAt: draft.draftedAt.toISOString() };
};
const draft = (offer: VisaCountry, staffId = 'officer-one') =>
  draftOffer(platform, { offer, note: 'Fee read again', staffId, create: false });

describe('holidays that move', () => {
  test('fall on the days of Easter and of the Umm al-Qura calendar', () => {
    expect([2024, 2025, 2026, 2027, 2038].map(easterSunday)).toEqual([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
    ]);
    const on = (holiday: MovingHoliday, day: string) => fallsOn(holiday, calendarDate(day));
    expect([on('good-friday', '2027-03-26'), on('easter-monday', '2027-03-29'), on('good-friday', '2027-03-25')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([on('eid-al-fitr', '2026-03-20'), on('eid-al-adha', '2026-05-27'), on('eid-al-fitr', '2026-03-19')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('are found in each of thirty years, once or, for the Hijri year, up to twice', () => {
    for (let year = 2026; year <= 2055; year += 1) {
      const days = Array.from({ length: 366 }, (_, index) => addDays(calendarDate(`${year}-01-01`), index)).filter((day) =>
        day.startsWith(String(year)),
      );
      for (const holiday of ['good-friday', 'easter-monday'] as const) expect(days.filter((day) => fallsOn(holiday, day))).toHaveLength(1);
      const newYears = days.filter((day) => fallsOn('hijri-new-year', day)).length;
      expect([1, 2]).toContain(newYears);
    }
  });

  test('are no working days of an authority, beside those of each year and of one', () => {
    const calendar = { zone: 'Asia/Kolkata', weekend: [5, 6], holidays: ['easter-monday', '12-25', '2026-12-28'] };
    expect(addWorkingDays(calendar, calendarDate('2027-03-26'), 1)).toBe('2027-03-30');
    expect(addWorkingDays(calendar, calendarDate('2026-12-24'), 1)).toBe('2026-12-29');
    expect(isHoliday([], calendarDate('2026-12-25'))).toBe(false);
  });
});

test('the machines are those of the database', async () => {
  for (const machine of [evisaEditionMachine, evisaCountryMachine]) {
    const { rows } = (await platform.db.execute(
      sql`select from_status, to_status from status_edges where machine = ${machine.name}`,
    )) as unknown as {
      rows: { from_status: string; to_status: string }[];
    };
    const declared = edgesOf(machine).map((edge) => edge.join('>'));
    const known = rows.map((row) => `${row.from_status}>${row.to_status}`);
    expect(
      declared.filter((edge) => !known.includes(edge)),
      machine.name,
    ).toEqual([]);
  }
});

describe('an edition', () => {
  test('is begun by the seeds, written by one, approved by another, and sold at once', async () => {
    expect(await edition('IN', 'published')).toMatchObject({ edition: 1, draftedBy: 'house' });
    expect((await draft(dearer(india, 1000))).ok).toBe(true);
    const calls = async () =>
      (await listOpenStaffTasks(platform.db, 99, ['evisa-offer'])).map(({ subject, askedBy }) => [subject, askedBy]);
    expect(await calls()).toEqual([['evisa_countries:IN', 'staff:officer-one']]);
    expect((await findCountry(platform.db, 'IN'))!.offer.types[0]!.serviceFee).toBe(india.types[0]!.serviceFee);
    const sent = { ...(await written('IN')), from: null };
    expect(await approveOffer(platform, { ...sent, staffId: 'officer-one' })).toEqual({ ok: false, refused: 'own-draft' });
    expect((await approveOffer(platform, { ...sent, staffId: 'officer-two' })).ok).toBe(true);
    expect(await calls()).toEqual([]);
    expect((await findCountry(platform.db, 'IN'))!.offer.types[0]!.serviceFee).toBe(india.types[0]!.serviceFee + 1000);
    expect(await edition('IN', 'published')).toMatchObject({ edition: 2, draftedBy: 'staff:officer-one', approvedBy: 'staff:officer-two' });
  });

  test('leaves what was sold under the one before as it was: form, price and refund', async () => {
    const group = await visas.applied('sri-lanka', [aForm()]);
    const before = await findGroupAsSystem(platform.db, group);
    const price = async () =>
      (await priceGroup(platform, await readGroup(platform, (await findGroupAsSystem(platform.db, group))!))).quote.total.amount;
    const agreed = await price();
    const lanka = before!.offer;
    await draft({ ...dearer(lanka, 5000), rejectedService: 0, documents: [...lanka.documents, 'bank'] });
    await approveOffer(platform, { ...(await written('LK')), from: null, staffId: 'officer-two' });
    expect(await price()).toBe(agreed);
    expect((await findGroupAsSystem(platform.db, group))!.offer).toEqual(lanka);
    const placed = await visas.place(group);
    expect(placed.ok).toBe(true);
    const wish = { slug: 'sri-lanka', type: lanka.types[0]!.code, speed: 'standard', travellers: 1, arrival: addDays(today, 35) };
    const later = await startEvisa(platform, guest, wish, { language: 'en', address: '10.9.9.9' });
    expect((await findGroupAsSystem(platform.db, later.ok ? later.value.id : ''))!.offer.rejectedService).toBe(0);
  });

  test('that was approved for a later day is sold on that day, not before, and once', async () => {
    const kenya = (await findCountry(platform.db, 'KE'))!.offer;
    const day = addDays(today, 3);
    await draft(dearer(kenya, 700));
    expect(await approveOffer(platform, { ...(await written('KE')), from: addDays(today, -1), staffId: 'officer-two' })).toEqual({
      ok: false,
      refused: 'day-past',
    });
    expect((await approveOffer(platform, { ...(await written('KE')), from: day, staffId: 'officer-two' })).ok).toBe(true);
    const fee = async () => (await findCountry(platform.db, 'KE'))!.offer.types[0]!.serviceFee;
    expect([await publishDueOffers(platform), await fee()]).toEqual([0, kenya.types[0]!.serviceFee]);
    platform.clock.advance(3 * dayMs);
    expect([await publishDueOffers(platform), await fee()]).toEqual([1, kenya.types[0]!.serviceFee + 700]);
    expect(await publishDueOffers(platform)).toBe(0);
    platform.clock.advance(-3 * dayMs);
  });

  test('is not approved when it was rewritten after it was looked at, and belongs to whoever began it', async () => {
    const oman = (await findCountry(platform.db, 'OM'))!.offer;
    await draft(dearer(oman, 100));
    const seen = await written('OM');
    expect(await draft(dearer(oman, 200), 'officer-two')).toEqual({ ok: false, refused: 'draft-waits' });
    platform.clock.advance(1000);
    expect((await draft(dearer(oman, 900_000))).ok).toBe(true);
    expect(await approveOffer(platform, { ...seen, from: null, staffId: 'officer-two' })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
    expect(await dropOffer(platform, { ...seen, reason: '', staffId: 'officer-two' })).toEqual({ ok: false, refused: 'no-reason' });
    expect((await dropOffer(platform, { ...seen, reason: 'A slip', staffId: 'officer-two' })).ok).toBe(true);
    expect((await findCountry(platform.db, 'OM'))!.offer).toEqual(oman);
  });

  test('is gone back to by a draft of its own, approved like any other', async () => {
    const first = (await listOfferEditions(platform.db, 'IN')).find(({ edition: number }) => number === 1)!;
    expect((await rollBackOffer(platform, { code: 'IN', id: first.id, note: 'The fee was wrong', staffId: 'officer-two' })).ok).toBe(true);
    expect((await approveOffer(platform, { ...(await written('IN')), from: null, staffId: 'officer-one' })).ok).toBe(true);
    expect((await findCountry(platform.db, 'IN'))!.offer).toEqual(india);
    expect((await listOfferEditions(platform.db, 'IN')).map(({ status }) => status)).toEqual(['published', 'retired', 'retired']);
  });
});

describe('a country', () => {
  test('is paused with a reason and sold again; what is retired is gone for good', async () => {
    const stand = (event: 'pause' | 'resume' | 'retire', reason = '') =>
      standCountry(platform, { code: 'TZ', event, reason, staffId: 'officer-one' });
    expect(await stand('pause')).toEqual({ ok: false, refused: 'no-reason' });
    expect(await stand('pause', 'Their site is down')).toEqual({ ok: true, value: 'paused' });
    expect(await stand('resume')).toEqual({ ok: true, value: 'live' });
    expect(await stand('retire', 'Visa-free from now on')).toEqual({ ok: true, value: 'retired' });
    expect(await stand('resume')).toEqual({ ok: false, refused: 'not-possible-from-here' });
  });

  test('that is new is sold with its first approved edition', async () => {
    const offer: VisaCountry = { ...india, code: 'BT', slug: 'bhutan' };
    expect((await draftOffer(platform, { offer, note: 'New', staffId: 'officer-one', create: true })).ok).toBe(true);
    expect(await draftOffer(platform, { offer: { ...offer, code: 'BN' }, note: 'New', staffId: 'officer-one', create: true })).toEqual({
      ok: false,
      refused: 'known',
    });
    expect((await app.send('/e-visa/bhutan')).status).toBe(404);
    expect((await approveOffer(platform, { ...(await written('BT')), from: null, staffId: 'officer-two' })).ok).toBe(true);
    expect((await findCountry(platform.db, 'BT'))!.status).toBe('live');
    expect((await app.send('/e-visa/bhutan')).status).toBe(200);
  });
});

describe('a draft tried on applications', () => {
  const one = {
    nationality: 'PH',
    residence: 'AE',
    passportExpires: calendarDate('2027-06-01'),
    arrival: calendarDate('2027-01-01'),
    typeCode: india.types[0]!.code,
    speed: 'standard',
    sold: india,
  };
  test('says who would be refused, who would need another paper, and what they would pay', () => {
    const worse = { ...dearer(india, 250), closed: ['PH'], documents: [...india.documents, 'bank' as const] };
    expect(simulateOffer(worse, [one, { ...one, nationality: 'IN' }, { ...one, typeCode: 'none' }])).toEqual({
      applications: 3,
      refused: 3,
      withoutType: 1,
      morePapers: 3,
      priceDifference: 500,
    });
    expect(simulateOffer(india, [one])).toEqual({ applications: 1, refused: 1, withoutType: 0, morePapers: 0, priceDifference: 0 });
    expect(simulateOffer(india, [{ ...one, passportExpires: calendarDate('2027-07-01') }]).refused).toBe(0);
  });

  test('names each field that changes and no other', () => {
    expect(offerChanges(india, india)).toEqual([]);
    const changes = offerChanges(india, { ...dearer(india, 100), calendar: { ...india.calendar, holidays: ['01-26'] } });
    expect(changes.map(({ part, type }) => `${part} ${type?.code ?? ''}`).toSorted()).toEqual(
      ['holidays ', ...india.types.map(({ code }) => `serviceFee ${code}`)].toSorted(),
    );
  });

  test('takes a list as a set: another order of ticks is no change', () => {
    const turned = { ...india, refusals: india.refusals.toReversed(), documents: india.documents.toReversed() };
    expect(offerChanges(india, turned)).toEqual([]);
  });

  test('is told in names and money, in the language of whoever approves', () => {
    const { types } = india;
    const draft: VisaCountry = {
      ...india,
      documents: [...india.documents.toReversed(), 'hotel'],
      closed: [],
      extendable: true,
      asOf: calendarDate('2026-11-20'),
      types: [{ ...types[0]!, serviceFee: 14_900, speeds: [types[0]!.speeds[0]!] }, ...types.slice(1)],
    };
    const said = (language: LanguageCode) =>
      new Map(
        sayOfferChanges(offerChanges(india, draft), language).map(({ what, before, after }) => [
          what,
          [before, after].map((side) => side.map(({ words, differs }) => (differs ? `*${words}` : words))),
        ]),
      );
    const english = said('en');
    expect(english.get('Papers')).toEqual([
      ['Passport, page with the photo', 'Portrait photo'],
      ['Passport, page with the photo', 'Portrait photo', '*Hotel booking or host'],
    ]);
    expect(english.get('Our fee, Tourist, 30 days, two entries')).toEqual([['*AED\u00A0129.00'], ['*AED\u00A0149.00']]);
    expect(english.get('Working days, Express, Tourist, 30 days, two entries')).toEqual([['*2 working days'], []]);
    expect(english.get('Our fee on top, Express, Tourist, 30 days, two entries')).toEqual([['*AED\u00A070.00'], []]);
    expect(english.get('Closed to')).toEqual([['*Pakistan'], []]);
    expect(english.get('The stay can be made longer')).toEqual([['*no'], ['*yes']]);
    for (const language of ['ar', 'tl', 'es', 'pt'] as const) {
      const words = said(language);
      expect(words.size, language).toBe(english.size);
      for (const [what, sides] of words)
        expect(`${what} ${sides.flat().join(' ')}`, language).not.toMatch(/[a-z]\.[a-z]|tourist-|passport-page|undefined/);
    }
  });
});

describe('the form', () => {
  const good: Record<string, string | string[]> = {
    slug: 'india',
    authority: 'Bureau',
    site: 'https://example.gov/',
    asOf: '2026-11-20',
    zone: 'Asia/Kolkata',
    weekend: ['5', '6'],
    holidays: '01-26 2027-03-04 eid-al-fitr',
    open: 'all',
    closed: 'pk',
    residents: '',
    passportMonths: '6',
    earliest: '90',
    documents: ['passport-page', 'photo'],
    fields: ['occupation'],
    shown: 'phone',
    ports: 'airports',
    rejectedService: '50',
    note: 'Read again',
    'type-0-purpose': 'tourist',
    'type-0-entries': 'single',
    'type-0-stay': '30',
    'type-0-validity': '90',
    'type-0-official': 'USD 25',
    'type-0-governmentFee': '91.81',
    'type-0-serviceFee': '129',
    'type-0-days': '3',
    'type-0-expressDays': '1',
    'type-0-expressService': '70.5',
  };
  const read = (more: Record<string, string | string[]> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...good, ...more })) for (const each of [value].flat()) form.append(name, each);
    return readOfferForm('IN', form, today as CalendarDate);
  };

  test('reads a country whole, fees in fils', () => {
    const { offer, wrong } = read();
    expect(wrong).toEqual([]);
    expect(offer!.types).toEqual([
      {
        code: 'tourist-30-single',
        purpose: 'tourist',
        entries: 'single',
        stay: 30,
        validity: 90,
        official: 'USD 25',
        governmentFee: 9181,
        serviceFee: 12900,
        speeds: [
          { code: 'standard', days: 3, governmentExtra: 0, serviceExtra: 0 },
          { code: 'express', days: 1, governmentExtra: 0, serviceExtra: 7050 },
        ],
      },
    ]);
    expect(offer).toMatchObject({ closed: ['PK'], open: 'all', calendar: { holidays: ['01-26', '2027-03-04', 'eid-al-fitr'] } });
  });

  test.each([
    [{ site: 'http://example.gov' }, 'site'],
    [{ asOf: '2026-11-24' }, 'asOf'],
    [{ holidays: '13-01' }, 'holidays'],
    [{ holidays: 'easter' }, 'holidays'],
    [{ weekend: ['0', '1', '2', '3', '4', '5', '6'] }, 'weekend'],
    [{ zone: 'Mars/Olympus' }, 'zone'],
    [{ closed: 'Pakistan' }, 'closed'],
    [{ rejectedService: '101' }, 'rejectedService'],
    [{ documents: 'photo' }, 'documents'],
    [{ 'type-0-serviceFee': '1.234' }, 'types'],
    [{ 'type-0-expressDays': '3' }, 'types'],
    [{ 'type-0-stay': '', 'type-0-governmentFee': '', 'type-0-serviceFee': '' }, 'types'],
    [
      {
        'type-1-purpose': 'tourist',
        'type-1-entries': 'single',
        'type-1-stay': '30',
        'type-1-validity': '9',
        'type-1-governmentFee': '1',
        'type-1-serviceFee': '1',
        'type-1-days': '1',
      },
      'types',
    ],
    [{ note: '' }, 'note'],
  ])('refuses %j and names %s', (more, field) => {
    expect(read(more as Record<string, string>)).toMatchObject({ offer: null, wrong: [field] });
  });

  test('takes amounts of at most two places', () => {
    expect([filsOf('12'), filsOf('12.5'), filsOf('0.05'), filsOf('1,2'), filsOf('-1'), filsOf('')]).toEqual([
      1200,
      1250,
      5,
      null,
      null,
      null,
    ]);
  });
});

describe('the desk', () => {
  test('lists the catalogue as a nationality sees it, and shows a country with its draft and what it would mean', async () => {
    const officer = await app.signIn('visas@rihla.example', demoPassword);
    const list = await (await app.send('/admin/visa-management?passport=PK&find=India', { cookie: officer })).text();
    expect(list).toContain('no, not open');
    await draft(dearer(india, 1500));
    const page = await (await app.send('/admin/visa-management/IN', { cookie: officer })).text();
    expect(page).toContain('Tried on open applications');
    // An officer writes; what is sold is changed by who may publish.
    expect(page).not.toContain('value="approve"');
    const waiting = await written('IN');
    const sent = await app.send('/admin/visa-management/IN', { cookie: officer, form: { act: 'approve', ...waiting } });
    expect(sent.headers.get('location')).toContain('/admin/unauthorized');
    const owner = await app.signIn('admin@rihla.example', demoPassword);
    const done = await app.send('/admin/visa-management/IN', {
      cookie: owner,
      form: { act: 'approve', ...waiting, from: offerToday(platform) },
    });
    expect(done.headers.get('location')).toBe('/admin/visa-management/IN?did=approve');
    const wrong = await app.send('/admin/visa-management/IN', { cookie: officer, form: { act: 'draft', authority: 'Typed and kept' } });
    expect([wrong.status, (await wrong.text()).includes('Typed and kept')]).toEqual([422, true]);
    expect((await app.send('/admin/visa-management/XX', { cookie: officer })).status).toBe(404);
  });
});
