import { useMemo } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, permissionsOf } from '#app/platform/access.ts';
import { findSessions } from '#app/platform/account-store.server.ts';
import { findLiveKeysOf } from '#app/platform/api-keys-store.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { findAssetsOf } from '#app/people/assets/assets-store.server.ts';
import { askBackAll } from '#app/people/assets/hand-over.server.ts';
import { findRequestOfUser } from '#app/people/assets/asset-requests-store.server.ts';
import { AssetRequestCard, requestFaults } from '#app/people/assets/staff/asset-request-card.tsx';
import { sendAssetRequest, showAssetRequest } from '#app/people/assets/staff/show-asset-request.server.ts';
import { findJoinerOfUser } from '#app/people/recruitment/joiners-store.server.ts';
import { signInStoppedUntil } from '#app/commerce/customers/sign-in-tries.server.ts';
import { deviceName, networkWords } from '#app/commerce/customers/device-name.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { sayDay, sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { menuFor } from '../areas.ts';
import { employmentEvents, employmentMachine } from './employment-status.ts';
import { listRoleRequests } from './role-requests-store.server.ts';
import { RoleBoxes } from './role-boxes.tsx';
import { newlyGuarded, readRoles } from './guarded-roles.ts';
import { handAreaNames, nobody } from './hand-over-rules.ts';
import { findHeldWork } from './hand-over-work.server.ts';
import {
  allowSignIn,
  answerRoleRequest,
  changeRoles,
  inviteAgain,
  moveEmployment,
  resetSecondFactor,
  signOutColleague,
  type AccountRefusal,
} from './work-staff-account.server.ts';
import type { Route } from './+types/user-page.ts';
import './staff-accounts.css';

export const handle = { texts: ['staff-users', 'staff', 'staff-rights', 'staff-assets', 'asset-papers'] };

