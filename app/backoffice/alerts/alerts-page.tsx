import { data, Form, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { instant } from '#app/values/dates.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import type { Route } from './+types/alerts-page.ts';
import { alertReasons } from './alert-rules.ts';
import { readChoices } from './alerts-store.server.ts';
import { listAlerts, type Alert } from './list-alerts.server.ts';
import { chooseAlerts, markAlert, markAllRead } from './mark-alerts.server.ts';
import { tellTasks } from '../tell-tasks.server.ts';
import '../tasks.css';
import './alerts.css';

export const handle = { texts: ['staff-alerts', 'staff-tasks'] };

const pageSize = 30;
const views = ['unread', 'all'] as const;
const told = ['read', 'unread', 'all', 'chosen'] as const;
const refusals = ['gone', 'changed-meanwhile'] as const;

function readAsk(params: URLSearchParams) {
  return {
    view: views.find((one) => one === params.get('view')) ?? ('unread' as const),
    reason: alertReasons.find((one) => one === params.get('reason')) ?? null,
    search: plainLine(params.get('find'), 60),
  };
}
type Ask = ReturnType<typeof readAsk>;

function address({ view, reason, search }: Ask, more: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams({
    ...(view === 'unread' ? {} : { view }),
    ...(reason ? { reason } : {}),
    ...(search ? { find: search } : {}),
    ...more,
  });
  return params.size > 0 ? `/admin/alerts?${params}` : '/admin/alerts';
}

const plain = (text: string) => text.toLowerCase().replaceAll('-', '').trim();

function shown(ask: Ask, tell: (alert: Alert) => string): (alert: Alert) => boolean {
  const needle = plain(ask.search);
  return (alert) =>
    (ask.reason === null || alert.reason === ask.reason) &&
    (needle === '' || [tell(alert), ...Object.values(alert.detail)].some((value) => plain(String(value)).includes(needle)));
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const platform = context.get(platformContext);
  const ask = readAsk(url.searchParams);
  // Taken before the alerts are read: what comes between is not marked with the rest.
  const asOf = platform.clock.now();
  const [alerts, choices] = await Promise.all([listAlerts(platform, viewer), readChoices(platform.db, viewer.user.id)]);
  const tell = await tellTasks(platform.db, context.get(requestContext).language, alerts);
  const matching = alerts.filter(shown(ask, tell)).filter(({ read }) => ask.view === 'all' || !read);
  const pages = Math.max(1, Math.ceil(matching.length / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1));
  return {
    ask,
    asOf,
    choices,
    counts: { unread: alerts.filter(({ read }) => !read).length, all: alerts.length },
    matching: matching.length,
    unread: matching.filter(({ read }) => !read).length,
    page,
    pages,
    alerts: matching
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ textKey, detail, ...alert }) => ({ ...alert, words: tell({ textKey, detail }) })),
    did: told.find((one) => one === url.searchParams.get('did')) ?? null,
    refused: refusals.find((one) => one === url.searchParams.get('refused')) ?? null,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const platform = context.get(platformContext);
  const ask = readAsk(url.searchParams);
  const form = await request.formData();
  const does = form.get('does');
  if (does === 'open' || does === 'read' || does === 'unread') {
    const marked = await markAlert(platform, viewer, {
      taskId: plainLine(form.get('task')),
      reason: plainLine(form.get('reason')),
      read: does !== 'unread',
    });
    if (!marked) return redirect(address(ask, { refused: 'gone' }), 303);
    return redirect(does === 'open' ? marked.record : address(ask, { did: does }), 303);
  }
  if (does === 'all') {
    const asOf = Number(form.get('asOf'));
    if (!Number.isSafeInteger(asOf)) throw new Response('Bad request', { status: 400 });
    const tell = await tellTasks(platform.db, context.get(requestContext).language, await listAlerts(platform, viewer));
    await markAllRead(platform, viewer, { asOf: instant(asOf), shows: shown(ask, tell) });
    return redirect(address(ask, { did: 'all' }), 303);
  }
  if (does === 'choose') {
    const wanted = alertReasons.filter((reason) => form.getAll('wanted').includes(reason));
    const saved = await chooseAlerts(platform, viewer, { wanted, version: plainVersion(form.get('version')) });
    if (saved) return redirect(address(ask, { did: 'chosen' }), 303);
    return data({ refused: 'changed-meanwhile' as const }, { status: 409 });
  }
  throw new Response('Bad request', { status: 400 });
}

