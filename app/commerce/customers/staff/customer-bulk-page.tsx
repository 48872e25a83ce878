import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutAsTried, mostTried, nothingTried } from '#app/ui/desk-list/cut-selection.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { answerRun, refuseRun } from '../../orders/staff/answer-run.server.ts';
import { BulkAim } from '../../orders/staff/bulk-aim.tsx';
import { BulkFrame } from '../../orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '../../orders/staff/bulk-report.tsx';
import { findBulkRun } from '../../orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '../../orders/staff/desk-lists.ts';
import { customerTags } from '../records/customer-kinds.ts';
import { CompanyPick } from '../companies/staff/company-pick.tsx';
import { offeredCompanies } from '../companies/companies-store.server.ts';
import { aimOf, readCustomerWish, startCustomers, tryCustomers } from './bulk-customers.server.ts';
import { customerDeeds } from './customer-deeds.ts';
import { findCustomerRows, findCustomersByIds } from './customer-desk-store.server.ts';
import { customerAddress, readCustomerView } from './customer-list-view.ts';
import type { Route } from './+types/customer-bulk-page.ts';
import '#app/ui/desk-list/desk-tools.css';

export const handle = { texts: ['staff-customers', 'staff-lists'] };

const base = '/admin/customers';
const here = `${base}/bulk`;
const isId = (text: string) => /^[\w-]{1,64}$/.test(text);

/** With a run, how far it is; without one, what one press would do. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { db, crypto, clock } = platform;
  const asked = url.searchParams;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(db, 'customers', runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const ids = found.lines.map(({ reference }) => reference);
    const names = new Map((await findCustomersByIds(db, crypto, ids)).map(({ id, name }) => [id, name]));
    const lines = found.lines.map(({ reference: id, ok, said }) => ({ id, name: names.get(id) ?? id, ok, said }));
    const deed = customerDeeds.find((one) => one === found.run.action) ?? 'tag';
    return { kind: 'run' as const, deed, startedAt: found.run.startedAt.toISOString(), lines, back: base };
  }
  const deed = customerDeeds.find((one) => one === asked.get('deed')) ?? 'tag';
  const view = { ...readCustomerView(new URLSearchParams((asked.get('list') ?? '').slice(0, 600))), after: null };
  const picked = [...new Set(asked.getAll('customer').filter(isId))];
  const all = asked.get('all') === '1';
  const ids = all ? (await findCustomerRows(db, crypto, view, mostTried)).map(({ id }) => id) : picked;
  const typed = (asked.get('aim') ?? '').trim().slice(0, 160);
  const wish = await readCustomerWish(platform, deed, typed);
  const ofCompany = deed === 'group' || deed === 'ungroup';
  return {
    kind: 'try' as const,
    deed,
    aim: wish ? aimOf(wish) : '',
    company: ofCompany
      ? {
          typed: wish && 'company' in wish ? wish.company.name : typed,
          unknown: typed !== '' && wish === null,
          offered: await offeredCompanies(db, clock.now()),
        }
      : null,
    picked: all ? null : ids.slice(0, mostAtOnce),
    list: customerAddress(view).slice(1),
    any: ids.length > 0,
    ...(wish
      ? await cutAsTried(ids, (some) => tryCustomers(platform, some, wish), { most: mostAtOnce, more: all && ids.length === mostTried })
      : nothingTried),
    key: newFormKey(),
    back: `${base}${customerAddress(view)}`,
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const deed = customerDeeds.find((one) => one === form.get('intent'));
  const wish = deed && (await readCustomerWish(platform, deed, String(form.get('aim') ?? '').slice(0, 160)));
  if (!wish) return refuseRun('not-possible', 400);
  const lines = form.getAll('line').flatMap((line) => {
    const match = /^([\w-]{1,64}) (\d{1,9})$/.exec(String(line));
    return match ? [{ id: match[1]!, version: Number(match[2]) }] : [];
  });
  const { requestId } = context.get(requestContext);
  const about = { about: here, wish, lines };
  return answerRun(platform, { clerk: viewer, form, about, at: (run) => `${here}?run=${run}` }, (keep) =>
    startCustomers(platform, viewer, { wish, lines, requestId }, keep),
  );
}

export default function CustomerBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-customers');
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
          {loaderData.any && (
            <BulkAim
              label={t('bulk.which')}
              value={loaderData.aim}
              choices={customerTags.map((id) => ({ id, name: t(`tag.${id}`) }))}
              field={
                loaderData.company && (
                  <CompanyPick
                    name="aim"
                    label={t('bulk.whichCompany')}
                    typed={loaderData.company.typed}
                    offered={loaderData.company.offered}
                    wrong={loaderData.company.unknown ? t('refused.company-unknown') : null}
                  />
                )
              }
              picked={{ field: 'customer', values: loaderData.picked }}
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
                about: loaderData.company
                  ? (row.company ?? '–')
                  : row.tags.length > 0
                    ? row.tags.map((tag) => t(`tag.${tag}`)).join(' · ')
                    : '–',
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
