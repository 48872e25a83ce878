import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { instant } from '#app/values/dates.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform, testNow } from '#tests/support/test-platform.ts';

const platform = await openCataloguePlatform();
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(platform);
}, 120_000);
const page = async (path: string, cookie = '') => (await app.send(path, { cookie })).text();

describe('careers', () => {
  test('lists every posting of the house, in the language of the visitor', async () => {
    const ids = readdirSync('seeds/jobs').map((name) => name.replace('.json', ''));
    expect(ids.length).toBeGreaterThanOrEqual(5);
    const html = await page('/careers');
    for (const id of ids) expect(html).toContain(`/careers/${id}`);
    expect(await page('/careers', 'language=ar')).toContain('مهندس برمجيات');
  });

  test('filters by department, place, type, language and remote, and leaves out what makes no sense', async () => {
    const inSpanish = await page('/careers?language=es');
    expect(inSpanish).toContain('/careers/tour-product-editor');
    expect(inSpanish).not.toContain('/careers/software-engineer');
    expect(await page('/careers?language=xx')).toContain('/careers/software-engineer');
    const html = await page('/careers?place=manila&remote=yes&department=nonsense');
    expect(html).toContain('/careers/payments-accountant');
    expect(html).not.toContain('/careers/flight-desk-agent');
    expect(await page('/careers?place=manila&department=visas')).toContain('No opening matches this');
  });

  test('an open position tells search engines until when', async () => {
    const html = await page('/careers/software-engineer');
    expect(html).toContain('"@type":"JobPosting"');
    expect(html).toContain('"validThrough":"2027-02-28T23:59:59+04:00"');
    expect(html).toContain('/careers/software-engineer/apply');
  });

  test('job boards fetch what is open as a feed, in a language, and who comes by it is said to come from one', async () => {
    const answer = await app.send('/careers/feed.xml?lang=es');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const feed = await answer.text();
    const jobs = feed.match(/<job>.*?<\/job>/gs) ?? [];
    expect(jobs).toHaveLength(readdirSync('seeds/jobs').length);
    const job = jobs.find((one) => one.includes('<referencenumber>tour-product-editor<'))!;
    expect(job).toContain('<jobtype>parttime</jobtype>');
    expect(job).toContain('<language>en, es</language>');
    expect(job).toContain('/careers/tour-product-editor?source=job-board</url>');
    expect(await page('/careers/tour-product-editor?source=job-board')).toContain('/careers/tour-product-editor/apply?source=job-board');
    expect(await page('/careers/tour-product-editor?source=desk')).not.toContain('apply?source');
    await platform.db.execute(
      sql`update job_posting_words set title = 'R&D <b>"lead"</b>' where posting_id = 'tour-product-editor' and language = 'en'`,
    );
    expect(await (await app.send('/careers/feed.xml?lang=en')).text()).toContain(
      '<title>R&amp;D &lt;b&gt;&quot;lead&quot;&lt;/b&gt;</title>',
    );
    expect((await app.send('/careers/feed.xml?lang=xx')).status).toBe(200);
    platform.clock.set(instant(Date.parse('2027-01-31T20:30:00Z')));
    expect(await page('/careers/feed.xml')).not.toContain('flight-desk-agent');
    platform.clock.set(testNow);
  });

  test('a draft, and one that does not exist, is a 404', async () => {
    await platform.db.execute(sql`
      insert into job_postings (id, status, department, place, employment, remote, closes_on, opened_on, changed_at)
      values ('a-draft', 'draft', 'visas', 'dubai', 'full-time', false, '2027-03-01', '2026-11-01', now())`);
    await platform.db.execute(
      sql`insert into job_posting_words (posting_id, language, title, summary, duties, needs) values ('a-draft', 'en', 'A draft', 'Not yet', '{one}', '{two}')`,
    );
    for (const id of ['a-draft', 'nobody', '%3Cscript%3E']) expect((await app.send(`/careers/${id}`)).status, id).toBe(404);
  });

  test('one past its last day says that it is closed, offers others and no way to apply', async () => {
    platform.clock.set(instant(Date.parse('2027-01-31T19:00:00Z')));
    expect(await page('/careers/flight-desk-agent')).toContain('/careers/flight-desk-agent/apply');
    platform.clock.set(instant(Date.parse('2027-01-31T20:30:00Z')));
    const html = await page('/careers/flight-desk-agent');
    expect(html).toContain('This position is closed.');
    expect(html).not.toContain('/careers/flight-desk-agent/apply');
    expect(html).not.toContain('JobPosting');
    expect(html).toContain('/careers/software-engineer');
    expect(await page('/careers')).not.toContain('/careers/flight-desk-agent');
    platform.clock.set(testNow);
  });
});
