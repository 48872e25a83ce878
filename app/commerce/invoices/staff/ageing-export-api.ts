import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { decimalString, money } from '#app/values/money.ts';
import { ages } from './ageing-rules.ts';
import { exportTable } from '../../exports/staff/export-file.server.ts';
import { openAgeing } from './open-ageing.server.ts';
import type { Route } from './+types/ageing-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** What is owed by age as a text/csv file, amounts in AED. */
export async function action({ context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { rows, today } = await openAgeing(platform);
  const aed = (fils: number) => decimalString(money(fils, 'AED'));
  return exportTable(platform, {
    name: 'ageing',
    by: viewer.user.id,
    action: 'ageing.exported',
    subject: 'invoices:list',
    detail: { rows: rows.length, day: today },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['number', 'order', 'customer', 'issued_on', 'due', 'not_due_yet', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'],
      ...rows.map((row) => [row.number, row.order, row.buyer, row.issuedOn, aed(row.due), ...ages.map((age) => aed(row.ages[age]))]),
    ],
  });
}
