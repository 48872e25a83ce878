import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { brokenConstraint, transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { CompanyFacts } from './company-form.ts';
import { keepNamedDocuments } from './company-documents.server.ts';
import { changeCompany, changeCompanyFacts, factsOf, findBearer, insertCompany, lockCompany } from './companies-store.server.ts';

export type CompanyRefusal =
  | 'permission'
  | 'gone'
  | 'changed-meanwhile'
  | 'contact-gone'
  | 'trn-taken'
  | 'archived'
  | 'not-archived'
  | 'owned-already';
type Bench = Pick<Platform, 'db' | 'crypto' | 'clock'>;

/** Writes down a company that is new to the house; its id. A number that another one bears is refused. */
export async function makeCompany(
  { db, crypto, clock }: Bench,
  viewer: Clerk,
  ask: { readonly facts: CompanyFacts; readonly requestId: string },
  keep?: Keep<string>,
): Promise<Outcome<string, CompanyRefusal>> {
  if (!may(viewer, 'companies:edit')) return refuse('permission');
  return orTaken(() =>
    transact(db, async (tx): Promise<Outcome<string, CompanyRefusal>> => {
      const now = clock.now();
      const { facts, requestId } = ask;
      if (facts.trn !== null && (await findBearer(tx, facts.trn, null))) return refuse('trn-taken');
      const id = await insertCompany(tx, crypto, now, facts, viewer.user.id);
      await tell(tx, now, viewer, id, { action: 'company.made', requestId, detail: { termsDays: facts.termsDays } });
      await keep?.(tx, id);
      return done(id);
    }),
  );
}

/** Writes what the desk keeps of a company, at the version that was looked at. */
export async function keepCompany(
  { db, crypto, clock }: Bench,
  viewer: Clerk,
  ask: {
    readonly id: string;
    readonly version: number;
    readonly facts: CompanyFacts;
    readonly requestId: string;
    /** Whether somebody was written to when the form was drawn. */
    readonly hadContact?: boolean;
  },
): Promise<Outcome<null, CompanyRefusal>> {
  if (!may(viewer, 'companies:edit')) return refuse('permission');
  return orTaken(() =>
    transact(db, async (tx): Promise<Outcome<null, CompanyRefusal>> => {
      const now = clock.now();
      const { id, version, facts, requestId } = ask;
      const before = await lockCompany(tx, id);
      if (!before) return refuse('gone');
      const was = await factsOf(tx, crypto, before);
      // Whoever was written to was forgotten meanwhile: a form from before must not bring them back, whatever else changed since.
      if (ask.hadContact && was.contact.email === '' && facts.contact.email !== '') return refuse('contact-gone');
      if (before.version !== version) return refuse('changed-meanwhile');
      if (facts.trn !== null && before.archivedAt === null && (await findBearer(tx, facts.trn, id))) return refuse('trn-taken');
      if (facts.name !== was.name) await keepNamedDocuments(tx, now, id);
      await changeCompanyFacts(tx, crypto, now, { id, version }, facts);
      // Which of it changed, and how long they have to pay; who is written to is nobody's business in a log.
      const changed = (Object.keys(facts) as (keyof CompanyFacts)[]).filter(
        (name) => JSON.stringify(facts[name]) !== JSON.stringify(was[name]),
      );
      await tell(tx, now, viewer, id, {
        action: 'company.changed',
        requestId,
        detail: { changed, ...(changed.includes('termsDays') && { termsDays: facts.termsDays, termsDaysBefore: was.termsDays }) },
      });
      return done(null);
    }),
  );
}

/**
 * Puts a company away, or brings it back. Put away it takes nobody in, is offered on no invoice and gives no days to pay; its
 * people stay listed, so that it comes back whole.
 */
export async function archiveCompany(
  { db, clock }: Bench,
  viewer: Clerk,
  ask: { readonly id: string; readonly version: number; readonly away: boolean; readonly requestId: string },
): Promise<Outcome<null, CompanyRefusal>> {
  if (!may(viewer, 'companies:edit')) return refuse('permission');
  return orTaken(() =>
    transact(db, async (tx): Promise<Outcome<null, CompanyRefusal>> => {
      const now = clock.now();
      const { id, version, away, requestId } = ask;
      const before = await lockCompany(tx, id);
      if (!before) return refuse('gone');
      if (before.version !== version) return refuse('changed-meanwhile');
      if ((before.archivedAt !== null) === away) return refuse(away ? 'archived' : 'not-archived');
      if (!away && before.trn !== null && (await findBearer(tx, before.trn, id))) return refuse('trn-taken');
      await changeCompany(
        tx,
        now,
        { id, version },
        away ? { archivedAt: new Date(now), archivedBy: viewer.user.id } : { archivedAt: null, archivedBy: null },
      );
      await tell(tx, now, viewer, id, { action: away ? 'company.archived' : 'company.brought-back', requestId, detail: {} });
      return done(null);
    }),
  );
}

/** Says which colleague looks after a company. */
export async function ownCompany(
  { db, clock }: Bench,
  viewer: Clerk,
  ask: { readonly id: string; readonly version: number; readonly ownerId: string; readonly requestId: string },
): Promise<Outcome<null, CompanyRefusal>> {
  if (!may(viewer, 'companies:edit')) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<null, CompanyRefusal>> => {
    const now = clock.now();
    const { id, version, ownerId, requestId } = ask;
    const before = await lockCompany(tx, id);
    if (!before) return refuse('gone');
    if (before.version !== version) return refuse('changed-meanwhile');
    if (before.ownerId === ownerId) return refuse('owned-already');
    await changeCompany(tx, now, { id, version }, { ownerId });
    await tell(tx, now, viewer, id, { action: 'company.owned', requestId, detail: { owner: ownerId, ownerBefore: before.ownerId } });
    return done(null);
  });
}

/** Two colleagues may give one number to two companies in the same moment: the database lets one of them through. */
async function orTaken<Value>(work: () => Promise<Outcome<Value, CompanyRefusal>>): Promise<Outcome<Value, CompanyRefusal>> {
  try {
    return await work();
  } catch (fault) {
    if (brokenConstraint(fault) === 'companies_by_trn') return refuse('trn-taken');
    throw fault;
  }
}

function tell(
  tx: Tx,
  now: number,
  viewer: Clerk,
  companyId: string,
  what: { readonly action: string; readonly requestId: string; readonly detail: Record<string, unknown> },
): Promise<void> {
  return audit(tx, now, { actor: `staff:${viewer.user.id}`, subject: `companies:${companyId}`, ...what });
}
