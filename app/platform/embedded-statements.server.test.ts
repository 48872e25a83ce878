import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { databaseCode, transact } from './database.server.ts';

const { db, database } = await openTestPlatform();
const client = database.pglite!;
/** The driver's own way, which ours stands in front of. */
const asTheDriver = PGlite.prototype.query.bind(client);

beforeEach(async () => {
  await client.exec('drop table if exists things; create table things (id int primary key, words text not null, details jsonb)');
  await client.query('insert into things (id, words, details) values ($1, $2, $3)', [1, 'one', { a: [1, null] }]);
});

describe('statements of the embedded database', () => {
  it.each([
    ['rows', 'select * from things where id = $1', [1]],
    ['no rows', 'select * from things where id = $1', [2]],
    ['no places for values', 'select id, words from things', []],
    [
      'every kind of value',
      'select $1::int as a, $2::bigint as b, $3::numeric as c, $4::boolean as d, $5::text[] as e, $6::uuid[] as f, $7::jsonb as g, $8::timestamptz as h, $9::bytea as i, $10::text as j',
      [1, 12n, '1.50', true, ['a', 'b"c'], ['8d8ac610-566d-4ef0-9c22-186b2a5ed793'], { k: 'v' }, new Date(0), new Uint8Array([1, 2]), null],
    ],
    ['a change', 'update things set words = $1 where id = $2', ['uno', 1]],
    ['a change that returns', 'update things set words = $1 where id = $2 returning id, details', ['uno', 1]],
    ['two columns of one name', 'select $1::int as x, $2::int as x', [1, 2]],
  ])('are answered as the driver answers them the first, second and third time: %s', async (_what, text, values) => {
    for (const options of [{}, { rowMode: 'array' as const }, { parsers: { 20: (value: string) => `read ${value}` } }]) {
      const expected = await asTheDriver(text, values as unknown[], options);
      for (const _time of [1, 2, 3]) expect(await client.query(text, values as unknown[], options)).toEqual(expected);
    }
  });

  it.each([
    ['a text that nobody can read', 'selct $1', [1], '42601'],
    ['a value that does not fit', 'select $1::int', ['x'], '22P02'],
    ['a row that is there already', 'insert into things (id, words) values ($1, $2)', [1, 'again'], '23505'],
    ['a table that is not there', 'select * from nothing where id = $1', [1], '42P01'],
  ])('say by code why they fail, each time, and leave the database usable: %s', async (_what, text, values, code) => {
    for (const _time of [1, 2, 3]) {
      expect(databaseCode(await client.query(text, values).catch((fault: unknown) => fault))).toBe(code);
      expect((await client.query('select $1::int as n', [7])).rows).toEqual([{ n: 7 }]);
    }
  });

  it('see a table that has changed since they were prepared', async () => {
    const read = () => client.query('select * from things where id = $1', [1]);
    for (const _time of [1, 2, 3]) await read();
    await client.exec('alter table things add column more int default 5');
    expect((await read()).rows).toEqual([{ id: 1, words: 'one', details: { a: [1, null] }, more: 5 }]);
    await read();
    await client.query('alter table things drop column more');
    expect((await read()).rows).toEqual([{ id: 1, words: 'one', details: { a: [1, null] } }]);
  });

  it('undo what a failed transaction did, and refuse one that is over', async () => {
    let kept: Parameters<Parameters<typeof transact>[1]>[0] | undefined;
    const work = transact(db, async (tx) => {
      kept = tx;
      await tx.execute(sql`insert into things (id, words) values (${2}, ${'two'})`);
      await tx.execute(sql`insert into things (id, words) values (${2}, ${'two'})`);
    });
    expect(databaseCode(await work.catch((fault: unknown) => fault))).toBe('23505');
    expect((await client.query('select id from things')).rows).toEqual([{ id: 1 }]);
    await expect(kept!.execute(sql`select ${1}::int`)).rejects.toThrow();
  });

  it('wait for a transaction that is open', async () => {
    const order: string[] = [];
    const first = transact(db, async (tx) => {
      await tx.execute(sql`update things set words = ${'in between'} where id = ${1}`);
      await tx.execute(sql`update things set words = ${'at the end'} where id = ${1}`);
      order.push('transaction');
    });
    const second = client.query<{ words: string }>('select words from things where id = $1', [1]).then((found) => {
      order.push('read');
      return found.rows[0]?.words;
    });
    await first;
    expect(await second).toBe('at the end');
    expect(order).toEqual(['transaction', 'read']);
  });
});
