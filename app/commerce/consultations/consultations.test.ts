import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findInquiryAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { takeInquiry } from '#app/commerce/inquiries/take-inquiry.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, hourMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { demoPassword, seedDemo } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { bookConsultation, type Wish } from './book-consultation.server.ts';
import { consultationAddress } from './consultation-link.server.ts';
import { findConsultationAsSystem, openContact, openSummary, openWords } from './consultations-store.server.ts';
import { findFreeAt, findSlots } from './find-slots.server.ts';
import { inviteFromInquiry } from './invite-from-inquiry.server.ts';
import { watchCalls, workOnConsultations } from './mail-consultations.server.ts';
import { callOff, giveTime } from './move-consultation.server.ts';
import { slotTime } from './slot-rules.ts';
import { countCallsOf, handOverCalls } from './hand-over-calls.server.ts';
import { assignCall, closeTime, completeCall, startOrMiss } from './work-consultation.server.ts';

const platform = await openTestPlatform();
let app: TestApp;
let grace = '';
let jun = '';
beforeAll(async () => {
  await seedDemo(platform);
  await workOnConsultations(platform);
  app = await openTestApp(platform);
  const { rows } = (await platform.db.execute(sql`select user_id, display_name from internal_users`)) as unknown as {
    rows: { user_id: string; display_name: string }[];
  };
  grace = rows.find((row) => row.display_name.startsWith('Grace'))!.user_id;
  jun = rows.find((row) => row.display_name.startsWith('Jun'))!.user_id;
}, 120_000);

let person = 0;
const wish = (more: Partial<Wish> = {}): Wish => ({
  topic: 'which-visa',
  channel: 'phone',
  callLanguage: 'en',
  language: 'en',
  zone: 'Asia/Manila',
  country: 'PT',
  userId: null,
  contact: { name: 'Amihan Reyes', email: `amihan${(person += 1)}@example.com`, phone: '+639171234567' },
  words: 'Two passports and a refusal in 2019.',
  ...more,
});
const slots = (topic: Wish['topic'] = 'which-visa', language: Wish['callLanguage'] = 'en') => findSlots(platform, { topic, language });
const call = async (id: string) => (await findConsultationAsSystem(platform.db, id))!;
const mailsTo = async (email: string) => (await platform.mail.folder!.list()).filter((mail) => mail.to === email);

async function booked(more: Partial<Wish> = {}, at?: Instant): Promise<string> {
  const asked = wish(more);
  const time = at ?? (await slots(asked.topic, asked.callLanguage))[0]!.at;
  const outcome = await bookConsultation(platform, asked, time, null);
  if (!outcome.ok) throw new Error(outcome.refused);
  return outcome.value.id;
}
const staffOf = (id: string) => ({ side: 'staff', actor: `staff:${id}` }) as const;
const visitor = { side: 'visitor', actor: 'consultation:x' } as const;

