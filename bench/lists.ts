import { randomUUID } from 'node:crypto';
import { surnameIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { sealTyped } from '#app/products/visas/evisa/evisa-applications-store.server.ts';
import { loadEvisas } from '#app/products/visas/evisa/load-evisas.server.ts';
import { readCaseView } from '#app/products/visas/evisa/staff/evisa-desk-view.ts';
import { evisaQueues } from '#app/products/visas/evisa/staff/evisa-queues.ts';
import { openCaseList } from '#app/products/visas/evisa/staff/open-case-list.server.ts';
import { referenceFrom } from '#app/values/ids.ts';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { below, clerk, columnsOf, measureLists, one, openListBench } from './list-bench.ts';

/**
 * `npm run bench:lists`, its second part (the first is `bench:desk`): every list, filter, sort and search of the visa desk
 * over a hundred thousand cases in PostgreSQL, as the page reads it: rows unsealed, queues counted. Fails when one of them
 * takes more than 150 ms at its 95th percentile. Set BENCH_CASES for another number of cases.
 */
const cases = Number(process.env['BENCH_CASES'] ?? 100_000);
const bench = await openListBench();
const { platform, client, day } = bench;
await loadEvisas(platform, evisaCountries, { replace: false });

const surnames = Array.from({ length: 2_000 }, (_, at) => `Traveller${at.toString(36)}`);
/** One in seven is still being worked on, as in a busy season. */
const over = ['delivered', 'delivered', 'delivered', 'delivered', 'used', 'expired', 'rejected', 'withdrawn', 'closed_incomplete'];
const open = [
  'received',
  'in_review',
  'more_info_needed',
  'ready_to_submit',
  'submitted_to_authority',
  'submitted_to_authority',
  'delayed',
  'authority_query',
  'approved_unchecked',
  'correction',
];
const officers = ['officer-one', 'officer-two', 'officer-three'];

await bench.hire(officers, 'visa_officer');
const started = performance.now();
const references: string[] = [];
await client.query('begin');
for (let made = 0; made < cases;) {
  const orders: unknown[][] = [];
  const groups: unknown[][] = [];
  const people: unknown[][] = [];
  const applications: unknown[][] = [];
  while (orders.length < 1_000 && made < cases) {
    const [orderId, groupId] = [randomUUID(), randomUUID()];
    const reference = referenceFrom(Buffer.from(orderId.replaceAll('-', ''), 'hex'));
    if (references.length < 200) references.push(reference);
    const country = one(evisaCountries);
    const done = below(7) > 0;
    const received = day(done ? -below(700) - 20 : -below(20));
    const speed = below(6) === 0 ? 'express' : 'standard';
    const arrival = day(done ? -below(600) : below(120));
    orders.push([orderId, reference, received, `mail-${below(30_000)}`, done ? 'completed' : 'accepted']);
    groups.push([groupId, country.code, country.types[0]!.code, speed, arrival, orderId, received]);
    for (let position = 0; position <= below(4) && made < cases; position += 1, made += 1) {
      const id = randomUUID();
      const surname = one(surnames);
      const typed = { givenNames: 'Mona Adel', surname, nationality: 'JO', residence: 'AE', number: 'P1234567', birthDate: '1990-01-02' };
      const state = done ? one(over) : one(open);
      applications.push([
        id,
        groupId,
        position,
        state,
        sealTyped(platform.crypto, id, typed),
        state === 'received' && below(4) > 0 ? null : one(officers),
        done || below(2) > 0 ? `AUTH-${id.slice(0, 13)}` : null,
        received,
        day(done ? -below(600) : below(24) - 4),
        done ? day(-below(20)) : null,
        country.code,
        arrival,
        speed,
      ]);
      people.push([orderId, position, surnameIndexOf(platform.crypto, surname), id]);
    }
  }
  await client.query(
    `insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
     select id, reference, 'evisa', status, id, '', mail, 'en', 'AED', 50000, 'guest', '', at, at, at, at
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[]) as t(id, reference, at, mail, status)`,
    columnsOf(orders),
  );
  await client.query(
    `insert into evisa_groups (id, secret_hash, country, offer, type_code, speed, arrival, language, order_id, created_at, changed_at, expires_at)
     select t.id, t.id, t.country, c.offer, t.type, t.speed, t.arrival, 'en', t.order_id, t.at, t.at, t.at
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::text[], $7::timestamptz[]) as t(id, country, type, speed, arrival, order_id, at)
     join evisa_countries c on c.code = t.country`,
    columnsOf(groups),
  );
  await client.query(
    `insert into order_travellers (order_id, position, type, personal, surname_index, person_index)
     select order_id, position, 'adult', '', surname, id from unnest($1::text[], $2::int[], $3::text[], $4::text[]) as t(order_id, position, surname, id)`,
    columnsOf(people),
  );
  await client.query(
    `insert into evisa_applications (id, group_id, position, status, version, personal, officer, authority_reference, received_at, deliver_by, over_at, created_at, changed_at, country, arrival, speed)
     select id, group_id, position, status, 3, personal, officer, authority, received, due, over, received, received, country, arrival, speed
     from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::date[], $10::timestamptz[], $11::text[], $12::date[], $13::text[])
       as t(id, group_id, position, status, personal, officer, authority, received, due, over, country, arrival, speed)`,
    columnsOf(applications),
  );
  await client.query(
    `insert into evisa_documents (id, application_id, kind, type, bytes, warnings, stored, sent_by, at)
     select a || kind, a, kind, 'image/jpeg', 200000, '[]', a || kind, 'guest', now() from unnest($1::text[]) as t(a), unnest('{passport-page,photo}'::text[]) as kind`,
    [applications.map(([id]) => id)],
  );
}
await client.query('commit');
// As the server does by itself once it has time.
await client.query('vacuum analyze');
console.log(`${cases} cases made in ${((performance.now() - started) / 1000).toFixed(0)} s`);

const viewer = clerk('officer-one', 'visa_officer');
const authority = (
  await client.query<{ authority_reference: string }>(
    'select authority_reference from evisa_applications where authority_reference is not null limit 50',
  )
).rows.map((row) => row.authority_reference);

/** Everything the page can ask for, each with another word or country at every turn. */
const questions: Record<string, () => string> = {};
for (const queue of evisaQueues) {
  questions[`${queue}`] = () => `?queue=${queue}`;
  questions[`${queue}, one country`] = () => `?queue=${queue}&country=${one(evisaCountries).code}`;
  for (const officer of ['me', 'nobody']) questions[`${queue}, officer ${officer}`] = () => `?queue=${queue}&officer=${officer}`;
  for (const sort of ['due', '-due', 'arrival', '-arrival', 'received', '-received'])
    questions[`${queue}, by ${sort}`] = () => `?queue=${queue}&sort=${sort}`;
  questions[`${queue}, past its day`] = () => `?queue=${queue}&due=late`;
  questions[`${queue}, due soon, express`] = () => `?queue=${queue}&due=soon&speed=express`;
  questions[`${queue}, arriving soon`] = () => `?queue=${queue}&arrives-until=2026-12-0${1 + below(9)}`;
  questions[`${queue}, country and officer, by arrival`] = () =>
    `?queue=${queue}&country=${one(evisaCountries).code}&officer=me&sort=arrival`;
}
questions['find a reference'] = () => `?find=${one(references)}`;
questions['find the beginning of one'] = () => `?find=${one(references).slice(0, 4)}`;
questions['find a surname'] = () => `?find=${one(surnames)}`;
questions['find what is not there'] = () => '?find=Nobody%20At%20All';
questions['find an authority’s reference'] = () => `?find=${one(authority)}`;

const within = await measureLists(
  Object.entries(questions).map(([name, ask]) => ({
    name,
    open: () => {
      const view = readCaseView(new URLSearchParams(ask()));
      return {
        first: () => openCaseList(platform, viewer, view, 'en'),
        later: async () => {
          const { next } = await openCaseList(platform, viewer, view, 'en');
          return () => openCaseList(platform, viewer, { ...view, after: next }, 'en');
        },
      };
    },
  })),
);
await bench.close();
process.exitCode = within ? 0 : 1;
