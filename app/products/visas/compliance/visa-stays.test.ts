import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { evisaCountries } from '../../../../seeds/visas/evisa-countries.ts';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { addDays, calendarDate, dateIn, dayMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { pngOf } from '#tests/support/visa-papers.ts';
import { findApplication } from '../evisa/evisa-applications-store.server.ts';
import { findDocuments } from '../evisa/evisa-documents-store.server.ts';
import { aForm, openTestEvisas } from '../evisa/evisa-testing.ts';
import { lockedStays, startStays, workStayLine } from './staff/bulk-visa-stays.server.ts';
import { countStays, findStaysAsStaff } from './staff/visa-stay-desk-store.server.ts';
import { readStayView, stayAddress } from './staff/visa-stay-view.ts';
import { tellVisaStay, type StayTold } from './tell-visa-stay.server.ts';
import { readVisaStays } from './read-visa-stay.server.ts';
import { stayBulkLine } from './visa-stay-jobs.server.ts';
import { findPastStays, findStay, findStayEvents, findStays, findUnwatchedVisas } from './visa-stays-store.server.ts';
import { watchVisaStays } from './watch-visa-stays.server.ts';
import { workOnVisaStays } from './work-visa-stays.server.ts';
import { reviewChecks } from '../evisa/staff/review-rules.ts';

const platform = await openTestPlatform();
const { db, clock, crypto } = platform;
const desk = await openTestEvisas(platform, evisaCountries);
await workOnVisaStays(platform);
await platform.jobs.handle(stayBulkLine, (line) => workStayLine(platform, line));
const today = () => dateIn('Asia/Dubai', clock.now());
const until = calendarDate('2027-04-30');
let ids: string[] = [];
let surname = '';

beforeAll(async () => {
  const forms = [aForm(), aForm(), aForm()];
  const groupId = await desk.applied('india', forms, { arrival: '2027-02-20' });
  const placed = await desk.place(groupId);
  if (!placed.ok) throw new Error(placed.refused);
  await desk.pay(placed.value.orderId);
  ids = (await desk.cases(groupId)).map(({ id }) => id);
  surname = forms[0]!.surname!;
  for (const [at, id] of ids.entries()) {
    await desk.work(id, { event: 'claim' });
    await desk.work(id, { event: 'confirm', checks: reviewChecks }, 'officer-two');
    await desk.work(id, { event: 'file', reference: `REF-${at}` });
    const { surname: name, givenNames, number } = forms[at]!;
    const days = { validFrom: calendarDate('2026-11-20'), validUntil: until, stay: 30, entries: 'double' } as const;
    const issued = { number: `IN 77-${at}`, surname: name!, givenNames: givenNames!, passport: number!, ...days };
    await desk.work(id, { event: 'approve', issued, paper: desk.visa });
    const released = await desk.work(id, { event: 'release' });
    if (!released.ok) throw new Error(released.refused);
  }
  await desk.settle();
});

const tell = (id: string, told: StayTold, by: 'customer' | 'staff' = 'staff', version: number | null = null) =>
  tellVisaStay(platform, { stayId: id, version, by, who: by === 'staff' ? 'staff:officer-one' : 'guest', requestId: 'test', told });
const subjects: Readonly<Record<string, string>> = {
  'enter-by': 'Enter India by',
  entered: 'your last day is',
  'stay-until': ': leave by',
  overstay: 'the last day has passed',
};
const mails = async (template: string) => {
  await platform.jobs.drain();
  return (await platform.mail.folder!.list()).filter(({ subject }) => subject.includes(subjects[template]!));
};
const tasks = async () =>
  (
    (await db.execute(sql`select subject from staff_tasks where kind = 'visa-overstay' and closed_at is null`)) as unknown as {
      rows: unknown[];
    }
  ).rows;
/** To seven in the morning of a day. */
const sail = async (day: string) => {
  clock.advance(Date.parse(`${day}T03:00:00Z`) - clock.now());
  return watchVisaStays(platform);
};

describe('a delivered visa', () => {
  it('is watched from its delivery on, with the days that are printed on it', async () => {
    const stays = await findStays(db, ids);
    expect(stays.map(({ status, enterBy, stayDays, route, dueOn }) => [status, enterBy, stayDays, route, dueOn])).toEqual(
      Array.from({ length: 3 }, () => ['issued', until, 30, 'evisa', until]),
    );
    expect(await watchVisaStays(platform)).toEqual({});
    expect(await findStayEvents(db, ids[0]!)).toHaveLength(1);
  });

  it('is watched later where the step between the two was lost', async () => {
    await db.execute(sql`set session_replication_role = replica`);
    for (const id of ids.slice(1)) {
      await db.execute(sql`delete from visa_stay_events where stay_id = ${id}`);
      await db.execute(sql`delete from visa_stays where id = ${id}`);
    }
    await db.execute(sql`set session_replication_role = origin`);
    // One by one and each behind the one before, so that nobody is kept from being watched by those before them.
    const [first] = await findUnwatchedVisas(db, '', 1);
    const [second] = await findUnwatchedVisas(db, first!.application.id, 1);
    expect([first!.application.id, second!.application.id].sort()).toEqual(ids.slice(1).sort());
    await watchVisaStays(platform);
    expect(await findUnwatchedVisas(db, '', 9)).toEqual([]);
    for (const id of ids.slice(1)) expect(await findStay(db, id)).toMatchObject({ status: 'issued', enterBy: until, entries: 'double' });
  });

  it('is found by its number however it is spaced, by its order and by the surname', async () => {
    const find = async (words: string) =>
      (await findStaysAsStaff(db, crypto, readStayView(new URLSearchParams({ find: words })), { today: today(), most: 9 })).map(
        ({ stay }) => stay.id,
      );
    expect(await find('in77 1')).toEqual([ids[1]]);
    expect(await find(surname)).toEqual([ids[0]]);
    expect(await find('IN-99')).toEqual([]);
    expect((await countStays(db, today())).near).toBe(0);
    const asked = '?queue=inside&country=IN&route=evisa';
    expect(stayAddress(readStayView(new URLSearchParams(asked)))).toBe(asked);
  });

  it('reminds before the last day of entering, once', async () => {
    expect(await sail('2027-04-15')).toEqual({});
    expect(await sail('2027-04-16')).toEqual({ 'remind-entry': 3 });
    expect(await watchVisaStays(platform)).toEqual({});
    expect(await sail('2027-04-17')).toEqual({});
    expect(await mails('enter-by')).toHaveLength(3);
  });

  it('takes the traveller’s word for the entry, and refuses a second and an impossible one', async () => {
    expect(await tell(ids[0]!, { do: 'enter', on: addDays(today(), 3) }, 'customer')).toMatchObject({ refused: 'day-ahead' });
    expect(await tell(ids[0]!, { do: 'enter', on: today() }, 'customer')).toMatchObject({
      value: { status: 'entered', stayUntil: '2027-05-16', dueOn: '2027-05-16' },
    });
    expect(await tell(ids[0]!, { do: 'enter', on: today() }, 'customer')).toMatchObject({ refused: 'not-possible-from-here' });
    expect(await tell(ids[0]!, { do: 'correct', on: today() }, 'customer')).toMatchObject({ refused: 'not-yours-to-do' });
    expect(await tell(ids[1]!, { do: 'enter', on: today(), until: calendarDate('2027-05-10') })).toMatchObject({
      value: { stayUntil: '2027-05-10' },
    });
    const [mail] = await mails('entered');
    expect(mail!.text).toContain('May');
  });

  it('reminds before the end once, then raises one alert and one task', async () => {
    expect(await sail('2027-05-03')).toMatchObject({ 'remind-exit': 1 });
    expect(await watchVisaStays(platform)).toEqual({});
    expect(await sail('2027-05-09')).toEqual({ 'remind-exit': 1 });
    expect(await sail('2027-05-11')).toEqual({ overrun: 1 });
    expect(await sail('2027-05-12')).toEqual({});
    expect([(await mails('stay-until')).length, (await mails('overstay')).length, (await tasks()).length]).toEqual([2, 1, 1]);
    expect((await findStay(db, ids[1]!))?.status).toBe('overstay_alert');
  });

  it('keeps the proof of the way out, ends the alert and its task, and the visa is used', async () => {
    const proof = new Uint8Array(pngOf(800, 600));
    const junk = new TextEncoder().encode('<script>');
    expect(await tell(ids[1]!, { do: 'exit', on: today(), proof: junk }, 'customer')).toMatchObject({ refused: 'proof-refused' });
    expect(await tell(ids[1]!, { do: 'exit', on: today(), proof }, 'customer')).toMatchObject({ value: { status: 'exited' } });
    expect((await findDocuments(db, [ids[1]!])).filter(({ kind }) => kind === 'exit-proof')).toHaveLength(1);
    expect(await tasks()).toEqual([]);
    expect((await findApplication(db, ids[1]!))?.status).toBe('used');
  });

  it('closes by itself where nobody told of an entry, a month after its last day', async () => {
    expect(await sail('2027-05-30')).toEqual({ overrun: 1 });
    expect(await sail('2027-05-31')).toEqual({ lapse: 1 });
    expect([(await findStay(db, ids[2]!))?.status, (await findApplication(db, ids[2]!))?.status]).toEqual(['closed', 'expired']);
  });

  it('does not overwrite what somebody else wrote down meanwhile', async () => {
    const stay = (await findStay(db, ids[0]!))!;
    expect(await tell(stay.id, { do: 'grant-extension', until: calendarDate('2027-06-20') }, 'staff', stay.version - 1)).toMatchObject({
      refused: 'changed-meanwhile',
    });
    expect(await tell(stay.id, { do: 'grant-extension', until: calendarDate('2027-06-20') }, 'staff', stay.version)).toMatchObject({
      value: { status: 'entered', stayUntil: '2027-06-20', leaveRemindedOn: null },
    });
    expect(await tasks()).toEqual([]);
  });
});

describe('a run over many', () => {
  it('reminds those of which the dry run said so, each once, and reports each by itself', async () => {
    const locks = await lockedStays(platform, await findStays(db, ids));
    expect([...locks.values()].sort()).toEqual(['nothing-to-remind', 'nothing-to-remind', null].sort());
    const runId = (await startStays(platform, { action: 'remind', ids, staffId: 'officer-one', requestId: 'test' }))!;
    const before = (await mails('stay-until')).length;
    const run = await findBulkRun(db, 'visa-stays', runId);
    const said = new Map(run!.lines.map((line) => [line.subject, [line.ok, line.said]]));
    expect(ids.map((id) => said.get(id))).toEqual([
      [true, 'reminder_sent'],
      [false, 'nothing-to-remind'],
      [false, 'nothing-to-remind'],
    ]);
    expect(before).toBe(3);
  });
});

describe('a visa that opens the border twice', () => {
  let id = '';
  const visit = (told: StayTold) => tell(id, told, 'customer');

  it('is not used up by the first way out', async () => {
    const form = aForm();
    const groupId = await desk.applied('india', [form]);
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    await desk.pay(placed.value.orderId);
    id = (await desk.cases(groupId))[0]!.id;
    await desk.work(id, { event: 'claim' });
    await desk.work(id, { event: 'confirm', checks: reviewChecks }, 'officer-two');
    await desk.work(id, { event: 'file', reference: 'REF-TWICE' });
    const days = { validFrom: today(), validUntil: addDays(today(), 120), stay: 30, entries: 'double' } as const;
    const issued = { number: 'IN 88', surname: form.surname!, givenNames: form.givenNames!, passport: form.number!, ...days };
    await desk.work(id, { event: 'approve', issued, paper: desk.visa });
    expect((await desk.work(id, { event: 'release' })).ok).toBe(true);
    expect((await visit({ do: 'enter', on: today() })).ok).toBe(true);
    clock.advance(9 * dayMs);
    expect(await visit({ do: 'exit', on: today(), proof: null })).toMatchObject({ value: { status: 'exited', entriesUsed: 1 } });
    expect((await findApplication(db, id))?.status).toBe('delivered');
    const view = (await readVisaStays(platform, [id])).get(id)!;
    expect([view.figures.again, view.tells, view.figures.untilFromToday]).toEqual([true, ['enter'], addDays(today(), 29)]);
  });

  it('counts the second stay anew, keeps the first, and refuses a third', async () => {
    expect(await visit({ do: 'enter', on: addDays(today(), -1) })).toMatchObject({ refused: 'before-exit' });
    clock.advance(20 * dayMs);
    expect(await visit({ do: 'enter', on: today() })).toMatchObject({
      value: { status: 'entered', entriesUsed: 2, exitedOn: null, stayUntil: addDays(today(), 29), leaveRemindedOn: null },
    });
    expect(await findPastStays(db, [id])).toMatchObject([{ number: 1, exitedOn: addDays(today(), -20) }]);
    expect(await tell(id, { do: 'set-entries', entries: 'single' })).toMatchObject({ refused: 'entries-used' });
    clock.advance(23 * dayMs);
    expect(await watchVisaStays(platform)).toMatchObject({ 'remind-exit': 1 });
    clock.advance(5 * dayMs);
    expect((await visit({ do: 'exit', on: today(), proof: null })).ok).toBe(true);
    expect((await findApplication(db, id))?.status).toBe('used');
    expect(await visit({ do: 'enter', on: today() })).toMatchObject({ refused: 'no-entry-left' });
  });

  it('opens it as often as an officer reads on it', async () => {
    expect((await tell(id, { do: 'set-entries', entries: 'multiple' })).ok).toBe(true);
    expect(await visit({ do: 'enter', on: today() })).toMatchObject({ value: { status: 'entered', entriesUsed: 3 } });
    expect((await findStayEvents(db, id)).map(({ event }) => event)).toContain('entries-set');
  });
});
