import { use } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  redirectDocument,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { findPlace, type Place } from './site-map.ts';
import { findVisit, visitContext, type Visit } from './commerce/customers/records/customer-visits-store.server.ts';
import { keepsAnothers } from './commerce/trip-pack/kept-key.server.ts';
import { leavingAddress } from './commerce/trip-pack/kept-trip-rules.ts';
import { inFormatAsked } from './commerce/exports/asked-format.server.ts';
import { watermarked } from './commerce/exports/watermark.server.ts';
import { deliveredBrand, houseNameIn } from './platform/branding.ts';
import { mayOpen, type Viewer } from './platform/access.ts';
import { platformContext, requestContext, tooLargeContext, viewerContext } from './platform/request-context.ts';
import { owesFactor } from './platform/second-factor-rule.ts';
import { sentBy } from './platform/sender.server.ts';
import { findViewer } from './platform/session.server.ts';
import { instant } from './values/dates.ts';
import { localTimeIn } from './values/local-time.ts';
import { accentStyle } from './ui/accent-style.ts';
import { HeadSlot } from './ui/head-slot.ts';
import { useLanguage, useTexts } from './ui/texts.tsx';
import { ConsentWatch } from './storefront/consent/consent-watch.tsx';
import { ErrorNotice } from './storefront/error-notice.tsx';
import { VisitorWatch } from './storefront/visitor-watch.tsx';
import { startScripts } from './start-scripts.ts';
import type { RootData } from './storefront/root-data.ts';
import messiri from '@fontsource/el-messiri/files/el-messiri-arabic-500-normal.woff2?url';
import messiriLatin from './ui/messiri-latin-cut.woff2?url';
import plex from './ui/plex-cut.woff2?url';
import plexArabic from './ui/plex-arabic-400-cut.woff2?url';
import fraunces from './ui/fraunces-cut.woff2?url';
import './ui/theme.css';

/** The gate: runs before any loader or action, for documents, `.data` requests and every method. */
const gate: Route.MiddlewareFunction = async ({ request, context, pattern, url }, next) => {
  const place = findPlace(pattern);
  if (!place) throw new Response('Not found', { status: 404 });
  const { auth, db, clock, secret } = context.get(platformContext);
  const byItself = asksByItself(place, request.method, url);
  const sender = await findViewer(auth, db, request.headers, byItself);
  // Before any page is drawn for somebody else, the device lets go of the trips that it keeps (docs/decisions/0030).
  if (request.method === 'GET' && place.frame !== 'bare' && keepsAnothers(secret, request.headers.get('cookie'), sender))
    throw redirectDocument(leavingAddress(url.pathname + url.search));
  const needed = request.method === 'POST' ? (place.posts ?? place.access) : place.access;
  // Everywhere but at the desk, which leads them to set it up, such a colleague is a customer like any other.
  const owes = !place.beforeFactor && owesFactor(sender, clock.now());
  const known: Viewer = owes && sender.kind === 'staff' && needed.kind !== 'staff' ? { kind: 'customer', user: sender.user } : sender;
  const visit = place.path.startsWith('admin') ? null : await findVisit(db, known, request.headers, clock.now());
  if (visit) context.set(visitContext, visit);
  const viewer = visit ? visited(place, visit, request.method) : known;
  context.set(viewerContext, viewer);
  const back = encodeURIComponent(url.pathname + url.search);
  switch (mayOpen(needed, viewer, owes)) {
    case 'sign-in':
      throw redirect(`/auth?next=${back}`);
    case 'staff-sign-in':
      throw redirect(`/admin/login?next=${back}${byItself ? '&ended=1' : ''}`);
    case 'second-factor':
      throw redirect('/admin/security?needed=1', 303);
    case 'forbidden':
      throw redirect(`/admin/unauthorized?from=${back}`);
    case 'open': {
      const taken = context.get(tooLargeContext);
      if (taken !== null && request.method === 'POST') throw redirect(saysTooLarge(url, taken), 303);
      const { language, requestId, address } = context.get(requestContext);
      const roles = viewer.kind === 'staff' ? viewer.staff.roles : [];
      const answer = await sentBy({ address, roles }, next);
      return inFormatAsked(watermarked(answer, viewer, { now: clock.now(), language, requestId }), url, { now: clock.now(), language });
    }
  }
};

/**
 * What an open page reads without whoever sits before it keeps no session alive. A screen on a wall asks every minute, whoever
 * is in the room, and does not end without a word.
 */
