import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { readKeptData } from '#app/backoffice/retention/kept-data.server.ts';
import { mostPaperBytes } from '#app/values/paper-types.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { demoPassword, seedDemo } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { visaPdf } from '#tests/support/visa-papers.ts';
import { bookConsultation, type Wish } from './book-consultation.server.ts';
import { longestPaperDays, mostCallPapers } from './call-paper-rules.ts';
import { findCallPapers } from './call-papers-store.server.ts';
import { consultationAddress } from './consultation-link.server.ts';
import { findConsultationAsSystem } from './consultations-store.server.ts';
import { purgeCallPapers } from './keep-call-paper.server.ts';
import { workOnConsultations } from './mail-consultations.server.ts';
import { callOff } from './move-consultation.server.ts';

const platform = await openTestPlatform();
let app: TestApp;
beforeAll(async () => {
  await seedDemo(platform);
  await workOnConsultations(platform);
  app = await openTestApp(platform);
}, 120_000);

let person = 0;
async function asked(topic: Wish['topic'] = 'refused'): Promise<{ id: string; reference: string; here: string }> {
  const outcome = await bookConsultation(
    platform,
    {
      topic,
      channel: 'phone',
      callLanguage: 'en',
      language: 'en',
      zone: 'Asia/Dubai',
      country: 'GB',
      userId: null,
      contact: { name: 'Noura Said', email: `noura${(person += 1)}@example.com`, phone: '+971501234567' },
      words: 'Refused in May.',
    },
    null,
    null,
  );
  if (!outcome.ok) throw new Error(outcome.refused);
  return { ...outcome.value, here: consultationAddress(platform.secret, outcome.value.id) };
}

const page = visaPdf().buffer;

