import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useMatches,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { readRates, readRoundings, readShownCurrencies } from '#app/commerce/currencies/currency-store.server.ts';
import { displayCurrencies, type DisplayCurrency } from '#app/values/preferences.ts';
import { defaultRates, wholeNumbers, type Roundings } from '#app/commerce/currencies/display-conversion.ts';
import { CurrencyProvider } from '#app/commerce/currencies/use-currency.tsx';
import { handOverFavorites } from '#app/commerce/customers/favorites/kept-favorites.ts';
import { greetingCookie, readGreeting, type SaidOnce } from '#app/commerce/customers/greeting.ts';
import { nameOf } from '#app/commerce/customers/signed-in-hint.ts';
import { deliveredBrand } from '#app/platform/branding.ts';
import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import { countUnread } from '#app/commerce/tickets/tickets-store.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { Toast } from '#app/ui/toast.tsx';

import type { Route } from './+types/storefront-frame.ts';
import { ErrorNotice } from './error-notice.tsx';
import type { RootData } from './root-data.ts';
import { RouteChange } from './route-change.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { useKeptLanguage } from './use-kept-language.tsx';
import { VisitorProvider } from './use-visitor.tsx';
import './storefront-frame.css';

/** What every page of the shop needs: the rates for its prices, and a greeting that is said once. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, env } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const [rates, roundings, shown, unread] = await Promise.all([
    readRates(db, clock),
    readRoundings(db, clock),
    readShownCurrencies(db, clock),
    viewer.kind === 'anonymous' ? 0 : countUnread(db, viewer.user.id),
  ]);
  const greeting = readGreeting(readCookie(request.headers.get('cookie'), greetingCookie));
  if (!greeting) return { rates, roundings, shown, greeting: null, unread };
  const gone = cookieLine(greetingCookie, '', { maxAge: 0, secure: env.publicUrl.startsWith('https://') });
  return Response.json({ rates, roundings, shown, greeting, unread }, { headers: { 'Set-Cookie': gone } });
}

/** Asked once per document: the browser keeps its own rates from there on. Whoever has read messages has fewer of them. */
export function shouldRevalidate({ currentUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname.startsWith('/account/support');
}

const ChatWidget = lazy(() => import('./chat/chat-widget.tsx'));

/** Steps between choosing and paying, and signing in: their footer is one line, and nothing in it asks for an address. */
const shortFooted = new Set([
  'auth',
  'flight-passengers',
  'flight-ticket-type',
  'flight-extras',
  'flight-seats',
  'checkout',
  'tour-booking',
]);

function Frame({
  rates = defaultRates,
  roundings = wholeNumbers,
  shown = displayCurrencies,
  greeting = null,
  unread = 0,
  children,
}: {
  rates?: typeof defaultRates;
  roundings?: Roundings;
  shown?: readonly DisplayCurrency[];
  greeting?: SaidOnce | null;
  unread?: number;
  children: ReactNode;
}) {
  const t = useTexts('frame');
  const root = useRouteLoaderData<RootData>('root');
  const page = useMatches().at(-1)?.id ?? '';
  const user = root && root.viewer.kind !== 'anonymous' ? root.viewer.user : null;
  useKeptLanguage();
  // Drawn by the browser alone, after the page stands: the widget is nobody's first paint.
  const [standing, setStanding] = useState(false);
  useEffect(() => setStanding(true), []);
  useEffect(handOverFavorites, []);
  return (
    <CurrencyProvider currency={root?.currency ?? null} rates={rates} roundings={roundings} shown={shown}>
      <VisitorProvider drawn={user ? { name: nameOf(user), unread } : null}>
        <a className="skip" href="#main">
          {t('nav.skip')}
        </a>
        <SiteHeader night={page === 'home'} />
        <RouteChange />
        {greeting && (
          <Toast title={t(`greeting.${greeting.greeting}.title`)}>
            {t(`greeting.${greeting.greeting}.text`)}
            {greeting.joined > 0 && ` ${t('greeting.joined', { count: greeting.joined })}`}
          </Toast>
        )}
        {children}
        <SiteFooter short={shortFooted.has(page)} />
        {standing && root?.services.chat && (
          <Suspense fallback={null}>
            <ChatWidget />
          </Suspense>
        )}
      </VisitorProvider>
    </CurrencyProvider>
  );
}

export default function StorefrontFrame() {
  const { rates, roundings, shown, greeting, unread } = useLoaderData<typeof loader>() as {
    rates: typeof defaultRates;
    roundings: Roundings;
    shown: readonly DisplayCurrency[];
    greeting: SaidOnce | null;
    unread: number;
  };
  return (
    <Frame rates={rates} roundings={roundings} shown={shown} greeting={greeting} unread={unread}>
      <Outlet />
    </Frame>
  );
}

/** A page that is missing or broke, still in the frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<RootData>('root');
  return (
    <Frame>
      <ErrorNotice
        status={isRouteErrorResponse(error) ? error.status : 500}
        said={isRouteErrorResponse(error) ? error.data : null}
        reference={root?.requestId ?? null}
        house={root?.brand.name ?? deliveredBrand.name}
      />
    </Frame>
  );
}
