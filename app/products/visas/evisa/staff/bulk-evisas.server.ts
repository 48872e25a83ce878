import { randomUUID } from 'node:crypto';
import { findOpenLine, finishLine, insertBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, permissionsOf, type Clerk, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findApplication, findEvents, giveApplication } from '../evisa-applications-store.server.ts';
import { lockCase } from '../answer-evisa.server.ts';
import { evisaBulkLine } from '../evisa-jobs.server.ts';
import type { EvisaApplication } from '../evisa.tables.ts';
import { caseBulkActions, lockedFor, type CaseBulkAction } from './evisa-bulk-rules.ts';
import { caseName, findCasesById, type CaseRow } from './evisa-desk-store.server.ts';
import { proofOfCase, workEvisa, type WorkRefusal } from './work-evisa.server.ts';

type StaffViewer = Viewer & { readonly kind: 'staff' };

export interface TriedCase {
  readonly id: string;
  readonly name: string;
  readonly status: CaseRow['status'];
  /** Why it would be skipped; null: it would be done. */
  readonly locked: string | null;
}

/** What one press would do to each case; nothing is done. Ids that are unknown are left out. */
export async function tryCases(
  platform: Platform,
  viewer: StaffViewer,
  ask: { readonly action: CaseBulkAction; readonly ids: readonly string[]; readonly to: string },
): Promise<TriedCase[]> {
  const rows = await findCasesById(platform.db, ask.ids.slice(0, mostAtOnce));
  const tried: TriedCase[] = [];
  for (const row of rows) {
    const locked = lockedFor(ask.action, { ...row, over: row.overAt !== null }, { me: viewer.user.id, to: ask.to });
    const differs = ask.action === 'release' && locked === null && (await proofOfCase(platform, row.id)).length > 0;
    tried.push({ id: row.id, name: caseName(row), status: row.status, locked: differs ? 'visa-differs' : locked });
  }
  return tried;
}

/** One case of a run that is to be begun. */
export interface RunCase {
  readonly id: string;
  /** The reference of the authority, where each case has its own. */
  readonly reference?: string;
}

/**
 * Writes down what is to be done and leaves each case to a job of its own, in one transaction. Each line names the
 * version of its case: what somebody else does meanwhile is not overwritten. The id of the run; null when no case is left.
 */
export async function startCases(
  platform: Platform,
  viewer: StaffViewer,
  ask: {
    readonly action: Exclude<CaseBulkAction, 'export'>;
    readonly cases: readonly RunCase[];
    readonly to: string;
    readonly reference: string;
    readonly requestId: string;
  },
  keep?: Keep<string>,
): Promise<string | null> {
  const wanted = new Map(ask.cases.slice(0, mostAtOnce).map((one) => [one.id, one]));
  const rows = await findCasesById(platform.db, [...wanted.keys()]);
  if (rows.length === 0) return null;
  const id = randomUUID();
  const detail: Record<string, string> = {};
  if (ask.action === 'assign') detail['to'] = ask.to;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const run = { id, action: ask.action, startedBy: viewer.user.id, startedAt: new Date(now), list: 'evisa', detail } as const;
    const lines = rows.map((row) => ({
      orderId: row.orderId,
      reference: caseName(row),
      subject: row.id,
      detail: {
        version: String(row.version),
        ...(ask.action === 'file' ? { reference: wanted.get(row.id)?.reference ?? ask.reference } : {}),
      },
    }));
    await insertBulkRun(tx, run, lines);
    for (const position of rows.keys()) await platform.jobs.send(tx, evisaBulkLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'evisas.bulk',
      subject: `desk_bulk_runs:${id}`,
      detail: { action: ask.action, cases: rows.length, ...detail },
      requestId: ask.requestId,
    });
    await keep?.(tx, id);
  });
  return id;
}

/**
 * One case of a run, judged and done as if its clerk had pressed the button now: rights that were taken from them since
 * count. Done once, however often the job runs: a case that this clerk has moved just so is done already.
 */
