import { describe, expect, it } from 'vitest';
import { isRising, percentOf, quotaState } from './authority-rules.ts';

describe('an authority', () => {
  it('is nearly full at four fifths and full at its limit; without a limit it never is', () => {
    expect([7, 8, 9, 10, 11].map((used) => quotaState(used, 10))).toEqual([null, 'near', 'near', 'full', 'full']);
    expect(quotaState(1_000, null)).toBeNull();
  });

  it('stands out by a fifth of enough decisions, and twice the share of the months before', () => {
    const before = { decided: 100, refused: 10 };
    expect(isRising({ decided: 4, refused: 4 }, before)).toBe(false);
    expect(isRising({ decided: 10, refused: 1 }, { decided: 100, refused: 0 })).toBe(false);
    expect(isRising({ decided: 10, refused: 2 }, before)).toBe(true);
    expect(isRising({ decided: 10, refused: 2 }, { decided: 100, refused: 11 })).toBe(false);
    expect(isRising({ decided: 10, refused: 2 }, { decided: 0, refused: 0 })).toBe(true);
  });

  it('says its share in whole percent', () => {
    expect([percentOf({ decided: 8, refused: 1 }), percentOf({ decided: 0, refused: 0 }), percentOf({ decided: 3, refused: 3 })]).toEqual([
      13,
      null,
      100,
    ]);
  });
});
