import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { decimalString, money } from '#app/values/money.ts';
import { exportTable } from '../../invoices/staff/export-file.server.ts';
import { maskedEmail } from '../records/customer-rules.ts';
import { findCustomerRows } from './customer-desk-store.server.ts';
import { readCustomerView } from './customer-list-view.ts';
import type { Route } from './+types/customers-export-api.ts';

const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list as CSV, amounts in AED: no names and no telephone numbers, addresses masked as on the page. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readCustomerView(url.searchParams), after: null };
  const rows = await findCustomerRows(platform.db, platform.crypto, view, mostRows);
  const aed = (fils: number) => decimalString(money(fils, 'AED'));
  const head = 'id,email_masked,kind,country,language,orders,lifetime_aed,balance_aed,first_seen_utc,last_contact_utc,tags,risk,blocked';
  return exportTable(platform, {
    name: 'customers',
    by: viewer.user.id,
    action: 'customers.exported',
    subject: 'customers:list',
    detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      head.split(','),
      ...rows.map((row) => [
        row.id,
        maskedEmail(row.email),
        row.hasAccount ? 'account' : 'guest',
        row.country ?? '',
        row.language ?? '',
        String(row.orders),
        aed(row.lifetime),
        aed(row.balance),
        row.firstSeenAt,
        row.lastContactAt,
        row.tags.join(' '),
        row.risk,
        row.blocked ? 'yes' : 'no',
      ]),
    ],
  });
}
