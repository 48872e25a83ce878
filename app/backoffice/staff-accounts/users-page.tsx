import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { may, staffRoles } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { readSecondFactorRule } from '#app/platform/second-factor-rule.server.ts';
import { showPreparedInvitations } from './show-prepared-invitations.server.ts';
import { countInHand } from '../work-queue/list-work.server.ts';
import { countStaffAccounts, listStaffAccounts } from '#app/platform/staff-accounts-store.server.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainVersion } from '#app/values/plain-text.ts';
import { houseLanguage, isLanguageCode, languageCodes } from '#app/values/preferences.ts';
import { RoleBoxes } from './role-boxes.tsx';
import { readRoles } from './guarded-roles.ts';
import { longestColleagueEmail, readInvitation } from './invitation-form.ts';
import {
  keptQuery,
  openChoices,
  pageOfUsers,
  readUsersView,
  userColumns,
  secondChoices,
  shownState,
  shownStates,
  userSorts,
  usersQuery,
  withFactor,
  withOpen,
  type UserColumn,
  type UsersView,
} from './users-list.ts';
import { inviteColleague } from './work-staff-account.server.ts';
import type { Route } from './+types/users-page.ts';
import './staff-accounts.css';

export const handle = { texts: ['staff-users', 'staff', 'staff-lists'] };

const here = '/admin/users';
const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const mayEdit = may(viewer, 'staff:edit');
  const joiners = mayEdit ? await showPreparedInvitations(platform, language) : [];
  const view = readUsersView(url.searchParams);
  const [all, inHand, rule, counts, named] = await Promise.all([
    listStaffAccounts(db, { ...view, status: null }, clock.now()),
    countInHand(db),
    readSecondFactorRule(db),
    countStaffAccounts(db),
    listDeskViews(db, 'staff', viewer.user.id),
  ]);
  const rows = withFactor(withOpen(all, inHand, view), view.second, rule);
  const { shown, next } = pageOfUsers(rows, view, language, pageSize);
  return {
    view,
    counts,
    mayEdit,
    joiners,
    named,
    said: readViewSaid(url.searchParams),
    chosen: joiners.find(({ reference }) => reference === url.searchParams.get('joiner')) ?? null,
    matching: rows.length,
    next,
    rows: shown.map(({ userId, name, email, roles, status, invited, open, secondFactor, factorReset, sessions, seenAt, since }) => ({
      userId,
      name,
      email,
      roles,
      status: shownState({ status, invited }),
      open,
      secondFactor,
      owed: !secondFactor && (factorReset || roles.some((role) => rule.roles.includes(role))),
      sessions,
      seenAt: seenAt?.toISOString() ?? null,
      since: since.toISOString(),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'staff:edit')) throw redirect(`/admin/unauthorized?from=${here}`);
  const form = await request.formData();
  const { typed, wrong } = readInvitation(form);
  const roles = readRoles(form.getAll('role').map(String));
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
  const { view, rows, matching, next, counts, mayEdit, joiners, chosen, named, said } = loaderData;
  const t = useTexts('staff-users');
  const names = useTexts('staff');
  const language = useLanguage();
  const address = (change: Partial<UsersView> = {}) => `${here}${usersQuery(view, change)}`;
  const unfiltered = { find: '', role: null, second: null, open: null };
  const filtered = view.find !== '' || view.role !== null || view.second !== null || view.open !== null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: matching })}</p>
        <ExportMenu to={`${here}/export${usersQuery(view)}`} />
      </header>
      <QueueTabs
        label={t('states')}
        queues={[...shownStates, null].map((status) => ({
          id: status ?? 'all',
          name: t(`state.${status ?? 'all'}`),
          to: address({ status }),
          count: status ? counts[status] : shownStates.reduce((sum, one) => sum + counts[one], 0),
          here: status === view.status,
        }))}
      />
      <div className="dl-tools" key={usersQuery(view)}>
        <DeskFilters
          base={here}
          kept={usersQuery(view, unfiltered)}
          find={{ label: t('find'), value: view.find, most: 80 }}
          apply={t('apply')}
          clear={filtered ? { to: address(unfiltered), label: t('clear') } : null}
        >
          <FilterChoice
            name="role"
            label={t('column.roles')}
            value={view.role ?? ''}
            any={t('anyRole')}
            options={staffRoles.map((id) => ({ id, name: names(`roles.${id}`) }))}
          />
          <FilterChoice
            name="second"
            label={t('column.second')}
            value={view.second ?? ''}
            any={t('second.any')}
            options={secondChoices.map((id) => ({ id, name: t(`second.${id}`) }))}
          />
          <FilterChoice
            name="open"
            label={t('column.open')}
            value={view.open ?? ''}
            any={t('open.any')}
            options={openChoices.map((id) => ({ id, name: t(`open.${id}`) }))}
          />
        </DeskFilters>
        <ColumnChooser
          base={here}
          here={keptQuery(view)}
          columns={userColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'name' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={here} views={named} here={keptQuery(view)} said={said} />
      <div className="dl-record">
        <div>
          {rows.length === 0 ? (
            <p className="dl-none">{filtered ? t('noneMatch') : t(`none.${view.status ?? 'all'}`)}</p>
          ) : (
            <DeskTable
              columns={view.columns}
              name={(column) => t(`column.${column}`)}
              rows={rows}
              rowKey={({ userId }) => userId}
              cell={(column, row) => <Cell column={column} row={row} />}
              cellClass={(column, row) =>
                column === 'roles' ? 'su-wrap' : column === 'second' && !row.secondFactor ? 'dl-quiet' : undefined
              }
              figures={['open', 'sessions']}
              plain={['name', 'email', 'state']}
              sort={{
                columns: userSorts,
                by: view.sort,
                descending: view.descending,
                to: (column, descending) => address({ sort: userSorts.find((sort) => sort === column) ?? 'name', descending }),
              }}
            />
          )}
          <DeskFoot first={view.after ? address() : null} next={next && address({ after: next })} />
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
                    maxLength={longestColleagueEmail}
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

function Cell({ column, row }: { column: UserColumn; row: Route.ComponentProps['loaderData']['rows'][number] }): ReactNode {
  const t = useTexts('staff-users');
  const names = useTexts('staff');
  const language = useLanguage();
  switch (column) {
    case 'name':
      return (
        <Link to={`${here}/${row.userId}`}>
          <bdi>{row.name}</bdi>
        </Link>
      );
    case 'email':
      return <bdi>{row.email}</bdi>;
    case 'roles':
      return row.roles.map((role) => names(`roles.${role}`)).join(' · ') || t('noRole');
    case 'state': {
      const tone = row.status === 'active' ? ' dl-state--good' : row.status === 'suspended' ? ' dl-state--now' : '';
      return <span className={`dl-state${tone}`}>{t(`state.${row.status}`)}</span>;
    }
    case 'second':
      return t(row.secondFactor ? 'second.on' : row.owed ? 'second.must' : 'second.off');
    case 'open':
      return formatNumber(row.open, language);
    case 'seen':
      return row.seenAt ? sayDay(row.seenAt, language) : <span className="dl-quiet">{t('unseen')}</span>;
    case 'sessions':
      return formatNumber(row.sessions, language);
    case 'since':
      return sayDay(row.since, language);
  }
}
