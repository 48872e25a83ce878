import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { takeTry } from '#app/platform/limiter.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findInquiryAsSystem } from '../inquiries/inquiries-store.server.ts';
import { standingOf } from './proposal-status.ts';
import { insertRemark, lockVersion, moveVersion } from './proposals-store.server.ts';
import type { Proposal } from './proposals.tables.ts';
import { proposalSubject } from './work-proposal.server.ts';

/** Remarks of one proposal. */
const perHour = { name: 'proposal-remark', most: 30, perMs: hourMs };

export interface Answer {
  readonly proposal: Proposal;
  readonly number: number;
  /** Position of the line it is about; null for the whole. */
  readonly line: number | null;
  readonly words: string;
  /** Says no to this version; the words are the reason and may be missing. */
  readonly declines: boolean;
}

/** What the customer says of a version or a line of it, or that they do not want it; the desk gets a task. */
export async function answerProposal(
  platform: Platform,
  answer: Answer,
  keep?: Keep<Outcome<null, never>>,
): Promise<Outcome<null, 'not-open' | 'too-many'>> {
  const { proposal, number, line, words } = answer;
  if ((await takeTry(platform.db, platform.clock, perHour, proposal.id)) > 0) return refuse('too-many');
  const inquiry = await findInquiryAsSystem(platform.db, proposal.inquiryId);
  return transact(platform.db, async (tx): Promise<Outcome<null, 'not-open' | 'too-many'>> => {
    const now = platform.clock.now();
    const version = await lockVersion(tx, platform.crypto, proposal.id, number);
    const standing = version && standingOf(version, now);
    if (!version || standing === null || (answer.declines && standing !== 'open')) return refuse('not-open');
    if (line !== null && line >= version.content.lines.length) return refuse('not-open');
    if (words !== '') await insertRemark(tx, platform.crypto, now, { proposalId: proposal.id, number, line, words, actor: 'customer' });
    if (answer.declines) await moveVersion(tx, now, { version, event: 'decline', by: 'customer', who: `proposal:${proposal.id}` });
    else await audit(tx, now, { actor: `proposal:${proposal.id}`, action: 'proposal.remark', subject: proposalSubject(proposal.id) });
    await openStaffTask(tx, now, {
      kind: 'proposal',
      subject: proposalSubject(proposal.id),
      textKey: answer.declines ? 'tasks:proposal-declined' : 'tasks:proposal-remark',
      detail: { reference: inquiry?.reference ?? '', version: number },
    });
    await keep?.(tx, done(null));
    return done(null);
  });
}