export default function AlertsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ask, asOf, choices, counts, matching, unread, page, pages, alerts, did } = loaderData;
  const refused = actionData?.refused ?? loaderData.refused;
  const t = useTexts('staff-alerts');
  const list = useTexts('staff-tasks');
  const filtered = ask.reason !== null || ask.search !== '';
  return (
    <div className="dl tk">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: matching })}</p>
      </header>
      <nav className="dl-tabs" aria-label={t('views')}>
        {views.map((view) => (
          <Link key={view} to={address({ ...ask, view })} aria-current={view === ask.view ? 'page' : undefined}>
            {t(`view.${view}`)} <span>{counts[view]}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" action="/admin/alerts" role="search" key={address(ask)}>
        {ask.view !== 'unread' && <input type="hidden" name="view" value={ask.view} />}
        <label>
          <span className="sr-only">{list('find')}</span>
          <input type="search" name="find" defaultValue={ask.search} placeholder={list('find')} maxLength={60} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('reasonLabel')}</span>
          <select name="reason" defaultValue={ask.reason ?? ''}>
            <option value="">{t('everyReason')}</option>
            {alertReasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`reason.${reason}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {list('apply')}
        </button>
        {filtered && <Link to={address({ ...ask, reason: null, search: '' })}>{list('clear')}</Link>}
      </Form>
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={did && t(`did.${did}`)} />
      {unread > 0 && (
        <Form method="post" action={address(ask)} className="al-all">
          <input type="hidden" name="asOf" value={asOf} />
          <button className="bo-btn" name="does" value="all" type="submit">
            <Icon name="check" small />
            {t('markAll', { count: unread })}
          </button>
        </Form>
      )}
      {alerts.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatching' : `none.${ask.view}`)}</p>
      ) : (
        <ul className="tk-list al-list">
          {alerts.map((alert) => (
            <AlertCard key={`${alert.taskId} ${alert.reason}`} alert={alert} here={address(ask)} />
          ))}
        </ul>
      )}
      <Pagination page={page} pages={pages} pageTo={(number) => address(ask, { page: String(number) })} label={t('pages')} />
      <section className="dl-card" aria-labelledby="choices">
        <h2 id="choices">{t('choices.title')}</h2>
        <p className="dl-quiet">{t('choices.text')}</p>
        <Form method="post" action={address(ask)} className="bo-fields al-choices" key={choices.version}>
          <input type="hidden" name="version" value={choices.version} />
          {alertReasons.map((reason) => (
            <label key={reason}>
              <input type="checkbox" name="wanted" value={reason} defaultChecked={!choices.without.includes(reason)} />
              <span>
                {t(`reason.${reason}`)}
                <small>{t(`about.${reason}`)}</small>
              </span>
            </label>
          ))}
          <div className="bo-actions">
            <button className="bo-btn" name="does" value="choose" type="submit">
              {t('choices.save')}
            </button>
          </div>
        </Form>
      </section>
    </div>
  );
}

function AlertCard({ alert, here }: { alert: Route.ComponentProps['loaderData']['alerts'][number]; here: string }) {
  const t = useTexts('staff-alerts');
  const list = useTexts('staff-tasks');
  const language = useLanguage();
  const { words } = alert;
  return (
    <li className="dl-card" data-read={alert.read ? 'yes' : 'no'}>
      <div>
        <h2>{list([`kind.${alert.kind}`, 'kind.other'])}</h2>
        <p className="tk-words">{words}</p>
        <p className="tk-facts">
          <span className={alert.reason === 'late' ? 'dl-late' : undefined}>{t(`reason.${alert.reason}`)}</span>
          <span>
            {t('since')} <bdi>{sayMoment(alert.since, language)}</bdi>
          </span>
          {alert.reason !== 'late' && (
            <span>
              {list('due')} <bdi>{sayMoment(alert.due, language)}</bdi>
            </span>
          )}
        </p>
      </div>
      <Form method="post" action={here} className="tk-acts" preventScrollReset>
        <input type="hidden" name="task" value={alert.taskId} />
        <input type="hidden" name="reason" value={alert.reason} />
        <button className="bo-btn bo-btn--p" name="does" value="open" type="submit" aria-label={`${list('open')}: ${words}`}>
          {list('open')}
        </button>
        <button
          className="bo-btn"
          name="does"
          value={alert.read ? 'unread' : 'read'}
          type="submit"
          aria-label={`${t(alert.read ? 'toUnread' : 'toRead')}: ${words}`}
        >
          {t(alert.read ? 'toUnread' : 'toRead')}
        </button>
      </Form>
    </li>
  );
}
