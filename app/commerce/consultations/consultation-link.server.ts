import { hmac, sameText } from '#app/platform/crypto.server.ts';

/** The link that shows a call and lets its owner move it; derived, so that nothing secret is stored. It never ends. */
export function consultationToken(secret: string, id: string): string {
  return `${id}.${hmac(secret, `consultation ${id}`).slice(0, 43)}`;
}

/** The call a link opens; null for one that is forged. */
export function readConsultationToken(secret: string, token: string): string | null {
  const id = /^([0-9a-f-]{36})\.[0-9a-f]{43}$/.exec(token)?.[1];
  return id && sameText(token, consultationToken(secret, id)) ? id : null;
}

export function consultationAddress(secret: string, id: string): string {
  return `/visa-assistance/consultation/${consultationToken(secret, id)}`;
}
