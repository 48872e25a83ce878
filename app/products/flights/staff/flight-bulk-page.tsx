import { BulkAim } from '#app/commerce/orders/staff/bulk-aim.tsx';
import { answerRun, refuseRun } from '#app/commerce/orders/staff/answer-run.server.ts';
import { BulkFrame } from '#app/commerce/orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '#app/commerce/orders/staff/bulk-report.tsx';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutAsTried, nothingTried } from '#app/ui/desk-list/cut-selection.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { may } from '#app/platform/access.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { readBulkWish, startBulk, tryBulk } from './bulk-orders.server.ts';
import { agreements, bulkActions, type BulkAction } from './bulk-rules.ts';
import { deskAddress, readDeskView } from './desk-address.ts';
import { findMatchingReferences } from './flight-desk-store.server.ts';
import { oneOf } from './read-staff.server.ts';
import { StateChip } from './state-chip.tsx';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Route } from './+types/flight-bulk-page.ts';
import './flight-desk.css';

export const handle = { texts: ['staff-orders', 'staff-lists'] };

const list = '/admin/orders/flights';
const here = `${list}/bulk`;
/** More than a list could ever be worked through; it only keeps an address from asking for everything. */
const mostMatching = 10_000;

/** With a run, how far it is; without one, a dry run of the picked orders or of everything a list matches. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = url.searchParams;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(platform.db, 'flights', runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const { run, lines } = found;
    return {
      kind: 'run' as const,
      action: run.action,
      startedAt: run.startedAt.toISOString(),
      lines: lines.map(({ reference, ok, said }) => ({ reference, ok, said })),
      back: list,
    };
  }
  const view = { ...readDeskView(new URLSearchParams((asked.get('list') ?? '').slice(0, 600))), after: null };
  const references =
    asked.get('all') === '1'
      ? await findMatchingReferences(platform.db, platform.crypto, view, {
          now: platform.clock.now(),
          most: mostMatching,
          me: viewer.user.id,
        })
      : [...new Set(asked.getAll('ref'))];
  const action = oneOf(bulkActions, asked.get('action')) ?? 'ticket';
  const aim = (asked.get('aim') ?? '').slice(0, 64);
  const wish = readBulkWish(action, aim);
  return {
    kind: 'try' as const,
    action,
    aim: wish?.aim ?? '',
    choices: await choicesOf(platform, viewer, action),
    // What is picked stays picked while somebody chooses what it aims at.
    picked: asked.get('all') === '1' ? null : references.slice(0, mostAtOnce),
    list: deskAddress(view).slice(1),
    any: references.length > 0,
    ...(wish
      ? await cutAsTried(references, (some) => tryBulk(platform, viewer, wish, some), {
          most: mostAtOnce,
          more: references.length === mostMatching,
        })
      : nothingTried),
    key: newFormKey(),
    back: `${list}${deskAddress(view)}`,
  };
}

/** What an action can aim at; null when it needs nothing beside its orders. Whoever may not give takes for themselves. */
async function choicesOf(
  { db }: Pick<Platform, 'db'>,
  viewer: Extract<Viewer, { kind: 'staff' }>,
  action: BulkAction,
): Promise<readonly { readonly id: string; readonly name: string | null }[] | null> {
  if (action === 'accept-schedule') return agreements.map((id) => ({ id, name: null }));
  if (action !== 'assign') return null;
  const colleagues = await listStaffWith(db, 'flight-orders:work');
  return colleagues
    .filter(({ userId }) => userId === viewer.user.id || may(viewer, 'flight-orders:override'))
    .map(({ userId, displayName }) => ({ id: userId, name: displayName }));
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const wanted = oneOf(bulkActions, String(form.get('intent') ?? ''));
  const references = form.getAll('ref').map(String);
  const wish = wanted && readBulkWish(wanted, String(form.get('aim') ?? ''));
  if (!wish) return refuseRun('not-possible', 400);
  const { requestId } = context.get(requestContext);
  const about = { wish, references, note: String(form.get('note') ?? '') };
  return answerRun(platform, { clerk: viewer, form, about, at: (run) => `${here}?run=${run}`, status: 302 }, (keep) =>
    startBulk(platform, viewer, { wish, references, requestId }, keep),
  );
}

export default function FlightBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-orders');
  const what = t(`actions.${loaderData.action}.name`);
  const to = (reference: string) => `${list}/${reference}`;
  const why = (code: string) => t(`refused.${code}`, { defaultValue: code });
  return (
    <BulkFrame
      what={what}
      back={loaderData.back}
      run={
        loaderData.kind === 'run'
          ? {
              startedAt: loaderData.startedAt,
              lines: loaderData.lines.map(({ reference, ok, said }) => ({
                id: reference,
                reference,
                to: to(reference),
                ok,
                said: said && (ok ? t(`states.${said}`, { defaultValue: said }) : why(said)),
              })),
            }
          : null
      }
    >
      {loaderData.kind === 'try' && (
        <>
          {loaderData.choices && loaderData.any && (
            <BulkAim
              label={t(`aim.${loaderData.action}`)}
              value={loaderData.aim}
              choices={loaderData.choices.map(({ id, name }) => ({ id, name: name ?? t(`reasons.${id}`) }))}
              picked={{ field: 'ref', values: loaderData.picked }}
              list={loaderData.list}
            >
              <input type="hidden" name="action" value={loaderData.action} />
            </BulkAim>
          )}
          {(loaderData.rows || !loaderData.any) && (
            <BulkDryRun
              what={what}
              rows={(loaderData.rows ?? []).map((row) => ({
                id: row.reference,
                reference: row.reference,
                to: to(row.reference),
                locked: row.locked,
                about: <StateChip state={row.status} />,
              }))}
              left={loaderData.left}
              orMore={loaderData.orMore}
              looked={loaderData.looked}
              refused={actionData?.refused ?? null}
              why={why}
              form={{
                field: 'ref',
                intent: loaderData.action,
                formKey: loaderData.key,
                with: <input type="hidden" name="aim" value={loaderData.aim} />,
              }}
            />
          )}
        </>
      )}
    </BulkFrame>
  );
}
