import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Clerk, StaffRole } from '#app/platform/access.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { places } from '#app/site-map.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { findPostingAsStaff, listPostingsAsStaff } from '../job-postings-store.server.ts';
import { missingIn, typedFields } from '../posting-fields.ts';
import { keptAddresses } from '../job-posting-kinds.ts';
import { lacksOf, readPosting, type PostingContent } from '../posting-form.ts';
import { readRequisition } from '../requisition-form.ts';
import { findRequisition, listRequisitions } from '../requisitions-store.server.ts';
import { readRequisitionsView } from '../requisitions-view.ts';
import { readContent, workPosting, writePosting } from './work-posting.server.ts';
import { workRequisition, writeRequisition } from '../work-requisition.server.ts';

const platform = await openTestPlatform();
const clerk = (id: string, role: StaffRole): Clerk => ({ kind: 'staff', user: { id }, staff: { roles: [role] } });
const recruiter = clerk('recruiter-1', 'recruiter');
const manager = clerk('manager-1', 'hr_manager');
const requestId = 'test';
const today = '2026-11-22';

function aForm(change: Record<string, string> = {}): FormData {
  const form = new FormData();
  const facts = {
    department: 'visas',
    place: 'dubai',
    employment: 'full-time',
    closesOn: '2099-01-31',
    pipeline: 'standard',
    'works-en': 'yes',
    'works-ar': 'yes',
  };
  const words = languageCodes.flatMap((language) => [
    [`title-${language}`, `Counter officer ${language}`],
    [`summary-${language}`, 'Meets people at the counter.'],
    [`duties-${language}`, 'Take papers\nGive them back'],
    [`needs-${language}`, 'A steady hand'],
    [`question-0-${language}`, 'How many years?'],
  ]);
  const rest = { 'days-look': '5', 'days-talks': '10', 'days-offer': '5', 'question-0-kind': 'number', 'question-0-wanted': '2' };
  for (const [name, value] of Object.entries({ ...facts, ...(Object.fromEntries(words) as Record<string, string>), ...rest, ...change }))
    form.set(name, value);
  return form;
}

