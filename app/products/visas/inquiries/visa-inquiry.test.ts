import { beforeAll, describe, expect, test } from 'vitest';
import { findInquiryAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { mailInquiries } from '#app/commerce/inquiries/mail-inquiries.server.ts';
import { takeInquiry } from '#app/commerce/inquiries/take-inquiry.server.ts';
import { tellNeeds } from '#app/commerce/inquiries/work-inquiry.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addDays, calendarDate, dateIn } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { readVisaSheets } from '#seeds/catalogue.ts';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openTyped, findApplications } from '../evisa/evisa-applications-store.server.ts';
import { aForm, openTestEvisas } from '../evisa/evisa-testing.ts';
import { mailEvisas } from '../evisa/mail-evisas.server.ts';
import { findGroupAsSystem, openContact } from '../evisa/evisa-groups-store.server.ts';
import { loadRegister } from '../requirements/load-register.server.ts';
import { flagRuleGap } from './flag-rule-gap.server.ts';
import { inviteToApply } from './invite-to-apply.server.ts';
import { openVisaInquiry } from './open-visa-inquiry.server.ts';

const platform = await openTestPlatform();
const officer = {
  kind: 'staff',
  user: { id: 'officer-one' },
  staff: { roles: ['visa_officer'] },
} as const;
let desk: Awaited<ReturnType<typeof openTestEvisas>>;
beforeAll(async () => {
  await loadRegister(platform, readVisaSheets());
  desk = await openTestEvisas(platform, evisaCountries);
  await mailInquiries(platform);
  await mailEvisas(platform);
}, 120_000);

async function asked(told: { nationality: string; destination: string }, language: LanguageCode = 'en') {
  const reference = await transact(platform.db, (tx) =>
    takeInquiry(tx, platform, {
      kind: 'e-visa',
      contact: { name: 'Ana Cruz', email: `ana-${told.destination}@example.com`, phone: '+971501234567' },
      message: 'Do I need a visa?',
      language,
      userId: null,
      country: told.destination,
    }),
  );
  const inquiry = (await findInquiryAsStaff(platform.db, reference))!;
  const needs = { ...told, residence: 'AE', purpose: 'tourism', refusedBefore: null, startsOn: null } as const;
  await tellNeeds(platform, { inquiry, needs, staffId: 'officer-one' });
  return again(reference);
}
const again = async (reference: string) => (await findInquiryAsStaff(platform.db, reference))!;
const wish = (slug = 'india') => {
  const offer = evisaCountries.find((one) => one.slug === slug)!;
  return {
    route: 'evisa' as const,
    slug,
    type: offer.types[0]!.code,
    speed: 'standard',
    travellers: 1,
    arrival: addDays(dateIn('Asia/Dubai', platform.clock.now()), 35),
  };
};

describe('the answer of the register', () => {
  test('is a letter in the traveller’s language with the source and the day it was checked', async () => {
    const inquiry = await asked({ nationality: 'PH', destination: 'IN' }, 'ar');
    const record = await openVisaInquiry(platform, officer, inquiry, 'en');
    expect(record.shown).toMatchObject({ need: 'e-visa', isStale: false });
    expect(record.letter).toContain('مرحبًا Ana Cruz');
    expect(record.letter).toContain('تأشيرة إلكترونية');
    expect(record.letter).toContain(record.shown!.source!.address);
    expect(record.evisa!.choices.length).toBeGreaterThan(0);
  });

  test('says so where it does not know, promises nothing, and the gap is one task that names nobody', async () => {
    const inquiry = await asked({ nationality: 'PH', destination: 'KP' });
    const record = await openVisaInquiry(platform, officer, inquiry, 'en');
    expect(record.shown!.need).toBe('unknown');
    expect(record.letter).toContain('we do not guess');
    expect(record.letter).not.toContain('You may stay');
    const gap = { destination: 'KP', passport: 'PH', stale: false, staffId: 'officer-one' };
    await flagRuleGap(platform, gap);
    await flagRuleGap(platform, gap);
    const tasks = (await listOpenStaffTasks(platform.db)).filter(({ kind }) => kind === 'visa-rule-gap');
    expect(tasks.map(({ subject, detail }) => [subject, detail])).toEqual([
      ['visa_rule_gaps:KP-PH', { destination: 'North Korea', passport: 'Philippines' }],
    ]);
  });

  test('of a rule past its day is told as a first hint', async () => {
    const inquiry = await asked({ nationality: 'PH', destination: 'IN' });
    const later = { ...platform, clock: { ...platform.clock, now: () => (platform.clock.now() + 800 * 86_400_000) as never } };
    const record = await openVisaInquiry(later, officer, inquiry, 'en');
    expect(record.shown!.isStale).toBe(true);
    expect(record.letter).toContain('first hint');
    expect(record.letter).not.toContain('officer at the border');
  });
});

describe('an invitation to apply', () => {
  test('is a draft with what they told, a mail with the way to it, and an inquiry that is quoted', async () => {
    const inquiry = await asked({ nationality: 'PH', destination: 'IN' });
    const ask = { inquiryId: inquiry.id, version: inquiry.version, wish: wish(), staffId: 'officer-one' };
    const both = await Promise.all([inviteToApply(platform, ask), inviteToApply(platform, { ...ask, staffId: 'officer-two' })]);
    const [done] = both.filter((one) => one.ok);
    expect(both.find((one) => !one.ok)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    const group = (await findGroupAsSystem(platform.db, done!.ok ? done!.value.groupId : ''))!;
    expect(openContact(platform.crypto, group)).toEqual({ email: 'ana-IN@example.com', phone: '+971501234567' });
    const [application] = await findApplications(platform.db, group.id);
    expect(openTyped(platform.crypto, application!)).toEqual({ nationality: 'PH', residence: 'AE' });
    expect((await again(inquiry.reference)).status).toBe('quoted');
    await platform.jobs.drain();
    const mails = (await platform.mail.folder!.list()).filter(({ to }) => to === 'ana-IN@example.com');
    expect(mails.map(({ subject }) => subject)).toEqual(['Your application for India is ready']);
    expect(mails[0]!.text).toContain(`/e-visa/apply/${group.id}?key=`);

    // Filled in and paid, it wins the inquiry.
    await desk.fill(group.id, [aForm()]);
    const placed = await desk.place(group.id);
    if (!placed.ok) throw new Error(placed.refused);
    await desk.pay(placed.value.orderId);
    expect((await again(inquiry.reference)).status).toBe('won');
  });

  test('is refused with its reason and leaves nothing behind', async () => {
    const inquiry = await asked({ nationality: 'PH', destination: 'IN' });
    const ask = { inquiryId: inquiry.id, version: inquiry.version, staffId: 'officer-one' };
    const refused = async (more: object) => inviteToApply(platform, { ...ask, wish: { ...wish(), ...more } });
    expect(await refused({ slug: 'nowhere' })).toEqual({ ok: false, refused: 'not-sold' });
    expect(await refused({ travellers: 10 })).toEqual({ ok: false, refused: 'travellers' });
    expect(await refused({ arrival: calendarDate('2020-01-01') })).toEqual({ ok: false, refused: 'arrival' });
    const tomorrow = addDays(dateIn('Asia/Dubai', platform.clock.now()), 1);
    expect(await refused({ arrival: tomorrow })).toEqual({ ok: false, refused: 'arrival-early' });
    expect(await again(inquiry.reference)).toMatchObject({ status: 'new', version: inquiry.version });
  });
});
