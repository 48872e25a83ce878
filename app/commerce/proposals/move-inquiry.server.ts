import { audit } from '#app/platform/audit.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { lockInquiry } from '../inquiries/inquiries-store.server.ts';
import { moveInquiryOn } from '../inquiries/work-inquiry.server.ts';
import { findProposalAsSystem } from './proposals-store.server.ts';

/** Takes the inquiry along with what became of its proposal; one that was ended meanwhile stays as it is. */
export async function moveInquiryOfProposal(
  tx: Tx,
  platform: Platform,
  move: {
    readonly proposalId: string;
    readonly event: 'quote' | 'win';
    readonly by: 'staff' | 'customer';
    readonly actor: string;
    /** The order it led to. */
    readonly detail: string | null;
  },
): Promise<void> {
  const { proposalId, ...rest } = move;
  const proposal = await findProposalAsSystem(tx, proposalId);
  const inquiry = proposal && (await lockInquiry(tx, proposal.inquiryId));
  if (!inquiry) return;
  const moved = await moveInquiryOn(tx, platform, { ...rest, inquiry });
  if (moved.ok)
    await audit(tx, platform.clock.now(), { actor: move.actor, action: `inquiry.${move.event}`, subject: `inquiries:${inquiry.id}` });
}
