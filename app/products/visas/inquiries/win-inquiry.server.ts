import { lockInquiry } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { moveInquiryOn } from '#app/commerce/inquiries/work-inquiry.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findInquiryOfGroup } from './inquiry-applications-store.server.ts';

/** A paid group wins the inquiry it began with, if it is still worked on. Inside the caller's transaction, which audits. */
export async function winInquiry(tx: Tx, platform: Platform, groupId: string, order: string): Promise<void> {
  const inquiryId = await findInquiryOfGroup(tx, groupId);
  const inquiry = inquiryId && (await lockInquiry(tx, inquiryId));
  if (inquiry) await moveInquiryOn(tx, platform, { inquiry, event: 'win', by: 'system', actor: 'system', detail: order });
}
