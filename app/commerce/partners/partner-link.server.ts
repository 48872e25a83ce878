import { hmac, sameText } from '#app/platform/crypto.server.ts';

/** The link that shows how an application stands; derived, so that nothing secret is stored. It never ends. */
export function partnerToken(secret: string, leadId: string): string {
  return `${leadId}.${hmac(secret, `partner status ${leadId}`).slice(0, 43)}`;
}

/** The application a link opens; null for one that is forged. */
export function readPartnerToken(secret: string, token: string): string | null {
  const id = /^([0-9a-f-]{36})\.[0-9a-f]{43}$/.exec(token)?.[1];
  return id && sameText(token, partnerToken(secret, id)) ? id : null;
}
