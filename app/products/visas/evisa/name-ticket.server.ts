import { findNamesOnOrder } from '#app/commerce/orders/find-traveller-names.server.ts';
import { trackOrder } from '#app/commerce/orders/order-access.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { lockGroup, updateGroup } from './evisa-groups-store.server.ts';

export type TicketRefusal = 'not-found' | 'too-many-tries' | 'not-open';

/**
 * Names the flight that an application is compared with, as tracking it would: by its reference with a last name or the
 * mail on it. A booking that does not exist, one of somebody else and one that is no flight get the same answer.
 */
export async function nameTicket(
  platform: Platform,
  ask: { readonly groupId: string; readonly reference: string; readonly emailOrSurname: string; readonly address: string },
): Promise<Outcome<null, TicketRefusal>> {
  const tracked = await trackOrder(platform, ask);
  if (!tracked.ok) return tracked;
  const { id } = tracked.value.order;
  if ((await findNamesOnOrder(platform, id, 'flight')).length === 0) return refuse('not-found');
  return tieTicket(platform, ask.groupId, id);
}

/** Ties a flight to an application that is still open, or takes it off. */
function tieTicket(platform: Platform, groupId: string, ticketOrderId: string | null): Promise<Outcome<null, TicketRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, TicketRefusal>> => {
    const group = await lockGroup(tx, groupId);
    if (!group || group.orderId !== null) return refuse('not-open');
    await updateGroup(tx, platform.clock.now(), groupId, { ticketOrderId });
    return done(null);
  });
}

const said: Readonly<Record<TicketRefusal, string>> = {
  'not-found': 'no-ticket',
  'too-many-tries': 'ticket-later',
  'not-open': 'ticket-closed',
};

/** What a form about the ticket asks for, done; the word that the page says afterwards. */
export async function takeTicketForm(
  platform: Platform,
  form: FormData,
  about: { readonly groupId: string; readonly address: string },
): Promise<string> {
  if (form.get('intent') === 'ticket-off') {
    const taken = await tieTicket(platform, about.groupId, null);
    return taken.ok ? '1' : said[taken.refused];
  }
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 254);
  const named = await nameTicket(platform, { ...about, reference: text('ticketReference'), emailOrSurname: text('ticketWho') });
  return named.ok ? 'ticket' : said[named.refused];
}