function asksByItself(place: Place, method: string, url: URL): boolean {
  if (method !== 'GET') return false;
  return place.byItself === true || (place.id === 'dashboard' && url.searchParams.get('screen') === 'wall');
}

/**
 * Whom a colleague who looks at the shop as a traveller is taken for: the traveller on the pages that are meant for it,
 * nobody on what everybody may read. No form is taken and no other page of an account drawn.
 */
function visited(place: Place, visit: Visit, method: string): Viewer {
  if (method === 'POST') throw new Response('Read only', { status: 403 });
  if (place.shownToVisits) return { kind: 'customer', user: visit.user };
  if (place.access.kind === 'signed-in') throw redirect('/order-management');
  return { kind: 'anonymous' };
}

/** The page of a form that was too large, told so. With scripts what was typed is still in its fields. */
function saysTooLarge({ pathname, search }: URL, taken: number): string {
  const asked = new URLSearchParams(search);
  asked.set('too-large', String(taken));
  return `${pathname}?${asked}`;
}

export const middleware: Route.MiddlewareFunction[] = [gate];

export function loader({ context }: Route.LoaderArgs): RootData {
  const facts = context.get(requestContext);
  const viewer = context.get(viewerContext);
  const visit = context.get(visitContext);
  const { env } = context.get(platformContext);
  return {
    language: facts.language,
    languages: facts.languages,
    brand: facts.brand,
    currency: facts.currency,
    nonce: facts.nonce,
    requestId: facts.requestId,
    services: {
      analyticsId: env.ANALYTICS_ID ?? null,
      chat: env.CHAT_APP_ID ? { appId: env.CHAT_APP_ID, region: env.CHAT_REGION } : null,
    },
    visit: visit && {
      name: visit.user.fullName ?? visit.user.email,
      until: localTimeIn('Asia/Dubai', instant(Date.parse(visit.endsAt))).slice(11),
    },
    viewer: viewer.kind === 'anonymous' ? { kind: 'anonymous' } : { kind: viewer.kind, user: viewer.user },
  };
}

/** Language, currency and viewer only change with a new document. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const language = useLanguage();
  const matches = useMatches();
  const data = useRouteLoaderData<typeof loader>('root');
  const t = useTexts('titles');
  const catalogues = new Set(['frame', 'titles']);
  for (const match of matches) for (const name of (match.handle as { texts?: string[] } | undefined)?.texts ?? []) catalogues.add(name);
  const last = matches.at(-1);
  // The desk has its own look.
  const accent = matches.some(({ id }) => id === 'backoffice') ? null : data?.brand.accent;
  const own = (last?.loaderData as { title?: string } | undefined)?.title;
  // A loader that threw has left nothing: what is shown is no page of that name, and the notice in its place says its title.
  const title = own ?? (last && last.id !== 'root' && last.loaderData !== undefined ? t(last.id) : null);
  return (
    <html
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      style={accent ? accentStyle(accent) : undefined}
      data-texts={[...catalogues].join(' ')}
      data-texts-at={`${import.meta.env['TEXTS_AT']}/${language}`}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {title && <title>{last?.id === 'home' ? t('home') : `${title} · ${houseNameIn(data?.brand ?? deliveredBrand, language)}`}</title>}
        <meta name="theme-color" content="#1c2340" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {(language === 'ar' ? [messiri, messiriLatin, plexArabic] : [fraunces, plex]).map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <link rel="manifest" href="/site.webmanifest" />
        {use(HeadSlot)}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <script nonce={data?.nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: storageStandIn }} />
        <ScrollRestoration nonce={data?.nonce} />
        <Scripts nonce={data?.nonce} />
        <script nonce={data?.nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: startScripts }} />
      </body>
    </html>
  );
}

/** Where a browser forbids storage, the router's own script would throw while it restores the scroll position. */
const storageStandIn =
  'try{sessionStorage.length}catch{const k=new Map();Object.defineProperty(window,"sessionStorage",{value:{getItem:n=>k.get(n)??null,setItem:(n,v)=>void k.set(n,v),removeItem:n=>void k.delete(n)}})}';

export default function Root() {
  return (
    <>
      <Outlet />
      <ConsentWatch />
      <VisitorWatch />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>('root');
  // Where the gate itself refused, nothing was loaded: the words say which language is spoken.
  const language = useLanguage();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <ErrorNotice
      status={status}
      said={isRouteErrorResponse(error) ? error.data : null}
      reference={data?.requestId ?? null}
      house={houseNameIn(data?.brand ?? deliveredBrand, language)}
    />
  );
}
