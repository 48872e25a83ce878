import { transact } from '#app/platform/database.server.ts';
import { findClaims, saveOfficer } from '#app/commerce/consultations/officers-store.server.ts';
import { insertConsultation, SlotTaken } from '#app/commerce/consultations/consultations-store.server.ts';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { eraseApplication, withdrawApplication } from '#app/people/recruitment/answer-application.server.ts';
import { findApplicationAsSystem, moveApplication } from '#app/people/recruitment/job-applications-store.server.ts';
import { workOnRecruitment } from '#app/people/recruitment/work-recruitment.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { changeStaffLanguage } from '#app/platform/staff-accounts-store.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { addMilliseconds, dayMs, hourMs, instant, type Instant } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { openDemoPlatform, testNow } from '../../../tests/support/test-platform.ts';
import { answerInvitation, findInvitation } from './answer-invitation.server.ts';
import { isOfficeTime, openTimes, takenBy } from './interview-slot-rules.ts';
import { interviewMachine } from './interview-status.ts';
import {
  countInterviews,
  findInterviewFor,
  findScores,
  findSlots,
  listInterviews,
  type InterviewFilter,
} from './interviews-store.server.ts';
import { keepDeskView } from '#app/commerce/orders/staff/keep-desk-view.server.ts';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { keptQuery, readInterviewsView } from './interviews-view.ts';
import { watchInterviews, workOnInterviews } from './mail-interviews.server.ts';
import { agreeToWish, endInterview, inviteAgain, planInterview, reassign, sendScore } from './plan-interview.server.ts';

const platform = await openDemoPlatform();
const id = async (email: string) => (await findAccountByEmail(platform.db, email))!.id;
const [recruiter, owner] = await Promise.all([id('hr@rihla.example'), id('admin@rihla.example')]);
let number = 0;

/** An application in the stage in which people are talked to; its reference. */
async function applied(language = 'es'): Promise<string> {
  number += 1;
  const one = `application-${number}`;
  const reference = `AAAAA-${String(number).padStart(5, '0')}`;
  const contact = platform.crypto.seal(
    JSON.stringify({ name: 'Inés Ortega', email: `${one}@example.com`, phone: null }),
    `job_applications|contact|${one}`,
  );
  await platform.db.execute(sql`insert into job_applications
    (id, reference, status, language, source, contact, email_index, profile, answers, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
    values (${one}, ${reference}, 'shortlisted', ${language}, 'site', ${contact}, ${one}, 'x', 'x', ${one}, now(), 6, '2027-06-01', now(), now(), now())`);
  return reference;
}
const day = (offset: number, clock: string) => instant(Date.parse(`2026-11-${24 + offset}T${clock}:00Z`));
/** 10:00 and 15:00 in Dubai, two days from the test's now. */
const times = [day(1, '06:00'), day(1, '11:00')];
const plan = async (more: Partial<Parameters<typeof planInterview>[1]> = {}) =>
  planInterview(platform, {
    application: await applied(),
    round: 'first',
    mode: 'phone',
    place: '',
    minutes: 45,
    panel: [owner],
    zone: 'Asia/Manila',
    times,
    staffId: recruiter,
    ...more,
  });
const read = async (reference: string) => (await findInterviewFor(platform.db, { userId: recruiter, seesAll: true }, reference))!;
async function invited(at: readonly Instant[] = times, panel = [owner]) {
  const planned = await plan({ times: at, panel });
  if (!planned.ok) throw new Error(planned.refused);
  await platform.jobs.drain();
  const interview = await read(planned.value.reference);
  const mails = (await platform.mail.folder!.list()).filter(({ to }) => to === `${interview.applicationId}@example.com`);
  const token = /interview\/confirm\/([0-9a-f]{64})/.exec(mails.map(({ text }) => text).join(' '))![1]!;
  return { reference: planned.value.reference, token, mails };
}
const over = async (reference: string) => {
  const interview = await read(reference);
  return endInterview(platform, { interview, event: 'cancel', by: 'recruiter', staffId: recruiter });
};

