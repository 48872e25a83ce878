import { data } from 'react-router';
import type { Route } from './+types/shared-trip-page.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { productCountersContext } from '../../product-counter.ts';
import { openSharedTrip } from '../open-shared-trip.server.ts';
import { TripTimeline } from './trip-timeline-list.tsx';

export const handle = { texts: ['trip-pack', 'orders'] };

/** Nobody keeps it, finds it or is told its address by the page. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };
}

/** A trip by its link, for whoever holds it: what is planned when and where, as it stands now. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { language, address } = context.get(requestContext);
  const opened = await openSharedTrip(context.get(platformContext), context.get(productCountersContext), {
    token: params.token,
    address,
    viewer: context.get(viewerContext),
    language,
  });
  if (opened.ok) return opened.value;
  if (opened.refused === 'too-often') throw data(null, { status: 429 });
  throw new Response('Not found', { status: 404 });
}

export default function SharedTripPage({ loaderData }: Route.ComponentProps) {
  const language = useLanguage();
  const t = useTexts('trip-pack');
  const orders = useTexts('orders');
  const { travellers, entries, route, title } = loaderData;
  const off = entries.length > 0 && entries.every(({ state }) => state === 'off');
  return (
    <main id="main" className="wrap page-end">
      <header className="page-head">
        <h1 tabIndex={-1}>{route ? orders('journey.route', route) : title}</h1>
        {travellers.length > 0 && (
          <p className="lede">
            {t('shared.who')} <bdi>{travellers.join(comma(language))}</bdi>
          </p>
        )}
        <p className="small muted">{t('shared.lede')}</p>
      </header>
      {off && (
        <Notice tone="danger" boxed>
          {t('shared.off')}
        </Notice>
      )}
      {entries.length === 0 ? <EmptyState title={t('shared.empty')} /> : <TripTimeline entries={entries} />}
    </main>
  );
}
