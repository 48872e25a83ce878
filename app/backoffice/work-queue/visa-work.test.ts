import { expect, it } from 'vitest';
import type { Clerk } from '#app/platform/access.ts';
import { aForm, openTestEvisas } from '#app/products/visas/evisa/evisa-testing.ts';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { listWork } from './list-work.server.ts';
import { showWork } from './open-work.server.ts';
import { tryEvery } from './try-work.server.ts';
import { readWorkView } from './work-view.ts';
import { workExport } from './write-work.server.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
const evisas = await openTestEvisas(platform, evisaCountries);
const officer: Clerk = { kind: 'staff', user: { id: 'officer' }, staff: { roles: ['visa_officer'] } };
const view = readWorkView(new URLSearchParams());

it('two applications of one order are told apart by whose they are, and each leads to its own case', async () => {
  const forms = [aForm({ givenNames: 'RANIA', surname: 'KHALAF' }), aForm({ givenNames: 'YUSUF', surname: 'KHALAF' })];
  const groupId = await evisas.applied('sri-lanka', forms);
  const placed = await evisas.place(groupId);
  if (!placed.ok) throw new Error(placed.refused);
  await evisas.pay(placed.value.orderId);
  const cases = await evisas.cases(groupId);
  const { rows } = await listWork(db, officer, view, { now: clock.now(), most: 10 });
  const shown = await showWork(platform, officer, rows);
  expect(shown.map(({ reference }) => reference)).toEqual([placed.value.reference, placed.value.reference]);
  expect(shown.map(({ person }) => person).toSorted()).toEqual(['RANIA KHALAF', 'YUSUF KHALAF']);
  expect(shown.map(({ to }) => to).toSorted()).toEqual(cases.map(({ id }) => `/admin/orders/evisa/${id}`).toSorted());
  // As it is kept, a name leaves the server in no row.
  expect(JSON.stringify(shown)).not.toContain(cases[0]!.personal);
  const lines: (readonly string[])[] = [];
  for await (const page of workExport.pages(platform, officer, { query: new URLSearchParams(), language: 'en' } as never))
    lines.push(...page);
  const [reference, person] = [workExport.head.indexOf('reference'), workExport.head.indexOf('person')];
  expect(lines.map((line) => `${line[reference]} ${line[person]}`).toSorted()).toEqual(
    ['RANIA KHALAF', 'YUSUF KHALAF'].map((name) => `${placed.value.reference} ${name}`),
  );
  expect(lines.every((line) => line.length === workExport.head.length)).toBe(true);
  const tried = await tryEvery(platform, officer, view, { move: 'take', snooze: 'hour', to: null });
  expect(tried.lines.map(({ person }) => person).toSorted()).toEqual(['RANIA KHALAF', 'YUSUF KHALAF']);
});