beforeAll(async () => {
  await workOnInterviews(platform);
  await workOnRecruitment(platform);
});

test('the database declares the edges of the machine, and no others', async () => {
  const { rows } = (await platform.db.execute(
    sql`select from_status || '>' || to_status as edge from status_edges where machine = 'interview'`,
  )) as unknown as { rows: { edge: string }[] };
  expect(rows.map(({ edge }) => edge).toSorted()).toEqual(
    edgesOf(interviewMachine)
      .map(([from, to]) => `${from}>${to}`)
      .toSorted(),
  );
});

test('times are found within office hours, clear of lunch, of weekends and of what anybody of the panel has', () => {
  const found = openTimes([takenBy(day(1, '05:00'), 60)], 60, testNow, 40);
  expect(found.every((at) => isOfficeTime(at, 60))).toBe(true);
  expect(found[0]! - testNow).toBeGreaterThanOrEqual(24 * hourMs);
  expect(found).not.toContain(day(1, '05:00'));
  expect(found).not.toContain(day(1, '06:00'));
  expect(isOfficeTime(day(1, '08:30'), 60)).toBe(false);
  expect(isOfficeTime(instant(Date.parse('2026-11-28T06:00:00Z')), 30)).toBe(false);
  const first = found.slice(0, 3);
  expect(first.every((at, index) => index === 0 || at >= takenBy(first[index - 1]!, 60).until)).toBe(true);
});

describe('where an interview is', () => {
  test.each([
    ['video', 'https://calls.example/r/7?pin=12', ['2026-12-08T06:00:00Z', '2026-12-08T11:00:00Z']],
    ['room', 'Majlis, third floor', ['2026-12-09T06:00:00Z', '2026-12-09T11:00:00Z']],
  ] as const)('stands in every mail of it and in its calendar entries: %s', async (mode, place, offered) => {
    const at = offered.map((one) => instant(Date.parse(one)));
    const planned = await plan({ mode, place, times: at });
    if (!planned.ok) throw new Error(planned.refused);
    await platform.jobs.drain();
    const { id: interviewId, applicationId } = await read(planned.value.reference);
    const sent = async (to: string) => (await platform.mail.folder!.list()).filter((mail) => mail.to === to);
    const own = `${applicationId}@example.com`;
    const token = /interview\/confirm\/([0-9a-f]{64})/.exec((await sent(own)).map(({ text }) => text).join(' '))![1]!;
    expect((await answerInvitation(platform, token, { event: 'confirm', at: at[0]! })).ok).toBe(true);
    await platform.jobs.drain();
    const panel = (await sent('admin@rihla.example')).filter(({ text, attachments }) => text.includes(place) && attachments.length === 1);
    const candidate = await sent(own);
    expect(candidate.map(({ text }) => text.includes(place))).toEqual([true, true]);
    expect(panel).toHaveLength(1);
    for (const mail of [candidate.find(({ attachments }) => attachments.length === 1)!, ...panel]) {
      const file = Buffer.from(mail.attachments[0]!.base64, 'base64').toString().replaceAll('\r\n ', '');
      expect(file).toContain(`UID:interview-${interviewId}`);
      expect(file).toContain(`LOCATION:${place.replace(',', '\\,')}`);
    }
  });
});

