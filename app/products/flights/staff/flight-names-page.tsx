import { data, redirect } from 'react-router';
import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { flightsContext } from '../flights-context.ts';
import { NamesView } from '../names/names-view.tsx';
import { openNames } from '../names/open-names.server.ts';
import { isWrong, pressNames } from '../names/press-names.server.ts';
import type { Route } from './+types/flight-names-page.ts';
import './flight-desk.css';

export const handle = { texts: ['name-correction', 'booking', 'orders'] };

/** Staff pass on what the airline says of a name that is to be written otherwise, or ask for a caller: the same rules. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findFlightOrderAsStaff(platform.db, viewer, params.orderId);
  if (!order || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const clerk = { who: `staff:${viewer.user.id}`, decides: may(viewer, 'flight-orders:override') };
  return {
    page: await openNames(platform, context.get(flightsContext), order, clerk),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    did: url.searchParams.get('did')?.slice(0, 30) ?? null,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findFlightOrderAsStaff(platform.db, viewer, params.orderId);
  if (!order || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const record = `/admin/orders/flights/${order.reference}`;
  const press = {
    order,
    form: await request.formData(),
    asker: { orderId: order.id, by: 'staff', who: `staff:${viewer.user.id}` },
    here: `${record}/names`,
    record,
    language: order.language,
    provider: context.get(paymentProviderContext),
  } as const;
  const pressed = await pressNames(platform, context.get(flightsContext), press, viewer);
  if (!pressed) throw data(null, { status: 400 });
  if (pressed.kind === 'to') return redirect(pressed.to, 303);
  return data(pressed.kind === 'form' ? { form: pressed.again, desk: null } : { form: null, desk: pressed.again }, {
    status: pressed.kind === 'desk' || isWrong(pressed.again) ? 400 : 200,
    headers: { 'Cache-Control': 'no-store' },
  });
}

export default function FlightNamesPage({ loaderData: { page, refused, did }, actionData }: Route.ComponentProps) {
  const t = useTexts('name-correction');
  const record = `/admin/orders/flights/${page.reference}`;
  return (
    <div className="fd">
      <header className="fd-head">
        <h1 tabIndex={-1}>
          {t('deskTitle')} <bdi>{page.reference}</bdi>
        </h1>
      </header>
      <NamesView
        page={page}
        here={`${record}/names`}
        record={record}
        by="staff"
        refused={actionData ? null : refused}
        did={actionData ? null : did}
        again={actionData?.form ?? null}
        desk={actionData?.desk ?? null}
      />
    </div>
  );
}
