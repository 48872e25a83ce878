import { hmac, sameText } from '#app/platform/crypto.server.ts';

/** The link by which somebody without an account reads and rates a ticket; derived, so that nothing secret is stored. */
export function ticketToken(secret: string, id: string): string {
  return `${id}.${hmac(secret, `ticket ${id}`).slice(0, 43)}`;
}

/** The ticket a link opens; null for one that is forged. */
export function readTicketToken(secret: string, token: string): string | null {
  const id = /^([0-9a-f-]{36})\.[0-9a-f]{43}$/.exec(token)?.[1];
  return id && sameText(token, ticketToken(secret, id)) ? id : null;
}

export function ticketAddress(secret: string, id: string): string {
  return `/support/${ticketToken(secret, id)}`;
}
