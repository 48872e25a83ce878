import { data, redirect, redirectDocument, type RouterContextProvider } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { visitOrder } from '#app/commerce/orders/order-visit.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import type { PaymentProvider } from '#app/commerce/payments/payment-provider.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ChangeAsker } from '../change/change-flights.server.ts';
import { flightsContext, type Flights } from '../flights-context.ts';

/** A button of a page that does something to flights with tickets, and where it stands. */
export interface FlightPress {
  readonly order: Order;
  readonly form: FormData;
  readonly asker: ChangeAsker;
  /** The page itself, and where the order stands. */
  readonly here: string;
  readonly record: string;
  readonly language: LanguageCode;
  readonly provider: PaymentProvider;
}

export interface Pressed {
  readonly to: string;
  /** The bank's page, which is not ours. */
  readonly away?: boolean;
}

/** Null for a button that is none of the page's. */
export type Press = (platform: Platform, flights: Flights, press: FlightPress) => Promise<Pressed | null>;

export interface Asked {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

/** A flight order that the sender may see whole; 404 for every other. */
export async function findOwnFlights({ request, context }: Asked, reference: string): Promise<Order> {
  const visit = await visitOrder(context.get(platformContext), context.get(viewerContext), request, reference);
  if (visit?.sight !== 'full' || visit.order.kind !== 'flight') throw data(null, { status: 404 });
  return visit.order;
}

/** Presses a button on a page of the traveller's, `/<page>/<reference>`, and leads on. */
export async function pressOwnFlights(asked: Asked, reference: string, page: string, press: Press): Promise<Response> {
  const { request, context } = asked;
  const order = await findOwnFlights(asked, reference);
  const pressed = await press(context.get(platformContext), context.get(flightsContext), {
    order,
    form: await request.formData(),
    asker: { orderId: order.id, by: 'customer', who: whoIs(context.get(viewerContext)) },
    here: `/${page}/${order.reference}`,
    record: `/track?order=${order.reference}`,
    language: context.get(requestContext).language,
    provider: context.get(paymentProviderContext),
  });
  if (!pressed) throw data(null, { status: 400 });
  return pressed.away ? redirectDocument(pressed.to, 303) : redirect(pressed.to, 303);
}
