import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openImports } from '#app/commerce/supply/staff/import-desk.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { readTable } from '#app/values/read-table.ts';
import { rowsUnder } from '#app/commerce/supply/import-rules.ts';
import { applyImport, dropImport, tryImport } from '#app/commerce/supply/import-table.server.ts';
import { findImport } from '#app/commerce/supply/imports-store.server.ts';
import { addDays, calendarDate } from '#app/values/dates.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { loadExperiences } from '../load-experiences.server.ts';
import { openDays } from '../experience-rules.ts';
import { findExperience } from '../experiences-store.server.ts';
import { findSlotChanges } from '../slots-store.server.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { sessionsTable } from './sessions-table.server.ts';

const platform = await openTestPlatform();
const kayak = 'abu-dhabi-mangrove-kayak';
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => id === kayak),
  { replace: false },
);
const experience = (await findExperience(platform.db, kayak, 'en'))!;
const days = openDays(experience, localTimeIn(experience.zone, platform.clock.now()), 4);
const [first, second] = [days[2]!, days[3]!];
const start = experience.startTimes[0]!;
const table = sessionsTable(platform, kayak);
const head = 'Date,Start,Option,Places,Price percent,Stopped';
const upload = (lines: readonly string[], staffId = 'one') =>
  tryImport(platform, table, { fileName: 'starts.csv', content: new TextEncoder().encode([head, ...lines].join('\r\n')), staffId });
const changes = async () => findSlotChanges(platform.db, kayak, first, addDays(second, 1));
const faultsOf = async (id: string) => (await findImport(platform.db, id))!.rows.map(({ line, faults }) => [line, ...faults]);

