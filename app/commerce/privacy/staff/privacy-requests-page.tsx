import type { ReactNode } from 'react';
import { Form, redirect } from 'react-router';
import { openLongList } from '#app/commerce/orders/staff/open-long-list.server.ts';
import { may } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { isLanguageCode, languageCodes } from '#app/values/preferences.ts';
import { dayMs } from '#app/values/dates.ts';
import { readAddress } from '../../customers/account-form.server.ts';
import { listRequestsAsStaff } from '../privacy-requests-store.server.ts';
import { requestKinds } from '../privacy-request-status.ts';
import { agreeToErasure, declineRequest, needsSecond, recordRequest } from '../request-privacy.server.ts';
import { privacyList, requestWays, type PrivacyColumn } from './privacy-list.ts';
import type { Route } from './+types/privacy-requests-page.ts';
import './privacy-requests.css';

export const handle = { texts: ['staff-privacy', 'staff-lists'] };

const here = '/admin/privacy-requests';
const said = ['recorded', 'open-already', 'declined', 'agreed', 'refused', 'email-wrong'] as const;
/** Why staff may decline; the law knows few reasons. */
const declineReasons = ['not-proved', 'unfounded'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const mayWork = may(viewer, 'privacy:work');
  const now = clock.now();
  const list = await openLongList(
    db,
    'privacy-requests',
    privacyList,
    async (view, most) => {
      const page = await listRequestsAsStaff(db, crypto, view, most);
      return {
        ...page,
        rows: page.rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          status: row.status,
          open: row.closedAt === null,
          cameBy: row.cameBy,
          email: row.email === '' ? null : mayWork ? row.email : masked(row.email),
          asked: row.askedAt.toISOString(),
          due: row.dueAt.toISOString(),
          daysLeft: Math.ceil((row.dueAt.getTime() - now) / dayMs),
          acts: row.actsAt?.toISOString() ?? null,
          closed: row.closedAt?.toISOString() ?? null,
          reason: row.reason,
          second: row.kind !== 'erase' || row.cameBy !== 'staff' ? null : needsSecond(row) ? ('waits' as const) : ('agreed' as const),
          mayAgree: mayWork && needsSecond(row) && row.recordedBy !== viewer.user.id,
        })),
      };
    },
    { viewer, search: url.searchParams },
  );
  // Looking at a list of people is itself on record.
  if (list.rows.length > 0)
    await transact(db, (tx) =>
      audit(tx, now, {
        actor: `staff:${viewer.user.id}`,
        action: 'privacy-request.listed',
        subject: 'privacy_requests',
        detail: { queue: list.view.queue, searched: list.view.find !== '', shown: list.rows.length },
      }),
    );
  return { list, mayWork, did: said.find((each) => each === url.searchParams.get('did')) ?? null };
}

/** The first letter and the domain: enough to tell two people apart. */
function masked(email: string): string {
  return email.replace(/^(.).*(@.*)$/, '$1…$2');
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'privacy:work')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
  const form = await request.formData();
  const say = (what: (typeof said)[number]) => redirect(`${here}?did=${what}`, 303);
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
  const { list, mayWork, did } = loaderData;
  const t = useTexts('staff-privacy');
  return (
    <div className="dl pvr">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lede')}</p>
      </header>
      {did && (
        <p className="pvr__said" role={['recorded', 'declined', 'agreed'].includes(did) ? 'status' : 'alert'}>
          <Icon name={['recorded', 'declined', 'agreed'].includes(did) ? 'done' : 'warning'} />
          {t(`did.${did}`)}
        </p>
      )}
      <ShortListSheet
        base={here}
        list={privacyList}
        open={list}
        columns={privacyList.columns.filter((column) => mayWork || column !== 'act')}
        queueName={(queue) => t(`tab.${queue}`)}
        find={t('find')}
        searchKept={false}
        filters={{
          kind: { label: t('column.kind'), any: t('anyKind'), options: requestKinds.map((id) => ({ id, name: t(`kind.${id}`) })) },
          cameBy: { label: t('column.cameBy'), any: t('anyWay'), options: requestWays.map((id) => ({ id, name: t(`cameBy.${id}`) })) },
        }}
        none={t('none.open')}
        exports={`${here}/export`}
        name={(column) => t(`column.${column}`)}
        rowKey={({ id }) => id}
        cell={(column, row) => <Cell column={column} row={row} />}
        cellClass={(column, row) => (column === 'due' && row.open && row.daysLeft <= 5 ? 'pvr__late' : undefined)}
        plain={['kind', 'state', 'act']}
      />
      {mayWork && (
        <section className="pvr__new" aria-labelledby="record">
          <h2 id="record">{t('record')}</h2>
          <p>{t('recordText')}</p>
          <Form method="post" action={here} className="pvr__form">
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

type Row = Route.ComponentProps['loaderData']['list']['rows'][number];

function Cell({ column, row }: { column: PrivacyColumn; row: Row }): ReactNode {
  const t = useTexts('staff-privacy');
  const language = useLanguage();
  switch (column) {
    case 'kind':
      return t(`kind.${row.kind}`);
    case 'due':
      return (
        <>
          {sayDay(row.due, language, 'day')}
          {row.open && <small>{row.daysLeft < 0 ? t('late') : t('left', { count: row.daysLeft })}</small>}
        </>
      );
    case 'state':
      return (
        <>
          {t(`state.${row.status}`)}
          {row.acts && row.status === 'waiting' && <small>{t('actsOn', { date: sayDay(row.acts, language, 'day') })}</small>}
          {row.second && row.open && <small>{t(row.second === 'waits' ? 'waitsForSecond' : 'agreed')}</small>}
          {row.reason && <small>{t(`reason.${row.reason}`)}</small>}
        </>
      );
    case 'email':
      return row.email ? <bdi>{row.email}</bdi> : t('forgotten');
    case 'cameBy':
      return t(`cameBy.${row.cameBy}`);
    case 'asked':
      return sayDay(row.asked, language, 'day');
    case 'closed':
      return row.closed ? sayDay(row.closed, language, 'day') : '–';
    case 'act':
      return <Acts row={row} />;
  }
}

function Acts({ row }: { row: Row }) {
  const t = useTexts('staff-privacy');
  return (
    <>
      {row.mayAgree && (
        <Form method="post" action={here}>
          <input type="hidden" name="request" value={row.id} />
          <button className="bo-btn" name="act" value="agree" type="submit">
            {t('agree')}
          </button>
        </Form>
      )}
      {(row.status === 'asked' || row.status === 'waiting') && (
        <details>
          <summary aria-label={t('declineOne', { email: row.email ?? '' })}>{t('decline')}</summary>
          <Form method="post" action={here}>
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
    </>
  );
}
