import { answerRun, refuseRun } from '#app/commerce/orders/staff/answer-run.server.ts';
import { BulkFrame } from '#app/commerce/orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '#app/commerce/orders/staff/bulk-report.tsx';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutAsTried } from '#app/ui/desk-list/cut-selection.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { lockedStays, startStays, stayBulkActions } from './bulk-visa-stays.server.ts';
import { findStayRows, findStaysAsStaff, type StayRow } from './visa-stay-desk-store.server.ts';
import { readStayView, stayAddress } from './visa-stay-view.ts';
import type { Route } from './+types/visa-stay-bulk-page.ts';

export const handle = { texts: ['staff-compliance', 'staff-lists', 'visa-stays'] };

const list = '/admin/visa-compliance/stays';
const mostMatching = 5_000;

/** With a run, how far it is; without one, a dry run of the picked stays or of everything a list matches. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, crypto, clock } = platform;
  const asked = url.searchParams;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(db, 'visa-stays', runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const rows = new Map(
      (
        await findStayRows(
          db,
          crypto,
          found.lines.map(({ subject }) => subject!),
        )
      ).map((row) => [row.stay.id, row]),
    );
    const lines = found.lines.map(({ subject, ok, said }) => {
      const row = rows.get(subject!);
      return { id: subject!, reference: row ? `${row.name} · ${row.reference}` : subject!, ok, said };
    });
    return { kind: 'run' as const, action: found.run.action, startedAt: found.run.startedAt.toISOString(), lines, back: list };
  }
  const view = readStayView(new URLSearchParams((asked.get('list') ?? '').slice(0, 600)));
  const action = stayBulkActions.find((one) => one === asked.get('action')) ?? 'remind';
  const about = { today: dateIn('Asia/Dubai', clock.now()), most: mostMatching };
  const all = asked.get('all') === '1' ? await findStaysAsStaff(db, crypto, view, about) : null;
  const stays = all ?? (await findStayRows(db, crypto, [...new Set(asked.getAll('stay'))]));
  const tryStays = async (some: readonly StayRow[]) => {
    const locks = await lockedStays(
      platform,
      some.map(({ stay }) => stay),
    );
    return some.map(({ stay, name, reference }) => ({
      id: stay.id,
      name: `${name} · ${reference}`,
      status: stay.status,
      locked: locks.get(stay.id) ?? null,
    }));
  };
  return {
    kind: 'try' as const,
    action,
    ...(await cutAsTried(stays, tryStays, { most: mostAtOnce, more: all?.length === mostMatching })),
    key: newFormKey(),
    back: `${list}${stayAddress(view)}`,
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const wanted = stayBulkActions.find((one) => one === form.get('intent'));
  const ids = form.getAll('stay').map(String);
  if (!wanted) return refuseRun('not-possible-from-here', 400);
  const { requestId } = context.get(requestContext);
  const at = (run: string) => `${list}/bulk?run=${run}`;
  return answerRun(platform, { clerk: viewer, form, about: { wanted, ids }, at, none: 'not-possible-from-here' }, (keep) =>
    startStays(platform, { action: wanted, ids, staffId: viewer.user.id, requestId }, keep),
  );
}

export default function VisaStayBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-compliance');
  const words = useTexts('visa-stays');
  const what = t(`stays.bulk.${loaderData.action}`, { defaultValue: loaderData.action });
  const why = (code: string) => t([`refused.${code}`, 'refused.other']);
  const state = (code: string) => words(`states.${code}`, { defaultValue: code });
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
                to: `${list}/${line.id}`,
                said: line.said && (line.ok ? state(line.said) : why(line.said)),
              })),
            }
          : null
      }
    >
      {loaderData.kind === 'try' && (
        <BulkDryRun
          what={what}
          rows={loaderData.rows.map(({ id, name, status, locked }) => ({
            id,
            reference: name,
            to: `${list}/${id}`,
            locked,
            about: <span className="dl-state">{state(status)}</span>,
          }))}
          left={loaderData.left}
          orMore={loaderData.orMore}
          looked={loaderData.looked}
          refused={actionData?.refused ?? null}
          why={why}
          form={{ field: 'stay', intent: loaderData.action, formKey: loaderData.key }}
        />
      )}
    </BulkFrame>
  );
}
