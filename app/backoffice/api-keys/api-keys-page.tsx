import type { ReactNode } from 'react';
import { data, Form, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { apiScopes, isApiScope, keyEnds } from '#app/platform/api-key-rules.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { Checkbox, FieldGroup, TextField } from '#app/ui/field.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addDays, dateIn } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { apiKeyList, type KeyColumn, type ListedKey } from './api-key-list.ts';
import { readApiKeys } from './read-api-keys.server.ts';
import { endApiKey, makeApiKey, readKeyForm, type KeyField, type KeyRefusal } from './work-api-keys.server.ts';
import type { Route } from './+types/api-keys-page.ts';
import './api-keys.css';

export const handle = { texts: ['staff-api-keys', 'staff-lists'] };

const base = '/admin/api-keys';
const usualDays = 365;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { clock, db, env } = platform;
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const today = dateIn('Asia/Dubai', clock.now());
  const keys = await readApiKeys(platform);
  return {
    works: may(viewer, 'settings:edit'),
    address: `${env.publicUrl}/api/v1`,
    ends: keyEnds(today),
    usualEnd: addDays(today, usualDays),
    revoked: url.searchParams.get('did') === 'revoked',
    made: keys.length,
    list: await openShortList(db, 'api-keys', apiKeyList, keys, { viewer, search: url.searchParams, language }),
  };
}

interface Answer {
  readonly made: string | null;
  readonly refused: 'invalid' | KeyRefusal | null;
  readonly faults: readonly KeyField[];
  /** Null when nothing was typed, or it was worked on. */
  readonly typed: { readonly name: string; readonly scopes: readonly string[]; readonly endsOn: string } | null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { requestId } = context.get(requestContext);
  const form = await request.formData();
  const say = (answer: Partial<Answer>, status: number) =>
    data<Answer>({ made: null, refused: null, faults: [], typed: null, ...answer }, { status, headers: { 'Cache-Control': 'no-store' } });
  const statusOf = (refused: KeyRefusal) => (refused === 'permission' ? 403 : 409);
  if (form.get('intent') === 'revoke') {
    const ended = await endApiKey(platform, { viewer, id: String(form.get('id') ?? ''), requestId });
    return ended.ok ? redirect(`${base}?did=revoked`, 303) : say({ refused: ended.refused }, statusOf(ended.refused));
  }
  if (form.get('intent') !== 'make') throw new Response('Bad request', { status: 400 });
  const typed = {
    name: plainLine(form.get('name'), 100),
    scopes: form.getAll('scopes').map(String).filter(isApiScope),
    endsOn: plainLine(form.get('endsOn'), 10),
  };
  const read = readKeyForm(typed, dateIn('Asia/Dubai', platform.clock.now()));
  if (!read.ok) return say({ refused: 'invalid', faults: read.faults, typed }, 422);
  const made = await makeApiKey(platform, { viewer, key: read.value, requestId });
  if (!made.ok) return say({ refused: made.refused, typed }, statusOf(made.refused));
  // Not a redirect: the key is in this answer and nowhere else.
  return say({ made: made.value }, 200);
}

export default function ApiKeysPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-api-keys');
  const { list, works, address, revoked } = loaderData;
  const answer = actionData ?? null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>
          {t('lead')} <bdi className="ak-address">{address}</bdi>
        </p>
      </header>
      {revoked && !answer && (
        <p className="dl-said" role="status">
          {t('revoked')}
        </p>
      )}
      {answer?.made && (
        <div className="dl-said" role="status">
          <div>
            <p>{t('made')}</p>
            <p>
              <code className="ak-key" dir="ltr">
                {answer.made}
              </code>
            </p>
          </div>
        </div>
      )}
      {answer?.refused && (
        <div className="dl-said dl-said--warn" role="alert">
          {answer.refused === 'invalid' ? (
            <ul>
              {answer.faults.map((field) => (
                <li key={field}>
                  <a href={`#${field}`}>{t(`fault.${field}`)}</a>
                </li>
              ))}
            </ul>
          ) : (
            <p>{t(`refused.${answer.refused}`)}</p>
          )}
        </div>
      )}
      <section className="dl-card" aria-labelledby="keys">
        <h2 id="keys">{t('list')}</h2>
        <ShortListSheet
          base={base}
          list={apiKeyList}
          open={list}
          columns={apiKeyList.columns.filter((column) => works || column !== 'revoke')}
          queueName={(queue) => t(`state.${queue}`)}
          find={t('find')}
          filters={{
            scope: {
              label: t('column.scopes'),
              any: t('everyScope'),
              options: apiScopes.map((id) => ({ id, name: t(`scope.${id.replace(':', '-')}`) })),
            },
          }}
          none={t('none')}
          exports={`${base}/export`}
          name={(column) => t(`column.${column}`)}
          rowKey={({ id }) => id}
          cell={(column, row) => <Cell column={column} row={row} />}
          plain={['name']}
        />
      </section>
      {works && <MakeKey loaderData={loaderData} answer={answer} />}
      <section className="dl-card" aria-labelledby="how">
        <h2 id="how">{t('how')}</h2>
        <p>{t('howText')}</p>
        <pre className="ak-curl" dir="ltr">{`curl -H "Authorization: Bearer rihla_…" "${address}/tours?language=en&limit=20"
curl -H "Authorization: Bearer rihla_…" "${address}/tours/{id}/availability?date=2027-01-10"`}</pre>
        <p>
          <a href="/api/v1">{t('description')}</a>
        </p>
      </section>
    </div>
  );
}

