import { createHmac, randomBytes } from 'node:crypto';
import { sameText } from './crypto.server.ts';

/** Time-based one-time passwords as authenticators make them: RFC 6238 with SHA-1, six digits, steps of 30 seconds. */
const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 random bits in base32 (RFC 4648), the size RFC 4226 recommends. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of one step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = hash[19]! & 0x0f;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export function totpStep(now: number): number {
  return Math.floor(now / stepMs);
}

/** The step a code belongs to, one before and one after the present allowed for slow hands and clocks; null for none. */
export function matchTotp(secret: string, code: string, now: number): number | null {
  const present = totpStep(now);
  const matches = [present - 1, present, present + 1].filter((step) => sameText(totpCode(secret, step), code));
  return matches[0] ?? null;
}

/** What a QR code carries for an authenticator. */
export function totpAddress(secret: string, account: string, issuer: string): string {
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  // Some authenticators do not read a plus as a space.
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`;
}
