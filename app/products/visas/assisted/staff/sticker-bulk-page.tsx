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
import { findStickersAsStaff } from './assisted-desk-store.server.ts';
import { stickerBulkActions } from './bulk-rules.ts';
import { startStickers, tryStickers } from './bulk-stickers.server.ts';
import { readStickerView, stickerAddress } from './sticker-view.ts';
import type { Route } from './+types/sticker-bulk-page.ts';

export const handle = { texts: ['staff-assisted', 'staff-lists', 'assisted'] };

const list = '/admin/sticker-visa-management';
const mostMatching = 5_000;

/** With a run, how far it is; without one, a dry run of the picked cases or of everything a list matches. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = url.searchParams;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(platform.db, 'assisted', runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const lines = found.lines.map(({ reference, subject, ok, said }) => ({ id: subject!, reference, ok, said }));
    return { kind: 'run' as const, action: found.run.action, startedAt: found.run.startedAt.toISOString(), lines, back: list };
  }
  const view = readStickerView(new URLSearchParams((asked.get('list') ?? '').slice(0, 600)));
  const action = stickerBulkActions.find((one) => one === asked.get('action')) ?? 'claim';
  const about = { me: viewer.user.id, now: platform.clock.now(), most: mostMatching };
  const ids =
    asked.get('all') === '1'
      ? (await findStickersAsStaff(platform.db, platform.crypto, { ...view, after: null }, about)).map(({ id }) => id)
      : [...new Set(asked.getAll('case'))];
  const to = asked.get('to') ?? '';
  const names = await findStaffNames(platform.db, to ? [to] : []);
  return {
    kind: 'try' as const,
    action,
    to,
    toName: names.get(to) ?? null,
    ...(await cutAsTried(ids, (some) => tryStickers(platform, viewer, { action, ids: some, to }), {
      most: mostAtOnce,
      more: ids.length === mostMatching,
    })),
    key: newFormKey(),
    back: `${list}${stickerAddress(view)}`,
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const wanted = stickerBulkActions.find((one) => one === form.get('intent'));
  const ids = form.getAll('case').map(String);
  const to = String(form.get('to') ?? '');
  if (!wanted || (wanted === 'assign' && !to)) return refuseRun('not-possible', 400);
  const { requestId } = context.get(requestContext);
  const at = (run: string) => `${list}/bulk?run=${run}`;
  return answerRun(platform, { clerk: viewer, form, about: { wanted, ids, to }, at }, (keep) =>
    startStickers(platform, viewer, { action: wanted, ids, to, requestId }, keep),
  );
}

export default function StickerBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-assisted');
  const words = useTexts('assisted');
  const what = t(`bulk.${loaderData.action}`, { defaultValue: loaderData.action });
  const why = (code: string) => t(`refused.${code}`, { defaultValue: code });
  const state = (code: string) => words(`states.${code}.title`, { defaultValue: code });
  return (
    <BulkFrame
      what={what}
      back={loaderData.back}
      about={loaderData.kind === 'try' && loaderData.toName}
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
      {loaderData.kind === 'try' &&
        (loaderData.action === 'assign' && !loaderData.toName ? (
          <p className="dl-bulk__said" role="alert">
            {t('bulk.chooseOfficer')}
          </p>
        ) : (
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
            form={{
              field: 'case',
              intent: loaderData.action,
              formKey: loaderData.key,
              with: loaderData.action === 'assign' ? <input type="hidden" name="to" value={loaderData.to} /> : null,
            }}
          />
        ))}
    </BulkFrame>
  );
}
