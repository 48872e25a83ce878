import { nameOf } from '#app/commerce/customers/signed-in-hint.ts';
import type { Viewer } from '#app/platform/access.ts';
import { hmac, sameText } from '#app/platform/crypto.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { parseReference } from '#app/values/ids.ts';
import { findPromise } from './inquiries-store.server.ts';

/** What a page hands to `<InquiryForm>`. */
export interface InquiryFormFacts {
  readonly key: string;
  /** When the form was made, signed. */
  readonly stamp: string;
  /** The one that was just sent from here, or null. */
  readonly sent: { readonly reference: string; readonly answerBy: string } | null;
  readonly person: { readonly name: string; readonly email: string } | null;
}

/** The parameter that says which inquiry was just sent from a page. */
export const sentParameter = 'asked';

const sign = (platform: Platform, key: string, at: string) => hmac(platform.secret, `inquiry-form ${key} ${at}`).slice(0, 32);

export async function openInquiryForm(platform: Platform, viewer: Viewer, url: URL): Promise<InquiryFormFacts> {
  const key = newFormKey();
  const at = platform.clock.now().toString(36);
  const reference = parseReference(url.searchParams.get(sentParameter) ?? '');
  return {
    key,
    stamp: `${at}.${sign(platform, key, at)}`,
    sent: reference ? await findPromise(platform.db, reference) : null,
    person: viewer.kind === 'anonymous' ? null : { name: nameOf(viewer.user), email: viewer.user.email },
  };
}

/** How long ago the form with this key was made, in milliseconds; null when we did not make it. */
export function openedMsAgo(platform: Platform, key: string, stamp: unknown): number | null {
  const [at = '', signature = ''] = typeof stamp === 'string' ? stamp.slice(0, 100).split('.') : [];
  if (!sameText(signature, sign(platform, key, at))) return null;
  return platform.clock.now() - Number.parseInt(at, 36);
}
