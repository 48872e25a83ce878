import { BulkAim } from '#app/commerce/orders/staff/bulk-aim.tsx';
import { answerRun, refuseRun } from '#app/commerce/orders/staff/answer-run.server.ts';
import { BulkFrame } from '#app/commerce/orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '#app/commerce/orders/staff/bulk-report.tsx';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutAsTried, mostTried, nothingTried } from '#app/ui/desk-list/cut-selection.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { listInquiriesAsStaff } from '../inquiries-store.server.ts';
import { inquiryQueueNames } from '../inquiry-kinds.ts';
import { lostReasons } from '../inquiry-status.ts';
import { inquiryDeeds, readInquiryWish, startInquiries, tryInquiries } from './bulk-inquiries.server.ts';
import { filterOf, inquiryListAddress, readInquiryAddress } from './inquiry-list.ts';
import { InquiryState } from './inquiry-state.tsx';
import type { Route } from './+types/inquiry-bulk-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './inquiry-desk.css';

export const handle = { texts: ['staff-inquiries', 'staff-lists'] };

const here = '/admin/inquiries/bulk';

/** One page for the five lists; `queue` says which. With a run, how far it is; without one, a dry run. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { db, crypto } = platform;
  const search = url.searchParams;
  const queue = inquiryQueueNames.find((one) => one === search.get('queue')) ?? 'flights';
  const list = `/admin/inquiries/${queue}`;
  const runId = search.get('run');
  if (runId !== null) {
    const found = await findBulkRun(db, `inquiries-${queue}`, runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const lines = found.lines.map(({ reference, ok, said }) => ({ reference, ok, said }));
    return { kind: 'run' as const, deed: found.run.action, startedAt: found.run.startedAt.toISOString(), lines, back: list };
  }
  const deed = inquiryDeeds.find((one) => one === search.get('deed')) ?? 'assign';
  const asked = { ...readInquiryAddress(queue, new URLSearchParams((search.get('list') ?? '').slice(0, 600))), after: null };
  const filter = filterOf(asked, viewer.user.id);
  const typed = [...new Set(search.getAll('inquiry').flatMap((text) => parseReference(text) ?? []))];
  const all = search.get('all') === '1';
  const references = all
    ? (await listInquiriesAsStaff(db, crypto, filter, { after: null, size: mostTried })).map(({ reference }) => reference)
    : typed;
  const aim = (search.get('aim') ?? '').slice(0, 64);
  const wish = readInquiryWish(deed, aim);
  return {
    kind: 'try' as const,
    queue,
    deed,
    aim: wish ? aim : '',
    colleagues: (await listStaffWith(db, 'inquiries:work')).map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    picked: all ? null : references.slice(0, mostAtOnce),
    list: inquiryListAddress(asked).slice(1),
    any: references.length > 0,
    ...(wish
      ? await cutAsTried(references, (some) => tryInquiries(platform, some, wish), {
          most: mostAtOnce,
          more: all && references.length === mostTried,
        })
      : nothingTried),
    key: newFormKey(),
    back: `${list}${inquiryListAddress(asked)}`,
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const queue = inquiryQueueNames.find((one) => one === form.get('queue'));
  const deed = inquiryDeeds.find((one) => one === form.get('intent'));
  const wish = deed && readInquiryWish(deed, String(form.get('aim') ?? ''));
  if (!queue || !wish) return refuseRun('not-possible', 400);
  const lines = form.getAll('line').flatMap((line) => {
    const match = /^([0-9A-Z-]{11}) (\d{1,9})$/.exec(String(line));
    return match ? [{ reference: match[1]!, version: Number(match[2]) }] : [];
  });
  const { requestId } = context.get(requestContext);
  const about = { about: here, queue, wish, lines };
  return answerRun(platform, { clerk: viewer, form, about, at: (run) => `${here}?queue=${queue}&run=${run}` }, (keep) =>
    startInquiries(platform, viewer, { queue, wish, lines, requestId }, keep),
  );
}

export default function InquiryBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-inquiries');
  const what = t(`bulk.${loaderData.deed}`);
  const to = (reference: string) => `/admin/inquiries/${reference}`;
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
                said: line.said && (line.ok ? t(`did.${line.said}`) : why(line.said)),
              })),
            }
          : null
      }
    >
      {loaderData.kind === 'try' && (
        <>
          {loaderData.any && (
            <BulkAim
              label={t(loaderData.deed === 'assign' ? 'owner.choose' : 'lost.choose')}
              value={loaderData.aim}
              choices={loaderData.deed === 'assign' ? loaderData.colleagues : lostReasons.map((id) => ({ id, name: t(`lost.${id}`) }))}
              picked={{ field: 'inquiry', values: loaderData.picked }}
              list={loaderData.list}
            >
              <input type="hidden" name="queue" value={loaderData.queue} />
              <input type="hidden" name="deed" value={loaderData.deed} />
            </BulkAim>
          )}
          {(loaderData.rows || !loaderData.any) && (
            <BulkDryRun
              what={what}
              rows={(loaderData.rows ?? []).map((row) => ({
                id: `${row.reference} ${row.version}`,
                reference: row.reference,
                to: to(row.reference),
                locked: row.locked,
                about: <InquiryState state={row.status} />,
              }))}
              left={loaderData.left}
              orMore={loaderData.orMore}
              looked={loaderData.looked}
              refused={actionData?.refused ?? null}
              why={why}
              form={{
                field: 'line',
                intent: loaderData.deed,
                formKey: loaderData.key,
                with: (
                  <>
                    <input type="hidden" name="queue" value={loaderData.queue} />
                    <input type="hidden" name="aim" value={loaderData.aim} />
                  </>
                ),
              }}
            />
          )}
        </>
      )}
    </BulkFrame>
  );
}