function Cell({ column, row }: { column: KeyColumn; row: ListedKey }): ReactNode {
  const t = useTexts('staff-api-keys');
  const language = useLanguage();
  switch (column) {
    case 'name':
      return (
        <>
          <strong>
            <bdi>{row.name}</bdi>
          </strong>{' '}
          <bdi className="dl-quiet">{`…${row.lastFour}`}</bdi>
        </>
      );
    case 'scopes':
      return row.scopes.map((scope) => <div key={scope}>{t(`scope.${scope.replace(':', '-')}`)}</div>);
    case 'state':
      return (
        <>
          <span className={`dl-state${row.state === 'live' ? ' dl-state--good' : ''}`}>{t(`state.${row.state}`)}</span>
          {row.revokedAt && (
            <div className="dl-quiet">
              {sayMoment(row.revokedAt, language)} <bdi>{row.revokedBy ?? '–'}</bdi>
            </div>
          )}
        </>
      );
    case 'ends':
      return formatDate(row.endsOn, language, 'long');
    case 'used':
      return row.usedAt ? sayMoment(row.usedAt, language) : t('never');
    case 'made':
      return (
        <>
          {sayMoment(row.madeAt, language)} <bdi className="dl-quiet">{row.madeBy ?? '–'}</bdi>
        </>
      );
    case 'revoke':
      return (
        row.state !== 'revoked' && (
          <details className="ak-revoke">
            <summary aria-label={t('revokeOf', { name: row.name })}>{t('revoke')}</summary>
            <Form method="post" action={base}>
              <input type="hidden" name="id" value={row.id} />
              <button className="bo-btn" name="intent" value="revoke">
                {t('revokeNow')}
              </button>
            </Form>
          </details>
        )
      );
  }
}

function MakeKey({ loaderData, answer }: { loaderData: Route.ComponentProps['loaderData']; answer: Answer | null }) {
  const t = useTexts('staff-api-keys');
  const { ends, usualEnd, made } = loaderData;
  const typed = answer?.typed;
  const wrong = (field: KeyField) => (answer?.faults.includes(field) ? t(`fault.${field}`) : undefined);
  return (
    <section className="dl-card" aria-labelledby="make">
      <h2 id="make">{t('makeTitle')}</h2>
      <Form method="post" className="bo-fields" key={made}>
        <TextField
          name="name"
          label={t('field.name')}
          hint={t('field.nameHint')}
          autoComplete="off"
          required
          maxLength={60}
          defaultValue={typed?.name ?? ''}
          error={wrong('name')}
        />
        <FieldGroup id="scopes" legend={t('field.scopes')} error={wrong('scopes')}>
          {apiScopes.map((scope) => (
            <Checkbox
              key={scope}
              name="scopes"
              id={`scope-${scope.replace(':', '-')}`}
              value={scope}
              label={t(`scope.${scope.replace(':', '-')}`)}
              defaultChecked={typed?.scopes.includes(scope) ?? false}
            />
          ))}
        </FieldGroup>
        <TextField
          name="endsOn"
          type="date"
          label={t('field.endsOn')}
          hint={t('field.endsOnHint')}
          required
          min={ends.first}
          max={ends.last}
          defaultValue={typed?.endsOn ?? usualEnd}
          error={wrong('endsOn')}
        />
        <div className="bo-actions">
          <button className="bo-btn bo-btn--p" name="intent" value="make">
            {t('make')}
          </button>
        </div>
      </Form>
    </section>
  );
}
