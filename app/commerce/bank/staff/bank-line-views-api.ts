import { redirect } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { keepDeskView } from '../../orders/staff/keep-desk-view.server.ts';
import { bankAddress, readBankView } from '../bank-view.ts';
import type { Route } from './+types/bank-line-views-api.ts';

export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** Keeps the list of an address under a name, or forgets one. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const canonical = (query: string) => bankAddress(readBankView(new URLSearchParams(query)));
  const form = await request.formData();
  const back = await keepDeskView(context.get(platformContext), { list: 'bank-lines', owner: viewer.user.id, form, canonical });
  return redirect(`/admin/invoices/bank${back}`, 303);
}
