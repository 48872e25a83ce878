import { hmac, sameText } from '#app/platform/crypto.server.ts';

/** The link that shows a quote to whoever was quoted to; derived, so that nothing secret is stored. */
export function flightQuoteToken(secret: string, id: string): string {
  return `${id}.${hmac(secret, `flight quote ${id}`).slice(0, 43)}`;
}

/** The quote a link opens; null for one that is forged. */
export function readFlightQuoteToken(secret: string, token: string): string | null {
  const id = /^([0-9a-f-]{36})\.[0-9a-f]{43}$/.exec(token)?.[1];
  return id && sameText(token, flightQuoteToken(secret, id)) ? id : null;
}

export function flightQuoteAddress(secret: string, id: string): string {
  return `/flight-quote/${flightQuoteToken(secret, id)}`;
}
