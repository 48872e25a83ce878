import { randomUUID } from 'node:crypto';
import type { RecordKind } from '#app/commerce/record-notes/record-kinds.ts';
import { blankNotesOf, deleteFilesOf } from '#app/commerce/record-notes/record-notes-store.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { permissionsOf } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { getPolicy, noteRetention } from '#app/platform/retention-store.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { lockApplication, sealTyped } from '../evisa/evisa-applications-store.server.ts';
import { requestPlace } from '../evisa/evisa-requests-store.server.ts';
import {
  keptBecause,
  keptDespitePromise,
  promisedDays,
  purgePolicies,
  type KeptBecause,
  type KeptCase,
  type PurgePolicy,
} from './retention-rules.ts';
import {
  blankForms,
  deletePapers,
  findKeptCase,
  findOldCases,
  findOpenPurgeLine,
  findPromisedCases,
  findRun,
  finishPurgeLine,
  insertCertificate,
  insertPurgeRun,
  lockRun,
  moveRun,
  type KeptRow,
} from './retention-store.server.ts';

/** One case of a purge run that somebody else than its proposer said yes to. */
export const purgeLine = jobKind<{ readonly runId: string; readonly position: number }>('visa-purge.line');

/** Cases of one run: what a second person can still look through. */
const mostCases = 500;
const taskOf = (runId: string) => ({ kind: 'visa-purge', subject: `purge_runs:${runId}` });

export interface PurgeActor {
  readonly staffId: string;
  readonly requestId: string;
}

/** As which records a case has notes and files. */
const caseRecords: readonly RecordKind[] = ['evisa', 'assisted'];

const todayOf = ({ clock }: Pick<Platform, 'clock'>): CalendarDate => dateIn('Asia/Dubai', clock.now());

/** What a policy would let go today. */
export async function findDue(platform: Pick<Platform, 'db' | 'clock'>, policy: PurgePolicy, days: number): Promise<KeptRow[]> {
  const today = todayOf(platform);
  const old = await findOldCases(platform.db, policy, days, today, mostCases);
  return old.filter((one) => keptBecause(one, days, today) === null);
}

/** Proposes to let go what is due by a policy. Nothing happens before somebody else has said yes. */
export async function proposePurge(
  platform: Platform,
  ask: PurgeActor & { readonly policy: PurgePolicy },
): Promise<Outcome<string, 'nothing-due' | 'run-waits'>> {
  const { days } = await getPolicy(platform.db, ask.policy);
  const due = await findDue(platform, ask.policy, days);
  if (due.length === 0) return refuse('nothing-due');
  const id = randomUUID();
  return transact(platform.db, async (tx): Promise<Outcome<string, 'run-waits'>> => {
    const now = platform.clock.now();
    const run = { id, policy: ask.policy, days, proposedBy: ask.staffId, proposedAt: new Date(now) };
    const opened = await insertPurgeRun(
      tx,
      run,
      due.map((one) => one.id),
    );
    if (!opened) return refuse('run-waits');
    await openStaffTask(tx, now, {
      ...taskOf(id),
      textKey: 'tasks:visa-purge',
      detail: { cases: due.length },
      askedBy: `staff:${ask.staffId}`,
    });
    await noteRun(tx, platform, ask, 'proposed', id, { policy: ask.policy, days, cases: due.length });
    return done(id);
  });
}

export type DecideRefusal = 'not-possible' | 'same-person';

/** Lets a run be carried out, or drops it. Who proposed it may only drop it, however often the form is sent. */
export async function decidePurge(
  platform: Platform,
  ask: PurgeActor & { readonly runId: string; readonly say: 'approve' | 'drop' },
): Promise<Outcome<null, DecideRefusal>> {
  const positions = (await findRun(platform.db, ask.runId))?.lines.map(({ position }) => position) ?? [];
  return transact(platform.db, async (tx): Promise<Outcome<null, DecideRefusal>> => {
    const now = platform.clock.now();
    const run = await lockRun(tx, ask.runId);
    if (!run) return refuse('not-possible');
    if (ask.say === 'approve' && run.proposedBy === ask.staffId) return refuse('same-person');
    const moved = await moveRun(tx, now, run, ask.say, ask.staffId);
    if (!moved.ok) return moved;
    if (ask.say === 'approve') for (const position of positions) await platform.jobs.send(tx, purgeLine, { runId: run.id, position });
    await closeStaffTask(tx, now, { ...taskOf(run.id), by: `staff:${ask.staffId}` });
    await noteRun(tx, platform, ask, ask.say === 'approve' ? 'approved' : 'dropped', run.id, { proposedBy: run.proposedBy });
    return done(null);
  });
}

