import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readKeptData } from '#app/backoffice/retention/kept-data.server.ts';
import { addDays, addMilliseconds, dateIn, dayMs, hourMs, minuteMs, type Instant } from '#app/values/dates.ts';
import { demoPassword, seedDemo } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { bookConsultation, type Wish } from './book-consultation.server.ts';
import { consultationAddress } from './consultation-link.server.ts';
import { findConsultationAsSystem } from './consultations-store.server.ts';
import { findSlots } from './find-slots.server.ts';
import { workOnConsultations } from './mail-consultations.server.ts';
import { callOff, giveTime } from './move-consultation.server.ts';
import { offerFreeTimes } from './offer-waits.server.ts';
import { openTime } from './plan-hours.server.ts';
import { slotTime } from './slot-rules.ts';
import { heldUntil, holdMs, readWishedDays } from './wait-rules.ts';
import { findWait } from './waits-store.server.ts';
import { closeTime } from './work-consultation.server.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
const start = clock.now();
const today = dateIn('Asia/Dubai', start);
afterEach(async () => {
  clock.set(start);
  await db.execute(sql`delete from consultations where id in (select consultation_id from consultation_waits)`);
});
let app: TestApp;
let grace = '';
beforeAll(async () => {
  await seedDemo(platform);
  await workOnConsultations(platform);
  app = await openTestApp(platform);
  const { rows } = (await db.execute(sql`select user_id from internal_users where display_name like 'Grace%'`)) as unknown as {
    rows: { user_id: string }[];
  };
  grace = rows[0]!.user_id;
}, 120_000);

const zone = 'Asia/Dubai';
const visitor = { side: 'visitor', actor: 'consultation:x' } as const;
let person = 0;
const wish = (more: Partial<Wish> = {}): Wish => ({
  topic: 'refused',
  channel: 'phone',
  callLanguage: 'en',
  language: 'en',
  zone,
  country: null,
  userId: null,
  contact: { name: 'Amihan Reyes', email: `waits${(person += 1)}@example.com`, phone: '+639171234567' },
  words: '',
  ...more,
});
async function made(asked: Wish, at: Instant | null = null): Promise<string> {
  const outcome = await bookConsultation(platform, asked, at, null);
  if (!outcome.ok) throw new Error(outcome.refused);
  await platform.jobs.drain();
  return outcome.value.id;
}
/** Somebody who begins to wait a minute after whoever came before. */
async function waiting(asked: Wish): Promise<string> {
  clock.set(addMilliseconds(clock.now(), minuteMs));
  return made(asked);
}
const call = async (id: string) => (await findConsultationAsSystem(db, id))!;
const wait = (id: string) => findWait(db, id);
const subjects = async (asked: Wish) =>
  (await platform.mail.folder!.list()).filter(({ to }) => to === asked.contact.email).map(({ subject }) => subject.split(/[:,]/)[0]!);
const freeOn = async (day: string) =>
  (await findSlots(platform, { topic: 'refused', language: 'en' })).filter(({ at }) => dateIn(zone, at) === day);
/** A day with times, all of which are given away; the next test takes the next one. */
let daysTaken = 2;
async function fullDay(): Promise<{ day: typeof today; calls: string[] }> {
  for (;;) {
    const day = addDays(today, (daysTaken += 1));
    const calls: string[] = [];
    for (let free = await freeOn(day); free.length > 0; free = await freeOn(day)) calls.push(await made(wish(), free[0]!.at));
    if (calls.length > 1) return { day, calls };
  }
}
const free = async (id: string) => {
  expect((await callOff(platform, visitor, await call(id), 'time')).ok).toBe(true);
  await platform.jobs.drain();
};

