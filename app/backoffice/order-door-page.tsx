import { redirect } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import type { ProductKind } from '#app/commerce/product-contract.ts';
import { findAnyOrder } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { Route } from './+types/order-door-page.ts';

/** Where the desk of each kind shows an order. */
const desks: Readonly<Record<ProductKind, (reference: string) => string>> = {
  flight: (reference) => `/admin/orders/flights/${reference}`,
  // An order of e-visas is one file for each traveller.
  'assisted-visa': (reference) => `/admin/sticker-visa-management?find=${reference}`,
  holiday: (reference) => `/admin/orders/holidays/${reference}`,
  evisa: (reference) => `/admin/orders/evisa?find=${reference}`,
  experience: (reference) => `/admin/orders/experiences/${reference}`,
  'tailor-made': (reference) => `/admin/orders/tailor-made/${reference}`,
  staycation: (reference) => `/admin/orders/staycations/${reference}`,
};

/** One address for any order, for tasks, mails and searches that know no product. Whoever may not see it is told so by the gate. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const order = await findAnyOrder(context.get(platformContext).db, params.order);
  const desk = order && desks[order.kind];
  if (!desk) throw new Response('Not found', { status: 404 });
  return redirect(desk(order.reference));
}

export default function OrderDoorPage() {
  return null;
}