describe('an invitation', () => {
  test('in the candidate’s language keeps its times, is confirmed once, and the same yes is told the same', async () => {
    const { reference, token, mails } = await invited();
    expect(mails[0]!.language).toBe('es');
    expect(await plan({ times: [times[0]!, day(2, '06:00')] })).toEqual({ ok: false, refused: 'time-taken' });
    expect(await findInvitation(platform, token)).not.toBeNull();
    expect(await answerInvitation(platform, token, { event: 'confirm', at: day(3, '06:00') })).toEqual({
      ok: false,
      refused: 'choose-a-time',
    });
    expect((await answerInvitation(platform, token, { event: 'confirm', at: times[1]! })).ok).toBe(true);
    expect((await answerInvitation(platform, token, { event: 'confirm', at: times[1]! })).ok).toBe(true);
    expect(await answerInvitation(platform, token, { event: 'decline', words: 'changed my mind' })).toEqual({
      ok: false,
      refused: 'no-invitation',
    });
    expect(await findInvitation(platform, token)).toBeNull();
    expect((await read(reference)).startsAt!.getTime()).toBe(times[1]);
    await platform.jobs.drain();
    const mail = (await platform.mail.folder!.list()).find(
      ({ subject, attachments }) => subject.startsWith('Acordado') && attachments.length === 1,
    );
    expect(Buffer.from(mail!.attachments[0]!.base64, 'base64').toString()).toContain('BEGIN:VEVENT');
    // The time that was not chosen is free again.
    const next = await plan({ times: [times[0]!, day(2, '11:00')] });
    expect(next.ok).toBe(true);
    if (next.ok) await over(next.value.reference);
    await over(reference);
  });

  test('stores no token, and one that is forged, cut or of another invitation opens nothing', async () => {
    const { reference, token } = await invited();
    const { rows } = (await platform.db.execute(
      sql`select to_jsonb(i)::text as all from interviews i where reference = ${reference}`,
    )) as unknown as {
      rows: { all: string }[];
    };
    expect(rows[0]!.all).not.toContain(token);
    for (const other of [token.slice(1), `${token.slice(0, 63)}x`, 'a'.repeat(64), token.toUpperCase(), ''])
      expect(await findInvitation(platform, other)).toBeNull();
    await over(reference);
    expect(await findInvitation(platform, token)).toBeNull();
  });

  test('with other times asked for is agreed to, or sent again under another token', async () => {
    const { reference, token } = await invited();
    const wish = day(3, '07:30');
    expect(await answerInvitation(platform, token, { event: 'propose', wishes: [day(4, '20:00')], words: '' })).toEqual({
      ok: false,
      refused: 'other-times',
    });
    expect((await answerInvitation(platform, token, { event: 'propose', wishes: [wish], words: 'In the morning, please' })).ok).toBe(true);
    const asked = await read(reference);
    expect(asked.words).not.toContain('morning');
    expect((await inviteAgain(platform, { interview: asked, times: [day(3, '06:00'), wish], staffId: recruiter })).ok).toBe(true);
    expect(await inviteAgain(platform, { interview: asked, times: [day(3, '06:00'), wish], staffId: recruiter })).toMatchObject({
      ok: false,
    });
    expect(await findInvitation(platform, token)).toBeNull();
    await over(reference);
    const second = await invited();
    await answerInvitation(platform, second.token, { event: 'propose', wishes: [wish], words: '' });
    expect((await agreeToWish(platform, { interview: await read(second.reference), at: wish, staffId: recruiter })).ok).toBe(true);
    expect((await read(second.reference)).status).toBe('confirmed');
    await over(second.reference);
  });

  test('ends after three days: its times are free and its link is told like any other that is gone', async () => {
    const { reference, token } = await invited([day(3, '06:00'), day(3, '11:00')]);
    platform.clock.advance(3 * dayMs + 1);
    expect(await findInvitation(platform, token)).toBeNull();
    await watchInterviews(platform);
    const ended = await read(reference);
    expect([ended.status, await findSlots(platform.db, ended.id)]).toEqual(['proposed', []]);
    platform.clock.set(testNow);
    await over(reference);
  });
});

test('a colleague who steps in has the time in their calendar, and who stepped out is free', async () => {
  const { reference, token } = await invited();
  await answerInvitation(platform, token, { event: 'confirm', at: times[0]! });
  const interview = await read(reference);
  expect(await reassign(platform, { interview, from: owner, to: owner, times: [], staffId: recruiter })).toEqual({
    ok: false,
    refused: 'not-an-interviewer',
  });
  expect((await reassign(platform, { interview, from: owner, to: recruiter, times: [], staffId: recruiter })).ok).toBe(true);
  expect(await plan({ panel: [recruiter] })).toEqual({ ok: false, refused: 'time-taken' });
  const free = await plan({ panel: [owner] });
  expect(free.ok).toBe(true);
  if (free.ok) await over(free.value.reference);
  expect(await findInterviewFor(platform.db, { userId: owner, seesAll: false }, reference)).toBeNull();
  expect(await findInterviewFor(platform.db, { userId: recruiter, seesAll: false }, reference)).not.toBeNull();
  await over(reference);
});