const dids = [
  'invited',
  'invited-asked',
  'back',
  'back-asked',
  'changed',
  'asked',
  'granted',
  'refused',
  'moved',
  'signed-out',
  'factor-reset',
  'invited-again',
  'sign-in-allowed',
  'asked-back',
  'things',
] as const;
const refusals: readonly AccountRefusal[] = [
  'not-there',
  'yourself',
  'no-reason',
  'no-roles',
  'same-roles',
  'request-open',
  'second-person',
  'changed-meanwhile',
  'last-owner',
  'not-active',
  'not-a-colleague',
  'things-held',
  'no-second-factor',
  'not-possible-from-here',
  'not-yours-to-do',
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const viewer = context.get(viewerContext);
  const account = await findStaffAccount(db, params.id);
  if (!account) throw new Response('Not found', { status: 404 });
  const [requests, sessions, events, held, keys, things, hired, wanted, stoppedUntil] = await Promise.all([
    listRoleRequests(db, account.userId),
    findSessions(db, account.userId, new Date(clock.now())),
    listAuditOf(db, `internal_users:${account.userId}`, 60),
    may(viewer, 'staff:edit') && account.status !== 'left' ? findHeldWork(db, account.userId, clock.now()) : [],
    may(viewer, 'staff:edit') && account.status !== 'left' ? findLiveKeysOf(db, account.userId) : [],
    may(viewer, 'hr:view') ? findAssetsOf(db, account.userId) : null,
    may(viewer, 'recruitment:view') ? findJoinerOfUser(db, account.userId) : null,
    may(viewer, 'hr:view') ? findRequestOfUser(db, account.userId) : null,
    account.status === 'active' ? signInStoppedUntil(platform, account.email) : null,
  ]);
  const actors = [
    hired?.joiner.decidedBy ?? '',
    ...events.map(({ actor }) => actor),
    ...requests.flatMap(({ askedBy, decidedBy }) => [askedBy, decidedBy ?? '']),
  ];
  const names = await findStaffNames(
    db,
    actors.map((actor) => actor.replace('staff:', '')),
  );
  const name = (actor: string | null) => names.get((actor ?? '').replace('staff:', '')) ?? '–';
  const me = viewer.kind === 'staff' ? viewer.user.id : '';
  const asked = requests.find((request) => request.status === 'asked');
  const shown = menuFor({ userId: account.userId, displayName: account.name, roles: account.roles });
  return {
    account: { ...account, since: account.since.toISOString(), seenAt: null },
    things: things && things.map(({ tag, kind, model, status }) => ({ tag, kind, model, status })),
    mayAskBack: may(viewer, 'hr:work'),
    hired: hired && {
      reference: hired.reference,
      startsOn: hired.joiner.startsOn,
      by: name(hired.joiner.decidedBy),
      at: hired.joiner.decidedAt!.toISOString(),
    },
    request: wanted && viewer.kind === 'staff' ? await showAssetRequest(platform, viewer, wanted) : null,
    mayEdit: may(viewer, 'staff:edit') && me !== account.userId,
    isMe: me === account.userId,
    moves: movesFrom(employmentMachine, account.status, 'keeper'),
    asked: asked
      ? {
          id: asked.id,
          roles: asked.roles,
          adds: newlyGuarded(asked.rolesBefore, asked.roles),
          reason: asked.reason,
          by: name(asked.askedBy),
          at: asked.askedAt.toISOString(),
          mine: asked.askedBy === `staff:${me}`,
        }
      : null,
    stoppedUntil: stoppedUntil === null ? null : new Date(stoppedUntil).toISOString(),
    sessions: sessions.map((session) => ({
      id: session.id,
      ...deviceName(session.userAgent),
      network: networkWords(session.address),
      seenAt: session.seenAt.toISOString(),
    })),
    menu: shown.map(({ id, pages }) => ({ id, pages: pages.map((page) => page.id) })),
    rights: [...permissionsOf(account.roles)].toSorted(),
    held,
    keys: keys.map(({ id, name }) => ({ id, name })),
    history: events.map(({ at, action: what, actor, reason }) => ({ at: new Date(at).toISOString(), what, by: name(actor), reason })),
    did: dids.find((word) => word === url.searchParams.get('did')) ?? null,
    refused: refusals.find((word) => word === url.searchParams.get('refused')) ?? null,
    title: account.name,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  // What stands in an address may be anything, and a header takes only some of it.
  const here = `/admin/users/${encodeURIComponent(params.id)}`;
  if (viewer.kind !== 'staff' || !may(viewer, 'staff:edit')) throw redirect(`/admin/unauthorized?from=${here}`);
  const form = await request.formData();
  const text = (name: string, most = 300) => plainText(form.get(name), most).trim();
  const { requestId, language } = context.get(requestContext);
  const work = { userId: params.id, staffId: viewer.user.id, requestId };
  const version = plainVersion(text('version'));
  const reason = text('reason');
  const say = (answer: { readonly ok: boolean; readonly value?: unknown; readonly refused?: AccountRefusal }, did: string) =>
    redirect(`${here}?${answer.ok ? `did=${did}` : `refused=${answer.refused}`}`, 303);
  switch (text('intent', 20)) {
    case 'roles': {
      const roles = readRoles(form.getAll('role').map(String));
      const changed = await changeRoles(platform, { ...work, roles, reason, version });
      // What was ticked and written stays where it was.
      if (!changed.ok && changed.refused !== 'changed-meanwhile')
        return data({ form: 'roles', refused: changed.refused, roles, reason, things: null }, 422);
      return say(changed, changed.ok ? changed.value : '');
    }
    case 'grant':
    case 'refuse': {
      const id = text('request', 36);
      if (!/^[0-9a-f-]{36}$/.test(id)) return say({ ok: false, refused: 'not-there' }, '');
      const answered = await answerRoleRequest(platform, {
        id,
        event: text('intent') === 'grant' ? 'grant' : 'refuse',
        staffId: work.staffId,
        requestId,
      });
      return say(answered, answered.ok ? answered.value : '');
    }
    case 'sign-out':
      return say(await signOutColleague(platform, { ...work, sessionId: text('session', 64) || null }), 'signed-out');
    case 'factor':
      return say(await resetSecondFactor(platform, { ...work, reason }), 'factor-reset');
    case 'ask-back': {
      if (!may(viewer, 'hr:work')) throw redirect(`/admin/unauthorized?from=${here}`);
      const things = await findAssetsOf(platform.db, params.id);
      const dueBackOn = dateIn('Asia/Dubai', platform.clock.now());
      const asked = await askBackAll(platform, { ...work, things, dueBackOn });
      return redirect(`${here}?${asked.ok ? 'did=asked-back' : 'refused=changed-meanwhile'}`, 303);
    }
    case 'assets-change':
    case 'assets-refuse':
    case 'assets-reopen': {
      const things = await sendAssetRequest(platform, {
        viewer,
        form,
        requestId,
        request: await findRequestOfUser(platform.db, params.id),
      });
      if (!things) return redirect(`${here}?did=things#asked`, 303);
      const code = refusals.find((word) => word === things.code) ?? 'changed-meanwhile';
      if (things.wrong.length === 0) return redirect(`${here}?refused=${code}`, 303);
      return data({ form: 'things', refused: code, roles: null, reason: '', things }, 422);
    }
    case 'allow':
      return say(await allowSignIn(platform, work), 'sign-in-allowed');
    case 'invite':
      return say(await inviteAgain(platform, { ...work, language }), 'invited-again');
  }
  const event = employmentEvents.find((one) => one === text('event', 20));
  if (!event) return say({ ok: false, refused: 'not-possible-from-here' }, '');
  const handTo = Object.fromEntries(handAreaNames.flatMap((area) => (text(`hand.${area}`, 64) ? [[area, text(`hand.${area}`, 64)]] : [])));
  const moved = await moveEmployment(platform, { ...work, event, reason, version, handTo });
  if (!moved.ok && moved.refused !== 'changed-meanwhile')
    return data({ form: 'state', refused: moved.refused, roles: null, reason, things: null }, 422);
  return say(moved, 'moved');
}

export default function UserPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, asked, sessions, menu, rights, history, mayEdit, isMe, moves, did, refused } = loaderData;
  const t = useTexts('staff-users');
  const names = useTexts('staff');
  const rightNames = useTexts('staff-rights');
  const rightName = (right: string) => rightNames(right.replace(':', '.'));
  const language = useLanguage();
  const assets = useTexts('staff-assets');
  const faults = useMemo(() => requestFaults(actionData?.things ?? null, assets), [actionData, assets]);
  const wrong = (form: string) =>
    actionData?.form === form && (
      <p className="bo-wrong" role="alert">
        {t(`refused.${actionData.refused}`)}
      </p>
    );
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{account.name}</bdi>
        </h1>
        <span
          className={`dl-state${account.status === 'active' && !account.invited ? ' dl-state--good' : account.status === 'suspended' ? ' dl-state--now' : ''}`}
        >
          {t(`state.${account.invited ? 'invited' : account.status}`)}
        </span>
        <p>
          <bdi>{account.email}</bdi> · {t('since', { day: sayDay(account.since, language) })}
        </p>
        <Link className="bo-btn" to="/admin/users">
          {t('back')}
        </Link>
      </header>
      <ErrorSummary faults={faults} />
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={did && t(`did.${did}`)} />
      {asked && (
        <section className="dl-card su-asked">
          <h2>{t('request.title')}</h2>
          <p>{asked.roles.map((role) => names(`roles.${role}`)).join(' · ')}</p>
          <p className="dl-late">{t('request.adds', { rights: asked.adds.map(rightName).join(comma(language)) })}</p>
          <p className="dl-quiet">
            <bdi>{asked.reason}</bdi> · {t('request.by', { name: `\u2068${asked.by}\u2069`, day: sayDay(asked.at, language) })}
          </p>
          {mayEdit && (
            <Form method="post" className="bo-actions">
              <input type="hidden" name="request" value={asked.id} />
              <button
                className="bo-btn bo-btn--p"
                name="intent"
                value="grant"
                aria-disabled={asked.mine || account.status !== 'active' || undefined}
              >
                {t('request.grant')}
              </button>
              <button className="bo-btn bo-btn--danger" name="intent" value="refuse">
                {t(asked.mine ? 'request.withdraw' : 'request.refuse')}
              </button>
              {asked.mine && <span className="dl-quiet">{t('refused.second-person')}</span>}
              {!asked.mine && account.status !== 'active' && <span className="dl-quiet">{t('refused.not-active')}</span>}
            </Form>
          )}
        </section>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <h2>{t('column.roles')}</h2>
            {mayEdit ? (
              <Form method="post" className="su-form" key={`${account.version}${asked?.id ?? ''}`} preventScrollReset>
                <input type="hidden" name="version" value={account.version} />
                <RoleBoxes chosen={actionData?.roles ?? account.roles} legend={t('roles.legend')} />
                <label>
                  <span className="su-label">{t('reason')}</span>
                  <input
                    name="reason"
                    required
                    minLength={3}
                    maxLength={300}
                    defaultValue={actionData?.form === 'roles' ? actionData.reason : ''}
                  />
                </label>
                {wrong('roles')}
                <div className="bo-actions">
                  <button className="bo-btn bo-btn--p" name="intent" value="roles">
                    {t('roles.save')}
                  </button>
                </div>
              </Form>
            ) : (
              <p>{account.roles.map((role) => names(`roles.${role}`)).join(' · ') || t('noRole')}</p>
            )}
            {isMe && <p className="dl-quiet">{t('refused.yourself')}</p>}
          </section>
          <section className="dl-card">
            <h2>{t('seeAs.title')}</h2>
            <p className="dl-quiet">{t('seeAs.lead')}</p>
            {menu.length === 0 ? (
              <p>{t('seeAs.nothing')}</p>
            ) : (
              <dl className="su-menu">
                {menu.map((area) => (
                  <div key={area.id}>
                    <dt>{names(`areas.${area.id}`)}</dt>
                    <dd>{area.pages.map((page) => names(`menu.${page}`)).join(' · ')}</dd>
                  </div>
                ))}
              </dl>
            )}
            <details>
              <summary>{t('rights', { count: rights.length })}</summary>
              <p className="su-rights">{rights.map(rightName).join(' · ')}</p>
            </details>
          </section>
          <section className="dl-card">
            <h2>{t('history')}</h2>
            {history.length === 0 ? (
              <p className="dl-quiet">{t('noHistory')}</p>
            ) : (
              <ol className="su-history">
                {history.map((event, index) => (
                  <li key={index}>
                    <span className="dl-quiet">{sayDay(event.at, language)}</span> <b>{t([`event.${event.what}`, 'event.other'])}</b>{' '}
                    <bdi>{event.by}</bdi>
                    {event.reason && (
                      <span className="dl-quiet">
                        {' '}
                        · <bdi>{event.reason}</bdi>
                      </span>
                    )}
                  </li>
                ))}
              </ol>
            )}
          </section>
        </div>
        <aside>
          {loaderData.hired && (
            <section className="dl-card">
              <h2>{t('hired.title')}</h2>
              <p>
                {t('hired.startsOn', { day: formatDate(loaderData.hired.startsOn, language) })} ·{' '}
                <Link to={`/admin/job-applications/${loaderData.hired.reference}`}>
                  <bdi>{loaderData.hired.reference}</bdi>
                </Link>
              </p>
              <p className="dl-quiet">
                {t('hired.by', { name: `\u2068${loaderData.hired.by}\u2069`, day: sayDay(loaderData.hired.at, language) })}
              </p>
            </section>
          )}
          {loaderData.request && <AssetRequestCard request={loaderData.request} sent={actionData?.things ?? null} />}
          {loaderData.things && <Property things={loaderData.things} userId={account.userId} mayAskBack={loaderData.mayAskBack} />}
          <section className="dl-card">
            <h2>{t('sessions.title')}</h2>
            {loaderData.stoppedUntil && (
              <div className="su-stopped">
                <p className="dl-late">{t('stopped.until', { at: sayMoment(loaderData.stoppedUntil, language) })}</p>
                <p className="dl-quiet">{t('stopped.lead')}</p>
                {mayEdit && (
                  <Form method="post" preventScrollReset>
                    <button className="bo-btn" name="intent" value="allow">
                      {t('stopped.allow')}
                    </button>
                  </Form>
                )}
              </div>
            )}
            {sessions.length === 0 ? (
              <p className="dl-quiet">{t('sessions.none')}</p>
            ) : (
              <ul className="su-sessions">
                {sessions.map((session) => (
                  <li key={session.id}>
                    <span>
                      <b>{[session.browser, session.system].filter(Boolean).join(comma(language)) || t('sessions.unknown')}</b>
                      <small className="dl-quiet">
                        {session.network && (
                          <>
                            <bdi dir="ltr">{session.network}</bdi> ·{' '}
                          </>
                        )}
                        {sayDay(session.seenAt, language)}
                      </small>
                    </span>
                    {mayEdit && (
                      <Form method="post" preventScrollReset>
                        <input type="hidden" name="session" value={session.id} />
                        <button className="bo-btn" name="intent" value="sign-out">
                          {t('sessions.end')}
                        </button>
                      </Form>
                    )}
                  </li>
                ))}
              </ul>
            )}
            {mayEdit && sessions.length > 1 && (
              <Form method="post" preventScrollReset>
                <button className="bo-btn bo-btn--danger" name="intent" value="sign-out">
                  {t('sessions.endAll')}
                </button>
              </Form>
            )}
            <p className="su-second">
              {t('column.second')}: {t(account.secondFactor ? 'second.on' : account.factorReset ? 'second.must' : 'second.off')}
            </p>
            {mayEdit && account.secondFactor && (
              <details>
                <summary>{t('second.reset')}</summary>
                <Form method="post" className="su-form" preventScrollReset>
                  <label>
                    <span className="su-label">{t('reason')}</span>
                    <input name="reason" required minLength={3} maxLength={300} />
                  </label>
                  <button className="bo-btn bo-btn--danger" name="intent" value="factor">
                    {t('second.reset')}
                  </button>
                </Form>
              </details>
            )}
            {mayEdit && account.status === 'active' && (
              <Form method="post" preventScrollReset>
                <button className="bo-btn" name="intent" value="invite">
                  <Icon name="mail" small /> {t('invite.again')}
                </button>
              </Form>
            )}
          </section>
          {mayEdit && moves.length > 0 && (
            <section className="dl-card">
              <h2>{t('employment.title')}</h2>
              <p className="dl-quiet">{t('employment.lead')}</p>
              <Form method="post" className="su-form" key={account.version} preventScrollReset>
                <input type="hidden" name="version" value={account.version} />
                <label>
                  <span className="su-label">{t('reason')}</span>
                  <input
                    name="reason"
                    required
                    minLength={3}
                    maxLength={300}
                    defaultValue={actionData?.form === 'state' ? actionData.reason : ''}
                  />
                </label>
                {loaderData.held.length > 0 && (moves.includes('leave') || moves.includes('go-on-leave')) && (
                  <fieldset className="su-hand">
                    <legend className="su-label">{t('employment.handTo')}</legend>
                    {loaderData.held.map(({ area, count, takers }) => (
                      <label key={area}>
                        <span>{t(`employment.hand.${area}`, { n: formatNumber(count, language) })}</span>
                        <select name={`hand.${area}`} defaultValue="">
                          <option value="">{t('employment.stays')}</option>
                          <option value={nobody}>{t('employment.nobody')}</option>
                          {takers.map((one) => (
                            <option key={one.id} value={one.id}>
                              {one.name}
                            </option>
                          ))}
                        </select>
                      </label>
                    ))}
                  </fieldset>
                )}
                {loaderData.keys.length > 0 && moves.includes('leave') && (
                  <div className="su-hand">
                    <p className="su-label">{t('employment.keys', { n: formatNumber(loaderData.keys.length, language) })}</p>
                    <ul>
                      {loaderData.keys.map(({ id, name }) => (
                        <li key={id}>
                          <bdi>{name}</bdi>
                        </li>
                      ))}
                    </ul>
                    <p className="dl-quiet">{t('employment.keysLead')}</p>
                  </div>
                )}
                {wrong('state')}
                <div className="bo-actions">
                  {moves.map((event) => (
                    <button
                      key={event}
                      className={`bo-btn${event === 'leave' || event === 'suspend' ? ' bo-btn--danger' : ''}`}
                      name="event"
                      value={event}
                    >
                      {t(`move.${event}`)}
                    </button>
                  ))}
                </div>
              </Form>
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}

/** What of the house somebody has: all of it comes back before they go. */
function Property({
  things,
  userId,
  mayAskBack,
}: {
  things: NonNullable<Route.ComponentProps['loaderData']['things']>;
  userId: string;
  mayAskBack: boolean;
}) {
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  return (
    <section className="dl-card">
      <h2>{t('leaver.title')}</h2>
      {things.length === 0 ? (
        <p className="dl-quiet">{t('leaver.none')}</p>
      ) : (
        <>
          <p>{t('leaver.left', { n: things.length })}</p>
          <ul className="su-sessions">
            {things.map((thing) => (
              <li key={thing.tag}>
                <span>
                  <Link to={`/admin/hr/asset-management/${thing.tag}`}>
                    <bdi>{thing.tag}</bdi>
                  </Link>{' '}
                  <small className="dl-quiet">
                    {words(`kind.${thing.kind}`)} · <bdi>{thing.model}</bdi> · {t(`state.${thing.status}`)}
                  </small>
                </span>
              </li>
            ))}
          </ul>
          {mayAskBack && (
            <div className="bo-actions">
              <Link className="bo-btn bo-btn--p" to={`/admin/hr/asset-management/take-back?from=${encodeURIComponent(userId)}`}>
                {t('takeBack.go')}
              </Link>
              {things.some(({ status }) => status === 'assigned') && (
                <Form method="post" preventScrollReset>
                  <button className="bo-btn" name="intent" value="ask-back">
                    {t('leaver.askBack')}
                  </button>
                </Form>
              )}
            </div>
          )}
        </>
      )}
    </section>
  );
}
