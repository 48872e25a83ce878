import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { isLanguageCode, languageCodes } from '#app/values/preferences.ts';
import { dayMs } from '#app/values/dates.ts';
import { readAddress } from '../../customers/account-form.server.ts';
import { listRequestsAsStaff } from '../privacy-requests-store.server.ts';
import { requestKinds } from '../privacy-request-status.ts';
import { agreeToErasure, declineRequest, needsSecond, recordRequest } from '../request-privacy.server.ts';
import type { Route } from './+types/privacy-requests-page.ts';
import './privacy-requests.css';

export const handle = { texts: ['staff-privacy'] };

const pageSize = 50;
const said = ['recorded', 'open-already', 'declined', 'agreed', 'refused', 'email-wrong'] as const;
/** Why staff may decline; the law knows few reasons. */
const declineReasons = ['not-proved', 'unfounded'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const state = url.searchParams.get('state') === 'closed' ? ('closed' as const) : ('open' as const);
  const page = Math.min(Math.max(1, Math.trunc(Number(url.searchParams.get('page')) || 1)), 10_000);
  const { rows, counts } = await listRequestsAsStaff(db, crypto, state, { size: pageSize, number: page });
  const mayWork = may(viewer, 'privacy:work');
  // Looking at a list of people is itself on record.
  if (viewer.kind === 'staff' && rows.length > 0)
    await transact(db, (tx) =>
      audit(tx, clock.now(), {
        actor: `staff:${viewer.user.id}`,
        action: 'privacy-request.listed',
        subject: 'privacy_requests',
        detail: { state, page, shown: rows.length },
      }),
    );
  const now = clock.now();
  return {
    state,
    page,
    counts,
    mayWork,
    did: said.find((each) => each === url.searchParams.get('did')) ?? null,
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      status: row.status,
      cameBy: row.cameBy,
      email: row.email === '' ? null : mayWork ? row.email : masked(row.email),
      asked: row.askedAt.toISOString(),
      due: row.dueAt.toISOString(),
      daysLeft: Math.ceil((row.dueAt.getTime() - now) / dayMs),
      acts: row.actsAt?.toISOString() ?? null,
      closed: row.closedAt?.toISOString() ?? null,
      reason: row.reason,
      second: row.kind !== 'erase' || row.cameBy !== 'staff' ? null : needsSecond(row) ? ('waits' as const) : ('agreed' as const),
      mayAgree: mayWork && viewer.kind === 'staff' && needsSecond(row) && row.recordedBy !== viewer.user.id,
    })),
  };
}

/** The first letter and the domain: enough to tell two people apart. */
function masked(email: string): string {
  return email.replace(/^(.).*(@.*)$/, '$1…$2');
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'privacy:work'))
    throw redirect(`/admin/unauthorized?from=${encodeURIComponent('/admin/privacy-requests')}`);
  const form = await request.formData();
  const say = (what: (typeof said)[number]) => redirect(`/admin/privacy-requests?did=${what}`, 303);
  if (form.get('act') === 'record') {
    const kind = requestKinds.find((each) => each === form.get('kind'));
    const address = readAddress(form);
    const language = form.get('language');
    if (!kind || !address.ok) return say('email-wrong');
    const made = await recordRequest(platform, {
      kind,
      email: address.value.email,
      language: isLanguageCode(language) ? language : 'en',
      staffId: viewer.user.id,
    });
    return say(made.ok ? 'recorded' : made.refused);
  }
  const requestId = form.get('request');
  if (form.get('act') === 'agree') {
    const agreed = typeof requestId === 'string' && (await agreeToErasure(platform, { requestId, staffId: viewer.user.id }));
    return say(agreed ? 'agreed' : 'refused');
  }
  const reason = declineReasons.find((each) => each === form.get('reason'));
  // A second press meets the moved row and is refused there.
  const declined =
    typeof requestId === 'string' && reason && (await declineRequest(platform, { requestId, reason, staffId: viewer.user.id }));
  return say(declined ? 'declined' : 'refused');
}

