import { hmac, sameText } from '#app/platform/crypto.server.ts';

/** `confirm` changes with every asking; `keep` stays, so that the way out in an old letter works for ever. */
type LinkFor = { readonly purpose: 'confirm'; readonly askedAt: Date } | { readonly purpose: 'keep' };

const signature = (secret: string, readerId: string, link: LinkFor) =>
  hmac(secret, `newsletter ${link.purpose} ${readerId}${link.purpose === 'confirm' ? ` ${link.askedAt.getTime()}` : ''}`).slice(0, 43);

/** A reader's link: their id and its signature, so that nothing secret is stored. */
export function readerToken(secret: string, readerId: string, link: LinkFor): string {
  return `${readerId}.${signature(secret, readerId, link)}`;
}

/** The id that a token names, unproved; null for what is no token of ours. */
export function idInToken(token: string): string | null {
  return /^([0-9a-f-]{36})\.[0-9a-f]{43}$/.exec(token)?.[1] ?? null;
}

export function isReaderToken(secret: string, token: string, readerId: string, link: LinkFor): boolean {
  return sameText(token, readerToken(secret, readerId, link));
}
