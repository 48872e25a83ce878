import { describe, expect, test } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { instant, hourMs } from '#app/values/dates.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { workOnConsultations } from '../consultations/mail-consultations.server.ts';
import { inviteFromInquiry } from '../consultations/invite-from-inquiry.server.ts';
import {
  findInquiryAsStaff,
  findInquiryEvents,
  findMergedAsStaff,
  findTwinsAsStaff,
  lockInquiry,
  readVisaNeeds,
} from './inquiries-store.server.ts';
import { ageOf, promiseOf, urgencyOf } from './inquiry-age-rules.ts';
import { inquiryMachine, inquiryStates } from './inquiry-status.ts';
import { takeInquiry } from './take-inquiry.server.ts';
import { assignInquiry, mergeInquiries, moveInquiryOn, tellNeeds, workInquiry } from './work-inquiry.server.ts';

const platform = await openDemoPlatform();
await workOnConsultations(platform);
const colleagues = await listStaffWith(platform.db, 'inquiries:work');
const clerk = (name: string): Clerk => {
  const staff = colleagues.find(({ displayName }) => displayName === name)!;
  return { kind: 'staff', user: { id: staff.userId }, staff };
};
const [grace, jun] = [clerk('Grace Okafor'), clerk('Jun Villanueva')];
const staffId = grace.user.id;

async function anInquiry(email = 'omar@example.com') {
  const reference = await transact(platform.db, (tx) =>
    takeInquiry(tx, platform, {
      kind: 'e-visa',
      contact: { name: 'Omar Said', email, phone: '+971501234567' },
      message: 'We fly to Georgia in three weeks.',
      language: 'en',
      userId: null,
      country: 'GE',
    }),
  );
  return (await findInquiryAsStaff(platform.db, reference))!;
}
const again = async ({ reference }: { reference: string }) => (await findInquiryAsStaff(platform.db, reference))!;
const waits = async ({ id }: { id: string }) =>
  (await listOpenStaffTasks(platform.db)).some(({ subject }) => subject === `inquiries:${id}`);

describe('the pipeline', () => {
  test('goes from the first word over a quote to the order, and remembers who spoke first and when', async () => {
    const asked = await anInquiry();
    expect(await waits(asked)).toBe(true);
    expect(await workInquiry(platform, { inquiry: asked, event: 'contact', staffId, words: 'Called: two adults.' })).toEqual({
      ok: true,
      value: 'contacted',
    });
    const spoken = await again(asked);
    expect(spoken).toMatchObject({ ownerId: staffId, firstContactAt: new Date(platform.clock.now()) });
    expect(await waits(asked)).toBe(false);
    await workInquiry(platform, { inquiry: spoken, event: 'qualify', staffId });
    await workInquiry(platform, { inquiry: await again(asked), event: 'quote', staffId, detail: 'Q-1' });
    const won = await transact(platform.db, async (tx) =>
      moveInquiryOn(tx, platform, {
        inquiry: (await lockInquiry(tx, asked.id))!,
        event: 'win',
        by: 'customer',
        actor: 'guest',
        detail: '7K2M9-4QX3D',
      }),
    );
    expect(won).toEqual({ ok: true, value: 'won' });
    const news = await findInquiryEvents(platform.db, platform.crypto, asked.id);
    expect(news.map(({ event, detail, words }) => [event, words ?? detail])).toEqual([
      ['asked', null],
      ['contact', 'Called: two adults.'],
      ['qualify', null],
      ['quote', 'Q-1'],
      ['win', '7K2M9-4QX3D'],
    ]);
    expect(movesFrom(inquiryMachine, 'won', 'staff')).toEqual([]);
  });

  test('is lost for a reason only, and has none when it is opened again', async () => {
    const asked = await anInquiry();
    expect(await workInquiry(platform, { inquiry: asked, event: 'lose', staffId })).toEqual({ ok: false, refused: 'no-reason' });
    await workInquiry(platform, { inquiry: asked, event: 'lose', staffId, lostReason: 'price' });
    const lost = await again(asked);
    expect([lost.status, lost.lostReason, await waits(asked)]).toEqual(['lost', 'price', false]);
    await workInquiry(platform, { inquiry: lost, event: 'reopen', staffId });
    expect(await again(asked)).toMatchObject({ status: 'new', lostReason: null });
    expect(await waits(asked)).toBe(true);
  });

  test('never lets a customer or a machine do what is for staff', () => {
    for (const state of inquiryStates) {
      expect(movesFrom(inquiryMachine, state, 'customer').every((event) => event === 'win' || event === 'lose')).toBe(true);
      expect(movesFrom(inquiryMachine, state, 'system').every((event) => ['win', 'park', 'close', 'lose'].includes(event))).toBe(true);
    }
  });

  test('tells the second of two who move it at once', async () => {
    const asked = await anInquiry();
    const both = await Promise.all(
      [grace, jun].map((who) => workInquiry(platform, { inquiry: asked, event: 'qualify', staffId: who.user.id })),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, refused: 'changed-meanwhile' });
  });
});

