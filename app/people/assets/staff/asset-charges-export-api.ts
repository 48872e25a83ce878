import { exportTable } from '#app/commerce/invoices/staff/export-file.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { chargesQuery, readChargesView } from '../asset-charge-rules.ts';
import { listCharges } from '../asset-charges-store.server.ts';
import { officeZone } from '../office-zone.ts';
import type { Route } from './+types/asset-charges-export-api.ts';

const most = 20_000;
const decimal = (fils: number) => `${Math.trunc(fils / 100)}.${String(fils % 100).padStart(2, '0')}`;

/** Charges for damage as they are filtered, for payroll; text/csv. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readChargesView(url.searchParams), after: null };
  const { rows } = await listCharges(platform.db, platform.crypto, view, most);
  const names = await findStaffNames(platform.db, [...new Set(rows.map(({ userId }) => userId))]);
  return exportTable(platform, {
    name: 'damage-charges',
    by: viewer.user.id,
    action: 'asset-charge.exported',
    subject: 'asset_charges:list',
    detail: { rows: rows.length, filtered: chargesQuery({ ...view, find: '' }), searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      ['colleague', 'colleague_id', 'tag', 'model', 'paper', 'state', 'amount_aed', 'reason', 'asked', 'decided', 'pay_month'],
      ...rows.map((row) => [
        names.get(row.userId) ?? '',
        row.userId,
        row.tag,
        row.model,
        row.reference,
        row.status,
        decimal(row.amount),
        row.reason,
        dateIn(officeZone, instant(row.askedAt.getTime())),
        row.decidedAt ? dateIn(officeZone, instant(row.decidedAt.getTime())) : '',
        row.deductedIn ?? '',
      ]),
    ],
  });
}
