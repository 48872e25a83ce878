import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addDays } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { MoveRefusal } from '#app/values/status-table.ts';
import type { Inquiry } from '../inquiries/inquiries.tables.ts';
import type { ProductKind } from '../product-contract.ts';
import { moveInquiryOfProposal } from './move-inquiry.server.ts';
import { proposalMail } from './proposal-jobs.server.ts';
import { mostVersions, type ReadVersion } from './proposal-form.ts';
import { proposalZone } from './proposal-terms-rules.ts';
import { findVersions, insertRemark, insertVersion, lockVersion, moveVersion, openProposal } from './proposals-store.server.ts';

export const proposalSubject = (proposalId: string) => `proposals:${proposalId}`;

/** Keeps a new version of the proposal of an inquiry as a draft; its number. */
export async function draftVersion(
  platform: Platform,
  draft: {
    readonly inquiry: Pick<Inquiry, 'id'>;
    readonly version: ReadVersion;
    readonly itemKind: ProductKind | null;
    readonly total: Money;
    readonly staffId: string;
  },
): Promise<Outcome<number, 'too-many'>> {
  const { version } = draft;
  return transact(platform.db, async (tx): Promise<Outcome<number, 'too-many'>> => {
    const now = platform.clock.now();
    const proposal = await openProposal(tx, now, draft.inquiry.id);
    const number = (await findVersions(tx, platform.crypto, proposal.id)).length + 1;
    if (number > mostVersions) return refuse('too-many');
    const { validUntil, ...rest } = version;
    await insertVersion(tx, platform.crypto, {
      ...rest,
      proposalId: proposal.id,
      number,
      total: draft.total.amount,
      itemKind: draft.itemKind,
      expiresAt: new Date(instantOf(proposalZone, localTime(addDays(validUntil, 1), '00:00'))),
      madeBy: draft.staffId,
      madeAt: new Date(now),
    });
    await audit(tx, now, {
      actor: `staff:${draft.staffId}`,
      action: 'proposal.draft',
      subject: proposalSubject(proposal.id),
      detail: { version: number, total: draft.total.amount },
    });
    return done(number);
  });
}

export type ProposalWork = 'send' | 'send-instead' | 'discard' | 'withdraw';
export type ProposalRefusal = MoveRefusal | 'changed-meanwhile' | 'not-found' | 'expired';

/** Sends a version to whoever asked, beside the earlier ones or instead of them; throws a draft away; takes a sent one back. */
export async function workVersion(
  platform: Platform,
  work: { readonly proposalId: string; readonly number: number; readonly work: ProposalWork; readonly staffId: string },
): Promise<Outcome<null, ProposalRefusal>> {
  const who = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<null, ProposalRefusal>> => {
    const now = platform.clock.now();
    const version = await lockVersion(tx, platform.crypto, work.proposalId, work.number);
    if (!version) return refuse('not-found');
    const sends = work.work === 'send' || work.work === 'send-instead';
    if (sends && version.expiresAt.getTime() <= now) return refuse('expired');
    const moved = await moveVersion(tx, now, {
      version,
      event: work.work === 'discard' || work.work === 'withdraw' ? work.work : 'send',
      by: 'staff',
      who,
      ...(sends ? { with: { sentAt: new Date(now) } } : {}),
    });
    if (!moved.ok) return moved;
    if (work.work === 'send-instead')
      for (const other of await findVersions(tx, platform.crypto, work.proposalId))
        if (other.status === 'sent' && other.number !== work.number)
          await moveVersion(tx, now, { version: other, event: 'supersede', by: 'staff', who });
    if (sends) {
      await moveInquiryOfProposal(tx, platform, { proposalId: work.proposalId, event: 'quote', by: 'staff', actor: who, detail: null });
      await platform.jobs.send(tx, proposalMail, { kind: 'sent', proposalId: work.proposalId, of: String(work.number) });
      await closeStaffTask(tx, now, { kind: 'proposal', subject: proposalSubject(work.proposalId), by: who });
    }
    return done(null);
  });
}

/** Answers on a line of a version, or on the whole; the customer is told by mail. */
export async function replyToCustomer(
  platform: Platform,
  reply: {
    readonly proposalId: string;
    readonly number: number;
    readonly line: number | null;
    readonly words: string;
    readonly staffId: string;
  },
  keep?: Keep<true>,
): Promise<void> {
  const actor = `staff:${reply.staffId}`;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const { proposalId, number, line, words } = reply;
    const id = await insertRemark(tx, platform.crypto, now, { proposalId, number, line, words, actor });
    await platform.jobs.send(tx, proposalMail, { kind: 'replied', proposalId, of: id });
    await closeStaffTask(tx, now, { kind: 'proposal', subject: proposalSubject(proposalId), by: actor });
    await audit(tx, now, { actor, action: 'proposal.reply', subject: proposalSubject(proposalId), detail: { version: number } });
    await keep?.(tx, true);
  });
}