test('a score card is sent once, by the panel, after it began; nobody is missed before', async () => {
  const { reference, token } = await invited(times, [owner, recruiter]);
  await answerInvitation(platform, token, { event: 'confirm', at: times[0]! });
  const score = async (staffId: string) =>
    sendScore(platform, { interview: await read(reference), staffId, verdict: 'yes', words: 'Clear and calm under pressure.' });
  expect(await score(owner)).toEqual({ ok: false, refused: 'too-early' });
  expect(await endInterview(platform, { interview: await read(reference), event: 'miss', by: 'panel', staffId: owner })).toEqual({
    ok: false,
    refused: 'too-early',
  });
  platform.clock.advance(times[0]! - testNow + 2 * dayMs);
  expect((await score(owner)).ok).toBe(true);
  expect(await score(owner)).toEqual({ ok: false, refused: 'sent-already' });
  expect(await score(await id('visas@rihla.example'))).toEqual({ ok: false, refused: 'not-on-panel' });
  const done = await read(reference);
  expect([done.status, (await findScores(platform.db, platform.crypto, done.id)).length]).toEqual(['completed', 1]);
  await watchInterviews(platform);
  const { rows } = (await platform.db.execute(
    sql`select subject from staff_tasks where kind = 'interview-score' and closed_at is null`,
  )) as unknown as {
    rows: { subject: string }[];
  };
  expect(rows.map(({ subject }) => subject)).toEqual([`interviews:${done.id}:${recruiter}`]);
  platform.clock.set(testNow);
});

test('without its guard one time is given twice: the test of the clash can fail', async () => {
  armFailpoints('interview-claim:off');
  try {
    const both = [await plan({ times: [day(2, '06:00'), day(2, '11:00')] }), await plan({ times: [day(2, '06:00'), day(2, '11:00')] })];
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  } finally {
    armFailpoints(undefined);
  }
});

const december = (date: number, clock: string) => instant(Date.parse(`2026-12-0${date}T${clock}:00Z`));

describe('a colleague who also takes advice calls', () => {
  const call = (at: Instant, number: number) =>
    transact(platform.db, (tx) =>
      insertConsultation(
        tx,
        platform.crypto,
        platform.clock.now(),
        {
          id: `interview-call-${number}`,
          reference: `ICALL-${number}`,
          topic: 'refused',
          channel: 'phone',
          callLanguage: 'en',
          language: 'en',
          zone: 'Asia/Dubai',
          country: null,
          userId: null,
          fromInquiry: null,
          contact: { name: 'x', email: 'x@example.com', phone: '+971501234567' },
          words: '',
          given: { at, officerId: owner },
        },
        'guest',
      ),
    );

  test('is not offered for a call while they interview, and the database puts nobody in two places', async () => {
    await transact(platform.db, (tx) =>
      saveOfficer(tx, testNow, { officerId: owner, languages: ['en'], topics: ['refused'], takes: true, hours: [] }),
    );
    const { reference } = await invited([december(1, '06:00'), december(1, '11:00')]);
    const taken = (await findClaims(platform.db, december(1, '05:00'), december(1, '12:00'))).filter(
      ({ officerId }) => officerId === owner,
    );
    expect(taken.map(({ tick }) => tick)).toEqual(
      expect.arrayContaining([december(1, '06:00'), december(1, '06:45'), december(1, '11:00')]),
    );
    expect(taken.map(({ tick }) => tick)).not.toContain(december(1, '07:00'));
    await expect(call(december(1, '06:30'), 1)).rejects.toBeInstanceOf(SlotTaken);
    await call(december(1, '07:00'), 2);
    await over(reference);
    await call(december(1, '06:00'), 3);
    // The claim of the call is there: an interview at that time is refused by whoever looks, and by the table itself.
    expect(await plan({ times: [december(1, '06:00'), december(1, '11:00')] })).toEqual({ ok: false, refused: 'time-taken' });
    const { rows } = (await platform.db.execute(sql`
      insert into interview_claims (interview_id, user_id, starts_at, ends_at)
      select id, ${owner}, ${new Date(december(1, '06:30')).toISOString()}, ${new Date(december(1, '07:30')).toISOString()} from interviews limit 1
      returning user_id`)) as unknown as { rows: unknown[] };
    expect(rows).toEqual([]);
  });
});

