import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutAsTried, mostTried, nothingTried } from '#app/ui/desk-list/cut-selection.ts';
import { listAddress, readListView } from '#app/ui/desk-list/list-address.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { answerRun, refuseRun } from '../../../orders/staff/answer-run.server.ts';
import { BulkAim } from '../../../orders/staff/bulk-aim.tsx';
import { BulkFrame } from '../../../orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '../../../orders/staff/bulk-report.tsx';
import { findBulkRun } from '../../../orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '../../../orders/staff/desk-lists.ts';
import { findCompanyNames } from '../companies-store.server.ts';
import { findCompanyOwners } from '../company-owners.server.ts';
import { companyDeeds, readCompanyWish, startCompanies, tryCompanies } from './bulk-companies.server.ts';
import { listCompanies } from './company-desk-store.server.ts';
import { companyList } from './company-list.ts';
import type { Route } from './+types/companies-bulk-page.ts';
import '#app/ui/desk-list/desk-tools.css';

export const handle = { texts: ['staff-companies', 'staff-lists'] };

const base = '/admin/customers/companies';
const here = `${base}/bulk`;
const isId = (text: string) => /^[\w-]{1,64}$/.test(text);

/** With a run, how far it is; without one, what one press would do. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { db } = platform;
  const asked = url.searchParams;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(db, 'companies', runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const names = await findCompanyNames(
      db,
      found.lines.map(({ reference }) => reference),
    );
    const lines = found.lines.map(({ reference: id, ok, said }) => ({ id, name: names.get(id) ?? id, ok, said }));
    const deed = companyDeeds.find((one) => one === found.run.action) ?? 'own';
    return { kind: 'run' as const, deed, startedAt: found.run.startedAt.toISOString(), lines, back: base };
  }
  const deed = companyDeeds.find((one) => one === asked.get('deed')) ?? 'own';
  const view = { ...readListView(companyList, new URLSearchParams((asked.get('list') ?? '').slice(0, 600))), after: null };
  const picked = [...new Set(asked.getAll('company').filter(isId))];
  const all = asked.get('all') === '1';
  const page = all ? await listCompanies(db, view, { me: viewer.user.id, most: mostTried }) : null;
  const ids = page ? page.rows.map(({ id }) => id) : picked;
  const wish = await readCompanyWish(platform, deed, asked.get('aim') ?? '');
  return {
    kind: 'try' as const,
    deed,
    aim: wish?.owner ?? '',
    owners: deed === 'own' ? await findCompanyOwners(db) : [],
    picked: all ? null : ids.slice(0, mostAtOnce),
    list: listAddress(companyList, view).slice(1),
    any: ids.length > 0,
    ...(wish
      ? await cutAsTried(ids, (some) => tryCompanies(platform, some, wish), { most: mostAtOnce, more: page !== null && page.next !== null })
      : nothingTried),
    key: newFormKey(),
    back: `${base}${listAddress(companyList, view)}`,
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const deed = companyDeeds.find((one) => one === form.get('intent'));
  const wish = deed && (await readCompanyWish(platform, deed, String(form.get('aim') ?? '')));
  if (!wish) return refuseRun('not-possible', 400);
  const lines = form.getAll('line').flatMap((line) => {
    const match = /^([\w-]{1,64}) (\d{1,9})$/.exec(String(line));
    return match ? [{ id: match[1]!, version: Number(match[2]) }] : [];
  });
  const { requestId } = context.get(requestContext);
  const about = { about: here, wish, lines };
  return answerRun(platform, { clerk: viewer, form, about, at: (run) => `${here}?run=${run}` }, (keep) =>
    startCompanies(platform, viewer, { wish, lines, requestId }, keep),
  );
}

export default function CompaniesBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-companies');
  const what = t(`bulk.${loaderData.deed}`);
  const to = (id: string) => `${base}/${id}`;
  const why = (code: string) => t(`refused.${code}`, { defaultValue: code });
  return (
    <BulkFrame
      what={what}
      back={loaderData.back}
      run={
        loaderData.kind === 'run'
          ? {
              startedAt: loaderData.startedAt,
              lines: loaderData.lines.map(({ id, name, ok, said }) => ({
                id,
                reference: name,
                to: to(id),
                ok,
                said: said && (ok ? t(`bulk.did.${said}`) : why(said)),
              })),
            }
          : null
      }
    >
      {loaderData.kind === 'try' && (
        <>
          {loaderData.any && loaderData.deed === 'own' && (
            <BulkAim
              label={t('bulk.which')}
              value={loaderData.aim}
              choices={loaderData.owners}
              picked={{ field: 'company', values: loaderData.picked }}
              list={loaderData.list}
            >
              <input type="hidden" name="deed" value={loaderData.deed} />
            </BulkAim>
          )}
          {(loaderData.rows || !loaderData.any) && (
            <BulkDryRun
              what={what}
              rows={(loaderData.rows ?? []).map((row) => ({
                id: `${row.id} ${row.version}`,
                reference: row.name,
                to: to(row.id),
                locked: row.locked,
                about: t('membersCount', { count: row.members }),
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
                with: <input type="hidden" name="aim" value={loaderData.aim} />,
              }}
            />
          )}
        </>
      )}
    </BulkFrame>
  );
}
