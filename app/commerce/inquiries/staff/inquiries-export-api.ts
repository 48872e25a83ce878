import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { listInquiriesAsStaff } from '../inquiries-store.server.ts';
import { inquiryQueueNames } from '../inquiry-kinds.ts';
import { filterOf, readInquiryAddress } from './inquiry-list.ts';
import { inquiryRows } from './open-inquiry-list.server.ts';
import type { Route } from './+types/inquiries-export-api.ts';

const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list as CSV: who asked for what and how it stands; no words, no address, no telephone. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { db, crypto, clock } = platform;
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const form = await request.formData();
  const queue = inquiryQueueNames.find((name) => name === form.get('queue')) ?? 'flights';
  const filter = filterOf(readInquiryAddress(queue, url.searchParams), viewer.user.id);
  const found = await listInquiriesAsStaff(db, crypto, filter, { size: mostRows, number: 1 });
  const rows = await inquiryRows(platform, found.rows, language);
  await transact(db, (tx) =>
    audit(tx, clock.now(), {
      actor: `staff:${viewer.user.id}`,
      action: 'inquiries.exported',
      subject: 'inquiries:list',
      detail: { rows: rows.length, queue },
      requestId,
    }),
  );
  const head = [
    'reference',
    'kind',
    'state',
    'name',
    'about',
    'first_day',
    'people',
    'budget_aed',
    'passport',
    'residence',
    'destination',
    'purpose',
    'refused_before',
    'language',
    'source',
    'asked_utc',
    'answer_by_utc',
    'owner',
  ];
  const lines = rows.map((row) => [
    row.reference,
    row.kind,
    row.status,
    row.name,
    row.about ?? '',
    row.startsOn ?? '',
    row.people ? String(row.people) : '',
    row.budget ? String(Math.trunc(row.budget.amount / 100)) : '',
    row.nationality ?? '',
    row.residence ?? '',
    row.destination ?? '',
    row.purpose ?? '',
    row.refusedBefore === null ? '' : row.refusedBefore ? 'yes' : 'no',
    row.language,
    row.source,
    row.asked,
    row.answerBy,
    row.owner ?? '',
  ]);
  return new Response(`\uFEFF${[head, ...lines].map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="inquiries-${queue}-${new Date(clock.now()).toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
