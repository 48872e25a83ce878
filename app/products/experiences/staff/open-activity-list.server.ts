import type { Platform } from '#app/platform/platform.server.ts';
import { foldText } from '#app/values/fold-text.ts';
import { keysetPage } from '#app/values/keyset-page.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { activityList, type ActivityView } from './activity-list.ts';
import { listOpenEditions } from './experience-editions-store.server.ts';
import { listSupplyAsStaff } from './supply-desk-store.server.ts';

/** Every activity in the order that is asked, on sale or only written yet, and how many each tab has. */
export async function openActivityList(
  { db }: Pick<Platform, 'db'>,
  view: ActivityView,
  { language, most }: { readonly language: LanguageCode; readonly most: number },
) {
  const [sold, open] = await Promise.all([listSupplyAsStaff(db, language), listOpenEditions(db)]);
  const editionOf = new Map(open.map((one) => [one.id, one.status]));
  const known = new Set(sold.map(({ id }) => id));
  const all = [
    ...sold.map((row) => ({ ...row, edition: editionOf.get(row.id) ?? null, known: true })),
    ...open
      .filter(({ id }) => !known.has(id))
      .map(({ supply, status, ...row }) => ({ ...row, status: supply, edition: status, known: false })),
  ];
  const wanted = foldText(view.find);
  const { operator, confirms } = view.filters;
  const found = all.filter(
    (row) =>
      (operator === '' || row.operatorId === operator) &&
      (confirms === '' || row.instant === (confirms === 'instant')) &&
      (wanted === '' || foldText(`${row.title} ${row.city} ${row.operator} ${row.id}`).includes(wanted)),
  );
  const inQueue = (row: (typeof all)[number], queue: ActivityView['queue']) =>
    queue === 'all' || (queue === 'in_review' ? row.edition === 'in_review' : row.status === queue);
  const { shown, next } = keysetPage(
    found.filter((row) => inQueue(row, view.queue)),
    {
      key: (row) =>
        view.sort === 'capacity' ? row.capacity : view.sort === 'city' || view.sort === 'operator' ? row[view.sort] : row.title,
      id: ({ id }) => id,
      descending: view.descending,
      after: view.after,
      most,
      language,
    },
  );
  return {
    rows: shown,
    next,
    queues: activityList.queues.map((queue) => ({ queue, activities: found.filter((row) => inQueue(row, queue)).length })),
  };
}
export type ListedActivity = Awaited<ReturnType<typeof openActivityList>>['rows'][number];