test('whoever asks is mailed once an interview is agreed and once it is off, without the candidate’s name', async () => {
  const { reference, token } = await invited([december(2, '06:00'), december(2, '11:00')], [recruiter]);
  await answerInvitation(platform, token, { event: 'confirm', at: december(2, '06:00') });
  await platform.jobs.drain();
  await over(reference);
  await platform.jobs.drain();
  const mails = (await platform.mail.folder!.list()).filter(({ text }) => text.includes(`/admin/interview-scheduling/${reference}`));
  expect(mails.map(({ to }) => to)).toEqual(['hr@rihla.example', 'hr@rihla.example']);
  expect(mails.map(({ subject }) => subject.split(':')[0]).toSorted()).toEqual(['Off your calendar', 'You hold an interview']);
  const types = mails.map(({ subject, attachments }) => [subject.split(':')[0], /method=(\w+)/.exec(attachments[0]!.type)![1]]);
  expect(Object.fromEntries(types)).toEqual({ 'Off your calendar': 'CANCEL', 'You hold an interview': 'PUBLISH' });
  expect(mails.every(({ text, attachments }) => !text.includes('Ortega') && attachments.length === 1)).toBe(true);
});

test('whoever asks is mailed in the language they chose, not in the candidate’s', async () => {
  const speaks = (language: 'pt' | 'en') => transact(platform.db, (tx) => changeStaffLanguage(tx, recruiter, language));
  await speaks('pt');
  const { reference, token } = await invited([december(3, '06:00'), december(3, '11:00')], [recruiter]);
  await answerInvitation(platform, token, { event: 'confirm', at: december(3, '06:00') });
  await platform.jobs.drain();
  const mails = (await platform.mail.folder!.list()).filter(({ text }) => text.includes(`/admin/interview-scheduling/${reference}`));
  await speaks('en');
  expect(mails.map(({ to, language }) => [to, language])).toEqual([['hr@rihla.example', 'pt']]);
});

