import { describe, expect, it } from 'vitest';
import { isSameContact, mailboxOf, ownPhone } from './same-person-rules.ts';

describe('whether two are reached in the same place', () => {
  it.each([
    ['Mo.Na+x@Gmail.com', 'mona@googlemail.com', true],
    ['mona+2@example.com', ' MONA@example.com', true],
    // Dots mean something at most hosts.
    ['mo.na@example.com', 'mona@example.com', false],
    ['mona@example.com', 'mona@example.org', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect(isSameContact({ email: one, phone: null }, { email: other, phone: null })).toBe(same);
    expect(mailboxOf(one) === mailboxOf(other)).toBe(same);
  });

  it('knows a telephone by its digits, and none by a few of them', () => {
    const reached = (email: string, phone: string | null) => ({ email, phone });
    expect(isSameContact(reached('a@example.com', '00971 50-123 4567'), reached('b@example.com', '+971501234567'))).toBe(true);
    expect(isSameContact(reached('a@example.com', '+971501234567'), reached('b@example.com', '+971501234568'))).toBe(false);
    expect(isSameContact(reached('a@example.com', ''), reached('b@example.com', ''))).toBe(false);
    expect([ownPhone('+971'), ownPhone(null), ownPhone('+971 50 123 4567')]).toEqual([null, null, '971501234567']);
  });
});
