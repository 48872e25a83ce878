import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readVisaSheets } from '#seeds/catalogue.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { findRequirement } from '../find-requirement.server.ts';
import { loadRegister } from '../load-register.server.ts';
import { listCurrentEditions, listEditions } from '../visa-rules-store.server.ts';
import { watchRegister } from '../watch-register.server.ts';
import { checkAgain, draftEdition, endEdition, factsOf, verifyDraft } from '../work-rule.server.ts';

const platform = await openDemoPlatform();
await loadRegister(platform, readVisaSheets());
const app = await openTestApp(platform);
const officer = await app.signIn('visas@rihla.example', demoPassword);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const here = '/admin/visa-compliance';
const record = `${here}/VN/online`;
const read = async (path: string, cookie = officer) => (await app.send(path, { cookie })).text();
const post = (form: Record<string, string | string[]>, cookie = officer, path = record) => app.send(path, { cookie, form });
const current = async () => (await listEditions(platform.db, 'VN/online')).find(({ status }) => status === 'verified')!;
/** The built application keeps its own reading of the register: half a minute later both read anew. */
const answer = () => {
  platform.clock.advance(31_000);
  return findRequirement(platform, {
    passports: ['IN'],
    residence: null,
    heldVisas: [],
    destination: 'VN',
    purpose: 'tourism',
    arrives: null,
    leaves: null,
    via: [],
    passportExpires: null,
  });
};
const form = {
  act: 'draft',
  need: 'e-visa',
  stay: '30',
  passport: 'arrival+6m',
  passports: 'in, pk GCC',
  residences: '',
  purposes: ['tourism', 'business'],
  source: 'https://evisa.gov.vn/new',
  checkedOn: '2026-11-23',
  recheckDays: '60',
  note: '',
};

it('lists lines by freshness and finds them by country', async () => {
  expect(await read(here)).toContain('Nothing is due: every line counts today.');
  const found = await read(`${here}?tab=all&find=viet`);
  expect(found).toContain('href="/admin/visa-compliance/VN/online"');
  expect(found).not.toContain('/TH/exempt');
});

it('shows a line as due on the day after its last', async () => {
  platform.clock.advance(200 * 86_400_000);
  expect(await read(`${here}?find=viet`)).toContain('href="/admin/visa-compliance/VN/online"');
  platform.clock.advance(-200 * 86_400_000);
});

it('answers as a nationality, with the line that spoke', async () => {
  const page = await read(`${here}?passport=IN&residence=AE&to=GE`);
  expect(page).toContain('href="/admin/visa-compliance/GE/gulf-residents"');
  expect(page).toContain('A product may be sold on it.');
  expect(await read(`${here}?passport=KP&to=GE`)).toContain('A gap: no line speaks of this.');
});

it('names every wrong field of a draft and writes nothing', async () => {
  const answered = await post({ ...form, stay: 'long', passports: 'Indians', source: 'http://x', checkedOn: '2026-11-24', purposes: [] });
  expect(answered.status).toBe(422);
  const page = await answered.text();
  for (const said of ['Write 30, 90/180 or -.', 'no country or group', 'begins with https', 'A day that has been.', 'at least one purpose'])
    expect(page).toContain(said);
  expect(await listEditions(platform.db, 'VN/online')).toHaveLength(1);
});

