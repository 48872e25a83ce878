import { useRef, useState, type ReactNode } from 'react';
import {
  Form,
  isRouteErrorResponse,
  Link,
  NavLink,
  Outlet,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import { mayOpen, rolesWith } from '#app/platform/access.ts';
import { deliveredBrand, houseNameIn, type Brand } from '#app/platform/branding.ts';
import { earlyOn } from '#app/platform/early-access.server.ts';
import { platformContext, tooLargeContext, viewerContext } from '#app/platform/request-context.ts';
import { owesFactor } from '#app/platform/second-factor-rule.ts';
import { findPlace } from '#app/site-map.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { OnlyRead, WhoMay } from '#app/ui/desk-list/desk-form.tsx';
import { paletteKey } from '#app/ui/desk-list/desk-keys.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useFileLimit } from '#app/ui/use-file-limit.ts';
import { useMenus } from '#app/ui/use-menus.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { Bell } from './alerts/bell.tsx';
import { countAlerts } from './alerts/list-alerts.server.ts';
import { areaOf, menuFor, type MenuArea } from './areas.ts';
import { CommandPalette } from './command-palette.tsx';
import { commandsFor, recordHere } from './desk-commands.ts';
import { DeskClock } from './desk-clock.tsx';
import { DeskFocus } from './desk-focus.tsx';
import { DeskLock } from './desk-lock/desk-lock.tsx';
import { KeyHelp } from './key-help.tsx';
import type { Route } from './+types/backoffice-frame.ts';
import './backoffice.css';
import './desk-print.css';

export const handle = { texts: ['staff'] };

/** Every staff page asks the server on a client navigation too, so that the gate is asked each time. */
export async function loader({ context, pattern, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const platform = context.get(platformContext);
  const now = platform.clock.now();
  // Nothing of the desk but the way to the second factor.
  const closed = owesFactor(viewer, now);
  const place = findPlace(pattern);
  const sends = place?.posts;
  return {
    menu: closed ? [] : menuFor(viewer.staff),
    commands: closed ? [] : commandsFor(viewer.staff, await earlyOn(platform.db)),
    record: recordHere(place, params, viewer.staff),
    languages: languageCodes.map((code) => ({ code, name: languageName(code, code) })),
    alerts: closed ? null : await countAlerts(platform, viewer),
    factorBy: viewer.factorBy === undefined ? null : new Date(viewer.factorBy).toISOString(),
    person: { id: viewer.user.id, name: viewer.staff.displayName, email: viewer.user.email },
    role: viewer.staff.roles[0],
    // Whose forms this page has, where they are not the reader's.
    others: sends?.kind === 'staff' && mayOpen(sends, viewer) !== 'open' ? rolesWith(sends.permission) : null,
    // Of its forms, files and all; the second where one was larger.
    takes: place?.mostBytes ?? null,
    tooLarge: context.get(tooLargeContext) ?? (Number(url.searchParams.get('too-large')) || null),
    now,
  };
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase();
}

const megabyte = 1024 * 1024;

/** Which details of the desk lie over a page, or beside a list while a name for it is typed. */
const menus = '.bo-more, .dl-more, .dl-named details';

export default function BackofficeFrame({ loaderData }: Route.ComponentProps) {
  return (
    <Frame loaded={loaderData}>
      <Outlet />
    </Frame>
  );
}

interface Root {
  readonly brand: Brand;
  readonly language: LanguageCode;
  readonly requestId: string;
}

/** A page that is missing or broke, or a form that was not worked on, still at the desk. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<Root>('root');
  const loaded = useRouteLoaderData<Route.ComponentProps['loaderData']>('backoffice');
  const known = isRouteErrorResponse(error) ? error : { status: 500, data: null };
  const lost = (
    <DeskLost
      menu={loaded?.menu ?? []}
      status={known.status}
      said={known.data}
      reference={root?.requestId ?? null}
      house={houseNameIn(root?.brand ?? deliveredBrand, root?.language ?? 'en')}
    />
  );
  if (loaded) return <Frame loaded={loaded}>{lost}</Frame>;
  return (
    <main id="main" className="bo-alone">
      {lost}
    </main>
  );
}

const formFaults = ['keyless', 'reused', 'running'] as const;

/** What happened, and the ways on: the form once more, the list that it would stand in, and one's own pages. */
function DeskLost({
  menu,
  status,
  said,
  reference,
  house,
}: {
  menu: readonly MenuArea[];
  status: number;
  said: unknown;
  reference: string | null;
  house: string;
}) {
  const t = useTexts('staff');
  const frame = useTexts('frame');
  const { pathname, search } = useLocation();
  const fault = formFaults.find((one) => said === `form-${one}`);
  const formless = fault ? `form.${fault}` : status === 405 ? 'refused.405' : null;
  const kind = status === 404 ? 'missing' : 'broke';
  const title = formless ? frame(`${formless}.title`) : t(`lost.${kind}`);
  const list = menu
    .flatMap(({ pages }) => pages)
    .filter(({ path }) => pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return (
    <div className="dl">
      <title>{`${title} · ${house}`}</title>
      <header className="dl-head">
        <h1 tabIndex={-1}>{title}</h1>
        <p>
          {formless ? frame(`${formless}.text`) : t(`lost.${kind}Text`)}{' '}
          {!formless && kind === 'broke' && reference && <bdi className="num">{reference}</bdi>}
        </p>
      </header>
      <p className="bo-actions">
        {formless && (
          <a className="bo-btn bo-btn--p" href={pathname + search}>
            {frame('form.again')}
          </a>
        )}
        {list && (
          <Link className={formless ? 'bo-btn' : 'bo-btn bo-btn--p'} to={list.path}>
            {t('lost.list', { name: t(`menu.${list.id}`) })}
          </Link>
        )}
        <Link className="bo-btn" to="/admin">
          {t('unauthorized.back')}
        </Link>
      </p>
    </div>
  );
}

function Frame({ loaded, children }: { loaded: Route.ComponentProps['loaderData']; children: ReactNode }) {
  const { menu, commands, record, languages, alerts, factorBy, person, role, others, takes, tooLarge, now } = loaded;
  const language = useLanguage();
  const t = useTexts('staff');
  const pageId = useMatches().at(-1)?.id ?? 'dashboard';
  const here = areaOf(pageId);
  const area = menu.find((one) => one.id === here) ?? menu[0];
  const loading = useNavigation().state === 'loading';
  const frame = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  const signOut = useRef<HTMLFormElement>(null);
  const [helped, setHelped] = useState(false);
  useMenus(frame, menus);
  const size = (bytes: number) =>
    bytes < megabyte
      ? t('frame.kilobytes', { size: formatNumber(Math.floor(bytes / 1024), language) })
      : t('frame.megabytes', { size: formatNumber(Math.floor(bytes / megabyte), language) });
  useFileLimit(frame, takes, t('frame.fileTooLarge', { size: size(takes ?? 0) }));
  return (
    <div ref={frame} className={`bo${alerts === null ? ' bo--closed' : ''}`}>
      <a className="skip" href="#main">
        {t('frame.skip')}
      </a>
      <nav className="bo-rail" aria-label={t('frame.areas')}>
        <div className="bo-rail__in">
          <Link className="bo-rail__mark" to="/admin" aria-label={t('frame.home')}>
            <Mark />
          </Link>
          {menu.map((one) => (
            <AreaLink key={one.id} area={one} current={one.id === area?.id} label={t(`areas.${one.id}`)} />
          ))}
        </div>
      </nav>
      {area && (
        <nav className="bo-panel" aria-label={t(`areas.${area.id}`)}>
          <AreaPages area={area} />
        </nav>
      )}
      <div className="bo-work">
        <header className="bo-top">
          {area && (
            <details className="bo-more bo-more--panel" key={pageId}>
              <summary aria-label={t('frame.menu')}>
                <Icon name="menu" />
              </summary>
              <nav className="bo-panel bo-panel--over" aria-label={t(`areas.${area.id}`)}>
                <AreaPages area={area} />
              </nav>
            </details>
          )}
          {alerts !== null && (
            <>
              <Form className="bo-go" action="/admin" role="search" aria-label={t('frame.go')}>
                <Icon name="search" small />
                <input name="go" aria-label={t('frame.go')} placeholder={t('frame.go')} maxLength={60} autoComplete="off" />
                <kbd aria-hidden="true">{paletteKey.keys[0]}</kbd>
              </Form>
              <CommandPalette menu={menu} commands={commands} record={record} languages={languages} main={main} signOut={signOut} />
            </>
          )}
          <DeskClock now={now} />
          {alerts !== null && <Bell unread={alerts} now={now} />}
          <details className="bo-more bo-person">
            <summary>
              <span className="bo-avatar" aria-hidden="true">
                {initials(person.name)}
              </span>
              <span className="bo-person__name">{person.name}</span>
            </summary>
            <div className="bo-pop">
              <p>
                <b>{person.name}</b>
                <br />
                {t(`roles.${role}`)}
              </p>
              <Link to="/admin/security">{t('menu.staff-security')}</Link>
              <Link to="/">{t('frame.shop')}</Link>
              <button
                className="bo-btn"
                type="button"
                aria-haspopup="dialog"
                onClick={({ currentTarget }) => {
                  // The menu closes under the dialog: what gets the focus back is the way into the menu.
                  currentTarget.closest('details')?.querySelector('summary')?.focus();
                  setHelped(true);
                }}
              >
                {t('keys.title')}
              </button>
              <Form method="post" action="/sign-out" ref={signOut}>
                <input type="hidden" name="next" value="/admin/login" />
                <button className="bo-btn" type="submit">
                  <Icon name="sign-out" small />
                  {t('frame.signOut')}
                </button>
              </Form>
            </div>
          </details>
        </header>
        <DeskFocus main={main} drawn={loaded} />
        <main ref={main} id="main" tabIndex={-1} aria-busy={loading}>
          {loading && (
            <div className="bo-loading">
              <Spinner />
            </div>
          )}
          {factorBy && alerts !== null && (
            <p className="dl-said dl-said--warn bo-factor" role="note">
              <Icon name="warning" />
              <span>
                {t('frame.factorBy', { when: sayMoment(factorBy, language) })} <Link to="/admin/security">{t('frame.factorGo')}</Link>
              </span>
            </p>
          )}
          {others && <WhoMay roles={others} />}
          <DeskSaid refused={tooLarge !== null && t('frame.tooLarge', { size: size(tooLarge) })} />
          <OnlyRead value={others !== null}>{children}</OnlyRead>
        </main>
      </div>
      {alerts !== null && (
        <nav className="bo-tabs" aria-label={t('frame.areas')}>
          {menu.slice(0, 4).map((one) => (
            <AreaLink key={one.id} area={one} current={one.id === area?.id} label={t(`areas.${one.id}`)} />
          ))}
          <details className="bo-more bo-more--up">
            <summary>
              <Icon name="menu" />
              <span>{t('frame.more')}</span>
            </summary>
            <WholeMenu menu={menu} />
          </details>
        </nav>
      )}
      <KeyHelp open={helped} onOpen={setHelped} goes={alerts !== null} />
      <DeskLock person={person} />
    </div>
  );
}

function AreaLink({ area, current, label }: { area: MenuArea; current: boolean; label: string }) {
  return (
    <Link to={area.pages[0]!.path} aria-current={current ? 'true' : undefined}>
      <Icon name={area.icon} />
      <span>{label}</span>
    </Link>
  );
}

/** The pages of an area, beside the rail; on a narrow screen in a panel over the page. */
function AreaPages({ area }: { area: MenuArea }) {
  const t = useTexts('staff');
  return (
    <div className="bo-panel__in">
      <h2>{t(`areas.${area.id}`)}</h2>
      <ul>
        {area.pages.map((page) => (
          <li key={page.id}>
            <NavLink to={page.path} end={page.id === 'analytics'}>
              {t(`menu.${page.id}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function WholeMenu({ menu }: { menu: readonly MenuArea[] }) {
  const t = useTexts('staff');
  return (
    <div className="bo-pop bo-pop--menu">
      {menu.map((area) => (
        <section key={area.id}>
          <h2>{t(`areas.${area.id}`)}</h2>
          <ul>
            {area.pages.map((page) => (
              <li key={page.id}>
                <Link to={page.path}>{t(`menu.${page.id}`)}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A sun over a line of dunes. */
function Mark() {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
      <path d="M5 17a9 9 0 0 1 18 0" fill="var(--saffron)" />
      <path d="M3 21c4-2.8 7.6-2.8 11 0s7 2.8 11 0" fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}
