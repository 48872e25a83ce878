import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { applyForJob, readCvTicket, storeCv, takeCv } from './apply.server.ts';
import type { ReadApplication } from './application-form.ts';
import { textDocx } from './cv-corpus-testing.ts';
import { endReading } from './read-cv.server.ts';
import { watchRecruitment, workOnRecruitment } from './work-recruitment.server.ts';

const platform = await openCataloguePlatform();
await workOnRecruitment(platform);
const read = (email: string): ReadApplication => ({
  contact: { name: 'Amal Nasser', email, phone: null },
  profile: { headline: '', experience: 'Deira, 2021 to 2026', education: '', skills: '', languages: '', letter: '' },
  answers: {},
  knockOuts: 0,
  noticeWeeks: null,
  visaStatus: null,
  keepMonths: 6,
  source: 'site',
  equality: {},
});
const apply = async (email: string, ticket: string | null = null) =>
  applyForJob(platform, {
    postingId: 'software-engineer',
    read: read(email),
    cv: ticket === null ? null : readCvTicket(platform, ticket),
    language: 'en',
    address: '203.0.113.7',
  });
const mails = async (template: string) => {
  const { rows } = (await platform.db.execute(sql`
    select m.application_id as id from job_messages m where m.template = ${template}`)) as unknown as { rows: { id: string }[] };
  return rows.map(({ id }) => id);
};

test('who sends a second application is told what the first was told; its owner gets a mail, and nothing of it is kept', async () => {
  const first = await apply('amal@example.com');
  const second = await apply('AMAL@example.com ');
  expect([first, second]).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  const { rows } = (await platform.db.execute(sql`select id from job_applications`)) as unknown as { rows: { id: string }[] };
  expect(rows).toHaveLength(1);
  expect(await mails('received')).toEqual([rows[0]!.id]);
  expect(await mails('again')).toEqual([rows[0]!.id]);
});

test('a CV that was sent before says no more of the address than the form does', async () => {
  const content = textDocx(['Amal Nasser', 'amal@example.com', 'Fares and ticketing']);
  const taken = await takeCv(platform, { content, name: 'amal.docx', address: '203.0.113.8' });
  await endReading();
  if (!taken.ok) throw new Error(taken.refused);
  expect((await apply('somebody@example.com', taken.value.ticket)).ok).toBe(true);
  const used = { ok: false, refused: 'cv-gone' };
  expect(await apply('amal@example.com', taken.value.ticket)).toEqual(used);
  expect(await apply('nobody-yet@example.com', taken.value.ticket)).toEqual(used);
});

test('a CV of an application that is not kept is removed, by the clock where it could not be at once', async () => {
  const content = Buffer.from('%PDF-1.7');
  const left = async (stored: string) => {
    const { rows } = (await platform.db.execute(sql`select stored from job_cv_uploads where stored = ${stored}`)) as unknown as {
      rows: unknown[];
    };
    return [(await platform.files.find(stored)) !== null, rows.length];
  };
  const sent = async () => ({ ...(await storeCv(platform, content, 'application/pdf')), name: 'amal.pdf' });
  const from = { postingId: 'software-engineer', language: 'en', address: '203.0.113.9' } as const;
  const one = await sent();
  const again = { ...from, read: read('amal@example.com') };
  expect(await applyForJob(platform, { ...again, cv: one })).toEqual({ ok: true, value: null });
  expect(await left(one.stored)).toEqual([false, 0]);
  const cv = await sent();
  const broken = { ...platform, files: { ...platform.files, remove: () => Promise.reject(new Error('The disk does not answer')) } };
  expect(await applyForJob(broken, { ...again, cv })).toEqual({ ok: true, value: null });
  // Nobody else may take it meanwhile.
  expect(await applyForJob(platform, { ...from, read: read('next@example.com'), cv })).toEqual({ ok: false, refused: 'cv-gone' });
  expect(await left(cv.stored)).toEqual([true, 1]);
  await watchRecruitment(platform);
  expect(await left(cv.stored)).toEqual([false, 0]);
});
