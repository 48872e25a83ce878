import { describe, expect, it } from 'vitest';
import { matchTotp, newTotpSecret, toBase32, totpAddress, totpCode, totpStep } from './totp.server.ts';

const secret = toBase32(Buffer.from('12345678901234567890'));

describe('time-based codes', () => {
  // RFC 6238 appendix B, the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %d is %s, as in the standard', (seconds, code) => {
    expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code);
  });

  it('takes the code of the step before and after, and no other', () => {
    const now = 1_111_111_111_000;
    const step = totpStep(now);
    expect([-2, -1, 0, 1, 2].map((away) => matchTotp(secret, totpCode(secret, step + away), now))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ]);
  });

  it('refuses what is no code', () => {
    for (const code of ['', '000', 'abcdef', '1234567', '٢٨٧٠٨٢']) expect(matchTotp(secret, code, 59_000)).toBeNull();
  });

  it('makes secrets of 32 signs that differ, and an address that authenticators read', () => {
    const [one, two] = [newTotpSecret(), newTotpSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(two);
    expect(totpAddress(one, 'a b@rihla.example', 'Rihla staff')).toBe(
      `otpauth://totp/Rihla%20staff:a%20b%40rihla.example?secret=${one}&issuer=Rihla%20staff&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