/** One case of a run: judged again under its lock, since it may have been opened anew. The last one writes the certificate. */
export async function workPurgeLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const { db, clock } = platform;
  const found = await findRun(db, at.runId);
  if (found?.run.status !== 'approved') return;
  const { run } = found;
  const line = await findOpenPurgeLine(db, at.runId, at.position);
  const staff = run.decidedBy && (await findStaffMember(db, run.decidedBy));
  if (line) {
    await transact(db, async (tx) => {
      // A right that was taken away since counts: nothing more goes under that name.
      const gone =
        staff && permissionsOf(staff.roles).has('visas:decide')
          ? await purgeCase(tx, platform, run.policy, line.applicationId, (one, today) => keptBecause(one, run.days, today))
          : { keys: [], reason: 'not-allowed' as const };
      await finishPurgeLine(tx, clock.now(), line, gone);
    });
  }
  await finishRun(platform, run.id);
}

async function finishRun(platform: Platform, runId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const run = await lockRun(tx, runId);
    const lines = (await findRun(tx, runId))?.lines ?? [];
    if (run?.status !== 'approved' || lines.some(({ outcome }) => outcome === null)) return;
    const keys = lines.flatMap((line) => line.keys);
    const cases = lines.filter(({ outcome }) => outcome === 'purged').length;
    await insertCertificate(tx, {
      id: randomUUID(),
      runId,
      policy: run.policy,
      days: run.days,
      proposedBy: `staff:${run.proposedBy}`,
      carriedOutBy: `staff:${run.decidedBy}`,
      cases,
      kept: lines.length - cases,
      files: run.policy === 'papers' ? keys.length : 0,
      keys,
      at: new Date(now),
    });
    await moveRun(tx, now, run, 'finish', null);
    await noteRetention(tx, now, `visa-${run.policy}`, cases);
    const detail = { policy: run.policy, cases, keys: keys.length };
    await audit(tx, now, { actor: `staff:${run.decidedBy}`, action: 'retention.purged', subject: `purge_runs:${runId}`, detail });
  });
}

/**
 * Lets go what a policy names of one case, files first: cut off in between, the next try finds the rows and goes on.
 * Answers with the hashes of what is gone, or why it stays.
 */
async function purgeCase(
  tx: Tx,
  platform: Platform,
  policy: PurgePolicy,
  id: string,
  judge: (one: KeptCase, today: CalendarDate) => KeptBecause | null,
): Promise<{ readonly keys: readonly string[]; readonly reason: KeptBecause | null }> {
  const now = platform.clock.now();
  await lockApplication(tx, id);
  const one = await findKeptCase(tx, policy, id);
  const reason = one ? judge(one, todayOf(platform)) : 'nothing-left';
  if (reason) return { keys: [], reason };
  if (policy === 'papers') {
    // What colleagues kept beside the case is as much a paper of it.
    const stored = [...(await deletePapers(tx, id)), ...(await deleteFilesOf(tx, caseRecords, id))];
    for (const name of stored) await platform.files.remove(name);
    return { keys: stored.map((name) => sha256(name)), reason: null };
  }
  const words = (requestId: string) => platform.crypto.seal('', requestPlace('words', requestId));
  await blankNotesOf(tx, platform.crypto, caseRecords, id);
  await blankForms(tx, now, id, { form: sealTyped(platform.crypto, id, {}), words });
  return { keys: [sha256(`evisa_applications:${id}`)], reason: null };
}

/** What the clock lets go because travellers were promised it: papers that two people have not seen to in time. */
export async function keepPaperPromise(platform: Platform): Promise<number> {
  const { db, clock } = platform;
  const today = todayOf(platform);
  const due = (await findPromisedCases(db, promisedDays, today, 100)).filter((one) => keptDespitePromise(one, today) === null);
  return transact(db, async (tx) => {
    const now = clock.now();
    const gone = [];
    for (const { id } of due) gone.push(await purgeCase(tx, platform, 'papers', id, keptDespitePromise));
    const keys = gone.flatMap((one) => one.keys);
    const cases = gone.filter(({ reason }) => reason === null).length;
    await noteRetention(tx, now, 'visa-papers', cases);
    if (gone.length === 0) return 0;
    const certificate = {
      id: randomUUID(),
      runId: null,
      policy: 'papers',
      days: promisedDays,
      proposedBy: 'clock',
      carriedOutBy: 'clock',
    } as const;
    await insertCertificate(tx, { ...certificate, cases, kept: gone.length - cases, files: keys.length, keys, at: new Date(now) });
    await audit(tx, now, {
      actor: 'clock',
      action: 'retention.purged',
      subject: `purge_certificates:${certificate.id}`,
      detail: { policy: 'papers', cases, keys: keys.length },
    });
    return cases;
  });
}

function noteRun(
  tx: Tx,
  platform: Platform,
  ask: PurgeActor,
  what: 'proposed' | 'approved' | 'dropped',
  runId: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(tx, platform.clock.now(), {
    actor: `staff:${ask.staffId}`,
    action: `retention.${what}`,
    subject: `purge_runs:${runId}`,
    detail,
    requestId: ask.requestId,
  });
}

export const isPurgePolicy = (text: string): text is PurgePolicy => purgePolicies.some((one) => one === text);
