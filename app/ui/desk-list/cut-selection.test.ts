import { describe, expect, it } from 'vitest';
import { cutSelection } from './cut-selection.ts';

describe('a selection that is cut', () => {
  const lines = [
    ...Array.from({ length: 5 }, (_, at) => ({ id: `locked-${at}`, ready: false })),
    ...Array.from({ length: 4 }, (_, at) => ({ id: `ready-${at}`, ready: true })),
  ];
  it('leaves out what cannot be done before it is cut, and names it behind what will be done', () => {
    const { lines: shown, left } = cutSelection(lines, ({ ready }) => ready, 3);
    expect(shown.map(({ id }) => id)).toEqual(['ready-0', 'ready-1', 'ready-2', 'locked-0', 'locked-1', 'locked-2']);
    expect(left).toBe(1);
  });
  it('is whole where all of it fits', () => {
    expect(cutSelection(lines, ({ ready }) => ready, 9)).toMatchObject({ left: 0, lines: { length: 9 } });
  });
});
