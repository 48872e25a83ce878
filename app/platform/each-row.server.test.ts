import { describe, expect, it } from 'vitest';
import { eachRow, everyRow } from './each-row.server.ts';
import { openLog } from './log.server.ts';

const quiet = { log: openLog('silent') };

describe('rows that a job takes up', () => {
  it('one that cannot be taken up does not keep the others waiting, and is counted', async () => {
    const taken: string[] = [];
    const failed = await eachRow(quiet, 'order', ['one', 'broken', 'two'], async (id) => {
      if (id === 'broken') throw new Error('a check refused it');
      taken.push(id);
    });
    expect([taken, failed]).toEqual([['one', 'two'], 1]);
  });

  it('those that stay as they are do not stand before all others', async () => {
    const open = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, stays: id < 'd' }));
    const taken: string[] = [];
    const rows = everyRow<{ id: string; stays: boolean }>(async (after) => open.filter(({ id }) => id > (after?.id ?? '')).slice(0, 2));
    await eachRow(quiet, 'thing', rows, async (row) => {
      taken.push(row.id);
      if (!row.stays) open.splice(open.indexOf(row), 1);
    });
    expect([taken.join(''), open.length]).toEqual(['abcde', 3]);
  });

  it('what does not fit into the time of a run is left for the next', async () => {
    const taken: string[] = [];
    await eachRow(quiet, 'thing', ['a', 'b'], async (id) => taken.push(id), 0);
    expect(taken).toEqual([]);
  });
});
