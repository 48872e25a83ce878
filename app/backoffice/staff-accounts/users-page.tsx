import { data, Form, Link, redirect } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { may, staffRoles } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { showPreparedInvitations } from './show-prepared-invitations.server.ts';
import { countStaffAccounts, listStaffAccounts } from '#app/platform/staff-accounts-store.server.ts';
import { NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { houseLanguage, isLanguageCode, languageCodes } from '#app/values/preferences.ts';
import { employmentStates } from './employment-status.ts';
import { RoleBoxes } from './role-boxes.tsx';
import { readRoles } from './guarded-roles.ts';
import { keptQuery, readUsersView, userSorts, usersQuery, type UsersView } from './users-list.ts';
import { inviteColleague } from './work-staff-account.server.ts';
import type { Route } from './+types/users-page.ts';
import './staff-accounts.css';

export const handle = { texts: ['staff-users', 'staff', 'staff-lists'] };

const here = '/admin/users';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const mayEdit = may(viewer, 'staff:edit');
  const joiners = mayEdit ? await showPreparedInvitations(platform, context.get(requestContext).language) : [];
  const view = readUsersView(url.searchParams);
  const [rows, counts, named] = await Promise.all([
    listStaffAccounts(db, view, clock.now()),
    countStaffAccounts(db),
    listDeskViews(db, 'staff', viewer.user.id),
  ]);
  const order: Record<UsersView['sort'], (one: (typeof rows)[number], other: (typeof rows)[number]) => number> = {
    name: () => 0,
    seen: (one, other) => (other.seenAt?.getTime() ?? 0) - (one.seenAt?.getTime() ?? 0),
    since: (one, other) => other.since.getTime() - one.since.getTime(),
  };
  return {
    view,
    counts,
    mayEdit,
    joiners,
    named,
    said: readViewSaid(url.searchParams),
    chosen: joiners.find(({ reference }) => reference === url.searchParams.get('joiner')) ?? null,
    rows: rows.toSorted(order[view.sort]).map(({ userId, name, email, roles, status, secondFactor, sessions, seenAt }) => ({
      userId,
      name,
      email,
      roles,
      status,
      secondFactor,
      sessions,
      seenAt: seenAt?.toISOString() ?? null,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'staff:edit')) throw redirect(`/admin/unauthorized?from=${here}`);
  const form = await request.formData();
  const text = (name: string, most: number) => plainText(form.get(name), most).trim();
  const typed = {
    email: text('email', 200).toLowerCase(),
    name: text('name', 80),
    reason: text('reason', 300),
    language: text('language', 2),
    joiner: parseReference(text('joiner', 20)),
    version: text('version', 9),
  };
  const roles = readRoles(form.getAll('role').map(String));
  const wrong = !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(typed.email) ? 'email' : typed.name.length < 2 ? 'name' : null;
  if (wrong) return data({ refused: `${wrong}-wrong`, typed, roles }, 422);
  const invited = await inviteColleague(platform, {
    ...typed,
    joiner: typed.joiner ? { reference: typed.joiner, version: plainVersion(typed.version) } : undefined,
    roles,
    language: isLanguageCode(typed.language) ? typed.language : houseLanguage,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  if (!invited.ok) return data({ refused: invited.refused, typed, roles }, 422);
  return redirect(
    `${here}/${invited.value.userId}?did=${invited.value.back ? 'back' : 'invited'}${invited.value.asked ? '-asked' : ''}`,
    303,
  );
}

export default function UsersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, rows, counts, mayEdit, joiners, chosen, named, said } = loaderData;
  const t = useTexts('staff-users');
  const names = useTexts('staff');
  const language = useLanguage();
  const address = (change: Partial<UsersView>) => `${here}${usersQuery({ ...view, ...change })}`;
  const filtered = view.find !== '' || view.role !== null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: rows.length })}</p>
        <Form method="post" action={`${here}/export${usersQuery(view)}`} reloadDocument>
          <button className="bo-btn" type="submit">
            <Icon name="download" small /> {t('export')}
          </button>
        </Form>
      </header>
      <nav className="dl-tabs" aria-label={t('states')}>
        {[...employmentStates, null].map((status) => (
          <Link key={status ?? 'all'} to={address({ status })} aria-current={status === view.status ? 'page' : undefined}>
            {t(`state.${status ?? 'all'}`)}{' '}
            <span>{formatNumber(status ? counts[status] : employmentStates.reduce((sum, one) => sum + counts[one], 0), language)}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={here} role="search" key={usersQuery(view)}>
        {view.status !== 'active' && <input type="hidden" name="state" value={view.status ?? 'all'} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={view.find} placeholder={t('find')} maxLength={80} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.roles')}</span>
          <select name="role" defaultValue={view.role ?? ''}>
            <option value="">{t('anyRole')}</option>
            {staffRoles.map((role) => (
              <option key={role} value={role}>
                {names(`roles.${role}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('sort.label')}</span>
          <select name="sort" defaultValue={view.sort}>
            {userSorts.map((sort) => (
              <option key={sort} value={sort}>
                {t(`sort.${sort}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {filtered && <Link to={address({ find: '', role: null })}>{t('clear')}</Link>}
      </Form>
      <NamedViews base={here} views={named} here={keptQuery(view)} said={said} />
      <div className="dl-record">
        <div>
          {rows.length === 0 ? (
            <p className="dl-none">{filtered ? t('noneMatch') : t(`none.${view.status ?? 'all'}`)}</p>
          ) : (
            <div className="dl-sheet dl-sheet--cards">
              <table>
                <thead>
                  <tr>
                    {(['name', 'email', 'roles', 'state', 'second', 'seen'] as const).map((column) => (
                      <th key={column} scope="col">
                        {t(`column.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.userId}>
                      <td>
                        <Link to={`${here}/${row.userId}`}>
                          <bdi>{row.name}</bdi>
                        </Link>
                      </td>
                      <td>
                        <bdi>{row.email}</bdi>
                      </td>
                      <td className="su-wrap">{row.roles.map((role) => names(`roles.${role}`)).join(' · ') || t('noRole')}</td>
                      <td>
                        <span
                          className={`dl-state${row.status === 'active' ? ' dl-state--good' : row.status === 'suspended' ? ' dl-state--now' : ''}`}
                        >
                          {t(`state.${row.status}`)}
                        </span>
                      </td>
                      <td className={row.secondFactor ? undefined : 'dl-quiet'}>{t(row.secondFactor ? 'second.on' : 'second.off')}</td>
                      <td>
                        {row.seenAt ? formatDate(row.seenAt.slice(0, 10), language) : <span className="dl-quiet">{t('unseen')}</span>}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </div>
        {mayEdit && (
          <aside>
            {joiners.length > 0 && (
              <section className="dl-card">
                <h2>{t('prepared.title', { n: joiners.length })}</h2>
                <ul className="su-sessions">
                  {joiners.map((one) => (
                    <li key={one.reference}>
                      <span>
                        <Link
                          to={`${here}?joiner=${one.reference}#invite`}
                          aria-current={one.reference === chosen?.reference ? 'true' : undefined}
                        >
                          <bdi>{one.name}</bdi>
                        </Link>{' '}
                        <small className="dl-quiet">
                          <bdi>{one.job}</bdi> · {t('prepared.startsOn', { day: formatDate(one.startsOn, language) })}
                        </small>
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <section className="dl-card" id="invite">
              <h2>{t('invite.title')}</h2>
              <p className="dl-quiet">{t('invite.lead')}</p>
              <Form method="post" className="su-form" key={chosen?.reference ?? ''}>
                {chosen && (
                  <>
                    <p className="dl-said" role="note">
                      <Icon name="done" />
                      <span>
                        {t('prepared.chosen', { reference: chosen.reference })}{' '}
                        <Link to={`/admin/job-applications/${chosen.reference}#joiner`}>{t('prepared.toApplication')}</Link>
                      </span>
                    </p>
                    <input type="hidden" name="joiner" value={chosen.reference} />
                    <input type="hidden" name="version" value={chosen.version} />
                  </>
                )}
                {actionData && (
                  <p className="bo-wrong" role="alert">
                    {t(`refused.${actionData.refused}`)}
                  </p>
                )}
                <label>
                  <span className="su-label">{t('invite.name')}</span>
                  <input
                    name="name"
                    required
                    maxLength={80}
                    defaultValue={actionData?.typed.name ?? chosen?.name ?? ''}
                    autoComplete="off"
                  />
                </label>
                <label>
                  <span className="su-label">{t('invite.email')}</span>
                  <input
                    name="email"
                    type="email"
                    required
                    maxLength={200}
                    defaultValue={actionData?.typed.email ?? chosen?.email ?? ''}
                    autoComplete="off"
                    dir="ltr"
                  />
                </label>
                <RoleBoxes chosen={actionData?.roles ?? chosen?.roles ?? []} legend={t('column.roles')} />
                <label>
                  <span className="su-label">{t('invite.language')}</span>
                  <select name="language" defaultValue={actionData?.typed.language || chosen?.language || houseLanguage}>
                    {languageCodes.map((code) => (
                      <option key={code} value={code}>
                        {t(`language.${code}`)}
                      </option>
                    ))}
                  </select>
                </label>
                <label>
                  <span className="su-label">{t('invite.reason')}</span>
                  <input
                    name="reason"
                    maxLength={300}
                    defaultValue={actionData?.typed.reason ?? (chosen ? t('prepared.reason', { reference: chosen.reference }) : '')}
                  />
                </label>
                <button className="bo-btn bo-btn--p">{t('invite.send')}</button>
              </Form>
            </section>
          </aside>
        )}
      </div>
    </div>
  );
}
