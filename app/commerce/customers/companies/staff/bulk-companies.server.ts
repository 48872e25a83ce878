import { randomUUID } from 'node:crypto';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findOpenThing, finishLine, insertBulkRun } from '../../../orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '../../../orders/staff/desk-lists.ts';
import { companyBulkLine } from '../../customer-jobs.server.ts';
import { findCompany } from '../companies-store.server.ts';
import { findCompanyOwners } from '../company-owners.server.ts';
import { archiveCompany, ownCompany } from '../work-on-company.server.ts';
import { findCompaniesByIds } from './company-desk-store.server.ts';

/** Companies are given to a colleague, put away or brought back. */
export const companyDeeds = ['own', 'archive', 'bring-back'] as const;
export type CompanyDeed = (typeof companyDeeds)[number];

export interface CompanyWish {
  readonly deed: CompanyDeed;
  /** The colleague who is to look after them; empty for what needs none. */
  readonly owner: string;
}

/** Null as long as it is not said which colleague, or where it is nobody who may look after one. */
export async function readCompanyWish({ db }: Pick<Platform, 'db'>, deed: CompanyDeed, aim: string): Promise<CompanyWish | null> {
  if (deed !== 'own') return { deed, owner: '' };
  return (await findCompanyOwners(db)).some(({ id }) => id === aim) ? { deed, owner: aim } : null;
}

function lockedBecause(
  company: { readonly ownerId: string | null; readonly archived: boolean },
  { deed, owner }: CompanyWish,
): 'owned-already' | 'archived' | 'not-archived' | null {
  if (deed === 'own') return company.ownerId === owner ? 'owned-already' : null;
  if (company.archived !== (deed === 'archive')) return null;
  return deed === 'archive' ? 'archived' : 'not-archived';
}

/** What one press would do to each; nothing is done. Companies that are not there are left out. */
export async function tryCompanies({ db }: Pick<Platform, 'db'>, ids: readonly string[], wish: CompanyWish) {
  return (await findCompaniesByIds(db, ids.slice(0, mostAtOnce))).map((company) => ({
    id: company.id,
    name: company.name,
    version: company.version,
    members: company.members,
    locked: lockedBecause(company, wish),
  }));
}

/** Writes down what is to be done and leaves each to a job of its own, as it was looked at. The id of the run; null when none is left. */
export async function startCompanies(
  platform: Platform,
  clerk: Clerk,
  ask: {
    readonly wish: CompanyWish;
    readonly lines: readonly { readonly id: string; readonly version: number }[];
    readonly requestId: string;
  },
  keep?: Keep<string>,
): Promise<string | null> {
  const seen = new Map(ask.lines.slice(0, mostAtOnce).map(({ id, version }) => [id, version]));
  const found = await findCompaniesByIds(platform.db, [...seen.keys()]);
  if (found.length === 0) return null;
  const run = randomUUID();
  const { deed, owner } = ask.wish;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertBulkRun(
      tx,
      { id: run, action: deed, startedBy: clerk.user.id, startedAt: new Date(now), list: 'companies', detail: { owner } },
      found.map(({ id }) => ({ orderId: null, reference: id, subject: id, detail: { version: String(seen.get(id)) } })),
    );
    for (const position of found.keys()) await platform.jobs.send(tx, companyBulkLine, { runId: run, position });
    await audit(tx, now, {
      actor: `staff:${clerk.user.id}`,
      action: 'companies.bulk',
      subject: `desk_bulk_runs:${run}`,
      detail: { deed, ...(owner && { owner }), rows: found.length },
      requestId: ask.requestId,
    });
    await keep?.(tx, run);
  });
  return run;
}

/** One company of a run, judged as if its clerk pressed now; one that has changed since it was looked at is left alone. */
export async function workCompanyLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const open = await findOpenThing(platform.db, at);
  if (!open) return;
  const { run, line, subject } = open;
  const finish = (ok: boolean, said: string) => finishLine(platform.db, platform.clock.now(), at, { ok, said });
  const staff = await findStaffMember(platform.db, run.startedBy);
  const deed = companyDeeds.find((one) => one === run.action);
  const wish = deed && (await readCompanyWish(platform, deed, run.detail['owner'] ?? ''));
  if (!staff || !wish) return finish(false, 'permission');
  const company = await findCompany(platform.db, subject);
  if (!company) return finish(false, 'gone');
  const seen = Number(line.detail['version']);
  const locked = lockedBecause({ ownerId: company.ownerId, archived: company.archivedAt !== null }, wish);
  // A job that comes again after its work was done finds it done.
  if (locked) return company.version === seen + 1 ? finish(true, wish.deed) : finish(false, locked);
  const clerk: Clerk = { kind: 'staff', user: { id: run.startedBy }, staff };
  const about = { id: company.id, version: seen, requestId: `run:${at.runId}` };
  const done =
    wish.deed === 'own'
      ? await ownCompany(platform, clerk, { ...about, ownerId: wish.owner })
      : await archiveCompany(platform, clerk, { ...about, away: wish.deed === 'archive' });
  return done.ok ? finish(true, wish.deed) : finish(false, done.refused);
}
