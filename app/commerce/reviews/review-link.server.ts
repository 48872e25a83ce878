import { hmac, sameText } from '#app/platform/crypto.server.ts';

/** `write` opens one sold item to its holder, `stop` takes their address off the list of those who are asked. */
export type ReviewLink = 'write' | 'stop';

/** What a mailed link names, once it is proved; nothing secret is stored. */
export interface LinkedItem {
  readonly orderId: string;
  readonly item: number;
}

const signature = (secret: string, purpose: ReviewLink, { orderId, item }: LinkedItem) =>
  hmac(secret, `review ${purpose} ${orderId} ${item}`).slice(0, 43);

export function reviewToken(secret: string, purpose: ReviewLink, linked: LinkedItem): string {
  return `${linked.orderId}.${linked.item}.${signature(secret, purpose, linked)}`;
}

/** The item a token opens; null for one that is forged or made for something else. */
export function readReviewToken(secret: string, purpose: ReviewLink, token: string): LinkedItem | null {
  const [, orderId, item] = /^([\w-]{8,64})\.(\d{1,3})\.[0-9a-f]{43}$/.exec(token) ?? [];
  if (!orderId || !item) return null;
  const linked = { orderId, item: Number(item) };
  return sameText(token, reviewToken(secret, purpose, linked)) ? linked : null;
}
