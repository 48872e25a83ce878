import { randomUUID } from 'node:crypto';
import { surnameIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { countPassports } from '#app/products/visas/assisted/assisted-store.server.ts';
import {
  countStickers,
  countStickersOf,
  cursorOfSticker,
  findStickersAsStaff,
} from '#app/products/visas/assisted/staff/assisted-desk-store.server.ts';
import { boardQueues, statesOfQueue, stickerQueues } from '#app/products/visas/assisted/staff/sticker-queues.ts';
import { readStickerView, stickerSorts, type StickerView } from '#app/products/visas/assisted/staff/sticker-view.ts';
import { sealTyped } from '#app/products/visas/evisa/evisa-applications-store.server.ts';
import { referenceFrom } from '#app/values/ids.ts';
import { assistedCountries } from '#seeds/visas/assisted-countries.ts';
import { below, columnsOf, measureLists, one, openListBench } from './list-bench.ts';

/**
 * `npm run bench:lists`, its fourth part: every list, filter, sort and search of the desk of assisted visas and its board over
 * a hundred thousand cases in PostgreSQL, with the counts that stand beside them. Fails when one takes more than 150 ms at
 * its 95th percentile. Set BENCH_CASES for another number of cases.
 */
const cases = Number(process.env['BENCH_CASES'] ?? 100_000);
const bench = await openListBench();
const { platform, client, day } = bench;
const officers = ['officer-one', 'officer-two', 'officer-three'];
await bench.hire(officers, 'visa_officer');
const surnames = Array.from({ length: 2_000 }, (_, at) => `Traveller${at.toString(36)}`);
const countries = assistedCountries.map(({ code }) => code);
/** One in seven is still being worked on, as in a busy season. */
const open = boardQueues.flatMap((queue) => statesOfQueue[queue] ?? []);
const started = performance.now();
const references: string[] = [];
await client.query('begin');
for (let made = 0; made < cases;) {
  const orders: unknown[][] = [];
  const groups: unknown[][] = [];
  const people: unknown[][] = [];
  const rows: unknown[][] = [];
  while (orders.length < 1_000 && made < cases) {
    const [orderId, groupId] = [randomUUID(), randomUUID()];
    const reference = referenceFrom(Buffer.from(orderId.replaceAll('-', ''), 'hex'));
    if (references.length < 200) references.push(reference);
    const country = one(countries);
    const over = below(7) > 0;
    const opened = day(over ? -below(700) - 20 : -below(60));
    const travels = day(over ? -below(600) : below(120));
    orders.push([orderId, reference, opened, `mail-${below(30_000)}`]);
    groups.push([groupId, country, travels, orderId, opened]);
    for (let position = 0; position <= below(4) && made < cases; position += 1, made += 1) {
      const id = randomUUID();
      const surname = one(surnames);
      const status = over ? one(['delivered', 'delivered', 'delivered', 'withdrawn']) : one(open);
      people.push([orderId, position, surnameIndexOf(platform.crypto, surname), id]);
      rows.push([
        id,
        groupId,
        position,
        sealTyped(platform.crypto, id, { givenNames: 'Mona Adel', surname, nationality: 'JO', residence: 'AE', number: 'P1234567' }),
        orderId,
        status,
        country,
        travels,
        status === 'opened' && below(4) > 0 ? null : one(officers),
        below(2) > 0 ? `LODGED-${id.slice(0, 13)}` : null,
        over ? 'returned' : one(['with_applicant', 'in_safe', 'at_centre']),
        opened,
        day(over ? -below(600) : below(24) - 4),
        over ? day(-below(20)) : null,
      ]);
    }
  }
  await client.query(
    `insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
     select id, reference, 'assisted-visa', 'accepted', id, '', mail, 'en', 'AED', 50000, 'guest', '', at, at, at, at
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as t(id, reference, at, mail)`,
    columnsOf(orders),
  );
  await client.query(
    `insert into evisa_groups (id, secret_hash, country, route, offer, type_code, speed, arrival, language, order_id, created_at, changed_at, expires_at)
     select id, id, country, 'assisted', '{}', 'tourist', 'full', travels, 'en', order_id, at, at, at
     from unnest($1::text[], $2::text[], $3::date[], $4::text[], $5::timestamptz[]) as t(id, country, travels, order_id, at)`,
    columnsOf(groups),
  );
  await client.query(
    `insert into order_travellers (order_id, position, type, personal, surname_index, person_index)
     select order_id, position, 'adult', '', surname, id from unnest($1::text[], $2::int[], $3::text[], $4::text[]) as t(order_id, position, surname, id)`,
    columnsOf(people),
  );
  const columns = columnsOf(rows);
  await client.query(
    `insert into evisa_applications (id, group_id, position, status, version, personal, created_at, changed_at)
     select id, group_id, position, 'pre_checked', 3, personal, now(), now()
     from unnest($1::text[], $2::text[], $3::int[], $4::text[]) as t(id, group_id, position, personal)`,
    columns.slice(0, 4),
  );
  await client.query(
    `insert into assisted_cases (id, order_id, status, version, country, package, place, travels_on, officer, lodged_reference, passport, passport_since, opened_at, stage_since, due_at, over_at)
     select id, order_id, status, 3, country, 'full', 'dubai', travels, officer, lodged, passport, opened, opened, opened, due, over
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[])
       as t(id, order_id, status, country, travels, officer, lodged, passport, opened, due, over)`,
    [columns[0], ...columns.slice(4)],
  );
}
await client.query('commit');
// As the server does by itself once it has time.
await client.query('vacuum analyze');
console.log(`${cases} cases made in ${((performance.now() - started) / 1000).toFixed(0)} s`);

const lodged = (
  await client.query<{ lodged_reference: string }>(
    'select lodged_reference from assisted_cases where lodged_reference is not null limit 50',
  )
).rows.map((row) => row.lodged_reference);
const questions: Record<string, () => string> = {};
for (const queue of stickerQueues) {
  for (const sort of stickerSorts) questions[`${queue}, by ${sort}`] = () => `?queue=${queue}&sort=${sort}`;
  questions[`${queue}, one country`] = () => `?queue=${queue}&country=${one(countries)}`;
  for (const officer of ['me', 'nobody']) questions[`${queue}, officer ${officer}`] = () => `?queue=${queue}&officer=${officer}`;
  questions[`${queue}, past its day`] = () => `?queue=${queue}&late=1`;
  questions[`${queue}, passport in the safe`] = () => `?queue=${queue}&passport=in_safe`;
  questions[`${queue}, country and officer, by travel`] = () => `?queue=${queue}&country=${one(countries)}&officer=me&sort=travel`;
}
questions['find a reference'] = () => `?queue=all&find=${one(references)}`;
questions['find the beginning of one'] = () => `?queue=all&find=${one(references).slice(0, 4)}`;
questions['find a surname'] = () => `?queue=all&find=${one(surnames)}`;
questions['find what is not there'] = () => '?queue=all&find=Nobody%20At%20All';
questions['find the centre’s reference'] = () => `?queue=all&find=${one(lodged)}`;

const about = { me: 'officer-one', now: platform.clock.now() };
/** What the page reads of the database for a list: its rows and the counts beside them. */
async function read(view: StickerView) {
  const [rows] = await Promise.all([
    findStickersAsStaff(platform.db, platform.crypto, view, { ...about, most: 51 }),
    countStickers(platform.db, about.now),
    countPassports(platform.db),
  ]);
  return rows;
}
/** The same of the board. */
const readBoard = (view: StickerView) =>
  Promise.all([
    countStickersOf(platform.db, platform.crypto, { ...view, queue: 'all', board: true }, about),
    ...boardQueues.map((queue) =>
      findStickersAsStaff(platform.db, platform.crypto, { ...view, queue, board: true }, { ...about, most: 25 }),
    ),
  ]);
const viewOf = (query: string) => readStickerView(new URLSearchParams(query));
const within = await measureLists([
  ...Object.entries(questions).map(([name, ask]) => ({
    name,
    open: () => {
      const view = viewOf(ask());
      return {
        first: () => read(view),
        later: async () => {
          const last = (await read(view))[49];
          return () => read(last ? { ...view, after: cursorOfSticker(view, last) } : view);
        },
      };
    },
  })),
  ...['', `?country=${countries[0]}`, '?officer=me'].map((query) => ({
    name: `the board ${query}`,
    open: () => ({ first: () => readBoard(viewOf(query)) }),
  })),
]);
await bench.close();
process.exitCode = within ? 0 : 1;