describe('the booking page', () => {
  test('shows free times in the visitor’s zone with those of the office beside them', async () => {
    const html = await (await app.send('/visa-assistance/consultation?topic=which-visa&speak=en&zone=Asia/Manila')).text();
    const first = (await slots())[0]!;
    // It is 11:42 in Dubai: with four hours of notice the first call is at 15:45, which is 19:45 in Manila.
    expect(slotTime(first.at)).toBe('2026-11-23T11:45Z');
    expect(html).toMatch(/19:45[\s\S]{0,200}15:45/);
    expect(html).toContain('GMT+8');
    // Nobody advises on refusals in Tagalog.
    const empty = await (await app.send('/visa-assistance/consultation?topic=refused&speak=tl')).text();
    expect(empty).toContain('No time is free');
  });

  test('books without a script: chooses by address, keeps what was typed, and mails the time in both zones with a calendar file', async () => {
    const { at } = (await slots())[3]!;
    const path = `/visa-assistance/consultation?topic=which-visa&speak=en&zone=Asia%2FManila&at=${encodeURIComponent(slotTime(at))}`;
    const html = await (await app.send(path)).text();
    const key = /name="key" value="([^"]*)"/.exec(html)![1]!;
    const form = {
      key,
      at: slotTime(at),
      zone: 'Asia/Manila',
      name: 'Lani Cruz',
      email: 'lani@example.com',
      phone: '12',
      channel: 'phone',
      country: '',
      words: '',
    };
    const wrong = await app.send(path, { form });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('This number cannot be rung');
    const right = { ...form, phone: '+63 917 123 4567' };
    const sent = await app.send(path, { form: right });
    expect(sent.headers.get('location')).toMatch(/^\/visa-assistance\/consultation\/[0-9a-f-]{36}\.[0-9a-f]{43}\?booked$/);
    // The same form again is the same call.
    expect((await app.send(path, { form: right })).headers.get('location')).toBe(sent.headers.get('location'));
    await platform.jobs.drain();
    const [mail, ...more] = await mailsTo('lani@example.com');
    expect(more).toEqual([]);
    expect(mail!.text).toMatch(/Your time: .*Philippine Standard Time \(GMT\+8\)/);
    expect(mail!.text).toContain('Dubai time:');
    const file = Buffer.from(mail!.attachments[0]!.base64, 'base64').toString();
    expect(file).toContain(`DTSTART:${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`);
    const page = await (await app.send(sent.headers.get('location')!)).text();
    expect(page).toContain('Your call is booked');
  });

  test('stores name, number and words sealed', async () => {
    const id = await booked();
    const { rows } = (await platform.db.execute(sql`select * from consultations where id = ${id}`)) as unknown as { rows: object[] };
    for (const plain of ['Amihan', '639171234567', 'refusal']) expect(JSON.stringify(rows)).not.toContain(plain);
    expect([openContact(platform.crypto, await call(id)).name, openWords(platform.crypto, await call(id))]).toEqual([
      'Amihan Reyes',
      'Two passports and a refusal in 2019.',
    ]);
  });

  test('keeps a wish for which no time suits, with a task for staff, and lets one person hold two', async () => {
    const asked = wish();
    const first = await bookConsultation(platform, asked, null, '10.0.0.1');
    expect(first.ok).toBe(true);
    expect((await listOpenStaffTasks(platform.db)).map(({ subject }) => subject)).toContain(`consultations:${first.ok && first.value.id}`);
    expect((await bookConsultation(platform, asked, null, '10.0.0.1')).ok).toBe(true);
    expect(await bookConsultation(platform, asked, null, '10.0.0.1')).toEqual({ ok: false, refused: 'too-many-open' });
  });
});

describe('a time', () => {
  test('is given to as many as there are officers, and no more', async () => {
    const { at, officers } = (await slots())[5]!;
    expect(officers.toSorted()).toEqual([grace, jun].toSorted());
    const ids = [await booked({}, at), await booked({}, at)];
    expect((await Promise.all(ids.map(call))).map(({ officerId }) => officerId).toSorted()).toEqual([grace, jun].toSorted());
    expect(await bookConsultation(platform, wish(), at, null)).toEqual({ ok: false, refused: 'slot-taken' });
    expect((await slots()).some((slot) => slot.at === at)).toBe(false);
  });

  test('is not given outside the hours, without notice, or while somebody is away', async () => {
    const [first] = await slots();
    for (const at of [
      addMilliseconds(first!.at, -45 * minuteMs),
      addMilliseconds(first!.at, 5 * minuteMs),
      addMilliseconds(first!.at, 40 * dayMs),
    ])
      expect(await bookConsultation(platform, wish(), at, null), slotTime(at)).toEqual({ ok: false, refused: 'slot-taken' });
  });

  test('comes free when the call is moved or called off', async () => {
    const [a, b] = (await slots('refused')).slice(8);
    const id = await booked({ topic: 'refused' }, a!.at);
    expect((await slots('refused')).some(({ at }) => at === a!.at)).toBe(false);
    expect((await giveTime(platform, visitor, await call(id), { at: b!.at, reason: 'time', zone: 'Europe/Lisbon' })).ok).toBe(true);
    expect((await slots('refused')).some(({ at }) => at === a!.at)).toBe(true);
    expect(await call(id)).toMatchObject({ timesMoved: 1, zone: 'Europe/Lisbon', status: 'scheduled' });
    expect((await callOff(platform, visitor, await call(id), 'not-needed')).ok).toBe(true);
    expect((await slots('refused')).some(({ at }) => at === b!.at)).toBe(true);
    await platform.jobs.drain();
    const mails = await mailsTo(openContact(platform.crypto, await call(id)).email);
    expect(mails.map(({ subject }) => subject.split(/[:,]/)[0]).toSorted()).toEqual(['Your call is cancelled']);
  });

  test('is refused to a page that was overtaken', async () => {
    const [a, b] = (await slots()).slice(12);
    const id = await booked({}, a!.at);
    const seen = await call(id);
    await callOff(platform, staffOf(grace), seen, 'other');
    expect(await giveTime(platform, visitor, seen, { at: b!.at, reason: 'time' })).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect((await slots()).some(({ at }) => at === b!.at)).toBe(true);
  });
});

