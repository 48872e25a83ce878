import { data, Link, redirect } from 'react-router';
import { findByReference } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordWatch } from '#app/commerce/record-notes/record-watch.tsx';
import { parseReference } from '#app/values/ids.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { hasOpenPlace } from '../macro-rules.ts';
import { isHelpdeskOn } from '../open-ticket.server.ts';
import { readTag } from '../ticket-tags.ts';
import { ticketPriorities } from '../ticket-kinds.ts';
import { findTicketAsStaff } from '../tickets-store.server.ts';
import { changeTicket, mergeTickets, workTicket } from '../work-ticket.server.ts';
import { tellReveal } from '../../customers/staff/tell-reveal.server.ts';
import { openTicketRecord, revealContact } from './open-ticket-record.server.ts';
import { TicketState } from './ticket-parts.tsx';
import { TicketSide } from './ticket-side.tsx';
import { TicketThread } from './ticket-thread.tsx';
import type { Route } from './+types/ticket-page.ts';
import './ticket-desk.css';

export const handle = { texts: ['staff-tickets', 'staff-customers', 'staff-records'] };

const longestWords = 8_000;
/** Moves that a form of this page sends; the first two carry words to the customer. */
const moves = ['answer', 'solve', 'take', 'wait-supplier', 'resume', 'close', 'reopen'] as const;
const changes = ['note', 'assign', 'priority', 'order', 'merge', 'tag', 'untag'] as const;
const refusals = [
  'changed-meanwhile',
  'not-possible-from-here',
  'not-a-colleague',
  'other-person',
  'not-living',
  'same',
  'no-order',
  'no-tag',
  'too-many-tags',
] as const;

async function find(platform: Platform, reference: string) {
  const ticket = (await isHelpdeskOn(platform)) ? await findTicketAsStaff(platform.db, parseReference(reference) ?? '') : null;
  if (!ticket) throw new Response('Not found', { status: 404 });
  return ticket;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const ticket = await find(platform, params.reference);
  const desk = await openNotes(platform, viewer, deskRecord('ticket', { id: ticket.id, handle: ticket.reference }));
  const refused = url.searchParams.get('refused');
  return {
    desk,
    record: await openTicketRecord(platform, viewer, ticket, url.searchParams.get('macro')),
    did: [...moves, ...changes].find((one) => one === url.searchParams.get('did')) ?? null,
    refused: refused === null ? null : (refusals.find((one) => one === refused) ?? 'changed-meanwhile'),
    title: ticket.reference,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const ticket = await find(platform, params.reference);
  const form = await request.formData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim() : '';
  };
  if (field('event') === 'reveal') {
    const look = { action: 'ticket.contact-revealed', subject: `tickets:${ticket.id}`, reason: field('reason') };
    if (!(await tellReveal(platform, viewer, { ...look, requestId: context.get(requestContext).requestId })))
      return data({ typed: null, reach: 'no-reason' as const }, { status: 422 });
    return data({ typed: null, reach: await revealContact(platform, ticket) }, { headers: { 'Cache-Control': 'no-store' } });
  }
  const said = [...moves, ...changes].find((one) => one === field('event'));
  if (!said) return redirect(`/admin/tickets/${ticket.reference}`, 303);
  const words = field('words');
  const speaks = said === 'answer' || said === 'note' || (said === 'solve' && words !== '');
  const kept = (wrong: 'empty' | 'long' | 'place' | 'changed', status: number) =>
    data({ typed: { said, words: words.slice(0, longestWords + 500), wrong }, reach: null }, { status });
  if (speaks && words === '') return kept('empty', 422);
  if (words.length > longestWords) return kept('long', 422);
  if (speaks && said !== 'note' && hasOpenPlace(words)) return kept('place', 422);
  // What was looked at: a ticket that has moved on meanwhile is not answered blindly.
  const seen = { ...ticket, version: plainVersion(form.get('version')) };
  const refused = await press(platform, viewer.user.id, seen, { said, field, words });
  if (refused === 'changed-meanwhile' && speaks) return kept('changed', 409);
  return redirect(`/admin/tickets/${ticket.reference}?${refused === null ? `did=${said}` : `refused=${refused}`}`, 303);
}

type Found = Awaited<ReturnType<typeof find>>;

interface Pressed {
  readonly said: (typeof moves)[number] | (typeof changes)[number];
  readonly field: (name: string) => string;
  readonly words: string;
}

/** Does what a button of the page says; null when it was done, else why not. */
async function press(platform: Platform, staffId: string, ticket: Found, { said, field, words }: Pressed): Promise<string | null> {
  const change = async (what: Parameters<typeof changeTicket>[1]['change']) => {
    const changed = await changeTicket(platform, { ticket, staffId, change: what });
    return changed.ok ? null : changed.refused;
  };
  switch (said) {
    case 'note':
      return change({ note: 'note', words, mention: field('mention') || null });
    case 'assign':
      return change({ note: 'assign', to: field('to') || null });
    case 'priority': {
      const to = ticketPriorities.find((one) => one === field('to'));
      return to ? change({ note: 'priority', to }) : 'changed-meanwhile';
    }
    case 'order': {
      const typed = field('order');
      const order = typed === '' ? null : await findByReference(platform.db, parseReference(typed) ?? '');
      return typed !== '' && !order ? 'no-order' : change({ note: 'order', to: order && { id: order.id, reference: order.reference } });
    }
    case 'tag':
    case 'untag': {
      const tag = readTag(field('tag'));
      return tag === null ? 'no-tag' : change({ note: said, to: tag });
    }
    case 'merge': {
      const twin = await findTicketAsStaff(platform.db, parseReference(field('twin')) ?? '');
      const merged = twin ? await mergeTickets(platform, { kept: ticket, twin, staffId }) : null;
      return merged?.ok ? null : (merged?.refused ?? 'changed-meanwhile');
    }
    default: {
      const worked = await workTicket(platform, { ticket, event: said, staffId, words: words || null });
      return worked.ok ? null : worked.refused;
    }
  }
}

export default function TicketPage({ loaderData, actionData }: Route.ComponentProps) {
  const { desk, record, did, refused } = loaderData;
  const t = useTexts('staff-tickets');
  const last = record.news.at(-1);
  const who = last?.by ?? record.contact.name;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1} dir="auto">
          {record.subject}
        </h1>
        <TicketState state={record.status} />
        <p>
          <bdi>{record.reference}</bdi> · <bdi>{record.contact.name}</bdi> · {t(`channel.${record.channel}`)}
        </p>
        <Link className="bo-btn" to="/admin/tickets">
          {t('back')}
        </Link>
      </header>
      <RecordWatch desk={desk} />
      <DeskSaid refused={refused && t(`refused.${refused}`, { who })} did={did && t(`did.${did}`)} />
      {record.into && (
        <p className="dl-said dl-said--warn">
          {t('mergedInto')}{' '}
          <Link to={`/admin/tickets/${record.into}`}>
            <bdi>{record.into}</bdi>
          </Link>
        </p>
      )}
      <div className="dl-record">
        <TicketThread record={record} typed={actionData?.typed ?? null} who={who} />
        <TicketSide record={record} desk={desk} reach={actionData?.reach ?? null} />
      </div>
    </div>
  );
}