function content(change: Record<string, string> = {}): PostingContent {
  const read = readPosting(aForm(change), today);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

async function written(title: string) {
  const made = await writePosting(platform, {
    viewer: recruiter,
    requestId,
    posting: null,
    version: null,
    content: content({ 'title-en': title }),
  });
  if (!made.ok) throw new Error(made.refused);
  return (await findPostingAsStaff(platform.db, made.value))!;
}

describe('a posting', () => {
  test('names the languages that are worked in, and is not kept without one', async () => {
    const none = readPosting(aForm({ 'works-en': '', 'works-ar': 'no' }), today);
    expect(none.ok ? {} : none.errors).toEqual({ languages: 'languages' });
    expect((await written('Counter officer in two languages')).languages).toEqual(content().languages);
    expect(content().languages.toSorted()).toEqual(['ar', 'en']);
  });

  test('is not kept while a language lacks words, and the editor says which', () => {
    const form = aForm({ 'duties-pt': ' ', 'question-0-tl': '' });
    const read = readPosting(form, today);
    expect(read.ok ? {} : read.errors).toEqual({ 'duties-pt': 'lines', 'question-0-en': 'question' });
    expect(missingIn(typedFields(form), 'pt')).toEqual({ parts: ['duties'], questions: 0 });
    expect(missingIn(typedFields(form), 'tl')).toEqual({ parts: [], questions: 1 });
    expect(missingIn(typedFields(form), 'en')).toEqual({ parts: [], questions: 0 });
  });

  test('is kept as a draft half written, in any language, and says by field what keeps it from going out', async () => {
    const half = new FormData();
    for (const [name, value] of Object.entries({
      department: 'visas',
      place: 'dubai',
      employment: 'full-time',
      pipeline: 'standard',
      'works-ar': 'yes',
      'days-look': '5',
      'days-talks': '10',
      'days-offer': '5',
    }))
      half.set(name, value);
    const nameless = readPosting(half, today, true);
    expect(nameless.ok ? {} : nameless.errors).toEqual({ 'title-en': 'title-once' });
    half.set('title-ar', 'موظف شباك');
    half.set('question-0-ar', 'كم سنة؟');
    const read = readPosting(half, today, true);
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    expect(read.value.closesOn).toBe('2027-01-21');
    // What is out is kept whole or not at all.
    const out = readPosting(half, today);
    expect(Object.keys(out.ok ? {} : out.errors)).toContain('title-es');
    half.set('summary-ar', 'ن'.repeat(301));
    const long = readPosting(half, today, true);
    expect(long.ok ? {} : long.errors).toEqual({ 'summary-ar': 'summary' });

    const made = await writePosting(platform, { viewer: recruiter, requestId, posting: null, version: null, content: read.value });
    if (!made.ok) throw new Error(made.refused);
    const posting = (await findPostingAsStaff(platform.db, made.value))!;
    expect(lacksOf(await readContent(platform, posting), 'ar')).toEqual(['summary-ar', 'duties-ar', 'needs-ar']);
    expect(lacksOf(await readContent(platform, posting), 'es')).toEqual([
      'title-es',
      'summary-es',
      'duties-es',
      'needs-es',
      'question-0-es',
    ]);
    const listed = await listPostingsAsStaff(platform.db, 'es', { status: 'draft', department: null });
    expect(listed.find(({ id }) => id === posting.id)!.title).toBe('موظف شباك');
    for (const event of ['publish', 'schedule'] as const) {
      const at = event === 'schedule' ? addMilliseconds(platform.clock.now(), dayMs) : null;
      expect(await workPosting(platform, { viewer: manager, requestId, posting, event, at })).toMatchObject({ refused: 'words-missing' });
    }
    const whole = { ...content(), closesOn: posting.closesOn };
    expect((await writePosting(platform, { viewer: recruiter, requestId, posting, version: posting.version, content: whole })).ok).toBe(
      true,
    );
    const now = (await findPostingAsStaff(platform.db, posting.id))!;
    const publish = { viewer: manager, requestId, posting: now, event: 'publish', at: null, reason: 'Pay is told in the talk' } as const;
    expect((await workPosting(platform, publish)).ok).toBe(true);
  });

  test('is published by whoever may publish, and not by who wrote it', async () => {
    const posting = await written('Counter officer of the day');
    expect(await workPosting(platform, { viewer: recruiter, requestId, posting, event: 'publish', at: null })).toMatchObject({
      refused: 'not-yours-to-do',
    });
    expect(
      await workPosting(platform, { viewer: manager, requestId, posting, event: 'publish', at: null, reason: 'Pay is told in the talk' }),
    ).toMatchObject({ ok: true });
    expect((await findPostingAsStaff(platform.db, posting.id))!.status).toBe('published');
  });

  test('is not published without its words in all five languages', async () => {
    const posting = await written('Counter officer of the night');
    await platform.db.execute(sql`delete from job_posting_words where posting_id = ${posting.id} and language = 'tl'`);
    expect(await workPosting(platform, { viewer: manager, requestId, posting, event: 'publish', at: null })).toMatchObject({
      refused: 'words-missing',
    });
    expect((await findPostingAsStaff(platform.db, posting.id))!.status).toBe('draft');
  });

  test('goes out with what the check warns of only for a reason, which the audit keeps; without a warning it needs none', async () => {
    const pay = { salaryLeast: '9000', salaryMost: '12000', salaryCurrency: 'AED', salaryPeriod: 'month' };
    const make = async (change: Record<string, string>) => {
      const made = await writePosting(platform, { viewer: recruiter, requestId, posting: null, version: null, content: content(change) });
      if (!made.ok) throw new Error(made.refused);
      return (await findPostingAsStaff(platform.db, made.value))!;
    };
    const kept = async (id: string) => {
      const { rows } = (await platform.db.execute(
        sql`select action, reason, detail from audit_events where subject = ${`job_postings:${id}`} order by sequence`,
      )) as unknown as { rows: { action: string; reason: string | null; detail: unknown }[] };
      return rows;
    };
    const clean = await make({ ...pay, 'title-en': 'Counter officer with pay' });
    const publish = { viewer: manager, requestId, event: 'publish', at: null } as const;
    expect(await workPosting(platform, { ...publish, posting: clean })).toMatchObject({ ok: true });
    expect((await kept(clean.id)).at(-1)).toMatchObject({ action: 'posting.publish', reason: null });

    const warned = await make({ ...pay, 'title-en': 'Counter salesman', 'needs-es': 'Persona joven' });
    expect(await workPosting(platform, { ...publish, posting: warned })).toMatchObject({ refused: 'check-reason' });
    expect(await workPosting(platform, { ...publish, posting: warned, reason: 'short' })).toMatchObject({ refused: 'check-reason' });
    const reason = 'The client asked for these very words';
    expect(await workPosting(platform, { ...publish, posting: warned, reason })).toMatchObject({ ok: true });
    expect((await kept(warned.id)).at(-1)).toMatchObject({
      action: 'posting.publish',
      reason,
      detail: { findings: ['gender:en:salesman', 'age:es:joven'] },
    });

    // What is out already says nothing new without a reason; what it said before needs none again.
    const write = async (change: Record<string, string>, why?: string) =>
      writePosting(platform, {
        viewer: manager,
        requestId,
        posting: (await findPostingAsStaff(platform.db, warned.id))!,
        version: (await findPostingAsStaff(platform.db, warned.id))!.version,
        content: content({ ...pay, 'title-en': 'Counter salesman', 'needs-es': 'Persona joven', ...change }),
        ...(why && { reason: why }),
      });
    expect(await write({ 'summary-en': 'Meets people, day and night.' })).toMatchObject({ ok: true });
    expect(await write({ 'summary-pt': 'Até 30 anos.' })).toMatchObject({ refused: 'check-reason' });
    expect(await write({ 'summary-pt': 'Até 30 anos.' }, reason)).toMatchObject({ ok: true });
    expect((await kept(warned.id)).at(-1)).toMatchObject({ action: 'posting.written', detail: { findings: ['age:pt:até 30 anos'] } });
  });

  test.each(['New', 'Views', 'Export', 'Open', 'Alerts', 'Application'])(
    'never takes the address of a page of the desk: %s',
    async (title) => {
      expect((await written(title)).id).toMatch(/^position-/);
    },
  );

  test('has an address that no page of the site stands in front of, also for the database', async () => {
    const beside = places.flatMap(({ path }) => {
      const [, first] = /^\/?(?:admin\/job-postings|careers)\/([\w-]+)(\/[^/]+)?$/.exec(path) ?? [];
      return first === undefined ? [] : [first];
    });
    expect(beside).toEqual(expect.arrayContaining(['new', 'export', 'views', 'application', 'alerts']));
    for (const first of new Set(beside)) {
      expect(keptAddresses, first).toContain(first);
      const taken = platform.db
        .execute(sql`insert into job_postings (id, status, department, place, employment, remote, closes_on, opened_on, changed_at)
        values (${first}, 'draft', 'visas', 'dubai', 'full-time', false, '2099-01-01', '2026-01-01', now())`);
      await expect(taken, first).rejects.toThrow();
    }
  });
});

describe('a requisition', () => {
  const asked = () => {
    const form = new FormData();
    const facts = { title: 'Counter officer', department: 'visas', place: 'dubai', employment: 'full-time', positions: '2' };
    for (const [name, value] of Object.entries({ ...facts, reason: 'Two colleagues leave in January.' })) form.set(name, value);
    const read = readRequisition(form, today, new Set(['lead']));
    if (!read.ok) throw new Error(read.wrong.join());
    return read.value;
  };

  test('is not approved by whoever asked for it, whatever their rights', async () => {
    const made = await writeRequisition(platform, { viewer: manager, requestId, content: asked() });
    if (!made.ok) throw new Error(made.refused);
    const read = async () => (await findRequisition(platform.db, made.value))!;
    const move = async (viewer: Clerk, event: 'ask' | 'approve') =>
      workRequisition(platform, { viewer, requestId, requisition: await read(), event, reason: null });
    expect(await move(manager, 'ask')).toMatchObject({ ok: true });
    expect(await move(manager, 'approve')).toMatchObject({ refused: 'same-person' });
    expect(await move(recruiter, 'approve')).toMatchObject({ refused: 'not-yours-to-do' });
    expect(await move(clerk('manager-2', 'hr_manager'), 'approve')).toMatchObject({ ok: true });
    expect(await read()).toMatchObject({ status: 'approved', decidedBy: 'manager-2' });
  });

  test('is in the list and the file however many there are, a page after the other in each order', async () => {
    await platform.db.execute(sql`insert into job_requisitions
      (id, status, title, department, place, employment, positions, reason, needed_by, asked_by, created_at, changed_at)
      select 'many-' || lpad(n::text, 3, '0'), 'draft', 'Agent ' || n % 7, 'finance', 'dubai', 'contract', 1, 'x',
        case when n % 3 = 0 then null else date '2027-01-01' + n % 5 end, 'x', now(), timestamptz '2026-11-01' + (n % 11) * interval '1 day'
      from generate_series(1, 230) n`);
    for (const sort of ['changed', '-changed', 'neededBy', '-neededBy', 'title', '-title']) {
      const view = readRequisitionsView(new URLSearchParams({ department: 'finance', find: 'AGENT', sort }));
      const all = await listRequisitions(platform.db, view, 5_000);
      const paged: string[] = [];
      for (let after: string | null = null; ;) {
        const page: Awaited<ReturnType<typeof listRequisitions>> = await listRequisitions(platform.db, { ...view, after }, 60);
        paged.push(...page.rows.map(({ id }) => id));
        after = page.next;
        if (after === null) break;
      }
      expect([all.rows.length, all.next], sort).toEqual([230, null]);
      expect(paged, sort).toEqual(all.rows.map(({ id }) => id));
    }
    const late = readRequisitionsView(new URLSearchParams({ sort: 'neededBy', department: 'finance' }));
    expect((await listRequisitions(platform.db, late, 500)).rows.at(-1)).toMatchObject({ neededBy: null });
  });

  test('names the fields that are wrong', () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: 'ab', positions: '0', salaryLeast: '9000', neededBy: '2020-01-01' }))
      form.set(name, value);
    const read = readRequisition(form, today, new Set(['lead']));
    expect(read.ok ? [] : read.wrong).toEqual([
      'title',
      'department',
      'place',
      'employment',
      'positions',
      'salaryMost',
      'neededBy',
      'reason',
    ]);
  });
});
