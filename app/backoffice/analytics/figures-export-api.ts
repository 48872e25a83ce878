import { exportTable } from '#app/commerce/exports/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { decimalString, money } from '#app/values/money.ts';
import { measureOf } from './measure-rules.ts';
import { openExplorer } from './open-explorer.server.ts';
import type { Route } from './+types/figures-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** A question of the explorer as a text/csv file: its members, then its days. Small groups are left out here too. */
export async function action({ context, request }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const { question, ask, kind, rows, series, missing } = await openExplorer(platform, new URL(request.url).searchParams);
  // A file is passed on: it never lacks a day without saying so.
  if (missing) return new Response(textsFor(language).of('analytics')('missing.noFile'), { status: 409 });
  const { unit } = measureOf(question.measure);
  const said = (value: number | null | undefined) =>
    value === null || value === undefined
      ? ''
      : unit === 'aed'
        ? decimalString(money(Math.round(value), 'AED'))
        : String(Math.round(value * 100) / 100);
  const { measure, by } = question;
  return exportTable(platform, {
    name: `figures-${measure}`,
    by: viewer.user.id,
    action: 'figures.exported',
    subject: `figures:${measure}`,
    detail: { by, kind, from: ask.days.from, until: ask.days.until, rows: rows.length },
    requestId,
    lines: [
      ['measure', 'unit', 'from', 'until', 'split', 'member', 'value', 'value_before', 'cases'],
      ...rows.map(({ member, figure }) => [
        measure,
        unit,
        ask.days.from,
        ask.days.until,
        by,
        member,
        said(figure.value),
        said(figure.before),
        String(figure.cases),
      ]),
      ...series.buckets.map((bucket, index) => [
        measure,
        unit,
        bucket,
        '',
        series.grain,
        '',
        said(series.now[index]),
        said(series.before[index]),
        '',
      ]),
    ],
  });
}