describe('the signed link', () => {
  test('shows without acting, acts by a form, and opens nothing when it is forged', async () => {
    const { at } = (await slots('assisted-visa')).at(-1)!;
    const id = await booked({ topic: 'assisted-visa' }, at);
    const path = consultationAddress(platform.secret, id);
    const page = await (await app.send(path)).text();
    expect(page).toContain('Cancel this call');
    expect((await call(id)).status).toBe('scheduled');
    expect((await app.send(path.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')))).status).toBe(404);
    const key = /name="key" value="([^"]*)"/.exec(page)![1]!;
    const none = await app.send(path, { form: { key, intent: 'cancel', reason: '' } });
    expect(none.headers.get('location')).toBe(`${path}?refused=no-reason`);
    const done = await app.send(path, { form: { key: `${key}2`, intent: 'cancel', reason: 'time' } });
    expect(done.headers.get('location')).toBe(`${path}?cancelled`);
    expect((await call(id)).status).toBe('cancelled');
  });
});

describe('an officer who is away', () => {
  test('has the calls of that time handed over, or the visitors asked to choose anew', async () => {
    const shared = (await slots('e-visa')).findLast(({ officers }) => officers.length === 2)!;
    const both = await booked({ topic: 'e-visa' }, shared.at);
    const [alone] = (await slots('refused')).filter(({ at }) => at > shared.at - 4 * hourMs && at !== shared.at).slice(-1);
    const only = await booked({ topic: 'refused' }, alone!.at);
    const first = await call(both);
    if (first.officerId !== grace) expect((await assignCall(platform, first, grace, jun)).ok).toBe(true);
    const from = addMilliseconds(Math.min(shared.at, alone!.at) as Instant, -minuteMs);
    const until = addMilliseconds(Math.max(shared.at, alone!.at) as Instant, hourMs);
    const went = await closeTime(platform, { id: 'ill-grace', officerId: grace, from, until, reason: 'ill' }, grace);
    expect(went).toEqual({ handedOver: 1, released: 1 });
    expect(await call(both)).toMatchObject({ officerId: jun, status: 'scheduled' });
    expect(await call(only)).toMatchObject({ officerId: null, startsAt: null, status: 'requested' });
    await platform.jobs.drain();
    const [mail] = await mailsTo(openContact(platform.crypto, await call(only)).email);
    expect(mail!.subject).toContain('Please choose another time');
  });
});

describe('the call itself', () => {
  test('is reminded of however many calls stand before it of which nobody ever said how they went', async () => {
    const before = platform.clock.now();
    const { at } = (await slots('holiday')).find((slot) => slot.at > before + 3 * dayMs)!;
    const id = await booked({ topic: 'holiday' }, at);
    const { email } = openContact(platform.crypto, await call(id));
    const long = new Date(before - 30 * dayMs).toISOString();
    await platform.db.execute(sql`insert into consultations select (jsonb_populate_record(c, jsonb_build_object('id', 'unsaid-' || n,
        'reference', 'UNSAID-' || n, 'starts_at', ${long}::text, 'ends_at', ${long}::text))).*
      from consultations c, generate_series(1, 501) n where c.id = ${id}`);
    platform.clock.set(addMilliseconds(at, -20 * hourMs));
    await watchCalls(platform);
    await platform.jobs.drain();
    expect((await mailsTo(email)).map(({ subject }) => subject.split(':')[0])).toContain('Tomorrow');
    platform.clock.set(before);
    await platform.db.execute(sql`delete from staff_tasks where subject like 'consultations:unsaid-%'`);
    await platform.db.execute(sql`delete from consultations where id like 'unsaid-%'`);
  });

  test('is reminded of a day and an hour before, once each, and becomes a task when nobody says how it went', async () => {
    const before = platform.clock.now();
    const { at } = (await slots('holiday')).find((slot) => slot.at > before + 3 * dayMs)!;
    const id = await booked({ topic: 'holiday' }, at);
    const { email } = openContact(platform.crypto, await call(id));
    const subjects = async () => {
      await watchCalls(platform);
      await watchCalls(platform);
      await platform.jobs.drain();
      return (await mailsTo(email)).map(({ subject }) => subject.split(':')[0]!).toSorted();
    };
    expect(await subjects()).toEqual(['Your call']);
    platform.clock.set(addMilliseconds(at, -20 * hourMs));
    expect(await subjects()).toEqual(['Tomorrow', 'Your call']);
    platform.clock.set(addMilliseconds(at, -50 * minuteMs));
    expect(await subjects()).toEqual(['Tomorrow', 'Within the hour', 'Your call']);
    expect(await startOrMiss(platform, await call(id), 'miss', grace)).toEqual({ ok: false, refused: 'too-early' });
    platform.clock.set(addMilliseconds(at, 30 * minuteMs));
    await watchCalls(platform);
    const tasks = () =>
      listOpenStaffTasks(platform.db).then((all) => all.filter(({ kind }) => kind === 'consultation-open').map(({ subject }) => subject));
    expect(await tasks()).toContain(`consultations:${id}`);
    expect((await startOrMiss(platform, await call(id), 'miss', grace)).ok).toBe(true);
    expect(await tasks()).not.toContain(`consultations:${id}`);
    // A missed call may be given another time by its visitor.
    const [next] = await slots('holiday');
    expect((await giveTime(platform, visitor, await call(id), { at: next!.at, reason: 'time' })).ok).toBe(true);
    platform.clock.set(before);
  });

  test('ends with an outcome, a summary in their language and an inquiry for the desk', async () => {
    const { at } = (await slots('refused', 'ar')).at(-2)!;
    const id = await booked({ topic: 'refused', callLanguage: 'ar', language: 'ar' }, at);
    expect((await startOrMiss(platform, await call(id), 'start', grace)).ok).toBe(true);
    const said = { outcome: 'to-quote', nextStep: 'inquiry', summary: 'اتفقنا على عرض مكتوب لعائلة من أربعة.' } as const;
    const seen = await call(id);
    const ended = await completeCall(platform, seen, said, grace);
    expect(ended.ok && ended.value.inquiry).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    // Two officers on one call: the second is told, and nothing is written twice.
    expect(await completeCall(platform, seen, said, jun)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    await platform.jobs.drain();
    const mails = await mailsTo(openContact(platform.crypto, seen).email);
    const mail = mails.find(({ subject }) => subject.startsWith('ما اتفقنا عليه'))!;
    expect(mail.text).toContain('لعائلة من أربعة');
    expect(mail.text).toContain(ended.ok ? ended.value.inquiry! : '-');
    expect(openSummary(platform.crypto, await call(id))).toBe(said.summary);
    const { rows } = (await platform.db.execute(sql`select count(*)::int as n from inquiries`)) as unknown as { rows: { n: number }[] };
    expect(rows[0]!.n).toBe(1);
  });
});

describe('the desk', () => {
  test('shows the calendar, the lists and a call; an auditor reads without number and acts on nothing', async () => {
    const { at } = (await slots('holiday'))[2]!;
    const id = await booked({ topic: 'holiday' }, at);
    const { reference } = await call(id);
    const officer = await app.signIn('visas@rihla.example', demoPassword);
    const week = await (await app.send(`/admin/consultations?week=${new Date(at).toISOString().slice(0, 10)}`, { cookie: officer })).text();
    expect(week).toContain(reference);
    for (const far of ['0001-01-01', '9999-12-31'])
      expect([far, (await app.send(`/admin/consultations?week=${far}`, { cookie: officer })).status]).toEqual([far, 200]);
    expect(await (await app.send('/admin/consultations/list?queue=upcoming&topic=holiday', { cookie: officer })).text()).toContain(
      reference,
    );
    expect(await (await app.send('/admin/consultations/list?queue=upcoming&topic=refused', { cookie: officer })).text()).not.toContain(
      reference,
    );
    const page = await (await app.send(`/admin/consultations/${reference}`, { cookie: officer })).text();
    expect(page).toContain('+639171234567');
    const auditor = await app.signIn('auditor@rihla.example', demoPassword);
    const read = await app.send(`/admin/consultations/${reference}`, { cookie: auditor });
    expect(await read.text()).not.toContain('639171234567');
    const key = 'k'.repeat(24);
    const tried = await app.send(`/admin/consultations/${reference}`, { cookie: auditor, form: { key, act: 'cancel', reason: 'other' } });
    expect(tried.headers.get('location')).toContain('/admin/unauthorized');
    const noted = await app.send(`/admin/consultations/${reference}`, {
      cookie: officer,
      form: { key, act: 'note', words: 'Speaks softly.' },
    });
    expect(noted.headers.get('location')).toBe(`/admin/consultations/${reference}?did=note`);
    expect(await (await app.send(`/admin/consultations/${reference}`, { cookie: officer })).text()).toContain('Speaks softly.');
    expect((await app.send('/admin/consultations/00000-00000', { cookie: officer })).status).toBe(404);
  });

  test('lets an officer plan their own hours and nobody else’s, and refuses spans that overlap', async () => {
    const officer = await app.signIn('visas@rihla.example', demoPassword);
    const path = '/admin/consultations/hours';
    const form = {
      act: 'hours',
      officer: grace,
      'from-0-0': '09:00',
      'until-0-0': '12:00',
      'from-0-1': '11:00',
      'until-0-1': '15:00',
      takes: 'yes',
      language: 'en',
      topic: 'refused',
    };
    expect((await app.send(path, { cookie: officer, form: { ...form, key: 'a'.repeat(24) } })).status).toBe(422);
    const theirs = await app.send(path, { cookie: officer, form: { ...form, officer: jun, key: 'b'.repeat(24) } });
    expect(theirs.headers.get('location')).toContain('refused');
    const owner = await app.signIn('admin@rihla.example', demoPassword);
    const mine = { ...form, officer: grace, 'from-0-1': '13:30', key: 'c'.repeat(24) };
    expect((await app.send(path, { cookie: owner, form: mine })).headers.get('location')).toContain('saved');
    expect((await slots('which-visa', 'ar')).length).toBe(0);
  });
});

test('an inquiry is invited to one call, whose time its writer chooses by the link', async () => {
  const reference = await transact(platform.db, (tx) =>
    takeInquiry(tx, platform, {
      kind: 'holiday',
      contact: { name: 'Rosa Lim', email: 'rosa@example.com', phone: '+639171112222' },
      message: 'My mother would like to see Portugal with us.',
      language: 'en',
      userId: null,
      country: null,
    }),
  );
  const inquiry = (await findInquiryAsStaff(platform.db, reference))!;
  const invited = await inviteFromInquiry(platform, inquiry, grace);
  expect(invited.ok).toBe(true);
  expect(await inviteFromInquiry(platform, inquiry, grace)).toEqual({ ok: false, refused: 'invited-already' });
  await platform.jobs.drain();
  const [mail] = await mailsTo('rosa@example.com');
  expect(mail!.subject).toContain('Shall we talk?');
  const path = /\/visa-assistance\/consultation\/[0-9a-f.-]+/.exec(mail!.text)![0];
  const page = await (await app.send(`${path}?at=${encodeURIComponent(slotTime((await slots('holiday')).at(-1)!.at))}`)).text();
  const at = slotTime((await slots('holiday')).at(-1)!.at);
  const key = /name="key" value="([^"]*)"/.exec(page)![1]!;
  expect((await app.send(path, { form: { key, at, zone: 'Asia/Manila' } })).headers.get('location')).toBe(`${path}?booked`);
  const officer = await app.signIn('visas@rihla.example', demoPassword);
  const desk = await (await app.send(`/admin/inquiries/${reference}`, { cookie: officer })).text();
  expect(desk).toContain(`/admin/consultations/${invited.ok && invited.value.reference}`);
});

