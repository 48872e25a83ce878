import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { referenceFrom } from '#app/values/ids.ts';

/** Encrypts one personal field; `where` names its table, column and row, so a value moved to another row does not open. */
export interface FieldCrypto {
  seal(plain: string, where: string): string;
  open(sealed: string, where: string): string;
  /** A keyed fingerprint for looking a value up without storing it. */
  blindIndex(value: string, purpose: string): string;
}

const keyId = 'k1';

/** AES-256-GCM with keys derived from the installation's secret (HKDF-SHA-256). */
export function openFieldCrypto(secret: string): FieldCrypto {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'rihla', purpose, 32));
  const fieldKey = derive('fields');
  const indexKey = derive('blind-index');
  return {
    seal(plain, where) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', fieldKey, nonce);
      cipher.setAAD(Buffer.from(where));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, where) {
      const [id, packed] = sealed.split('.');
      if (id !== keyId || !packed) throw new Error('A sealed field names a key this installation does not have');
      const bytes = Buffer.from(packed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', fieldKey, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(where));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    blindIndex(value, purpose) {
      return createHmac('sha256', indexKey).update(`${purpose}\0${value}`).digest('base64url');
    },
  };
}

export function newReference(): string {
  return referenceFrom(randomBytes(10));
}

/** 256 random bits for links; store only its hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Compares without telling by its duration where the texts differ. */
export function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}