describe('the waiting list of advice calls', () => {
  test('keeps what was called off for whoever waits longest, who takes it by one press of the link', async () => {
    const { day, calls } = await fullDay();
    const [first, second] = [wish({ days: { first: day, last: day } }), wish({ days: { first: day, last: day } })];
    const [one, two] = [await waiting(first), await waiting(second)];
    expect(await subjects(first)).toEqual(['You are on the waiting list']);
    const at = (await call(calls[0]!)).startsAt!;
    await free(calls[0]!);
    const kept = (await wait(one))!;
    expect([kept.startsAt, (await wait(two))!.startsAt]).toEqual([at, null]);
    expect(kept.heldUntil!.getTime() - clock.now()).toBe(holdMs);
    expect(await subjects(first)).toContain('A time has come free');
    expect(await subjects(second)).not.toContain('A time has come free');
    // The week of the desk shows it as kept, by whom and for whom.
    const officer = await app.signIn('visas@rihla.example', demoPassword);
    const week = await (await app.send(`/admin/consultations?week=${day}`, { cookie: officer })).text();
    expect(week).toContain('cd-call--kept');
    expect(week).toContain('Kept until');
    // Nobody else is given it meanwhile.
    expect(await freeOn(day)).toEqual([]);
    expect((await bookConsultation(platform, wish(), at.getTime() as Instant, null)).ok).toBe(false);
    const path = consultationAddress(platform.secret, one);
    const html = await (await app.send(path)).text();
    expect(html).toContain('This time is kept for you');
    const key = /name="key" value="([^"]*-take)"/.exec(html)![1]!;
    const taken = await app.send(path, { form: { key, at: slotTime(at.getTime() as Instant), zone } });
    expect(taken.headers.get('location')).toBe(`${path}?booked`);
    expect(await call(one)).toMatchObject({ status: 'scheduled', startsAt: at });
    expect(await wait(one)).toBeNull();
    // What comes free next is for the next.
    await free(calls[1]!);
    expect((await wait(two))!.startsAt).not.toBeNull();
  });

  test('passes a time on when its hold is over or it is declined, and offers nobody the same time twice', async () => {
    const { day, calls } = await fullDay();
    const asked = [0, 1].map(() => wish({ days: { first: day, last: day } }));
    const [one, two] = [await waiting(asked[0]!), await waiting(asked[1]!)];
    await free(calls[0]!);
    const at = slotTime((await wait(one))!.startsAt!.getTime() as Instant);
    clock.set(addMilliseconds(clock.now(), holdMs));
    await offerFreeTimes(platform);
    await platform.jobs.drain();
    expect([(await wait(one))!.startsAt, slotTime((await wait(two))!.startsAt!.getTime() as Instant)]).toEqual([null, at]);
    expect(await subjects(asked[1]!)).toContain('A time has come free');
    const path = consultationAddress(platform.secret, two);
    const key = /name="key" value="([^"]*-decline)"/.exec(await (await app.send(path)).text())![1]!;
    const form = { key, at, zone, intent: 'decline' };
    expect((await app.send(path, { form })).headers.get('location')).toBe(`${path}?declined`);
    // The same press again is the same answer.
    expect((await app.send(path, { form })).headers.get('location')).toBe(`${path}?declined`);
    await platform.jobs.drain();
    // Both had it: it is free for everybody now.
    expect([(await wait(one))!.startsAt, (await wait(two))!.startsAt]).toEqual([null, null]);
    expect((await freeOn(day)).map(({ at }) => slotTime(at))).toEqual([at]);
  });

  test('tells of a time that was opened, gives it back when the office closes, and keeps the place in the queue', async () => {
    let day = addDays(today, (daysTaken += 1));
    while ((await freeOn(day)).length === 0) day = addDays(today, (daysTaken += 1));
    const from = Date.parse(`${day}T00:00:00+04:00`) as Instant;
    const shut = { officerId: null, from, until: addMilliseconds(from, dayMs) };
    await closeTime(platform, { ...shut, id: 'wait-shut', reason: 'holiday' }, grace);
    const asked = wish({ days: { first: day, last: day } });
    const id = await made(asked);
    expect((await wait(id))!.startsAt).toBeNull();
    expect(await openTime(platform, 'wait-shut', null, grace)).toBe(true);
    await platform.jobs.drain();
    const kept = await wait(id);
    expect(kept!.startsAt).not.toBeNull();
    await closeTime(platform, { ...shut, id: 'wait-shut-again', reason: 'ill' }, grace);
    await platform.jobs.drain();
    expect(await wait(id)).toMatchObject({ startsAt: null, queuedAt: kept!.queuedAt });
    expect(await subjects(asked)).toContain('The time we kept for you is gone');
  });

  test('lets go whose days are over, once, and the register of kept data counts them', async () => {
    const { day } = await fullDay();
    const asked = wish({ days: { first: day, last: day } });
    const id = await made(asked);
    clock.set(addMilliseconds(Date.parse(`${addDays(day, 1)}T00:00:00+04:00`) as Instant, hourMs));
    expect((await readKeptData(platform, ['consultation-waits']))[0]!.due).toBe(1);
    await offerFreeTimes(platform);
    await offerFreeTimes(platform);
    await platform.jobs.drain();
    expect(await wait(id)).toBeNull();
    expect((await call(id)).status).toBe('requested');
    expect((await subjects(asked)).filter((subject) => subject === 'No longer on the waiting list')).toHaveLength(1);
    expect((await readKeptData(platform, ['consultation-waits']))[0]).toMatchObject({ due: 0, gone: 1 });
  });

  test('ends with a time of another day, and the staff see list and place', async () => {
    const { day, calls } = await fullDay();
    const id = await made(wish({ days: { first: day, last: day } }));
    await free(calls[0]!);
    const officer = await app.signIn('visas@rihla.example', demoPassword);
    const { reference } = await call(id);
    const list = await (await app.send('/admin/consultations/list?queue=waiting', { cookie: officer })).text();
    expect(list).toContain(reference);
    expect(list).toMatch(/Kept: .*until/);
    expect(await (await app.send(`/admin/consultations/${reference}`, { cookie: officer })).text()).toContain('Times kept for them so far');
    const other = (await findSlots(platform, { topic: 'refused', language: 'en' })).find(({ at }) => dateIn(zone, at) !== day)!;
    expect((await giveTime(platform, visitor, await call(id), { at: other.at, reason: null })).ok).toBe(true);
    expect(await wait(id)).toBeNull();
    expect(await freeOn(day)).toHaveLength(1);
    expect(await (await app.send('/admin/consultations/list?queue=waiting', { cookie: officer })).text()).not.toContain(reference);
  });

  test('is asked for on the booking page without a script, and says what is wrong beside the days', async () => {
    const path = '/visa-assistance/consultation?topic=refused&speak=tl&zone=Asia%2FManila&wait=1';
    const html = await (await app.send(path)).text();
    expect(html).toContain('In which days do you want to talk?');
    const key = /name="key" value="([^"]*)"/.exec(html)![1]!;
    const form = {
      key,
      at: '',
      zone: 'Asia/Manila',
      name: 'Lani Cruz',
      email: 'lani-waits@example.com',
      phone: '+639171234567',
      channel: 'phone',
      country: '',
      words: '',
      firstDay: addDays(today, 9),
      lastDay: addDays(today, 3),
    };
    const wrong = await app.send(path, { form });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('The last day lies before the first.');
    const sent = await app.send(path, { form: { ...form, lastDay: addDays(today, 10) } });
    const page = await (await app.send(sent.headers.get('location')!)).text();
    expect(page).toContain('You wait for a time');
  });
});

describe('the rules of waiting', () => {
  test('refuse days that are missing, over, too far or turned round', () => {
    const read = (firstDay: string, lastDay: string) => readWishedDays({ firstDay, lastDay }, today);
    expect(read('', 'soon')).toMatchObject({ errors: { firstDay: 'day-missing', lastDay: 'day-missing' } });
    expect(read(addDays(today, -1), addDays(today, 91))).toMatchObject({ errors: { firstDay: 'day-past', lastDay: 'day-far' } });
    expect(read(addDays(today, 4), addDays(today, 3))).toMatchObject({ errors: { lastDay: 'days-turned' } });
    expect(read(today, today)).toEqual({ ok: true, value: { first: today, last: today } });
  });

  test('keep a time half a day, and never so long that nobody could book it after', () => {
    expect(heldUntil(start, addMilliseconds(start, 3 * dayMs))).toBe(start + 12 * hourMs);
    expect(heldUntil(start, addMilliseconds(start, 7 * hourMs))).toBe(start + 3 * hourMs);
  });
});