test('without its guard one time is given twice: the test of the race can fail', async () => {
  armFailpoints('consultation-slot:off');
  try {
    const { claimSlot } = await import('./consultations-store.server.ts');
    const { at } = (await slots('holiday')).at(-1)!;
    const [a, b] = [
      await booked({ topic: 'holiday' }, at),
      (await bookConsultation(platform, wish(), null, null)) as { ok: true; value: { id: string } },
    ];
    const officerId = (await call(a)).officerId!;
    await expect(transact(platform.db, (tx) => claimSlot(tx, b.value.id, { at: instant(at), officerId }))).resolves.toBeUndefined();
  } finally {
    armFailpoints(undefined);
  }
});

describe('booked calls of somebody who leaves', () => {
  test('go to the chosen colleague where they are free, and are chosen anew where nobody is', async () => {
    const { db } = platform;
    await db.execute(
      sql`update consultations set status = 'cancelled', officer_id = null, starts_at = null, ends_at = null where status = 'scheduled'`,
    );
    await db.execute(sql`delete from consultation_claims`);
    const open = await slots();
    const free = (at: Instant) => findFreeAt(platform, { language: null, topic: null }, at, Number.NEGATIVE_INFINITY);
    const shared = await Promise.all(open.map(async (slot) => ({ ...slot, free: await free(slot.at) })));
    const early = shared.find((slot) => slot.free.length > 1)!;
    const leaver = early.officers[0]!;
    const other = early.free.find((one) => one !== leaver)!;
    const late = shared.findLast(({ at, officers }) => at > early.at && officers.includes(leaver))!;
    const [first, second] = [await booked({}, early.at), await booked({}, late.at)];
    for (const id of [first, second]) {
      const one = await call(id);
      if (one.officerId !== leaver) expect((await assignCall(platform, one, leaver, other)).ok).toBe(true);
    }
    // At the second time nobody else is there.
    await db.execute(sql`
      insert into consultation_claims (officer_id, tick, consultation_id)
      select officer_id, ${new Date(late.at).toISOString()}::timestamptz, ${first} from consultation_officers where officer_id <> ${leaver}`);
    const hand = { from: leaver, to: other, by: 'staff:boss', requestId: 'r' };
    const now = platform.clock.now();
    expect(await countCallsOf(db, leaver, now)).toBe(2);
    expect(await transact(db, (tx) => handOverCalls(tx, platform, now, hand))).toBe(2);
    expect(await call(first)).toMatchObject({ officerId: other, status: 'scheduled' });
    expect(await call(second)).toMatchObject({ officerId: null, status: 'requested' });
    expect(await countCallsOf(db, leaver, now)).toBe(0);
  });
});
