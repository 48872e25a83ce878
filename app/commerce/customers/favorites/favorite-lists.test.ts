import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import {
  deleteList,
  findSharedList,
  listsOf,
  makeList,
  putInList,
  renameList,
  shareList,
  takeFromList,
  undeleteList,
} from './favorite-lists-store.server.ts';
import { dropFavorite, keepFavorites } from './favorites-store.server.ts';
import { mostLists, readListName } from './list-name-rules.ts';

const platform = await openTestPlatform();
const { db, crypto, clock } = platform;
for (const id of ['mine', 'theirs'])
  await db.execute(
    sql`insert into users (id, name, email, email_verified, created_at, updated_at) values (${id}, 'X', ${`${id}@example.com`}, true, now(), now())`,
  );
const italy = { kind: 'tour', thing: 'best-of-italy', title: 'Best of Italy' } as const;
const lisbon = { kind: 'flight', thing: 'DXB-LIS-2027-03-09', title: 'Dubai to Lisbon' } as const;
let list: string;

beforeEach(async () => {
  await db.execute(sql`delete from favorite_lists`);
  await db.execute(sql`delete from favorites`);
  await keepFavorites(db, 'mine', [italy, lisbon], clock.now());
  list = (await makeList(db, clock.now(), 'mine', 'Spring'))!;
});
const mine = () => listsOf(db, crypto, 'mine');

describe('a list of favourites', () => {
  it('holds what is kept, and loses what is kept no more', async () => {
    expect(await putInList(db, clock.now(), 'mine', list, italy)).toBe(true);
    expect(await putInList(db, clock.now(), 'mine', list, { kind: 'tour', thing: 'never-kept' })).toBe(false);
    expect((await mine())[0]!.things).toEqual(['tour:best-of-italy']);
    await dropFavorite(db, clock.now(), 'mine', italy);
    expect((await mine())[0]!.things).toEqual([]);
  });

  it("is nobody else's to change", async () => {
    expect(await renameList(db, 'theirs', list, 'Stolen')).toBe(false);
    expect(await deleteList(db, clock.now(), 'theirs', list)).toBe(false);
    expect(await shareList(db, 'theirs', list, true)).toBe(false);
    expect(await putInList(db, clock.now(), 'theirs', list, italy)).toBe(false);
    expect(await takeFromList(db, 'theirs', list, italy)).toBe(false);
    expect((await mine()).map(({ name }) => name)).toEqual(['Spring']);
  });

  it('comes back with what was in it, and is gone for good after a day', async () => {
    await putInList(db, clock.now(), 'mine', list, italy);
    await deleteList(db, clock.now(), 'mine', list);
    expect(await mine()).toEqual([]);
    expect(await undeleteList(db, 'mine', list)).toBe(true);
    expect((await mine())[0]!.things).toEqual(['tour:best-of-italy']);
    await deleteList(db, clock.now(), 'mine', list);
    await makeList(db, (clock.now() + dayMs + 1) as never, 'mine', 'Later');
    expect(await undeleteList(db, 'mine', list)).toBe(false);
  });

  it('has its limits', async () => {
    for (let count = 1; count < mostLists; count += 1) await makeList(db, clock.now(), 'mine', `List ${count}`);
    expect(await makeList(db, clock.now(), 'mine', 'One more')).toBeNull();
    expect(readListName(' Eid \u202e 2027 ')).toBe('Eid 2027');
    expect([readListName('  '), readListName('x'.repeat(61)), readListName(null)]).toEqual([null, null, null]);
  });
});

describe('a shared list', () => {
  it('is opened by its link, and says nothing about whose it is', async () => {
    await putInList(db, clock.now(), 'mine', list, lisbon);
    await shareList(db, 'mine', list, true);
    const { token } = (await mine())[0]!;
    const shared = await findSharedList(db, crypto, token!);
    expect(shared).toEqual({ name: 'Spring', favorites: [{ ...lisbon, keptAt: new Date(clock.now()).toISOString() }] });
    expect(JSON.stringify(shared)).not.toContain('mine');
  });

  it('is closed to a guessed key, to a revoked link for ever, and when it is deleted', async () => {
    await shareList(db, 'mine', list, true);
    const first = (await mine())[0]!.token!;
    expect(await findSharedList(db, crypto, `${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`)).toBeNull();
    for (const token of ['', list, `${list}.`, `${'0'.repeat(18)}.${'A'.repeat(43)}`])
      expect(await findSharedList(db, crypto, token)).toBeNull();
    await shareList(db, 'mine', list, false);
    expect(await findSharedList(db, crypto, first)).toBeNull();
    await shareList(db, 'mine', list, true);
    const second = (await mine())[0]!.token!;
    expect(second).not.toBe(first);
    expect(await findSharedList(db, crypto, first)).toBeNull();
    await deleteList(db, clock.now(), 'mine', list);
    await undeleteList(db, 'mine', list);
    expect(await findSharedList(db, crypto, second)).toBeNull();
  });
});
