import { hmac, sameText } from '#app/platform/crypto.server.ts';

/** The link that shows a proposal to whoever asked; derived, so that nothing secret is stored. */
export function proposalToken(secret: string, id: string): string {
  return `${id}.${hmac(secret, `proposal ${id}`).slice(0, 43)}`;
}

/** The proposal a link opens; null for one that is forged. */
export function readProposalToken(secret: string, token: string): string | null {
  const id = /^([0-9a-f-]{36})\.[0-9a-f]{43}$/.exec(token)?.[1];
  return id && sameText(token, proposalToken(secret, id)) ? id : null;
}

export function proposalAddress(secret: string, id: string): string {
  return `/proposal/${proposalToken(secret, id)}`;
}
