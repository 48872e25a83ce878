import { data, Form, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { apiScopes, isApiScope, keyEnds, stateOfKey } from '#app/platform/api-key-rules.ts';
import { listApiKeys } from '#app/platform/api-keys-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Checkbox, FieldGroup, TextField } from '#app/ui/field.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addDays, dateIn } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { sayMoment } from '../say-moment.ts';
import { endApiKey, makeApiKey, readKeyForm, type KeyField, type KeyRefusal } from './work-api-keys.server.ts';
import type { Route } from './+types/api-keys-page.ts';
import './api-keys.css';

export const handle = { texts: ['staff-api-keys'] };

const base = '/admin/api-keys';
const usualDays = 365;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, env } = context.get(platformContext);
  const today = dateIn('Asia/Dubai', clock.now());
  const keys = await listApiKeys(db);
  const names = await findStaffNames(
    db,
    keys.flatMap(({ madeBy, revokedBy }) => [madeBy, ...(revokedBy ? [revokedBy] : [])]),
  );
  return {
    works: may(context.get(viewerContext), 'settings:edit'),
    address: `${env.publicUrl}/api/v1`,
    ends: keyEnds(today),
    usualEnd: addDays(today, usualDays),
    revoked: url.searchParams.get('did') === 'revoked',
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      lastFour: key.lastFour,
      scopes: key.scopes,
      endsOn: key.endsOn,
      state: stateOfKey(key, today),
      madeBy: names.get(key.madeBy) ?? null,
      madeAt: key.madeAt.toISOString(),
      usedAt: key.usedAt?.toISOString() ?? null,
      revokedBy: key.revokedBy && (names.get(key.revokedBy) ?? null),
      revokedAt: key.revokedAt?.toISOString() ?? null,
    })),
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
  const { keys, works, address, revoked } = loaderData;
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
        {keys.length === 0 ? <p className="dl-none">{t('none')}</p> : <KeyTable keys={keys} works={works} />}
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

function KeyTable({ keys, works }: { keys: Route.ComponentProps['loaderData']['keys']; works: boolean }) {
  const t = useTexts('staff-api-keys');
  const language = useLanguage();
  return (
    <div className="dl-sheet dl-sheet--cards">
      <table>
        <thead>
          <tr>
            {(['name', 'scopes', 'state', 'ends', 'used', 'made'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
            {works && <th scope="col">{t('column.revoke')}</th>}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                <strong>
                  <bdi>{key.name}</bdi>
                </strong>{' '}
                <bdi className="dl-quiet">{`…${key.lastFour}`}</bdi>
              </td>
              <td data-label={t('column.scopes')}>
                {key.scopes.map((scope) => (
                  <div key={scope}>{t(`scope.${scope.replace(':', '-')}`)}</div>
                ))}
              </td>
              <td data-label={t('column.state')}>
                <span className={`dl-state${key.state === 'live' ? ' dl-state--good' : ''}`}>{t(`state.${key.state}`)}</span>
                {key.revokedAt && (
                  <div className="dl-quiet">
                    {sayMoment(key.revokedAt, language)} <bdi>{key.revokedBy ?? '–'}</bdi>
                  </div>
                )}
              </td>
              <td data-label={t('column.ends')}>{formatDate(key.endsOn, language, 'long')}</td>
              <td data-label={t('column.used')}>{key.usedAt ? sayMoment(key.usedAt, language) : t('never')}</td>
              <td data-label={t('column.made')}>
                {sayMoment(key.madeAt, language)} <bdi className="dl-quiet">{key.madeBy ?? '–'}</bdi>
              </td>
              {works && (
                <td>
                  {key.state !== 'revoked' && (
                    <details className="ak-revoke">
                      <summary aria-label={t('revokeOf', { name: key.name })}>{t('revoke')}</summary>
                      <Form method="post">
                        <input type="hidden" name="id" value={key.id} />
                        <button className="bo-btn" name="intent" value="revoke">
                          {t('revokeNow')}
                        </button>
                      </Form>
                    </details>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MakeKey({ loaderData, answer }: { loaderData: Route.ComponentProps['loaderData']; answer: Answer | null }) {
  const t = useTexts('staff-api-keys');
  const { ends, usualEnd, keys } = loaderData;
  const typed = answer?.typed;
  const wrong = (field: KeyField) => (answer?.faults.includes(field) ? t(`fault.${field}`) : undefined);
  return (
    <section className="dl-card" aria-labelledby="make">
      <h2 id="make">{t('makeTitle')}</h2>
      <Form method="post" className="bo-fields" key={keys.length}>
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