export default function PrivacyRequestsPage({ loaderData }: Route.ComponentProps) {
  const { state, page, counts, rows, mayWork, did } = loaderData;
  const t = useTexts('staff-privacy');
  const language = useLanguage();
  return (
    <div className="pvr">
      <header className="pvr__head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lede')}</p>
      </header>
      <nav className="pvr__tabs" aria-label={t('states')}>
        {(['open', 'closed'] as const).map((one) => (
          <Link
            key={one}
            to={one === 'open' ? '/admin/privacy-requests' : '/admin/privacy-requests?state=closed'}
            aria-current={one === state ? 'page' : undefined}
          >
            {t(`tab.${one}`)} <span>{counts[one]}</span>
          </Link>
        ))}
      </nav>
      {did && (
        <p className="pvr__said" role={['recorded', 'declined', 'agreed'].includes(did) ? 'status' : 'alert'}>
          <Icon name={['recorded', 'declined', 'agreed'].includes(did) ? 'done' : 'warning'} />
          {t(`did.${did}`)}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="pvr__none">{t(`none.${state}`)}</p>
      ) : (
        <div className="pvr__sheet">
          <table>
            <thead>
              <tr>
                {(['due', 'kind', 'state', 'email', 'cameBy', 'asked'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(column === 'due' && state === 'closed' ? 'column.closed' : `column.${column}`)}
                  </th>
                ))}
                {mayWork && state === 'open' && (
                  <th scope="col">
                    <span className="sr-only">{t('column.act')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className={state === 'open' && row.daysLeft <= 5 ? 'pvr__late' : undefined}>
                    {formatDate(row.closed ?? row.due, language, 'day')}
                    {state === 'open' && <small>{row.daysLeft < 0 ? t('late') : t('left', { count: row.daysLeft })}</small>}
                  </td>
                  <td>{t(`kind.${row.kind}`)}</td>
                  <td>
                    {t(`state.${row.status}`)}
                    {row.acts && row.status === 'waiting' && <small>{t('actsOn', { date: formatDate(row.acts, language, 'day') })}</small>}
                    {row.second && state === 'open' && <small>{t(row.second === 'waits' ? 'waitsForSecond' : 'agreed')}</small>}
                    {row.reason && <small>{t(`reason.${row.reason}`)}</small>}
                  </td>
                  <td>{row.email ? <bdi>{row.email}</bdi> : t('forgotten')}</td>
                  <td>{t(`cameBy.${row.cameBy}`)}</td>
                  <td>{formatDate(row.asked, language, 'day')}</td>
                  {mayWork && state === 'open' && (
                    <td>
                      {row.mayAgree && (
                        <Form method="post" action="/admin/privacy-requests">
                          <input type="hidden" name="request" value={row.id} />
                          <button className="bo-btn" name="act" value="agree" type="submit">
                            {t('agree')}
                          </button>
                        </Form>
                      )}
                      {(row.status === 'asked' || row.status === 'waiting') && (
                        <details>
                          <summary aria-label={t('declineOne', { email: row.email ?? '' })}>{t('decline')}</summary>
                          <Form method="post" action="/admin/privacy-requests">
                            <input type="hidden" name="request" value={row.id} />
                            <label>
                              {t('why')}
                              <select name="reason">
                                {declineReasons.map((reason) => (
                                  <option key={reason} value={reason}>
                                    {t(`reason.${reason}`)}
                                  </option>
                                ))}
                              </select>
                            </label>
                            <button className="bo-btn" name="act" value="decline" type="submit">
                              {t('decline')}
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
      )}
      <Pagination
        page={page}
        pages={Math.ceil(counts[state] / pageSize)}
        pageTo={(number) => `/admin/privacy-requests?state=${state}&page=${number}`}
        label={t('pages')}
      />
      {mayWork && (
        <section className="pvr__new" aria-labelledby="record">
          <h2 id="record">{t('record')}</h2>
          <p>{t('recordText')}</p>
          <Form method="post" action="/admin/privacy-requests" className="pvr__form">
            <label>
              {t('column.email')}
              <input type="email" name="email" maxLength={254} autoComplete="off" dir="ltr" required />
            </label>
            <label>
              {t('column.kind')}
              <select name="kind">
                {requestKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`kind.${kind}`)}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {t('language')}
              <select name="language">
                {languageCodes.map((code) => (
                  <option key={code} value={code}>
                    {t(`languages.${code}`)}
                  </option>
                ))}
              </select>
            </label>
            <button className="bo-btn bo-btn--p" name="act" value="record" type="submit">
              {t('recordGo')}
            </button>
          </Form>
        </section>
      )}
      <section className="pvr__new" aria-labelledby="outside">
        <h2 id="outside">{t('outside')}</h2>
        <p>{t('outsideText')}</p>
        <ul>
          {(['bank', 'mail', 'chat', 'airline'] as const).map((one) => (
            <li key={one}>{t(`outsideList.${one}`)}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
