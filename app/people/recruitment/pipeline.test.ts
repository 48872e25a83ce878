import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { saveStaffMember } from '#app/platform/access-store.server.ts';
import type { Clerk, StaffRole } from '#app/platform/access.ts';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { moveOn, movesFrom } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { instant } from '#app/values/dates.ts';
import { workOnInterviews } from '../interviews/mail-interviews.server.ts';
import { readInterviewsView } from '../interviews/interviews-view.ts';
import { planInterview } from '../interviews/plan-interview.server.ts';
import { openInterviews } from '../interviews/staff/open-interviews.server.ts';
import { findCandidate, listCandidates } from './candidates-store.server.ts';
import { readApplicationView } from './application-view.server.ts';
import { applicationMachine, applicationStates, openStages } from './job-application-status.ts';
import { findApplicationAsSystem } from './job-applications-store.server.ts';
import { findPosting, findPostingAsStaff } from './job-postings-store.server.ts';
import { hiringWays, nextRound, offersMove, optionalStages, pipelineOf, shownStages, type KeptPipeline } from './pipeline-rules.ts';
import { fieldsOf } from './posting-fields.ts';
import { readPosting } from './posting-form.ts';
import { openApplications } from './staff/open-applications.server.ts';
import { moveOnApplication } from './staff/work-application.server.ts';
import { readContent, workPosting, writePosting } from './staff/work-posting.server.ts';

const platform = await openTestPlatform();
const clerk = (id: string, role: StaffRole): Clerk => ({ kind: 'staff', user: { id }, staff: { roles: [role] } }) as unknown as Clerk;
await workOnInterviews(platform);
const recruiter = clerk('recruiter', 'recruiter');
const requestId = 'test';
const none = Object.fromEntries(applicationStates.map((stage) => [stage, 0])) as Record<(typeof applicationStates)[number], number>;

function aForm(way: Record<string, string>): FormData {
  const form = new FormData();
  const facts = { department: 'visas', place: 'dubai', employment: 'full-time', closesOn: '2099-01-31', 'works-en': 'yes' };
  const days = { 'days-look': '5', 'days-talks': '10', 'days-offer': '5' };
  for (const language of languageCodes)
    for (const [part, words] of Object.entries({ title: 'Officer', summary: 'Meets people here.', duties: 'Meets', needs: 'Calm' }))
      form.set(`${part}-${language}`, words);
  for (const [name, value] of Object.entries({ ...facts, ...days, ...way })) form.set(name, value);
  return form;
}

function read(way: Record<string, string>) {
  const content = readPosting(aForm(way), '2026-11-22');
  if (!content.ok) throw new Error(JSON.stringify(content.errors));
  return content.value;
}

async function posted(way: Record<string, string>): Promise<string> {
  const made = await writePosting(platform, { viewer: recruiter, requestId, posting: null, version: null, content: read(way) });
  if (!made.ok) throw new Error(made.refused);
  return made.value;
}

let number = 0;
async function applied(postingId: string, status: string): Promise<string> {
  number += 1;
  const id = `one-${number}`;
  const contact = platform.crypto.seal(
    JSON.stringify({ name: 'Rana Haddad', email: 'rana@example.com', phone: null }),
    `job_applications|contact|${id}`,
  );
  await platform.db.execute(sql`insert into job_applications
    (id, reference, posting_id, status, language, source, contact, email_index, profile, answers, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
    values (${id}, ${`CCCCC-${String(number).padStart(5, '0')}`}, ${postingId}, ${status}, 'en', 'site', ${contact}, ${id}, 'x', 'x', ${id}, now(), 12, '2027-06-01', now(), now(), now())`);
  return id;
}
const application = async (id: string) => (await findApplicationAsSystem(platform.db, id))!;
const own = { pipeline: 'own', 'stage-interview': 'yes', 'round-final-at': '1', 'round-task-at': '2', 'round-task-name': 'A day with us' };

