import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { dateIn } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { exportTable } from '../../exports/staff/export-file.server.ts';
import { besideBoxes, quarterOf, readPeriod, vatBoxes, vatReturnOf } from './vat-return-rules.ts';
import { findBoxDocuments, sumVat } from './vat-store.server.ts';
import type { Route } from './+types/vat-return-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 50_000;

/** The VAT return of a period as text/csv: each box, then every document behind it; AED. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const period = readPeriod(url.searchParams.get('period') ?? '') ?? readPeriod(quarterOf(dateIn('Asia/Dubai', platform.clock.now())))!;
  const [sums, documents] = await Promise.all([sumVat(platform.db, period), findBoxDocuments(platform.db, period, null, mostRows)]);
  const { boxes, total } = vatReturnOf(sums);
  const aed = (fils: number) => decimalString(money(fils, 'AED'));
  return exportTable(platform, {
    name: `vat-return-${period.id}`,
    by: viewer.user.id,
    action: 'vat-return.exported',
    subject: `vat_returns:${period.id}`,
    detail: { documents: documents.length, vat: total.vat },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['box', 'document', 'issued_on', 'customer', 'net', 'vat'],
      ...[...vatBoxes, ...besideBoxes].map((box) => [box, '', '', '', aed(boxes[box].net), aed(boxes[box].vat)]),
      ['8', '', '', '', aed(total.net), aed(total.vat)],
      ...documents.map((one) => [one.box, one.number, one.issuedOn, one.buyer, aed(one.net), aed(one.vat)]),
    ],
  });
}
