import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import { newReference, type FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { ProposalContent } from './proposal-form.ts';
import { proposalMachine, type ProposalEvent } from './proposal-status.ts';
import { proposalMails, proposalRemarks, proposals, proposalVersions, type Proposal, type ProposalVersionRow } from './proposals.tables.ts';

/** A version with its words opened. */
export interface ProposalVersion extends Omit<ProposalVersionRow, 'content'> {
  readonly content: ProposalContent;
}

export interface Remark {
  readonly id: string;
  readonly number: number;
  readonly line: number | null;
  readonly actor: string;
  readonly words: string;
  readonly at: Date;
}

const contentOf = (proposalId: string, number: number) => `proposal_versions|content|${proposalId}-${number}`;
const wordsOf = (id: string) => `proposal_remarks|words|${id}`;

/** The proposal of an inquiry, made when there is none yet. */
export async function openProposal(tx: Tx, now: Instant, inquiryId: string): Promise<Proposal> {
  await tx
    .insert(proposals)
    .values({ id: randomUUID(), reference: newReference(), inquiryId, createdAt: new Date(now) })
    .onConflictDoNothing();
  const [row] = await tx.select().from(proposals).where(eq(proposals.inquiryId, inquiryId)).for('update');
  return row!;
}

export async function findProposalOfInquiry(db: Db, inquiryId: string): Promise<Proposal | null> {
  const [row] = await db.select().from(proposals).where(eq(proposals.inquiryId, inquiryId));
  return row ?? null;
}

export async function findProposalAsSystem(db: Db, id: string): Promise<Proposal | null> {
  const [row] = await db.select().from(proposals).where(eq(proposals.id, id));
  return row ?? null;
}

/** The version that an order came from, with its proposal. */
export async function findVersionOfOrder(
  db: Db,
  crypto: FieldCrypto,
  orderId: string,
): Promise<{ readonly proposal: Proposal; readonly version: ProposalVersion } | null> {
  const [row] = await db
    .select({ proposal: proposals, version: proposalVersions })
    .from(proposalVersions)
    .innerJoin(proposals, eq(proposals.id, proposalVersions.proposalId))
    .where(eq(proposalVersions.orderId, orderId));
  return row ? { proposal: row.proposal, version: opened(crypto, row.version) } : null;
}

const opened = (crypto: FieldCrypto, { content, ...row }: ProposalVersionRow): ProposalVersion => ({
  ...row,
  content: JSON.parse(crypto.open(content, contentOf(row.proposalId, row.number))) as ProposalContent,
});

/** Every version, first to last. */
export async function findVersions(db: Db, crypto: FieldCrypto, proposalId: string): Promise<ProposalVersion[]> {
  const rows = await db
    .select()
    .from(proposalVersions)
    .where(eq(proposalVersions.proposalId, proposalId))
    .orderBy(asc(proposalVersions.number));
  return rows.map((row) => opened(crypto, row));
}

/** Locks one version for the rest of the transaction. */
/** One acceptance of a proposal at a time, whichever version: the others are judged by what it left behind. */
export async function lockProposal(tx: Tx, proposalId: string): Promise<void> {
  await tx.select({ id: proposals.id }).from(proposals).where(eq(proposals.id, proposalId)).for('update');
}

export async function lockVersion(tx: Tx, crypto: FieldCrypto, proposalId: string, number: number): Promise<ProposalVersion | null> {
  const [row] = await tx
    .select()
    .from(proposalVersions)
    .where(and(eq(proposalVersions.proposalId, proposalId), eq(proposalVersions.number, number)))
    .for('update');
  return row ? opened(crypto, row) : null;
}

export async function insertVersion(
  tx: Tx,
  crypto: FieldCrypto,
  { content, ...row }: Omit<ProposalVersion, 'status' | 'changes' | 'sentAt' | 'orderId'>,
): Promise<void> {
  await tx
    .insert(proposalVersions)
    .values({ ...row, content: crypto.seal(JSON.stringify(content), contentOf(row.proposalId, row.number)) });
}

/** The only writer of a version's status: compare-and-set and audit in the caller's transaction. */
export async function moveVersion(
  tx: Tx,
  now: Instant,
  move: {
    readonly version: Pick<ProposalVersionRow, 'proposalId' | 'number' | 'status' | 'changes'>;
    readonly event: ProposalEvent;
    readonly by: 'staff' | 'customer';
    readonly who: string;
    readonly with?: Partial<Pick<ProposalVersionRow, 'sentAt' | 'orderId'>>;
  },
): Promise<Outcome<null, MoveRefusal | 'changed-meanwhile'>> {
  const { version, event } = move;
  const next = moveOn(proposalMachine, version.status, event, move.by);
  if (!next.ok) return next;
  const moved = await tx
    .update(proposalVersions)
    .set({ ...move.with, status: next.to, changes: version.changes + 1 })
    .where(
      and(
        eq(proposalVersions.proposalId, version.proposalId),
        eq(proposalVersions.number, version.number),
        eq(proposalVersions.changes, version.changes),
      ),
    )
    .returning({ number: proposalVersions.number });
  if (moved.length === 0) return refuse('changed-meanwhile');
  await audit(tx, now, {
    actor: move.who,
    action: `proposal.${event}`,
    subject: `proposals:${version.proposalId}`,
    detail: { version: version.number },
  });
  return done(null);
}

/** Gives an accepted version the order that takes the place of one that was not paid in time. */
export async function replaceOrder(tx: Tx, version: Pick<ProposalVersionRow, 'proposalId' | 'number' | 'changes'>, orderId: string) {
  await tx
    .update(proposalVersions)
    .set({ orderId, changes: version.changes + 1 })
    .where(and(eq(proposalVersions.proposalId, version.proposalId), eq(proposalVersions.number, version.number)));
}

/** That the customer has seen it; the first time counts. */
export async function markOpened(db: Db, id: string, now: Instant): Promise<void> {
  await db
    .update(proposals)
    .set({ openedAt: new Date(now) })
    .where(and(eq(proposals.id, id), isNull(proposals.openedAt)));
}

export async function insertRemark(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  remark: Omit<Remark, 'id' | 'at'> & { readonly proposalId: string },
): Promise<string> {
  const id = randomUUID();
  await tx.insert(proposalRemarks).values({ ...remark, id, words: crypto.seal(remark.words, wordsOf(id)), at: new Date(now) });
  return id;
}

export async function findRemarks(db: Db, crypto: FieldCrypto, proposalId: string): Promise<Remark[]> {
  const rows = await db
    .select()
    .from(proposalRemarks)
    .where(eq(proposalRemarks.proposalId, proposalId))
    .orderBy(asc(proposalRemarks.at), asc(proposalRemarks.id));
  return rows.map(({ id, number, line, actor, words, at }) => ({ id, number, line, actor, at, words: crypto.open(words, wordsOf(id)) }));
}

export async function wasProposalMailed(db: Db, messageId: string): Promise<boolean> {
  const [row] = await db.select({ id: proposalMails.messageId }).from(proposalMails).where(eq(proposalMails.messageId, messageId));
  return row !== undefined;
}

export async function recordProposalMail(db: Db, messageId: string, proposalId: string, now: Instant): Promise<void> {
  await db
    .insert(proposalMails)
    .values({ messageId, proposalId, sentAt: new Date(now) })
    .onConflictDoNothing();
}
