import { takeTry, networkOf } from '#app/platform/limiter.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import type { Route } from './+types/consent-api.ts';
import { readChoice } from './consent.ts';
import { keepReceipt } from './consent-store.server.ts';

const perNetwork = { name: 'consent:network', most: 60, perMs: 3_600_000 };

export function loader() {
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** A receipt for a choice made in the browser, which stands with or without it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const { address, language } = context.get(requestContext);
  const wait = await takeTry(db, clock, perNetwork, networkOf(address));
  if (wait > 0) return Response.json({ receipt: null }, { status: 429, headers: { 'Retry-After': String(wait) } });
  const receipt = await keepReceipt(db, clock.now(), readChoice(await request.formData()), language);
  return Response.json({ receipt }, { headers: { 'Cache-Control': 'no-store' } });
}
