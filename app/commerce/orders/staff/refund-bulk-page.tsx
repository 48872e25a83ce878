import { listStaffWith } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutAsTried, nothingTried } from '#app/ui/desk-list/cut-selection.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { BulkAim } from './bulk-aim.tsx';
import { answerRun, refuseRun } from './answer-run.server.ts';
import { BulkFrame } from './bulk-frame.tsx';
import { BulkDryRun } from './bulk-report.tsx';
import { refundRights, startRefunds, tryRefunds } from './bulk-refunds.server.ts';
import { findBulkRun } from './bulk-runs-store.server.ts';
import { mostAtOnce } from './desk-lists.ts';
import { findRefundRows } from './refund-desk-store.server.ts';
import { readRefundListView, refundListAddress } from './refund-list-view.ts';
import type { Route } from './+types/refund-bulk-page.ts';

export const handle = { texts: ['staff-refunds', 'staff-lists'] };

const list = '/admin/orders/refunds';
const here = `${list}/bulk`;
/** More than a list could ever be worked through; it only keeps an address from asking for everything. */
const mostMatching = 5_000;

const referencesOf = (typed: readonly unknown[]) => [...new Set(typed.flatMap((one) => parseReference(String(one)) ?? []))];
const idOf = (typed: unknown) => (/^[\w-]{1,64}$/.test(String(typed ?? '')) ? String(typed) : '');

/** With a run, how far it is; without one, a dry run of the picked refunds or of all that a list matches. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = url.searchParams;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(platform.db, 'refunds', runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const lines = found.lines.map(({ reference, ok, said }) => ({ reference, ok, said }));
    return { kind: 'run' as const, startedAt: found.run.startedAt.toISOString(), lines, back: list };
  }
  const view = { ...readRefundListView(new URLSearchParams((asked.get('list') ?? '').slice(0, 600))), after: null };
  const all = asked.get('all') === '1';
  const matching = async () => {
    const { rows } = await findRefundRows(platform.db, view, { now: platform.clock.now(), me: viewer.user.id, most: mostMatching });
    return [...new Set(rows.map(({ reference }) => reference))];
  };
  const references = all ? await matching() : referencesOf(asked.getAll('ref'));
  const colleagues = await listStaffWith(platform.db, refundRights.work);
  const to = idOf(asked.get('aim'));
  return {
    kind: 'try' as const,
    to,
    choices: colleagues
      .filter(({ userId }) => userId === viewer.user.id || may(viewer, refundRights.give))
      .map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    picked: all ? null : references.slice(0, mostAtOnce),
    list: refundListAddress(view).slice(1),
    any: references.length > 0,
    ...(to === ''
      ? nothingTried
      : await cutAsTried(references, (some) => tryRefunds(platform, viewer, { references: some, to }), {
          most: mostAtOnce,
          more: all && references.length === mostMatching,
        })),
    key: newFormKey(),
    back: `${list}${refundListAddress(view)}`,
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const [to, references] = [idOf(form.get('aim')), referencesOf(form.getAll('ref'))];
  if (form.get('intent') !== 'assign' || to === '') return refuseRun('not-possible', 400);
  const { requestId } = context.get(requestContext);
  const about = { about: here, to, references, note: String(form.get('note') ?? '') };
  return answerRun(platform, { clerk: viewer, form, about, at: (run) => `${here}?run=${run}`, status: 302 }, (keep) =>
    startRefunds(platform, viewer, { references, to, requestId }, keep),
  );
}

export default function RefundBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-refunds');
  const what = t('bulk.assign');
  const to = (reference: string) => `/admin/orders/${reference}`;
  const why = (code: string) => t(`refused.${code}`, { defaultValue: code });
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
                id: line.reference,
                to: to(line.reference),
                said: line.said && (line.ok ? t('bulk.assigned') : why(line.said)),
              })),
            }
          : null
      }
    >
      {loaderData.kind === 'try' && (
        <>
          {loaderData.any && (
            <BulkAim
              label={t('bulk.to')}
              value={loaderData.to}
              choices={loaderData.choices}
              picked={{ field: 'ref', values: loaderData.picked }}
              list={loaderData.list}
            />
          )}
          {(loaderData.rows || !loaderData.any) && (
            <BulkDryRun
              what={what}
              rows={(loaderData.rows ?? []).map((row) => ({
                id: row.reference,
                reference: row.reference,
                to: to(row.reference),
                locked: row.locked,
                about: t(`kind.${row.kind}`),
              }))}
              left={loaderData.left}
              orMore={loaderData.orMore}
              looked={loaderData.looked}
              refused={actionData?.refused ?? null}
              why={why}
              form={{
                field: 'ref',
                intent: 'assign',
                formKey: loaderData.key,
                with: <input type="hidden" name="aim" value={loaderData.to} />,
              }}
            />
          )}
        </>
      )}
    </BulkFrame>
  );
}