export async function workCaseLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const open = await findOpenLine(platform.db, at);
  if (!open?.line.subject) return;
  const { run, line } = open;
  const staff = await findStaffMember(platform.db, run.startedBy);
  const clerk: Clerk | null = staff && { kind: 'staff', user: { id: run.startedBy }, staff };
  const action = caseBulkActions.find((one) => one === run.action);
  const worked =
    clerk && action && action !== 'export' && may(clerk, 'visas:decide')
      ? await doOne(platform, clerk, {
          action,
          id: line.subject!,
          version: Number(line.detail['version']),
          to: run.detail['to'] ?? '',
          reference: line.detail['reference'] ?? '',
          requestId: `${run.id}-${line.position}`,
        })
      : refuse('permission' as const);
  const again = !worked.ok && worked.refused === 'changed-meanwhile' ? await findDone(platform, line.subject!, line.detail, run) : null;
  const said = worked.ok ? worked.value.status : (again ?? worked.refused);
  await finishLine(platform.db, platform.clock.now(), at, { ok: worked.ok || again !== null, said });
}

/** The state a case came to by this very line, when its job was cut off before it could say so. */
async function findDone(
  platform: Platform,
  id: string,
  detail: Readonly<Record<string, string>>,
  run: { readonly action: string; readonly startedBy: string },
): Promise<string | null> {
  const event = run.action === 'assign' || run.action === 'claim' ? ['assigned', 'claim'] : [run.action];
  const step = (await findEvents(platform.db, id)).find((one) => one.version === Number(detail['version']) + 1);
  return step && event.includes(step.event) && step.actor === `staff:${run.startedBy}` ? step.toStatus : null;
}

interface OneCase {
  readonly action: Exclude<CaseBulkAction, 'export'>;
  readonly id: string;
  readonly version: number;
  readonly to: string;
  readonly reference: string;
  readonly requestId: string;
}

async function doOne(platform: Platform, clerk: Clerk, ask: OneCase): Promise<Outcome<EvisaApplication, WorkRefusal | GiveRefusal>> {
  const { action, id, version, requestId } = ask;
  if (action === 'claim' || action === 'assign')
    return giveCase(platform, clerk, { applicationId: id, version, to: action === 'claim' ? clerk.user.id : ask.to, requestId });
  const step = { applicationId: id, version, staffId: clerk.user.id, requestId };
  return workEvisa(platform, { ...step, work: action === 'file' ? { event: action, reference: ask.reference } : { event: action } });
}

export type GiveRefusal = 'permission' | 'not-a-colleague' | 'somebody-elses' | 'over' | 'changed-meanwhile' | 'not-possible';

/** Gives a case to an officer: one that is new is taken up with it. Taking what a colleague has is giving, and says so. */
export async function giveCase(
  platform: Platform,
  clerk: Clerk,
  ask: { readonly applicationId: string; readonly version: number; readonly to: string; readonly requestId: string },
): Promise<Outcome<EvisaApplication, GiveRefusal>> {
  const me = clerk.user.id;
  if (!may(clerk, 'visas:decide')) return refuse('permission');
  if (ask.to !== me) {
    const colleague = await findStaffMember(platform.db, ask.to);
    if (!colleague || !permissionsOf(colleague.roles).has('visas:decide')) return refuse('not-a-colleague');
  }
  const known = await findApplication(platform.db, ask.applicationId);
  if (known?.status === 'received' && ask.to === me) {
    const { applicationId, version, requestId } = ask;
    const taken = await workEvisa(platform, { applicationId, version, staffId: me, requestId, work: { event: 'claim' } });
    return taken.ok ? taken : refuse(taken.refused === 'changed-meanwhile' ? 'changed-meanwhile' : 'not-possible');
  }
  return transact(platform.db, async (tx): Promise<Outcome<EvisaApplication, GiveRefusal>> => {
    const found = await lockCase(tx, ask.applicationId);
    if (!found) return refuse('not-possible');
    const { application } = found;
    if (application.version !== ask.version) return refuse('changed-meanwhile');
    if (application.overAt) return refuse('over');
    if (application.officer === ask.to) return done(application);
    return giveApplication(tx, platform.clock.now(), { application, to: ask.to, who: `staff:${me}`, requestId: ask.requestId });
  });
}
