import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import { sameText } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { surnameKey } from '../orders/person-keys.ts';
import type { InquiryKind } from './inquiry-kinds.ts';
import type { InquiryStatus } from './inquiry-status.ts';
import { emailIndexOf, findInquiryAsStaff, readContact } from './inquiries-store.server.ts';
import type { Inquiry } from './inquiries.tables.ts';

/** What a tracker sees: where it stands and when we answer. What was written to each other stays in their mailbox. */
export interface TrackedInquiry {
  readonly reference: string;
  readonly kind: InquiryKind;
  readonly about: string | null;
  readonly status: InquiryStatus;
  readonly merged: boolean;
  readonly askedAt: string;
  /** Promised; past once we have answered. */
  readonly answerBy: string;
  readonly answeredAt: string | null;
}

const cookieSeconds = hourMs / 1000;
const cookieName = (id: string) => `rihla-inquiry-${id}`;
/** Looked at where there is no such inquiry, so that a miss does the work of a hit. */
const nobody = { emailIndex: '-', name: '-' };

/**
 * Opens an inquiry for this browser by its reference and its asker's e-mail or last name. A reference that is nobody's and
 * one of somebody else get the same answer; whoever calls has counted the try. Null: not found.
 */
export async function trackInquiry(
  platform: Platform,
  ask: { readonly reference: string; readonly emailOrSurname: string },
): Promise<{ readonly reference: string; readonly cookie: string } | null> {
  const { db, crypto, env } = platform;
  const inquiry = await findInquiryAsStaff(db, parseReference(ask.reference) ?? '-');
  const { emailIndex, name } = inquiry ? { emailIndex: inquiry.emailIndex, name: readContact(crypto, inquiry).name } : nobody;
  const byMail = sameText(emailIndexOf(crypto, ask.emailOrSurname), emailIndex);
  const last = surnameKey(name.trim().split(/\s+/).at(-1) ?? '');
  const byName = last.length > 1 && sameText(surnameKey(ask.emailOrSurname), last);
  if (!inquiry || ask.emailOrSurname.trim() === '' || !(byMail || byName)) return null;
  const secure = env.publicUrl.startsWith('https://');
  return {
    reference: inquiry.reference,
    cookie: cookieLine(cookieName(inquiry.id), secretOf(platform, inquiry), { maxAge: cookieSeconds, secure }),
  };
}

/** An inquiry that this browser has opened; null for every other as for one that does not exist. */
export async function findTrackedInquiry(platform: Platform, request: Request, reference: string): Promise<TrackedInquiry | null> {
  const inquiry = await findInquiryAsStaff(platform.db, parseReference(reference) ?? '-');
  const shown = inquiry && readCookie(request.headers.get('cookie'), cookieName(inquiry.id));
  if (!inquiry || !shown || !sameText(shown, secretOf(platform, inquiry))) return null;
  return {
    reference: inquiry.reference,
    kind: inquiry.kind,
    about: inquiry.aboutTitle,
    status: inquiry.status,
    merged: inquiry.mergedInto !== null,
    askedAt: inquiry.createdAt.toISOString(),
    answerBy: inquiry.answerBy.toISOString(),
    answeredAt: inquiry.firstContactAt?.toISOString() ?? null,
  };
}

/** Changes with the address, so that an erased inquiry opens to nobody. */
function secretOf({ crypto }: Pick<Platform, 'crypto'>, { id, emailIndex }: Pick<Inquiry, 'id' | 'emailIndex'>): string {
  return crypto.blindIndex(`${id}|${emailIndex}`, 'inquiry-tracking');
}
