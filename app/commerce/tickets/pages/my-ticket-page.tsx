import { data, Link, redirect } from 'react-router';
import { AccountFrame } from '#app/commerce/customers/pages/account-frame.tsx';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { visitContext } from '#app/commerce/customers/records/customer-visits-store.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { hearVisit, visitSaid } from '../hear-visit.server.ts';
import { isHelpdeskOn } from '../open-ticket.server.ts';
import { openVisit } from '../open-visit.server.ts';
import { findTicketFor, markSeen } from '../tickets-store.server.ts';
import { VisitBody } from './ticket-visit.tsx';
import type { Route } from './+types/my-ticket-page.ts';

export const handle = { texts: ['tickets', 'my'] };

async function ticketOf(platform: Platform, viewer: Viewer, reference: string) {
  const mine = viewer.kind !== 'anonymous' && (await isHelpdeskOn(platform));
  const ticket = mine ? await findTicketFor(platform.db, viewer.user.id, parseReference(reference) ?? '') : null;
  if (!ticket) throw new Response('Not found', { status: 404 });
  return ticket;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const ticket = await ticketOf(platform, context.get(viewerContext), params.reference);
  const visit = await openVisit(platform, ticket);
  // A colleague who looks at the shop as this traveller reads nothing in their place.
  if (!context.get(visitContext)) await markSeen(platform.db, ticket);
  return { visit, said: visitSaid.find((one) => url.searchParams.has(one)) ?? null, title: visit.reference };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const ticket = await ticketOf(platform, context.get(viewerContext), params.reference);
  const { address } = context.get(requestContext);
  const heard = await hearVisit(platform, { ticket, userId: ticket.userId, address }, await request.formData());
  return 'said' in heard ? redirect(`/account/support/${ticket.reference}?${heard.said}`, 303) : data(heard, { status: 422 });
}

export default function MyTicketPage({ loaderData, actionData }: Route.ComponentProps) {
  const { visit, said } = loaderData;
  const t = useTexts('tickets');
  return (
    <AccountFrame
      title={<bdi>{visit.subject}</bdi>}
      lede={
        <>
          {t('number')} {visit.reference}
        </>
      }
    >
      <p>
        <Link className="link" to="/account/support">
          {t('all')}
        </Link>
      </p>
      <VisitBody visit={visit} answer={actionData ?? null} said={said} into={visit.into && `/account/support/${visit.into.reference}`} />
    </AccountFrame>
  );
}