describe('a table of starts', () => {
  it('says row by row what is wrong, and writes nothing while anything is', async () => {
    const tried = await upload([
      `${first},${start},standard,7,,no`,
      `${first},03:17,standard,,,`,
      `2020-01-01,${start},nobody,-1,9,perhaps`,
      `${first},${start},standard,8,,`,
    ]);
    if (!tried.ok) throw new Error(tried.refused);
    const rows = await faultsOf(tried.value);
    expect([rows[0], rows[1], rows[3]]).toEqual([[2], [3, 'start'], [5, 'twice']]);
    expect(rows[2]).toEqual(expect.arrayContaining(['past', 'option', 'places', 'percent', 'stopped']));
    expect(await applyImport(platform, table, { id: tried.value, staffId: 'two' })).toMatchObject({ refused: 'faults' });
    expect(await changes()).toEqual([]);
  });

  it('is written whole and once, however often the same content comes', async () => {
    const lines = [`${first},${start},standard,7,,`, `${second},${start},standard,,,yes`];
    const [tried, twin] = [await upload(lines), await upload(lines)];
    if (!tried.ok || !twin.ok) throw new Error('It was refused');
    expect(await applyImport(platform, table, { id: tried.value, staffId: 'one' })).toEqual({ ok: true, value: 2 });
    expect((await changes()).toSorted((a, b) => (a.date < b.date ? -1 : 1))).toMatchObject([
      { date: first, capacity: 7, stopped: false },
      { date: second, capacity: null, stopped: true },
    ]);
    expect(await applyImport(platform, table, { id: twin.value, staffId: 'one' })).toMatchObject({ refused: 'applied' });
    expect(await upload(lines, 'two')).toMatchObject({ refused: 'applied' });
    // A report of one thing is no word for another.
    expect(await applyImport(platform, sessionsTable(platform, 'another'), { id: tried.value, staffId: 'one' })).toMatchObject({
      refused: 'not-found',
    });
  });

  it('is written by a second person where it has prices, and looked over again when it is', async () => {
    const tried = await upload([`${first},${start},standard,,125,`]);
    if (!tried.ok) throw new Error(tried.refused);
    expect(await applyImport(platform, table, { id: tried.value, staffId: 'one' })).toMatchObject({ refused: 'second-person' });
    await platform.db.execute(sql`update experience_slots set cancelled_at = now() where date = ${first}`);
    expect(await applyImport(platform, table, { id: tried.value, staffId: 'two' })).toMatchObject({ refused: 'faults' });
    await platform.db.execute(sql`update experience_slots set cancelled_at = null where date = ${first}`);
    expect((await applyImport(platform, table, { id: tried.value, staffId: 'two' })).ok).toBe(true);
    expect((await changes()).find(({ date }) => date === calendarDate(first))).toMatchObject({ capacity: 7, pricePercent: 125 });
  });

  it('asks a second person while it waits with prices, and nobody once it is written or dropped', async () => {
    const asked = async () =>
      (await listOpenStaffTasks(platform.db, 99, ['supply-import'])).map(({ subject, askedBy }) => [subject.split(':')[1], askedBy]);
    const lines = (percent: string) => [`${second},${start},standard,,${percent},`];
    const idOf = async (uploaded: ReturnType<typeof upload>) => {
      const tried = await uploaded;
      if (!tried.ok) throw new Error(tried.refused);
      return tried.value;
    };
    // Without a price, or with a row that is wrong, there is nothing for anybody to write.
    await idOf(upload([`${second},${start},standard,5,,`]));
    await idOf(upload([`${second},03:17,standard,,150,`]));
    expect(await asked()).toEqual([]);
    const [mine, twin] = [await idOf(upload(lines('130'))), await idOf(upload(lines('130'), 'three'))];
    expect((await asked()).toSorted()).toEqual(
      [
        [mine, 'staff:one'],
        [twin, 'staff:three'],
      ].toSorted(),
    );
    expect((await applyImport(platform, table, { id: mine, staffId: 'two' })).ok).toBe(true);
    expect(await asked()).toEqual([]);

    const later = await idOf(upload(lines('140')));
    expect(await asked()).toEqual([[later, 'staff:one']]);
    const url = new URL(`http://desk/import?report=${later}`);
    const desk = await openImports(platform, table, url, 'one');
    expect(desk.report).toMatchObject({ second: true, priced: true, dropped: false });
    expect(desk.last.find(({ id }) => id === later)).toMatchObject({ standing: 'waits', rows: 1 });
    expect(await dropImport(platform, sessionsTable(platform, 'another'), { id: later, staffId: 'one' })).toMatchObject({
      refused: 'not-found',
    });
    expect((await dropImport(platform, table, { id: later, staffId: 'one' })).ok).toBe(true);
    expect(await asked()).toEqual([]);
    expect(await dropImport(platform, table, { id: later, staffId: 'one' })).toMatchObject({ refused: 'dropped' });
    expect(await applyImport(platform, table, { id: later, staffId: 'two' })).toMatchObject({ refused: 'dropped' });
    expect(await dropImport(platform, table, { id: mine, staffId: 'one' })).toMatchObject({ refused: 'applied' });
    const standings = new Map((await openImports(platform, table, url, 'one')).last.map(({ id, standing }) => [id, standing]));
    expect([mine, twin, later].map((id) => standings.get(id))).toEqual(['applied', 'applied', 'dropped']);
    expect([...standings.values()].filter((one) => one === 'faulty').length).toBeGreaterThan(0);
  });
});

describe('a table as it is uploaded', () => {
  it('is read with quotes, semicolons, a mark of its bytes and lines of any system', () => {
    expect(readTable('\uFEFFa;b\r\n"1;""x""";2\n\n;\n3;"two\nlines"')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1;"x"', '2'] },
      { line: 5, cells: ['3', 'two\nlines'] },
    ]);
    expect(readTable('a,b\n"never closed')).toBeNull();
  });

  it('needs its columns once each, in whatever order', () => {
    const read = (text: string) => rowsUnder(['date', 'places'], readTable(text)!);
    expect(read('Places,more,DATE\n5,x,2027-01-31')).toEqual([{ line: 2, cells: { date: '2027-01-31', places: '5' } }]);
    expect([read('date\n2027-01-31'), read('date,places,date\n1,2,3'), read('date,places')]).toEqual(['columns', 'columns', 'empty']);
  });
});
