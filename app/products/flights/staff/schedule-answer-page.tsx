import { data, redirect } from 'react-router';
import { findLinkedAsStaff } from '#app/commerce/orders/find-linked.server.ts';
import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { flightsContext } from '../flights-context.ts';
import { findDaysTouched, openSchedule } from '../schedule/open-schedule.server.ts';
import { pressSchedule } from '../schedule/press-schedule.server.ts';
import { ScheduleView } from '../schedule/schedule-view.tsx';
import type { Route } from './+types/schedule-answer-page.ts';
import './flight-desk.css';

export const handle = { texts: ['schedule-change', 'orders'] };

/** Staff answer for a traveller who told them: the same page, and how they were told is written down. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const order = await findFlightOrderAsStaff(platform.db, context.get(viewerContext), params.orderId);
  if (!order) throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const asker = { viewer: context.get(viewerContext), language };
  const days = await findDaysTouched(platform.db, order);
  const linked = days ? await findLinkedAsStaff(platform, context.get(productCountersContext), asker, order, days) : [];
  return { page: await openSchedule(platform, context.get(flightsContext), { order, linked }, url.searchParams, language) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findFlightOrderAsStaff(platform.db, viewer, params.orderId);
  if (!order || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const press = { order, form, by: 'staff', who: `staff:${viewer.user.id}` } as const;
  const pressed = await pressSchedule(platform, context.get(flightsContext), press);
  if (!pressed) throw data(null, { status: 400 });
  if (pressed.ok) return redirect(`/admin/orders/flights/${order.reference}?did=schedule-answered`, 303);
  return data({ refused: pressed.refused, typed: pressed.typed }, { status: pressed.refused === 'changed-meanwhile' ? 409 : 400 });
}

export default function ScheduleAnswerPage({ loaderData: { page }, actionData }: Route.ComponentProps) {
  const t = useTexts('schedule-change');
  const record = `/admin/orders/flights/${page.reference}`;
  return (
    <div className="fd">
      <header className="fd-head">
        <h1 tabIndex={-1}>
          {t('deskTitle')} <bdi>{page.reference}</bdi>
        </h1>
      </header>
      <ScheduleView
        page={page}
        here={`${record}/schedule`}
        record={record}
        by="staff"
        refused={actionData?.refused ?? null}
        typed={actionData?.typed ?? ''}
        formKey=""
      />
    </div>
  );
}