async function send(here: string, content: Uint8Array, kind = 'refusal'): Promise<string> {
  const form = new FormData();
  form.set('intent', 'paper');
  form.set('kind', kind);
  form.set('file', new File([content as BlobPart], '../../my refusal.pdf', { type: 'text/html' }));
  const answer = await app.send(here, { method: 'POST', body: form });
  expect(answer.status).toBe(303);
  return answer.headers.get('location')!;
}
const papersOf = (id: string) => findCallPapers(platform.db, id);
const lock = Buffer.from(page.toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R'), 'latin1');
const program = Buffer.from(
  page.toString('latin1').replace('/Type/Catalog', '/Type/Catalog /OpenAction << /S /JavaScript /JS (x) >>'),
  'latin1',
);

describe('a paper for an advice call', () => {
  test('is asked for by its topic, kept sealed, listed, and given back to whoever sent it as a file that runs nothing', async () => {
    const { id, here } = await asked();
    const before = await (await app.send(here)).text();
    expect(before).toContain('Send the letter of the refusal');
    expect(await send(here, page)).toBe(`${here}?sent#papers`);
    const [paper] = await papersOf(id);
    expect(paper).toMatchObject({ kind: 'refusal', type: 'application/pdf', bytes: page.byteLength });
    const stored = await platform.files.find(paper!.stored);
    expect(stored!.includes('%PDF')).toBe(false);
    const html = await (await app.send(`${here}?sent`)).text();
    expect(html).toContain('Your paper has arrived.');
    expect(html).toContain(`${here}/papers/${paper!.id}`);
    const file = await app.send(`${here}/papers/${paper!.id}`);
    expect(Buffer.from(await file.arrayBuffer()).equals(page)).toBe(true);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-disposition': 'attachment; filename="refusal.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('is found by no other call’s link, and by no forged one', async () => {
    const [mine, other] = [await asked(), await asked()];
    await send(mine.here, page);
    const [paper] = await papersOf(mine.id);
    expect((await app.send(`${other.here}/papers/${paper!.id}`)).status).toBe(404);
    const at = mine.here.length - 10;
    const forged = mine.here.slice(0, at) + (mine.here[at] === '0' ? '1' : '0') + mine.here.slice(at + 1);
    expect((await app.send(`${forged}/papers/${paper!.id}`)).status).toBe(404);
  });

  test.each([
    ['nothing', new Uint8Array(), 'empty', 'Choose a file first.'],
    ['a page of the web', Buffer.from('<html><script>1</script>'), 'other-type', 'This is no PDF, JPG or PNG'],
    ['half a document', page.subarray(0, 60), 'damaged', 'damaged or incomplete'],
    ['a locked document', lock, 'locked', 'locked by a password'],
    ['a document that runs something', program, 'active-content', 'holds more than pages'],
    ['a file of five megabytes', Buffer.concat([page, Buffer.alloc(mostPaperBytes)]), 'too-large', 'larger than 4 MB'],
  ])('is refused beside its field when it is %s; the kind stays chosen and nothing is kept', async (_what, content, refused, words) => {
    const { id, here } = await asked();
    const to = await send(here, content, 'funds');
    expect(to).toBe(`${here}?paper=${refused}&kind=funds#papers`);
    const html = await (await app.send(to)).text();
    expect(html).toMatch(new RegExp(`id="paper-file-error"[\\s\\S]*${words}`));
    expect(html).toMatch(/<option value="funds" selected/);
    expect(await papersOf(id)).toEqual([]);
  });

  test('may be taken back until the call is over; then nothing is sent or taken back any more', async () => {
    const { id, here } = await asked();
    await send(here, page);
    const [paper] = await papersOf(id);
    const takeBack = (which: string) =>
      app.send(here, { method: 'POST', body: new URLSearchParams({ intent: 'take-back', paper: which }) });
    expect((await takeBack('another')).headers.get('location')).toContain('paper=paper-gone');
    expect((await takeBack(paper!.id)).headers.get('location')).toBe(`${here}?taken-back#papers`);
    expect(await platform.files.find(paper!.stored)).toBeNull();
    await send(here, page);
    const call = (await findConsultationAsSystem(platform.db, id))!;
    await callOff(platform, { side: 'visitor', actor: 'consultation:x' }, call, 'not-needed');
    expect(await send(here, page)).toContain('paper=call-over');
    const [kept] = await papersOf(id);
    expect((await takeBack(kept!.id)).headers.get('location')).toContain('paper=call-over');
    expect(await papersOf(id)).toHaveLength(1);
  });

  test('is the seventh of a call for nobody', async () => {
    const { id, here } = await asked();
    for (let count = 0; count < mostCallPapers; count += 1) expect(await send(here, page, 'other')).toContain('?sent');
    expect(await send(here, page)).toContain('paper=too-many-papers');
    expect(await papersOf(id)).toHaveLength(mostCallPapers);
    expect(await (await app.send(here)).text()).toContain('6 papers are here. Take one back to send another.');
  });

  test('is opened by who advises, each time with a line in the audit, and by no other colleague', async () => {
    const { id, reference, here } = await asked();
    await send(here, page);
    const [paper] = await papersOf(id);
    const address = `/admin/consultations/${reference}/papers/${paper!.id}`;
    const visas = await app.signIn('visas@rihla.example', demoPassword);
    expect(await (await app.send(`/admin/consultations/${reference}`, { cookie: visas })).text()).toContain(address);
    const opened = await app.send(address, { cookie: visas });
    expect(opened.headers.get('content-disposition')).toBe(`attachment; filename="${reference}-refusal.pdf"`);
    expect(Buffer.from(await opened.arrayBuffer()).equals(page)).toBe(true);
    const lines = await platform.db.execute(
      sql`select actor from audit_events where action = 'consultation.paper-read' and subject = ${`consultations:${id}`}`,
    );
    expect((lines as unknown as { rows: unknown[] }).rows).toHaveLength(1);
    const auditor = await app.signIn('auditor@rihla.example', demoPassword);
    expect((await app.send(address, { cookie: auditor })).status).toBe(302);
    expect(await (await app.send(`/admin/consultations/${reference}`, { cookie: auditor })).text()).not.toContain(address);
    expect((await app.send(`/admin/consultations/${reference}/papers/another`, { cookie: visas })).status).toBe(404);
  });

  test('goes a month after the call is over, and after five months in any case; the keeping page counts it before', async () => {
    const [over, open] = [await asked(), await asked()];
    await send(over.here, page);
    await send(open.here, page);
    const call = (await findConsultationAsSystem(platform.db, over.id))!;
    await callOff(platform, { side: 'visitor', actor: 'consultation:x' }, call, 'not-needed');
    const later = (days: number) => ({
      ...platform,
      clock: { ...platform.clock, now: () => addMilliseconds(platform.clock.now(), days * dayMs) },
    });
    await purgeCallPapers(later(29));
    expect(await papersOf(over.id)).toHaveLength(1);
    const [paper] = await papersOf(over.id);
    const due = async (days: number) => (await readKeptData(later(days), ['consultation-papers']))[0]!.due;
    expect(await due(29)).toBe(0);
    expect(await due(31)).toBeGreaterThan(0);
    await purgeCallPapers(later(31));
    expect(await papersOf(over.id)).toEqual([]);
    expect(await platform.files.find(paper!.stored)).toBeNull();
    expect(await papersOf(open.id)).toHaveLength(1);
    await purgeCallPapers(later(longestPaperDays + 1));
    expect(await papersOf(open.id)).toEqual([]);
  });
});
