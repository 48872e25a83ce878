import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveStaffMember } from '#app/platform/access-store.server.ts';
import type { Clerk, StaffRole } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { scoreVerdicts, type ScoreVerdict } from '../job-application-kinds.ts';
import { insertScoreCard } from '../job-scores-store.server.ts';
import { ratingOf } from '../score-rules.ts';
import { readApplicationView } from '../application-view.server.ts';
import { addressOf, openApplications } from './open-applications.server.ts';

const platform = await openTestPlatform();
const { db, crypto } = platform;
const list = '/admin/job-applications';
let app: TestApp;

async function colleague(name: string, role: StaffRole): Promise<Clerk & { user: { email: string } }> {
  const email = `${name.toLowerCase()}@listing.example`;
  const made = await platform.auth.api.signUpEmail({ body: { email, password: demoPassword, name } });
  const staff = { userId: made.user.id, displayName: name, roles: [role] as const };
  await saveStaffMember(db, { ...staff, isActive: true, employmentStatus: 'active' });
  return { kind: 'staff', user: { id: staff.userId, email }, staff } as unknown as Clerk & { user: { email: string } };
}
const [recruiter, judge] = [await colleague('Recruiter', 'recruiter'), await colleague('Judge', 'interviewer')];

async function applied(id: string, noticeWeeks: number | null, minutesAgo: number): Promise<void> {
  const contact = crypto.seal(
    JSON.stringify({ name: `Candidate ${id}`, email: `${id}@example.com`, phone: null }),
    `job_applications|contact|${id}`,
  );
  const at = new Date(testNow - minutesAgo * 60_000).toISOString();
  await db.execute(sql`insert into job_applications
    (id, reference, status, language, source, contact, email_index, profile, answers, notice_weeks, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
    values (${id}, ${`REF-${id}`}, 'screening', 'en', 'site', ${contact}, ${id}, 'x', 'x', ${noticeWeeks}, ${id}, ${at}, 6, '2027-06-01', ${at}, ${at}, ${at})`);
}
const judges = (id: string, { user }: Clerk) =>
  db.execute(sql`insert into job_reviewers (application_id, user_id, added_by, added_at) values (${id}, ${user.id}, 'x', now())`);
const card = (id: string, scoredBy: string, verdict: ScoreVerdict) =>
  transact(db, (tx) => insertScoreCard(tx, crypto, testNow, { applicationId: id, scoredBy, points: {}, verdict, words: '' }));
const shown = (viewer: Clerk, query = '') => openApplications(platform, viewer, readApplicationView(new URLSearchParams(query)), 'en');
const row = async (viewer: Clerk, id: string) => (await shown(viewer)).rows.find((one) => one.id === id)!;

beforeAll(async () => {
  // Many of the same weeks and of the same minute, and some who told none.
  for (let index = 0; index < 120; index += 1)
    await applied(`n${String(index).padStart(3, '0')}`, index % 5 === 4 ? null : index % 4, Math.floor(index / 7));
  app = await openTestApp(platform);
}, 120_000);

describe('the list of applications', () => {
  it.each(['', 'notice', '-notice'])('is read page after page in its order, none twice and none left out: sort=%s', async (sort) => {
    const seen: { id: string; createdAt: string; notice: number | null }[] = [];
    for (let after = ''; ;) {
      const { rows, next } = await shown(recruiter, `sort=${sort}&after=${encodeURIComponent(after)}`);
      seen.push(...rows);
      if (next === null) break;
      after = next;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
    expect(seen).toHaveLength(120);
    const keys = seen.map(({ notice, createdAt }) => (sort.includes('notice') ? (notice ?? 999) : Date.parse(createdAt)));
    const down = sort === '' || sort.startsWith('-');
    expect(keys).toEqual(keys.toSorted((a, b) => (down ? b - a : a - b)));
  });

  it('begins anew where an address names a place of another order', async () => {
    const { next } = await shown(recruiter, 'sort=notice');
    for (const query of [`sort=-sent&after=${next}`, 'sort=notice&after=2026-01-01T00:00:00Z~n001', 'after=x', 'sort=notice&after=1~'])
      expect(
        (await shown(recruiter, query)).rows.map(({ id }) => id),
        query,
      ).toEqual((await shown(recruiter, query.replace(/&?after=.*/, ''))).rows.map(({ id }) => id));
  });

  it('shows the columns that are chosen, and its address keeps them with its order', async () => {
    const view = readApplicationView(new URLSearchParams('sort=notice&column=rating&column=notice&column=nonsense'));
    expect(view.columns).toEqual(['name', 'rating', 'notice']);
    expect(addressOf(view)).toBe(`${list}?sort=notice&column=name&column=rating&column=notice`);
    expect(addressOf(readApplicationView(new URLSearchParams()))).toBe(list);
    const cookie = await app.signIn(recruiter.user.email, demoPassword);
    const html = await (await app.send(addressOf(view), { cookie })).text();
    const heads = [...html.matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, words]) => words);
    expect(heads).toEqual(expect.arrayContaining(['Candidate', 'Rating', 'Notice, weeks']));
    expect(html).not.toMatch(/<th[^>]*>[^<]*Source/);
  });
});

describe('the rating of an application', () => {
  it('is the verdict nearest the mean of all, and of two the more careful one', () => {
    const [clearNo, no, yes, clearYes] = scoreVerdicts;
    expect(ratingOf([])).toBeNull();
    expect(ratingOf([clearYes])).toBe(clearYes);
    expect(ratingOf([no, yes])).toBe(no);
    expect(ratingOf([no, yes, yes])).toBe(yes);
    expect(ratingOf([clearNo, clearYes, clearYes])).toBe(yes);
  });

  it('is told to nobody who has yet to judge, in the list and in its file; names of judges only to who sees everybody', async () => {
    await judges('n000', judge);
    await judges('n000', recruiter);
    await card('n000', 'a-colleague', 'strong-yes');
    expect(await row(judge, 'n000')).toMatchObject({ rating: null, score: null, cards: 1, judges: [] });
    expect(await row(recruiter, 'n000')).toMatchObject({ rating: null, cards: 1, judges: expect.arrayContaining(['Judge', 'Recruiter']) });
    const all = async () => {
      const cookie = await app.signIn(recruiter.user.email, demoPassword);
      const text = await (await app.send(`${list}/export?stage=all`, { cookie, form: {} })).text();
      return text.split('\r\n').find((line) => line.startsWith('REF-n000,'))!;
    };
    expect(await all()).not.toContain('strong-yes');
    expect(await all()).toContain('Judge');
    await card('n000', recruiter.user.id, 'no');
    await card('n000', judge.user.id, 'strong-yes');
    expect(await row(recruiter, 'n000')).toMatchObject({ rating: 'yes', cards: 3 });
    expect(await row(judge, 'n000')).toMatchObject({ rating: 'yes', judges: [] });
    expect(await all()).toMatch(/,yes,/);
  });
});
