import { redirect } from 'react-router';
import { may, type Permission } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import type { ProductKind } from '#app/commerce/product-contract.ts';
import { findAnyOrder } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { Route } from './+types/order-door-page.ts';

/** Where the desk of each kind shows an order, and who may open that desk. */
const desks: Readonly<Record<ProductKind, { readonly sees: Permission; readonly at: (reference: string) => string }>> = {
  flight: { sees: 'flight-orders:view', at: (reference) => `/admin/orders/flights/${reference}` },
  // An order of e-visas is one file for each traveller.
  'assisted-visa': { sees: 'visa-orders:view', at: (reference) => `/admin/sticker-visa-management?find=${reference}` },
  holiday: { sees: 'booking-orders:view', at: (reference) => `/admin/orders/holidays/${reference}` },
  evisa: { sees: 'visa-orders:view', at: (reference) => `/admin/orders/evisa?find=${reference}` },
  experience: { sees: 'booking-orders:view', at: (reference) => `/admin/orders/experiences/${reference}` },
  'tailor-made': { sees: 'inquiries:view', at: (reference) => `/admin/orders/tailor-made/${reference}` },
  staycation: { sees: 'booking-orders:view', at: (reference) => `/admin/orders/staycations/${reference}` },
};

/** One address for any order, for tasks, mails and searches that know no product. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const order = await findAnyOrder(context.get(platformContext).db, params.order);
  const desk = order && desks[order.kind];
  if (!desk || !may(context.get(viewerContext), desk.sees)) throw new Response('Not found', { status: 404 });
  return redirect(desk.at(order.reference));
}

export default function OrderDoorPage() {
  return null;
}
