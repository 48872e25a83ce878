import { Link } from 'react-router';
import { answerRun, refuseRun } from '#app/commerce/orders/staff/answer-run.server.ts';
import { BulkFrame } from '#app/commerce/orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '#app/commerce/orders/staff/bulk-report.tsx';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutAsTried } from '#app/ui/desk-list/cut-selection.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { authorityReference } from './authority-references-rules.ts';
import { startCases, tryCases } from './bulk-evisas.server.ts';
import { caseBulkActions } from './evisa-bulk-rules.ts';
import { findCasesAsStaff } from './evisa-desk-store.server.ts';
import { caseAddress, readCaseView } from './evisa-desk-view.ts';
import { mostInBatch } from './pack-cases.server.ts';
import type { Route } from './+types/evisa-bulk-page.ts';

export const handle = { texts: ['staff-evisas', 'staff-lists', 'evisas'] };

const list = '/admin/orders/evisa';
const here = `${list}/bulk`;
/** More than a list could ever be worked through; it only keeps an address from asking for everything. */
const mostMatching = 5_000;

/** With a run, how far it is; without one, a dry run of the picked cases or of everything a list matches. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = url.searchParams;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(platform.db, 'evisa', runId);
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
  const view = readCaseView(new URLSearchParams((asked.get('list') ?? '').slice(0, 600)));
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const action = caseBulkActions.find((one) => one === asked.get('action')) ?? 'claim';
  const ids =
    asked.get('all') === '1'
      ? (
          await findCasesAsStaff(platform.db, platform.crypto, { ...view, after: null }, { me: viewer.user.id, today, most: mostMatching })
        ).map(({ id }) => id)
      : [...new Set(asked.getAll('case'))];
  const to = asked.get('to') ?? '';
  const names = await findStaffNames(platform.db, to ? [to] : []);
  const most = action === 'export' ? mostInBatch : mostAtOnce;
  return {
    kind: 'try' as const,
    action,
    to,
    toName: names.get(to) ?? null,
    ...(await cutAsTried(ids, (some) => tryCases(platform, viewer, { action, ids: some, to }), {
      most,
      more: ids.length === mostMatching,
    })),
    reveals: may(viewer, 'passports:reveal'),
    key: newFormKey(),
    back: `${list}${caseAddress(view)}`,
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const wanted = caseBulkActions.find((one) => one === text('intent'));
  const cases = form.getAll('case').map(String);
  const references = form.getAll('reference').map(String);
  const one = text('batch');
  if (!wanted || wanted === 'export') return refuseRun('not-possible', 400);
  const own = references.length > 0;
  const right = own
    ? references.length === cases.length && references.every((word) => authorityReference.test(word))
    : authorityReference.test(one);
  if (wanted === 'file' && !right) return refuseRun('reference-missing', 400);
  const to = text('to');
  const { requestId } = context.get(requestContext);
  const lines = cases.map((id, at) => (own ? { id, reference: references[at]! } : { id }));
  const about = { wanted, cases, references, one, to };
  return answerRun(platform, { clerk: viewer, form, about, at: (run) => `${here}?run=${run}` }, (keep) =>
    startCases(platform, viewer, { action: wanted, cases: lines, to, reference: one, requestId }, keep),
  );
}

export default function EvisaBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-evisas');
  const words = useTexts('evisas');
  const what =
    loaderData.kind === 'try' && loaderData.toName
      ? t('bulk.assignTo', { name: loaderData.toName })
      : t(`bulk.${loaderData.action}`, { defaultValue: loaderData.action });
  const why = (code: string) => t(`refused.${code}`, { defaultValue: code });
  const state = (code: string) => words(`states.${code}.title`, { defaultValue: code });
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
            refused={actionData?.refused ?? (loaderData.action === 'export' && !loaderData.reveals ? 'permission' : null)}
            why={why}
            form={{
              field: 'case',
              intent: loaderData.action,
              formKey: loaderData.key,
              to: loaderData.action === 'export' ? `${list}/batch` : null,
              with: <With action={loaderData.action} to={loaderData.to} />,
            }}
          />
        ))}
    </BulkFrame>
  );
}

/** What else a run needs to be told. */
function With({ action, to }: { action: string; to: string }) {
  const t = useTexts('staff-evisas');
  if (action === 'assign') return <input type="hidden" name="to" value={to} />;
  if (action === 'file')
    return (
      <label className="ed-batch">
        {t('bulk.batchReference')}
        <input name="batch" required minLength={3} maxLength={40} autoComplete="off" dir="ltr" />
        <span className="dl-quiet">
          {t('bulk.batchHint')} <Link to={`${list}/references`}>{t('references.title')}</Link>
        </span>
      </label>
    );
  if (action === 'export')
    return (
      <fieldset className="ed-batch">
        <legend>{t('bulk.exportHint')}</legend>
        <label>
          <input type="radio" name="form" value="all" defaultChecked /> {t('bulk.withPapers')}
        </label>
        <label>
          <input type="radio" name="form" value="tables" /> {t('bulk.tablesOnly')}
        </label>
      </fieldset>
    );
  return null;
}
