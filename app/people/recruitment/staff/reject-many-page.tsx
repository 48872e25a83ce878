import { answerRun, refuseRun } from '#app/commerce/orders/staff/answer-run.server.ts';
import { BulkFrame } from '#app/commerce/orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '#app/commerce/orders/staff/bulk-report.tsx';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutAsTried } from '#app/ui/desk-list/cut-selection.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { filterOf, readApplicationView, readerOf } from '../application-view.server.ts';
import { listApplications } from '../job-applications-store.server.ts';
import { bulkReasons, bulkWaits, startRejections, tryRejections } from './bulk-reject.server.ts';
import { addressOf } from './open-applications.server.ts';
import { StageChip } from './stage-chip.tsx';
import type { Route } from './+types/reject-many-page.ts';
import './hiring.css';

export const handle = { texts: ['staff-hiring', 'staff-lists'] };

const list = '/admin/job-applications';
/** More than a list could ever be worked through; it only keeps an address from asking for everything. */
const mostMatching = 2_000;

/** Ids as ours are; nothing else is looked for. */
const idsOf = (typed: readonly unknown[]) => [...new Set(typed.map(String))].filter((id) => /^[\w-]{1,64}$/.test(id));

/** With a run, how far it is; without one, a dry run of the picked applications or of everything a list matches. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, crypto, clock } = platform;
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = url.searchParams;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(db, 'job-applications', runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const { run, lines } = found;
    return {
      kind: 'run' as const,
      reason: run.detail['reason'] ?? 'other',
      startedAt: run.startedAt.toISOString(),
      lines: lines.map(({ reference, subject, ok, said }) => ({ id: subject!, reference, ok, said })),
      back: list,
    };
  }
  const view = { ...readApplicationView(new URLSearchParams((asked.get('list') ?? '').slice(0, 600))), board: false, after: '' };
  const matching = () => {
    const reader = readerOf(viewer);
    const { sort, descending } = view;
    const page = { size: mostMatching, after: null, language: context.get(requestContext).language, sort, descending };
    return listApplications(db, crypto, reader, filterOf(view, reader, clock.now()), page);
  };
  const ids = asked.get('all') === '1' ? (await matching()).map(({ id }) => id) : idsOf(asked.getAll('application'));
  return {
    kind: 'try' as const,
    reason: bulkReasons.find((one) => one === asked.get('reason')) ?? 'other',
    waits: bulkWaits,
    ...(await cutAsTried(ids, (some) => tryRejections(platform, some), { most: mostAtOnce, more: ids.length === mostMatching })),
    key: newFormKey(),
    back: addressOf(view),
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const ids = idsOf(form.getAll('application'));
  const reason = bulkReasons.find((one) => one === form.get('reason'));
  const wait = bulkWaits.find((one) => one === form.get('wait'));
  if (form.get('intent') !== 'reject' || !reason || !wait) return refuseRun('incomplete', 400);
  const { requestId } = context.get(requestContext);
  const at = (run: string) => `${list}/reject?run=${run}`;
  return answerRun(platform, { clerk: viewer, form, about: { ids, reason, wait }, at, none: 'not-possible-from-here' }, (keep) =>
    startRejections(platform, viewer, { ids, reason, wait, requestId }, keep),
  );
}

export default function RejectManyPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-hiring');
  const what = t('bulk.reject', { reason: t(`reason.${loaderData.reason}`) });
  const why = (code: string) => t([`bulk.${code}`, `refused.${code}`], { defaultValue: code });
  const to = (reference: string) => `${list}/${reference}`;
  return (
    <BulkFrame
      what={what}
      back={loaderData.back}
      about={t('reject.undoHint')}
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
      {loaderData.kind === 'try' && (
        <BulkDryRun
          what={what}
          rows={loaderData.rows.map(({ id, reference, status, locked }) => ({
            id,
            reference,
            to: to(reference),
            locked,
            about: <StageChip stage={status} />,
          }))}
          left={loaderData.left}
          orMore={loaderData.orMore}
          looked={loaderData.looked}
          refused={actionData?.refused ?? null}
          why={why}
          form={{
            field: 'application',
            intent: 'reject',
            formKey: loaderData.key,
            with: (
              <>
                <input type="hidden" name="reason" value={loaderData.reason} />
                <label>
                  {t('reject.mail')}{' '}
                  <select name="wait">
                    {loaderData.waits.map((one) => (
                      <option key={one} value={one}>
                        {t(`wait.${one}`)}
                      </option>
                    ))}
                  </select>
                </label>
              </>
            ),
          }}
        />
      )}
    </BulkFrame>
  );
}