describe('a way of hiring', () => {
  const choices: KeptPipeline[] = [
    ...hiringWays.filter((way) => way !== 'own').map((pipeline) => ({ pipeline, ownStages: [], ownRounds: [] })),
    ...[[], ['screening'], ['interview'], ['screening', 'interview']].map((stages) => ({
      pipeline: 'own' as const,
      ownStages: optionalStages.filter((one) => stages.includes(one)),
      ownRounds: [],
    })),
  ];

  test.each(choices)('leads from stage to stage by moves that the lifecycle knows and the posting offers: %j', (kept) => {
    const pipeline = pipelineOf(kept);
    expect([pipeline.stages[0], pipeline.stages.at(-1)]).toEqual(['received', 'offer']);
    for (const [index, stage] of pipeline.stages.slice(0, -1).entries()) {
      const next = pipeline.stages[index + 1];
      const leads = movesFrom(applicationMachine, stage, 'recruiter').filter((event) => {
        const moved = moveOn(applicationMachine, stage, event, 'recruiter');
        return moved.ok && moved.to === next;
      });
      expect(
        leads.filter((event) => offersMove(pipeline, event)),
        `${stage} to ${next}`,
      ).toHaveLength(1);
    }
    const shown = openStages.flatMap((stage) => movesFrom(applicationMachine, stage, 'recruiter').map((event) => ({ stage, event })));
    for (const { stage, event } of shown.filter((one) => offersMove(pipeline, one.event))) {
      const moved = moveOn(applicationMachine, stage, event, 'recruiter');
      if (moved.ok && openStages.some((one) => one === moved.to)) expect(pipeline.stages, `${stage} ${event}`).toContain(moved.to);
    }
  });

  test('keeps whoever stands in a stage that was left out in sight', () => {
    const many = pipelineOf({ pipeline: 'many', ownStages: [], ownRounds: [] });
    expect(shownStages(many, none)).toEqual(['received', 'screening', 'shortlisted', 'offer']);
    expect(shownStages(many, { ...none, interview: 1 })).toEqual(openStages);
  });

  test('plans its rounds in their order, and the last one again after all of them', () => {
    const { rounds } = pipelineOf({ pipeline: 'direct', ownStages: [], ownRounds: [] });
    expect([nextRound({ rounds }, []), nextRound({ rounds }, ['first']), nextRound({ rounds }, ['first', 'final'])]).toEqual([
      'first',
      'final',
      'final',
    ]);
    expect(nextRound({ rounds: [] }, [])).toBeNull();
  });
});

describe('the editor of a posting', () => {
  test('keeps a way of its own with the names of its rounds, and shows it again as it was typed', () => {
    const content = read(own);
    expect(content).toMatchObject({
      pipeline: 'own',
      ownStages: ['interview'],
      ownRounds: [
        { kind: 'final', name: null },
        { kind: 'task', name: 'A day with us' },
      ],
    });
    expect(fieldsOf(content)).toMatchObject({ ...own, 'stage-screening': '', 'round-first-at': '' });
    // What is ticked under a way of the house is not kept.
    expect(read({ ...own, pipeline: 'direct' })).toMatchObject({ ownStages: [], ownRounds: [] });
    // Without interviews there are no rounds, whatever has a place.
    expect(read({ ...own, 'stage-interview': '' })).toMatchObject({ ownStages: [], ownRounds: [] });
  });

  test.each([
    [{ pipeline: '' }, { pipeline: 'choose' }],
    [{ pipeline: 'fast' }, { pipeline: 'choose' }],
    [{ ...own, 'round-final-at': '2' }, { rounds: 'rounds' }],
    [{ pipeline: 'own', 'stage-interview': 'yes' }, { rounds: 'rounds' }],
    [{ ...own, 'round-final-at': '9', 'round-task-at': 'x' }, { rounds: 'rounds' }],
    [{ ...own, 'round-task-name': 'A' }, { 'round-task-name': 'roundName' }],
    [{ ...own, 'round-task-name': 'A'.repeat(41) }, { 'round-task-name': 'roundName' }],
  ] as readonly [Record<string, string>, Record<string, string>][])('says what is wrong: %j', (way, errors) => {
    const content = readPosting(aForm(way), '2026-11-22');
    expect(content.ok ? {} : content.errors).toEqual(errors);
  });

  test('copies the way of hiring with the posting', async () => {
    const id = await posted(own);
    const posting = (await findPostingAsStaff(platform.db, id))!;
    expect(await readContent(platform, posting, true)).toMatchObject({ pipeline: 'own', ownRounds: read(own).ownRounds });
  });
});

