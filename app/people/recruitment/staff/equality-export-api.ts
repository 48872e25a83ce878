import { exportTable } from '#app/commerce/exports/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { smallestGroup, tellEquality } from '../equality-rules.ts';
import { readEqualityYear } from '../equality-view.ts';
import { findEqualityYears, sumEquality } from '../job-papers-store.server.ts';
import type { Route } from './+types/equality-export-api.ts';

/** The figures of a year as they are shown, text/csv: what the page leaves out is left out here too. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const now = clock.now();
  const year = readEqualityYear(url.searchParams, await findEqualityYears(db, now));
  const told = year === null ? [] : tellEquality(await sumEquality(db, year, now));
  return exportTable(
    { db, clock },
    {
      name: 'equality',
      by: viewer.user.id,
      action: 'equality.exported',
      subject: 'job_equality_counts:list',
      detail: { year: year ?? 0 },
      requestId: context.get(requestContext).requestId,
      lines: [
        ['year', 'question', 'answered', 'answer', 'people', 'percent'],
        ...told.flatMap(({ question, people, rows }) =>
          rows.map((row) => [
            String(year),
            question,
            people === null ? 'too few' : String(people),
            row.answer,
            row.people === null ? (people === null ? 'too few' : `under ${smallestGroup}, or covered`) : String(row.people),
            row.percent === null ? '' : String(row.percent),
          ]),
        ),
      ],
    },
  );
}
