import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { Inquiry } from './inquiries.tables.ts';
import { moveInquiry } from './inquiries-store.server.ts';
import { inquiryMachine, type InquiryEvent, type InquiryStatus } from './inquiry-status.ts';
import { inquiryMail } from './mail-inquiries.server.ts';

export type WorkRefusal = MoveRefusal | 'changed-meanwhile';

/** Answers an inquiry by mail, closes it or opens it again, in the name of a member of staff. Words belong to an answer only. */
export async function workInquiry(
  platform: Platform,
  work: { readonly inquiry: Inquiry; readonly event: InquiryEvent; readonly staffId: string; readonly words: string | null },
): Promise<Outcome<InquiryStatus, WorkRefusal>> {
  const { inquiry, event, words } = work;
  const actor = `staff:${work.staffId}`;
  const move = moveOn(inquiryMachine, inquiry.status, event, 'staff');
  if (!move.ok) return refuse(move.refused);
  return transact(platform.db, async (tx): Promise<Outcome<InquiryStatus, WorkRefusal>> => {
    const now = platform.clock.now();
    const moved = await moveInquiry(tx, platform.crypto, now, { inquiry, event, to: move.to, actor, words });
    if (!moved) return refuse('changed-meanwhile');
    const subject = `inquiries:${inquiry.id}`;
    if (event === 'answer') await platform.jobs.send(tx, inquiryMail, { inquiryId: inquiry.id, version: inquiry.version + 1 });
    if (event === 'reopen')
      await openStaffTask(tx, now, { kind: 'inquiry', subject, textKey: 'tasks:inquiry-waits', detail: { reference: inquiry.reference } });
    else await closeStaffTask(tx, now, { kind: 'inquiry', subject, by: actor });
    await audit(tx, now, { actor, action: `inquiry.${event}`, subject });
    return done(move.to);
  });
}
