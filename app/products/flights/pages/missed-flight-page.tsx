import { data, Form, redirect } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { findHistory } from '#app/commerce/orders/orders-store.server.ts';
import { visitOrder } from '#app/commerce/orders/order-visit.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { WayBack } from '#app/ui/way-back.tsx';
import { instant } from '#app/values/dates.ts';
import { claimMissed } from '../trip/missed-flights.server.ts';
import { claimOf, mayClaim } from '../trip/missed-rules.ts';
import type { Route } from './+types/missed-flight-page.ts';

export const handle = { texts: ['missed-flight'] };

const notFound = () => data(null, { status: 404 });

/** Where somebody who took none of their flights asks for the taxes back. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, params.reference);
  if (visit?.sight !== 'full' || visit.order.kind !== 'flight') throw notFound();
  const { order } = visit;
  const history = await findHistory(platform.db, order.id);
  const open = mayClaim({ status: order.status, travelStarts: instant(order.travelStarts.getTime()) }, history, platform.clock.now());
  return {
    reference: order.reference,
    standing: open ? ('open' as const) : claimOf(history),
    refused: url.searchParams.has('refused'),
    key: newFormKey(),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const visit = await visitOrder(platform, viewer, request, params.reference);
  if (visit?.sight !== 'full' || visit.order.kind !== 'flight') throw notFound();
  const { order } = visit;
  const form = await request.formData();
  const here = `/missed-flight/${order.reference}`;
  const who = whoIs(viewer);
  const sent = { actor: `${who}:${order.id}`, form, about: 'missed-flight' };
  const claimed = await onceForForm<boolean>(
    platform,
    sent,
    async (progress) => (await claimMissed(platform, { orderId: order.id, who }, progress.answer)).ok,
  );
  return redirect(claimed ? here : `${here}?refused=1`);
}

export default function MissedFlightPage({ loaderData }: Route.ComponentProps) {
  const { reference, standing, refused, key } = loaderData;
  const t = useTexts('missed-flight');
  return (
    <main id="main" className="wrap page-end">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </header>
      {refused && standing !== 'asked' && (
        <Notice tone="danger" boxed live>
          {t('refused')}
        </Notice>
      )}
      {standing === 'open' ? (
        <Form method="post" className="order-actions">
          <input type="hidden" name="key" value={key} />
          <p>{t('how')}</p>
          <Button look="go" name="intent" value="claim">
            {t('ask')}
          </Button>
        </Form>
      ) : (
        <Notice tone={standing === 'confirmed' ? 'ok' : 'info'} boxed live={standing === 'asked'}>
          {t(`standing.${standing}`)}
        </Notice>
      )}
      <WayBack to={`/track?order=${reference}${standing === 'confirmed' ? '#cancel' : ''}`}>{t('back')}</WayBack>
    </main>
  );
}
