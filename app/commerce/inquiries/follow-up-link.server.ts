import { hmac, sameText } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findInquiryAsSystem, isUnasked, leaveUnasked } from './inquiries-store.server.ts';

/** The link out of reminders: an inquiry's id and its signature, so that nothing secret is stored. */
export const followUpToken = (secret: string, inquiryId: string): string =>
  `${inquiryId}.${hmac(secret, `inquiry follow-up ${inquiryId}`).slice(0, 43)}`;

/** Whether the address behind a mailed link is still reminded; null for a link that is none of ours. */
export async function findReminded(platform: Platform, token: string): Promise<{ emailIndex: string; unasked: boolean } | null> {
  const id = /^([\w-]{8,64})\.[0-9a-f]{43}$/.exec(token)?.[1];
  if (!id || !sameText(token, followUpToken(platform.secret, id))) return null;
  const inquiry = await findInquiryAsSystem(platform.db, id);
  return inquiry && { emailIndex: inquiry.emailIndex, unasked: await isUnasked(platform.db, inquiry.emailIndex) };
}

/** Reminds the address behind a link of no inquiry any more; false for a link that is none of ours. */
export async function stopReminding(platform: Platform, token: string): Promise<boolean> {
  const reminded = await findReminded(platform, token);
  if (!reminded) return false;
  await leaveUnasked(platform.db, platform.clock.now(), reminded.emailIndex);
  return true;
}