describe('when an application ends', () => {
  /** An interview on which both agreed; `told` are the subjects of the mails about it. */
  async function agreed(at: Instant) {
    const { reference, token } = await invited([at, december(8, '11:00')], [recruiter]);
    await answerInvitation(platform, token, { event: 'confirm', at });
    await platform.jobs.drain();
    const interview = await read(reference);
    const told = async () => {
      await platform.jobs.drain();
      const mails = await platform.mail.folder!.list();
      return mails
        .filter(({ text }) => text.includes(`/admin/interview-scheduling/${reference}`))
        .map(({ subject }) => subject.split(':')[0]);
    };
    return { interview, told, application: (await findApplicationAsSystem(platform.db, interview.applicationId))! };
  }

  test('whoever would have interviewed is told that it is off', async () => {
    const { interview, told, application } = await agreed(december(7, '06:00'));
    expect((await withdrawApplication(platform, application)).ok).toBe(true);
    expect([(await read(interview.reference)).status, (await told()).toSorted()]).toEqual([
      'cancelled',
      ['Off your calendar', 'You hold an interview'],
    ]);
  });

  test('of somebody who is kept for later the interview ends, and they are told too', async () => {
    const { interview, told, application } = await agreed(december(9, '06:00'));
    const kept = await transact(platform.db, (tx) =>
      moveApplication(tx, platform.clock.now(), {
        application,
        event: 'keep',
        by: 'recruiter',
        actor: `staff:${recruiter}`,
        jobs: platform.jobs,
      }),
    );
    expect(kept.ok).toBe(true);
    expect([(await read(interview.reference)).status, (await told()).toSorted()]).toEqual([
      'cancelled',
      ['Off your calendar', 'You hold an interview'],
    ]);
    const { rows } = (await platform.db.execute(
      sql`select message_id from interview_mails where interview_id = ${interview.id} and message_id like '%.cancelled.%'`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toHaveLength(1);
  });

  test('they are told even where its owner is forgotten; what is left of it goes once its time has passed', async () => {
    const { interview, told, application } = await agreed(december(8, '06:00'));
    await eraseApplication(platform, application);
    expect(await told()).toContain('Off your calendar');
    expect(await read(interview.reference)).toMatchObject({
      status: 'cancelled',
      words: null,
      wishes: [],
      tokenHash: null,
      answeredHash: null,
    });
    await watchInterviews(platform);
    expect(await read(interview.reference)).not.toBeNull();
    platform.clock.set(addMilliseconds(december(8, '06:00'), 1));
    await watchInterviews(platform);
    expect(await read(interview.reference)).toBeNull();
    platform.clock.set(testNow);
  });
});

test('a list that gets a name keeps its filters, and no search that would say who applied', async () => {
  const form = new FormData();
  form.set('query', '?tab=over&find=ines@example.com&mode=phone&after=1~x');
  form.set('name', 'Calls that are over');
  const canonical = (query: string) => keptQuery(readInterviewsView(new URLSearchParams(query)));
  await keepDeskView(platform, { list: 'interviews', owner: recruiter, form, canonical });
  expect(await listDeskViews(platform.db, 'interviews', recruiter)).toMatchObject([
    { name: 'Calls that are over', query: '?tab=over&mode=phone' },
  ]);
});

test('a place in the list that is no moment is not gone to', async () => {
  const after = (place: string) => readInterviewsView(new URLSearchParams({ after: place })).after;
  expect([after('999999999999999~x'), after('9999999999999~x')]).toEqual([null, '9999999999999~x']);
  const view = { tab: 'over', filter: { interviewer: null, round: null, mode: null, search: null }, now: testNow } as const;
  const reader = { userId: recruiter, seesAll: true };
  for (const place of ['9999999999999~x', '0~x'])
    expect((await listInterviews(platform.db, reader, view, { size: 3, after: after(place) })).rows).toBeInstanceOf(Array);
});

test('the list is paged in its order, searched by reference and address, and an interviewer finds their own', async () => {
  const all = { interviewer: null, round: null, mode: null, search: null } as const;
  const reader = { userId: recruiter, seesAll: true };
  const ask = (after: string | null, filter: InterviewFilter = all) =>
    listInterviews(platform.db, reader, { tab: 'over', filter, now: testNow }, { size: 3, after });
  const seen: string[] = [];
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(after);
    seen.push(...page.rows.map(({ reference }) => reference));
    if (page.next === null) break;
    after = page.next;
  }
  const counts = await countInterviews(platform.db, reader, all, testNow);
  expect(seen.length).toBeGreaterThan(3);
  expect([new Set(seen).size, seen.length]).toEqual([counts.over, counts.over]);
  const one = await read(seen[0]!);
  const found = await ask(null, { ...all, search: { reference: one.reference, applicationIds: [] } });
  expect(found.rows.map(({ reference }) => reference)).toEqual([one.reference]);
  const ofThem = await ask(null, { ...all, search: { reference: null, applicationIds: [one.applicationId] } });
  expect(ofThem.rows.map(({ applicationId }) => applicationId)).toEqual([one.applicationId]);
  expect((await ask(null, { ...all, search: { reference: null, applicationIds: [] } })).rows).toEqual([]);
  expect((await ask(null, { ...all, mode: 'room' })).rows).toEqual([]);
});
