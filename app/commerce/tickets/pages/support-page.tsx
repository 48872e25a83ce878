import { data, redirect } from 'react-router';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { hearVisit, visitSaid } from '../hear-visit.server.ts';
import { isHelpdeskOn } from '../open-ticket.server.ts';
import { openVisit } from '../open-visit.server.ts';
import { readTicketToken, ticketAddress } from '../ticket-link.server.ts';
import { findTicketAsSystem } from '../tickets-store.server.ts';
import { VisitBody } from './ticket-visit.tsx';
import type { Route } from './+types/support-page.ts';

export const handle = { texts: ['tickets'] };

/** The address is the key: it is told to nobody else, and kept nowhere. */
export function headers() {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

async function ticketOf(platform: Platform, token: string) {
  const id = readTicketToken(platform.secret, token);
  const ticket = id && (await isHelpdeskOn(platform)) ? await findTicketAsSystem(platform.db, id) : null;
  if (!ticket) throw new Response('Not found', { status: 404 });
  return ticket;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const visit = await openVisit(platform, await ticketOf(platform, params.token));
  return {
    visit,
    into: visit.into && ticketAddress(platform.secret, visit.into.id),
    said: visitSaid.find((one) => url.searchParams.has(one)) ?? null,
    title: visit.reference,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const ticket = await ticketOf(platform, params.token);
  const viewer = context.get(viewerContext);
  const own = viewer.kind !== 'anonymous' && viewer.user.id === ticket.userId ? viewer.user.id : null;
  const { address } = context.get(requestContext);
  const heard = await hearVisit(platform, { ticket, userId: own, address }, await request.formData());
  return 'said' in heard ? redirect(`/support/${params.token}?${heard.said}`, 303) : data(heard, { status: 422 });
}

export default function SupportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { visit, said, into } = loaderData;
  const t = useTexts('tickets');
  return (
    <main id="main" className="wrap page-end tv-page">
      <header className="page-head">
        <p className="muted">
          {t('number')} <bdi>{visit.reference}</bdi>
        </p>
        <h1 tabIndex={-1} dir="auto">
          {visit.subject}
        </h1>
      </header>
      <VisitBody visit={visit} answer={actionData ?? null} said={said} into={into} />
    </main>
  );
}
