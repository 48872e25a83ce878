import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { evisaCountries } from '../../../../seeds/visas/evisa-countries.ts';
import { findFiles, findNotes, insertFile, insertNote } from '#app/commerce/record-notes/record-notes-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { calendarDate, dayMs } from '#app/values/dates.ts';
import { edgesOf, moveOn } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { withdrawEvisa } from '../evisa/answer-evisa.server.ts';
import { findApplication, openTyped } from '../evisa/evisa-applications-store.server.ts';
import { aForm, openTestEvisas } from '../evisa/evisa-testing.ts';
import { decidePurge, findDue, keepPaperPromise, proposePurge } from './purge-visas.server.ts';
import { keptBecause, type KeptCase } from './retention-rules.ts';
import { purgeEvents, purgeMachine, purgeStates } from './retention-status.ts';
import { findCasesOfRun, findCertificateOfRun, findCertificates, findRun } from './retention-store.server.ts';
import { findStay, insertStay, moveStay } from './visa-stays-store.server.ts';
import { workOnVisaStays } from './work-visa-stays.server.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
const desk = await openTestEvisas(platform, evisaCountries);
await workOnVisaStays(platform);
const rows = async <Row>(query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
const one = { staffId: 'officer-one', requestId: 'test' };
const other = { staffId: 'officer-two', requestId: 'test' };
let over: string[] = [];
let open = '';
let orderId = '';
const enterBy = calendarDate('2027-06-01');

beforeAll(async () => {
  const groupId = await desk.applied('india', [aForm(), aForm(), aForm()]);
  const placed = await desk.place(groupId);
  if (!placed.ok) throw new Error(placed.refused);
  await desk.pay(placed.value.orderId);
  const ids = (await desk.cases(groupId)).map(({ id }) => id);
  for (const applicationId of ids.slice(0, 2)) await withdrawEvisa(platform, { applicationId, by: 'customer', who: 'guest' });
  await desk.settle();
  over = ids.slice(0, 2);
  open = ids[2]!;
  orderId = placed.value.orderId;
});

const papersOf = (id: string) => rows<{ stored: string }>(sql`select stored from evisa_documents where application_id = ${id}`);
const kept: KeptCase = {
  overOn: calendarDate('2027-01-01'),
  caseOverOn: calendarDate('2027-01-01'),
  isStayOpen: false,
  isRefundOpen: false,
  isPassportOut: false,
  hasLeft: true,
};

describe('what is due', () => {
  it('is counted from the day a case was over, and never an open one', () => {
    expect(keptBecause(kept, 60, calendarDate('2027-03-01'))).toBe('not-due');
    expect(keptBecause(kept, 60, calendarDate('2027-03-02'))).toBeNull();
    const late = calendarDate('2030-01-01');
    expect(keptBecause({ ...kept, overOn: null }, 60, late)).toBe('case-open');
    expect(keptBecause({ ...kept, overOn: null, isStayOpen: true }, 60, late)).toBe('stay-open');
    expect(keptBecause({ ...kept, isRefundOpen: true }, 60, late)).toBe('refund-open');
    expect(keptBecause({ ...kept, isPassportOut: true }, 60, late)).toBe('passport-out');
    expect(keptBecause({ ...kept, hasLeft: false }, 60, late)).toBe('nothing-left');
  });

  it('moves only as the machine and the database say', async () => {
    const allowed = ['proposed approve approved staff', 'proposed drop dropped staff', 'approved finish done system'];
    const found = purgeStates.flatMap((from) =>
      purgeEvents.flatMap((event) =>
        (['staff', 'system'] as const).flatMap((actor) => {
          const moved = moveOn(purgeMachine, from, event, actor);
          return moved.ok ? [`${from} ${event} ${moved.to} ${actor}`] : [];
        }),
      ),
    );
    expect(found.sort()).toEqual([...allowed].sort());
    const edges = await rows<{ edge: string }>(
      sql`select from_status || '>' || to_status as edge from status_edges where machine = 'visa-purge'`,
    );
    expect(edges.map(({ edge }) => edge).sort()).toEqual(
      edgesOf(purgeMachine)
        .map(([from, to]) => `${from}>${to}`)
        .sort(),
    );
  });
});

describe('a purge run', () => {
  it('has nothing to propose before the days are over', async () => {
    expect(await proposePurge(platform, { ...one, policy: 'papers' })).toEqual({ ok: false, refused: 'nothing-due' });
    clock.advance(59 * dayMs);
    expect(await findDue(platform, 'papers', 60)).toEqual([]);
    clock.advance(dayMs);
    expect((await findDue(platform, 'papers', 60)).map(({ id }) => id).sort()).toEqual([...over].sort());
  });

  it('is never carried out by whoever proposed it, however often the form is sent', async () => {
    const proposed = await proposePurge(platform, { ...one, policy: 'papers' });
    if (!proposed.ok) throw new Error(proposed.refused);
    const runId = proposed.value;
    expect(await proposePurge(platform, { ...other, policy: 'papers' })).toEqual({ ok: false, refused: 'run-waits' });
    for (let time = 0; time < 3; time += 1)
      expect(await decidePurge(platform, { ...one, runId, say: 'approve' })).toEqual({ ok: false, refused: 'same-person' });
    await expect(
      db.execute(sql`update purge_runs set status = 'approved', decided_by = proposed_by, decided_at = now() where id = ${runId}`),
    ).rejects.toThrow();
    await platform.jobs.drain();
    expect(await papersOf(over[0]!)).not.toEqual([]);
    expect((await decidePurge(platform, { ...other, runId, say: 'drop' })).ok).toBe(true);
    expect(await decidePurge(platform, { ...other, runId, say: 'approve' })).toEqual({ ok: false, refused: 'not-possible' });
    await platform.jobs.drain();
    expect(await papersOf(over[0]!)).not.toEqual([]);
  });

  it('takes files and rows for good, keeps a case that was opened meanwhile, and leaves a certificate nobody can change', async () => {
    const proposed = await proposePurge(platform, { ...one, policy: 'papers' });
    if (!proposed.ok) throw new Error(proposed.refused);
    const runId = proposed.value;
    const [gone, stays] = (await findCasesOfRun(db, runId)).length === 2 ? over : [];
    const files: { stored: string }[] = await papersOf(gone!);
    // What a colleague kept beside the case goes with its papers.
    await platform.files.put('beside-the-case', Buffer.from('a scan'));
    const beside = { kind: 'evisa', recordId: gone!, type: 'application/pdf', bytes: 6, stored: 'beside-the-case' } as const;
    await insertFile(db, platform.crypto, { ...beside, id: 'beside', name: 'Scan', keptBy: 'officer-one', at: new Date(clock.now()) });
    files.push({ stored: beside.stored });
    // A question about its money came up between the two.
    await db.execute(sql`update evisa_refunds set settled_at = null where application_id = ${stays!}`);
    expect((await decidePurge(platform, { ...other, runId, say: 'approve' })).ok).toBe(true);
    await platform.jobs.drain();
    expect([await papersOf(gone!), (await papersOf(stays!)).length > 0, (await papersOf(open)).length > 0]).toEqual([[], true, true]);
    for (const { stored } of files) expect(await platform.files.find(stored)).toBeNull();
    expect(await findFiles(db, platform.crypto, { kind: 'evisa', id: gone! })).toEqual([]);
    const run = await findRun(db, runId);
    expect([run!.run.status, run!.lines.map(({ reason }) => reason).sort()]).toEqual(['done', ['refund-open', null].sort()]);
    const certificate = (await findCertificateOfRun(db, runId))!;
    expect(certificate).toMatchObject({
      proposedBy: 'staff:officer-one',
      carriedOutBy: 'staff:officer-two',
      cases: 1,
      kept: 1,
      files: files.length,
    });
    expect([certificate.keys.length, certificate.keys.every((key) => /^[\w-]{43}$/.test(key))]).toEqual([files.length, true]);
    for (const change of [sql`update purge_certificates set cases = 9`, sql`delete from purge_certificates`])
      await expect(db.execute(change)).rejects.toThrow();
    expect(await decidePurge(platform, { ...other, runId, say: 'approve' })).toEqual({ ok: false, refused: 'not-possible' });
    await db.execute(sql`update evisa_refunds set settled_at = now() where application_id = ${stays!}`);
  });

  it('by the clock keeps the promise of ninety days where two people did not', async () => {
    // Its stay is open still: two people could not have, and the proof of the way out is needed until it is put away.
    const id = over[1]!;
    const stay = {
      orderId,
      route: 'evisa',
      country: 'IN',
      numberIndex: 'x',
      issuedOn: enterBy,
      enterBy,
      stayDays: 30,
      entries: 'single',
    } as const;
    await transact(db, (tx) => insertStay(tx, clock.now(), { id, ...stay }));
    await db.execute(
      sql`insert into evisa_documents select (jsonb_populate_record(d, '{"id": "proof", "kind": "exit-proof", "stored": "proof-of-exit"}')).* from evisa_documents d where d.application_id = ${id} limit 1`,
    );
    clock.advance(29 * dayMs);
    expect(await keepPaperPromise(platform)).toBe(0);
    clock.advance(dayMs);
    expect(await findDue(platform, 'papers', 60)).toEqual([]);
    expect(await keepPaperPromise(platform)).toBe(1);
    expect(await keepPaperPromise(platform)).toBe(0);
    expect([await papersOf(id), (await papersOf(open)).length > 0]).toEqual([[{ stored: 'proof-of-exit' }], true]);
    expect((await findCertificates(db, 1))[0]).toMatchObject({ runId: null, carriedOutBy: 'clock', cases: 1 });
    const opened = (await findStay(db, id))!;
    await transact(db, (tx) => moveStay(tx, clock.now(), { stay: opened, event: 'lapse', by: 'staff', who: 'staff:officer-one' }));
    expect([await keepPaperPromise(platform), await papersOf(id)]).toEqual([1, []]);
  });

  it('empties forms, and leaves the order, its invoice and its history', async () => {
    const before = await rows(sql`select count(*)::int as n from order_events`);
    const note = { id: 'note', record: { kind: 'evisa', id: over[0]! }, author: 'officer-one', words: 'Born in Aden', told: [] } as const;
    await transact(db, (tx) => insertNote(tx, platform.crypto, clock.now(), note));
    clock.advance(366 * dayMs);
    const proposed = await proposePurge(platform, { ...other, policy: 'forms' });
    if (!proposed.ok) throw new Error(proposed.refused);
    expect((await decidePurge(platform, { ...one, runId: proposed.value, say: 'approve' })).ok).toBe(true);
    await platform.jobs.drain();
    for (const id of over) {
      const application = (await findApplication(db, id))!;
      expect([openTyped(platform.crypto, application), application.authorityReference, application.formPurgedAt !== null]).toEqual([
        {},
        null,
        true,
      ]);
    }
    expect(openTyped(platform.crypto, (await findApplication(db, open))!).surname).toBeTruthy();
    expect(await rows(sql`select count(*)::int as n from order_events`)).toEqual(before);
    expect(await rows(sql`select 1 from invoices`)).not.toEqual([]);
    expect(await findDue(platform, 'forms', 365)).toEqual([]);
    expect(await findNotes(db, platform.crypto, note.record)).toMatchObject([{ words: '-', author: 'officer-one' }]);
  });
});