it('changes nothing for travellers before a second person has verified it', async () => {
  expect((await post(form)).headers.get('location')).toBe(`${record}?did=draft`);
  expect((await answer()).rule?.stayDays).toBe(90);
  expect((await post(form)).status).toBe(409);
  const draft = (await listEditions(platform.db, 'VN/online'))[0]!;
  expect(draft).toMatchObject({ status: 'draft', passports: ['IN', 'PK', 'GCC'], stayDays: 30 });
  // The officer may not publish at all; whoever may, not what they wrote themselves.
  expect((await post({ act: 'verify', id: draft.id })).headers.get('location')).toContain('/admin/unauthorized');
  expect(await verifyDraft(platform, { rule: 'VN/online', id: draft.id, staffId: draft.draftedBy.slice(6) })).toEqual({
    ok: false,
    refused: 'own-draft',
  });
  expect(await read(record, owner)).toContain('<del>90</del>');
  expect((await post({ act: 'verify', id: draft.id }, owner)).headers.get('location')).toBe(`${record}?did=verify`);
  expect((await answer()).rule).toMatchObject({ stayDays: 30, source: 'https://evisa.gov.vn/new', recheckDays: 60 });
  expect((await listEditions(platform.db, 'VN/online')).map(({ status }) => status)).toEqual(['verified', 'retired']);
});

it('counts anew when the page was read again, and keeps the edition before', async () => {
  platform.clock.advance(70 * 86_400_000);
  expect(await answer()).toMatchObject({ isStale: true, sells: false });
  const { id } = await current();
  expect((await post({ act: 'check', id })).headers.get('location')).toBe(`${record}?did=check`);
  expect(await answer()).toMatchObject({ isStale: false, sells: true });
  // A second press works on an edition that is history.
  expect((await post({ act: 'check', id })).status).toBe(409);
  expect(await listEditions(platform.db, 'VN/online')).toHaveLength(3);
});

it('answers that it does not know once a line is taken out, which needs a reason', async () => {
  const { id } = await current();
  const end = (reason: string) => endEdition(platform, { rule: 'VN/online', id, event: 'retire', reason, staffId: 'x' });
  expect(await end(' ')).toEqual({ ok: false, refused: 'no-reason' });
  expect((await end('The page is gone')).ok).toBe(true);
  expect(await answer()).toMatchObject({ need: 'unknown', sells: false });
  expect((await app.send(record, { cookie: officer })).status).toBe(200);
});

it('lets only one of two people put a draft in force', async () => {
  const [first] = await listEditions(platform.db, 'TH/exempt');
  const work = { rule: 'TH/exempt', staffId: 'a' };
  const drafted = await draftEdition(platform, { ...work, facts: { ...factsOf(first!), stayDays: 60 } });
  if (!drafted.ok) throw new Error(drafted.refused);
  const verify = (staffId: string) => verifyDraft(platform, { rule: 'TH/exempt', id: drafted.value, staffId });
  expect((await verify('b')).ok).toBe(true);
  expect(await verify('c')).toEqual({ ok: false, refused: 'not-possible-from-here' });
});

it('writes each change into the audit', async () => {
  const { rows } = (await platform.db.execute(
    sql`select action from audit_events where action like 'visa-rule.%' order by sequence`,
  )) as unknown as { rows: { action: string }[] };
  expect(rows.map(({ action }) => action.slice(10))).toEqual(['drafted', 'verified', 'checked', 'retired', 'drafted', 'verified']);
});

it('is not found where no line is', async () => {
  expect((await app.send(`${here}/XX/nothing`, { cookie: officer })).status).toBe(404);
});

it('opens one task for each sheet that is due, and ends it when its lines were read again', async () => {
  const tasks = async () => (await listOpenStaffTasks(platform.db, 1_000)).filter(({ kind }) => kind === 'visa-rule-due');
  platform.clock.advance(400 * 86_400_000);
  const due = await watchRegister(platform);
  expect(due).toContain('TH');
  expect(await watchRegister(platform)).toEqual(due);
  expect((await tasks()).map(({ subject }) => subject).toSorted()).toEqual(due.map((sheet) => `visa_sheets:${sheet}`));
  const lines = (await listCurrentEditions(platform.db)).filter(({ destination, status }) => destination === 'TH' && status === 'verified');
  for (const { rule, id } of lines) expect((await checkAgain(platform, { rule, id, staffId: 'reader' })).ok).toBe(true);
  expect(await watchRegister(platform)).not.toContain('TH');
  expect((await tasks()).map(({ subject }) => subject)).not.toContain('visa_sheets:TH');
});