test('of two officers who invite to a call at once one has sent it and the other is told', async () => {
  const asked = await anInquiry();
  const both = await Promise.all([grace, jun].map((who) => inviteFromInquiry(platform, asked, who.user.id)));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, refused: 'invited-already' });
});

describe('an owner', () => {
  test('is taken over knowingly, never by accident', async () => {
    const asked = await anInquiry();
    const me = grace.user.id;
    expect(await assignInquiry(platform, grace, { inquiryId: asked.id, from: null, to: me })).toEqual({ ok: true, value: me });
    expect(await assignInquiry(platform, jun, { inquiryId: asked.id, from: null, to: jun.user.id })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
    expect(await assignInquiry(platform, jun, { inquiryId: asked.id, from: me, to: 'nobody-of-ours' })).toEqual({
      ok: false,
      refused: 'not-a-colleague',
    });
    expect((await assignInquiry(platform, jun, { inquiryId: asked.id, from: me, to: jun.user.id })).ok).toBe(true);
  });
});

describe('two that are the same wish', () => {
  test('become one: the twin is closed, its task with it, and is found from the one that goes on', async () => {
    const kept = await anInquiry('twins@example.com');
    const twin = await anInquiry('Twins@example.com');
    expect((await findTwinsAsStaff(platform.db, kept, instant(platform.clock.now() - hourMs))).map(({ id }) => id)).toEqual([twin.id]);
    expect((await mergeInquiries(platform, { kept, twin, staffId })).ok).toBe(true);
    expect(await again(twin)).toMatchObject({ status: 'closed', mergedInto: kept.id });
    expect([await waits(twin), await waits(kept)]).toEqual([false, true]);
    expect((await findMergedAsStaff(platform.db, kept.id)).map(({ id }) => id)).toEqual([twin.id]);
    expect(await mergeInquiries(platform, { kept: await again(kept), twin: await again(twin), staffId })).toEqual({
      ok: false,
      refused: 'not-open',
    });
  });

  test('are never of different people', async () => {
    const [kept, twin] = [await anInquiry('one@example.com'), await anInquiry('two@example.com')];
    expect(await mergeInquiries(platform, { kept, twin, staffId })).toEqual({ ok: false, refused: 'other-person' });
  });

  test('stay as they are when either has changed, and one of two who merge them crosswise wins', async () => {
    const [kept, twin] = [await anInquiry('cross@example.com'), await anInquiry('cross@example.com')];
    const both = await Promise.all([
      mergeInquiries(platform, { kept, twin, staffId }),
      mergeInquiries(platform, { kept: twin, twin: kept, staffId: jun.user.id }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect([await again(kept), await again(twin)].map(({ status }) => status).toSorted()).toEqual(['closed', 'new']);
  });
});

test('what comes out in the talk is written down, sealed where it is about the person', async () => {
  const asked = await anInquiry();
  const needs = { nationality: 'PH', residence: 'AE', destination: 'GE', purpose: 'tourism', refusedBefore: false } as const;
  await tellNeeds(platform, { inquiry: asked, needs: { ...needs, startsOn: '2027-03-10' }, staffId });
  const told = await again(asked);
  expect(readVisaNeeds(platform.crypto, told)).toEqual(needs);
  expect(told.visaFacts).not.toContain('tourism');
  expect(await tellNeeds(platform, { inquiry: asked, needs: { ...needs, startsOn: null }, staffId })).toEqual({
    ok: false,
    refused: 'changed-meanwhile',
  });
});

describe('time', () => {
  const now = instant(Date.parse('2026-11-20T08:00:00Z'));
  test('of an inquiry is said in the unit that says something', () => {
    expect(ageOf(instant(now - 90 * 60_000), now)).toEqual({ unit: 'minutes', count: 90 });
    expect(ageOf(instant(now - 30 * hourMs), now)).toEqual({ unit: 'hours', count: 30 });
    expect(ageOf(instant(now - 50 * hourMs), now)).toEqual({ unit: 'days', count: 2 });
  });

  test('of the first answer is held against the promise, however the inquiry ended', () => {
    const answerBy = new Date(now);
    const at = (ms: number) => new Date(now + ms);
    expect(promiseOf({ status: 'lost', answerBy, firstContactAt: at(-1) }, now)).toBe('kept');
    expect(promiseOf({ status: 'won', answerBy, firstContactAt: at(1) }, instant(now + 5))).toBe('broken');
    expect(promiseOf({ status: 'new', answerBy, firstContactAt: null }, now)).toBe('waits');
    expect(promiseOf({ status: 'new', answerBy, firstContactAt: null }, instant(now + 1))).toBe('late');
    expect(promiseOf({ status: 'closed', answerBy, firstContactAt: null }, instant(now + 1))).toBeNull();
  });

  test('of travel presses within a week and within three', () => {
    expect(['2026-11-19', '2026-11-27', '2026-11-28', '2026-12-12'].map((day) => urgencyOf(day as never, '2026-11-20' as never))).toEqual([
      'past',
      'urgent',
      'soon',
      'calm',
    ]);
    expect(urgencyOf(null, '2026-11-20' as never)).toBeNull();
  });
});
