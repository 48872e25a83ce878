import { describe, expect, it } from 'vitest';
import { cutAsTried, cutSelection, mostTried } from './cut-selection.ts';

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

describe('things that are tried until enough of them can be done', () => {
  const things = (locked: number, ready: number) => [
    ...Array.from({ length: locked }, (_, at) => `locked-${at}`),
    ...Array.from({ length: ready }, (_, at) => `ready-${at}`),
  ];
  const looked: string[] = [];
  const tryThese = async (some: readonly string[]) => {
    looked.push(...some);
    return some.map((id) => ({ id, locked: id.startsWith('locked') ? 'not-possible' : null }));
  };
  const cut = (all: readonly string[], more = false) => cutAsTried(all, tryThese, { most: 3, more });

  it('leave out what cannot be done before they are cut, so that the second time is not the first', async () => {
    const { rows, left } = await cut(things(7, 5));
    expect(rows.map(({ id }) => id)).toEqual(['ready-0', 'ready-1', 'ready-2', 'locked-0', 'locked-1', 'locked-2']);
    expect(left).toBe(2);
  });
  it('are tried no further than is needed; what was not tried is left', async () => {
    looked.length = 0;
    expect(await cut(things(0, 9), true)).toMatchObject({ left: 6, orMore: true, looked: null });
    expect(looked).toHaveLength(3);
  });
  it('are whole where all of them fit', async () => {
    expect(await cut(things(2, 2))).toMatchObject({ left: 0, orMore: false, looked: null, rows: { length: 4 } });
    expect(await cut([])).toMatchObject({ rows: [], left: 0, looked: null });
  });
  it('say how far they were looked through where none, or too few, were found', async () => {
    expect(await cut(things(mostTried, 5))).toMatchObject({ left: 0, looked: mostTried });
    expect(await cut(things(4, 1), true)).toMatchObject({ left: 0, orMore: false, looked: 5 });
  });
});