describe('a posting without interviews', () => {
  test('shows only its stages on the board, offers no move into another, and refuses one that is sent', async () => {
    const postingId = await posted({ pipeline: 'many' });
    const listed = await applied(postingId, 'shortlisted');
    const view = readApplicationView(new URLSearchParams({ posting: postingId, view: 'board' }));
    const { stages, rows } = await openApplications(platform, recruiter, view, 'en');
    expect(stages).toEqual(['received', 'screening', 'shortlisted', 'offer']);
    expect(rows.map(({ id, moves }) => [id, moves])).toEqual([[listed, ['screen']]]);
    const move = async (event: 'interview' | 'screen') =>
      moveOnApplication(platform, { viewer: recruiter, requestId, application: await application(listed), event });
    expect(await move('interview')).toMatchObject({ refused: 'not-in-pipeline' });
    expect(await move('screen')).toMatchObject({ ok: true });
    const direct = await applied(await posted({ pipeline: 'direct' }), 'received');
    expect(
      await moveOnApplication(platform, { viewer: recruiter, requestId, application: await application(direct), event: 'screen' }),
    ).toMatchObject({ refused: 'not-in-pipeline' });
  });

  test('names nobody as a candidate of an interview, and tells the public of no talks', async () => {
    const postingId = await posted({ pipeline: 'many', 'title-en': 'Season officer' });
    const one = await applied(postingId, 'shortlisted');
    expect((await listCandidates(platform)).map(({ applicationId }) => applicationId)).not.toContain(one);
    const manager = clerk('manager', 'hr_manager');
    const posting = (await findPostingAsStaff(platform.db, postingId))!;
    const reason = 'Pay is told in the first mail';
    expect(await workPosting(platform, { viewer: manager, requestId, posting, event: 'publish', at: null, reason })).toMatchObject({
      ok: true,
    });
    const told = (await findPosting(platform.db, postingId, 'en'))!;
    expect(told.interviews).toBe(false);
    expect(Object.keys(told)).not.toContain('ownRounds');
  });
});

describe('rounds of a posting', () => {
  test('are the only ones that can be planned, and an interview keeps the name that its round had', async () => {
    const made = await platform.auth.api.signUpEmail({
      body: { email: 'panel@way.example', password: 'Long enough 12 words', name: 'Panel' },
    });
    const userId = made.user.id;
    await saveStaffMember(platform.db, {
      userId,
      displayName: 'Panel',
      roles: ['interviewer'],
      isActive: true,
      employmentStatus: 'active',
    });
    expect(await findStaffAccount(platform.db, userId)).toMatchObject({ status: 'active' });
    const one = await applied(await posted({ ...own, 'title-en': 'Officer with a day' }), 'shortlisted');
    const { reference } = await application(one);
    expect((await findCandidate(platform, { reference }))!.rounds).toEqual(read(own).ownRounds);
    expect((await listCandidates(platform)).map(({ applicationId }) => applicationId)).toContain(one);
    // The position is called as its reader calls it, whatever language the candidate wrote in.
    const roleFor = async (language: 'en' | 'ar') =>
      (await listCandidates(platform, language)).find(({ applicationId }) => applicationId === one)!.role;
    expect([await roleFor('en'), await roleFor('ar')]).toEqual(['Officer with a day', 'Officer']);
    const times = ['06:00', '11:00'].map((clock) => instant(Date.parse(`2026-11-25T${clock}:00Z`)));
    const plan = (round: 'task' | 'team') =>
      planInterview(platform, {
        application: reference,
        round,
        mode: 'phone',
        place: '',
        minutes: 45,
        panel: [userId],
        zone: 'Asia/Dubai',
        times,
        staffId: 'recruiter',
      });
    expect(await plan('team')).toMatchObject({ refused: 'no-round' });
    const planned = await plan('task');
    if (!planned.ok) throw new Error(planned.refused);
    // So it is in the list of interviews and on the record of one.
    const inList = async (language: 'en' | 'ar') =>
      (await openInterviews(platform, recruiter, readInterviewsView(new URLSearchParams('tab=waiting')), language, 50)).rows.find(
        (row) => row.reference === planned.value.reference,
      )!.role;
    expect([await inList('en'), await inList('ar')]).toEqual(['Officer with a day', 'Officer']);
    const { rows } = (await platform.db.execute(
      sql`select round, round_name from interviews where reference = ${planned.value.reference}`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toEqual([{ round: 'task', round_name: 'A day with us' }]);
  });
});
