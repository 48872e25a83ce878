import type { RouterContextProvider } from 'react-router';
import { readProfile } from '#app/commerce/customers/book/profile-store.server.ts';
import type { FlightPreferences } from '#app/commerce/customers/book/profile.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';

/** What the signed-in customer prefers on board; null for a guest. */
export async function wishesOf(context: Readonly<RouterContextProvider>): Promise<FlightPreferences | null> {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') return null;
  return (await readProfile(context.get(platformContext), viewer.user.id)).flightPreferences;
}
