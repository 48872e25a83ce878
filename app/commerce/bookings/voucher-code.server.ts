import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { BookingKind } from './booking-order-status.ts';

/** What the code of a voucher says by itself; no personal data, since a photograph of it is enough to read it. */
export interface VoucherFacts {
  readonly voucher: string;
  readonly kind: BookingKind;
  readonly item: string;
  readonly startsOn: CalendarDate;
  readonly places: number;
}

/** DER head of an Ed25519 private key (RFC 8410); the 32 bytes of the seed follow. */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex');

function privateKey(crypto: Pick<FieldCrypto, 'blindIndex'>): KeyObject {
  const seed = Buffer.from(crypto.blindIndex('voucher', 'voucher-signing'), 'base64url');
  return createPrivateKey({ key: Buffer.concat([keyHead, seed]), format: 'der', type: 'pkcs8' });
}

/** The raw public key with which a scanner judges vouchers without a network, base64url. */
export function voucherKey(crypto: Pick<FieldCrypto, 'blindIndex'>): string {
  return createPublicKey(privateKey(crypto)).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');
}

/** The text of the QR code: facts and an Ed25519 signature over them. The key follows from the installation's secret. */
export function signVoucher(crypto: Pick<FieldCrypto, 'blindIndex'>, facts: VoucherFacts): string {
  const said = ['RV1', facts.voucher, facts.kind, facts.item, facts.startsOn, facts.places].join('*');
  return `${said}*${sign(null, Buffer.from(said), privateKey(crypto)).toString('base64url')}`;
}

/** The facts of a code that this installation signed; null for any other text. */
export function readVoucher(crypto: Pick<FieldCrypto, 'blindIndex'>, code: string): VoucherFacts | null {
  const cut = code.lastIndexOf('*');
  const said = code.slice(0, cut);
  const [version, voucher, kind, item, startsOn, places, more] = said.split('*');
  if (cut < 0 || version !== 'RV1' || more !== undefined || !voucher || !kind || !item || !startsOn || !/^\d{1,3}$/.test(places ?? ''))
    return null;
  const signature = Buffer.from(code.slice(cut + 1), 'base64url');
  if (signature.length !== 64 || !verify(null, Buffer.from(said), createPublicKey(privateKey(crypto)), signature)) return null;
  return { voucher, kind: kind as BookingKind, item, startsOn: startsOn as CalendarDate, places: Number(places) };
}
