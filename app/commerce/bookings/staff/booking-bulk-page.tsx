import { answerRun, refuseRun } from '#app/commerce/orders/staff/answer-run.server.ts';
import { BulkFrame } from '#app/commerce/orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '#app/commerce/orders/staff/bulk-report.tsx';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutAsTried } from '#app/ui/desk-list/cut-selection.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { bookingAddress, readBookingView } from './booking-desk-view.ts';
import { findBookingsAsStaff } from './booking-desk-store.server.ts';
import { bookingLists, kindOfPath } from './booking-lists.ts';
import { bookingBulkActions, startBookings, tryBookings } from './bulk-bookings.server.ts';
import type { Route } from './+types/booking-bulk-page.ts';

export const handle = { texts: ['staff-bookings', 'staff-lists'] };

/** More than a list could ever be worked through; it only keeps an address from asking for everything. */
const mostMatching = 5_000;

/** Ids as ours are; nothing else is looked for. */
const idsOf = (typed: readonly unknown[]) => [...new Set(typed.map(String))].filter((id) => /^[\w-]{1,64}$/.test(id));

/** With a run, how far it is; without one, a dry run of the picked orders or of everything a list matches. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = url.searchParams;
  const kind = kindOfPath(url.pathname);
  const list = bookingLists[kind].path;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(platform.db, kind, runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const { run, lines } = found;
    return {
      kind: 'run' as const,
      action: run.action,
      startedAt: run.startedAt.toISOString(),
      lines: lines.map(({ reference, subject, ok, said }) => ({ id: subject!, reference, ok, said })),
      back: list,
    };
  }
  const view = { ...readBookingView(kind, new URLSearchParams((asked.get('list') ?? '').slice(0, 600))), after: null };
  const action = bookingBulkActions.find((one) => one === asked.get('action')) ?? 'claim';
  const matching = () => findBookingsAsStaff(platform.db, platform.crypto, view, { me: viewer.user.id, most: mostMatching });
  const ids = asked.get('all') === '1' ? (await matching()).map(({ id }) => id) : idsOf(asked.getAll('booking'));
  const [to = ''] = idsOf([asked.get('to') ?? '']);
  const names = await findStaffNames(platform.db, to ? [to] : []);
  return {
    kind: 'try' as const,
    action,
    to,
    toName: names.get(to) ?? null,
    ...(await cutAsTried(ids, (some) => tryBookings(platform, viewer, { kind, action, ids: some, to }), {
      most: mostAtOnce,
      more: ids.length === mostMatching,
    })),
    key: newFormKey(),
    back: `${list}${bookingAddress(view)}`,
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const kind = kindOfPath(url.pathname);
  const form = await request.formData();
  const wanted = bookingBulkActions.find((one) => one === form.get('intent'));
  const ids = idsOf(form.getAll('booking'));
  const [to = ''] = idsOf([form.get('to') ?? '']);
  if (!wanted) return refuseRun('not-possible', 400);
  const { requestId } = context.get(requestContext);
  const at = (run: string) => `${bookingLists[kind].path}/bulk?run=${run}`;
  return answerRun(platform, { clerk: viewer, form, about: { kind, wanted, ids, to }, at }, (keep) =>
    startBookings(platform, viewer, { kind, action: wanted, ids, to, requestId }, keep),
  );
}

export default function BookingBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-bookings');
  const what =
    loaderData.kind === 'try' && loaderData.action === 'assign' && loaderData.toName
      ? t('bulk.assignTo', { name: loaderData.toName })
      : t(`bulk.${loaderData.action}`, { defaultValue: loaderData.action });
  const why = (code: string) => t(`refused.${code}`, { defaultValue: code });
  const to = (reference: string) => `/admin/orders/${reference}`;
  return (
    <BulkFrame
      what={what}
      back={loaderData.back}
      run={
        loaderData.kind === 'run'
          ? {
              startedAt: loaderData.startedAt,
              lines: loaderData.lines.map((line) => ({
                ...line,
                to: to(line.reference),
                said: line.said && (line.ok ? null : why(line.said)),
              })),
            }
          : null
      }
    >
      {loaderData.kind === 'try' &&
        (loaderData.action === 'assign' && !loaderData.toName ? (
          <p className="dl-bulk__said" role="alert">
            {t('bulk.chooseOwner')}
          </p>
        ) : (
          <BulkDryRun
            what={what}
            rows={loaderData.rows.map(({ id, reference, status, locked }) => ({
              id,
              reference,
              to: to(reference),
              locked,
              about: <span className="dl-state">{t(`state.${status}`)}</span>,
            }))}
            left={loaderData.left}
            orMore={loaderData.orMore}
            looked={loaderData.looked}
            refused={actionData?.refused ?? null}
            why={why}
            form={{
              field: 'booking',
              intent: loaderData.action,
              formKey: loaderData.key,
              with: loaderData.action === 'assign' && <input type="hidden" name="to" value={loaderData.to} />,
            }}
          />
        ))}
    </BulkFrame>
  );
}
