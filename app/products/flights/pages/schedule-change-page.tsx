import { data, redirect } from 'react-router';
import { findLinked } from '#app/commerce/orders/find-linked.server.ts';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { flightsContext } from '../flights-context.ts';
import { findOwnFlights } from '../order/press-flights.server.ts';
import { findDaysTouched, openSchedule } from '../schedule/open-schedule.server.ts';
import { pressSchedule } from '../schedule/press-schedule.server.ts';
import { ScheduleView } from '../schedule/schedule-view.tsx';
import type { Route } from './+types/schedule-change-page.ts';

export const handle = { texts: ['schedule-change', 'orders'] };

/** What the airline changed of one's own flights, and one's answer to it. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const order = await findOwnFlights({ request, context }, params.reference);
  const { language } = context.get(requestContext);
  const asker = { viewer: context.get(viewerContext), request, language };
  const days = await findDaysTouched(platform.db, order);
  const linked = days ? await findLinked(platform, context.get(productCountersContext), asker, order, days) : [];
  return {
    page: await openSchedule(platform, context.get(flightsContext), { order, linked }, url.searchParams, language),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    formKey: newFormKey(),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findOwnFlights({ request, context }, params.reference);
  const form = await request.formData();
  const pressed = await pressSchedule(platform, context.get(flightsContext), { order, form, by: 'customer', who: whoIs(viewer) });
  if (!pressed) throw data(null, { status: 400 });
  const here = `/schedule-change/${order.reference}`;
  return redirect(pressed.ok ? `/track?order=${order.reference}` : `${here}?refused=${pressed.refused}`, 303);
}

export default function ScheduleChangePage({ loaderData: { page, refused, formKey } }: Route.ComponentProps) {
  const t = useTexts('schedule-change');
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lead')}</p>
      </div>
      <ScheduleView
        page={page}
        here={`/schedule-change/${page.reference}`}
        record={`/track?order=${page.reference}`}
        by="customer"
        refused={refused}
        formKey={formKey}
      />
    </main>
  );
}
