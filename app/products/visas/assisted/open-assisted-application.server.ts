import { readDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import { listTravellersOf } from '#app/commerce/customers/book/travellers-store.server.ts';
import { spokenName } from '#app/commerce/customers/book/traveller.ts';
import { findOrderAsSystem, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { summarise, type SummaryLine } from '#app/commerce/pricing/quote-summary.ts';
import { rememberShownQuote, shownBegun } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { instant, type CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { openContact } from '../evisa/evisa-groups-store.server.ts';
import { requestPlace } from '../evisa/evisa-requests-store.server.ts';
import type { EvisaGroup, RequestItem } from '../evisa/evisa.tables.ts';
import { comparedWith, paperViews, ticketsOf, ticketView, type TravellerForm } from '../evisa/open-evisa-application.server.ts';
import { readGroup, type ReadApplication } from '../evisa/read-evisa-group.server.ts';
import { readDoor, type DoorView } from '../delivery/read-door.server.ts';
import { toneOfCase } from './assisted-counter.server.ts';
import { withdrawableStates, type CaseState } from './assisted-status.ts';
import { findCaseEvents, findCasesOfOrder, findCustody } from './assisted-store.server.ts';
import { assistedTitle, caseRefundColumns, caseRefundRows, offerOf, termsWords } from './assisted-words.server.ts';
import type { AssistedCase } from './assisted.tables.ts';
import { bothClocks } from './counter-time.ts';
import type { PassportPlace } from './custody-rules.ts';
import { passportAway, readTrips, type PassportAway } from './passport-away.server.ts';
import { priceParty } from './place-assisted-order.server.ts';

/** How one traveller's case stands. */
export interface CaseView {
  readonly status: CaseState;
  readonly tone: ReturnType<typeof toneOfCase>;
  readonly package: AssistedCase['package'];
  readonly outcome: AssistedCase['outcome'];
  readonly appointment: {
    readonly counter: string;
    readonly house: string;
    readonly reference: string;
    readonly letter: string | null;
  } | null;
  /** What the mission wrote of its refusal. */
  readonly refusal: string | null;
  readonly tracking: string | null;
  readonly passport: { readonly place: PassportPlace; readonly moves: readonly { readonly to: PassportPlace; readonly at: string }[] };
  readonly request: { readonly items: readonly RequestItem[]; readonly words: string } | null;
  readonly withdrawable: boolean;
  readonly withdrawalAsked: boolean;
  readonly history: readonly { readonly status: CaseState; readonly at: string }[];
}

export interface PartyTraveller extends TravellerForm {
  /** What cannot be flown while the passport is away; null where nothing is in the way. */
  readonly away: PassportAway | null;
  /** Null before the order was paid. */
  readonly view: CaseView | null;
}

/** One party's case as whoever it belongs to sees it; plain data for the browser. */
export interface AssistedApplicationView {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly country: string;
  readonly terms: string;
  readonly city: string;
  readonly arrival: CalendarDate;
  readonly authority: string;
  readonly site: string;
  readonly official: string;
  readonly check: boolean;
  readonly fields: EvisaGroup['offer']['fields'];
  readonly travellers: readonly PartyTraveller[];
  readonly contact: { readonly email: string; readonly phone: string };
  readonly courier: boolean;
  /** Where passports are brought back, or a runner calls. */
  readonly door: DoorView;
  readonly lines: readonly SummaryLine[];
  readonly total: Money;
  readonly refund: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly order: { readonly reference: string; readonly status: string } | null;
  /** Not placed, so it can still be changed. */
  readonly open: boolean;
  readonly book: readonly { readonly id: string; readonly name: string }[];
  /** The flight that was named to compare with. */
  readonly compared: string | null;
}

export async function openAssistedApplication(
  platform: Platform,
  viewer: Viewer,
  group: EvisaGroup,
  language: LanguageCode,
): Promise<AssistedApplicationView> {
  const { db, crypto } = platform;
  const read = await readGroup(platform, group);
  const order = group.orderId ? await findOrderAsSystem(db, group.orderId) : null;
  const quote = order ? await getQuote(db, order) : await priceParty(platform, read);
  const cases = order ? await findCasesOfOrder(db, order.id) : [];
  if (!order) await rememberShownQuote(db, platform.clock.now(), shownBegun('visa', group.id), quote);
  const book = viewer.kind === 'anonymous' ? [] : await listTravellersOf(platform, viewer.user.id);
  const offer = offerOf(group);
  const contact = openContact(crypto, group);
  const open = order === null;
  const tickets = open ? await ticketsOf(platform, group) : [];
  const [trips, houseWorks] = await Promise.all([readTrips(platform, group), readDeskDays(platform.db, 'visas')]);
  return {
    id: group.id,
    title: assistedTitle(group.country, language),
    slug: offer.slug,
    country: countryName(group.country, language),
    terms: termsWords(offer.assisted, language),
    city: offer.assisted.counter.city,
    arrival: group.arrival,
    authority: offer.authority,
    site: offer.site,
    official: read.type.official,
    check: offer.assisted.package === 'check',
    fields: offer.fields,
    travellers: await Promise.all(
      read.travellers.map(async (traveller) => {
        const one = cases.find(({ id }) => id === traveller.application.id);
        return {
          ...formOf(group, traveller, open),
          ticket: ticketView(traveller.typed, tickets),
          away: passportAway(group, { typed: traveller.typed, one: one ?? null }, trips, { today: read.today, houseWorks }),
          view: one ? await caseView(platform, one, traveller) : null,
        };
      }),
    ),
    contact: { email: contact?.email ?? (viewer.kind === 'anonymous' ? '' : viewer.user.email), phone: contact?.phone ?? '' },
    courier: group.courier,
    door: await readDoor(platform, group),
    lines: summarise(quote),
    total: quote.total,
    refund: { columns: caseRefundColumns(language), rows: caseRefundRows(offer, language) },
    order: order && { reference: order.reference, status: order.status },
    open,
    book: book.map((traveller) => ({ id: traveller.id, name: spokenName(traveller) })),
    compared: comparedWith(tickets),
  };
}

function formOf(group: EvisaGroup, read: ReadApplication, open: boolean): Omit<TravellerForm, 'ticket'> {
  const { application, typed, documents } = read;
  const asked = read.requests.findLast((request) => request.answeredAt === null);
  return {
    number: application.position + 1,
    name: `${typed.givenNames ?? ''} ${typed.surname ?? ''}`.trim(),
    ready: read.ready,
    begun: Object.keys(typed).length > 0 || documents.length > 0,
    // A paid form is closed: nothing of it goes to the browser but what is asked for again.
    typed: open ? typed : Object.fromEntries(Object.entries(typed).filter(([field]) => asked?.items.some((item) => item.code === field))),
    faults: open ? read.faults : {},
    refusals: open ? read.refusals : [],
    zone: open ? read.zone : null,
    papers: paperViews(group, read, asked),
  };
}

async function caseView(platform: Platform, one: AssistedCase, read: ReadApplication): Promise<CaseView> {
  const [events, moves] = await Promise.all([findCaseEvents(platform.db, one.id), findCustody(platform.db, [one.id])]);
  const asked = read.requests.findLast((request) => request.answeredAt === null);
  const letter = read.documents.find((document) => document.kind === 'letter');
  const ending = letter && (letter.type === 'application/pdf' ? 'pdf' : letter.type === 'image/png' ? 'png' : 'jpg');
  return {
    status: one.status,
    tone: toneOfCase(one),
    package: one.package,
    outcome: one.outcome,
    appointment:
      one.appointmentAt && one.appointmentReference
        ? {
            ...bothClocks(one.place, instant(one.appointmentAt.getTime())),
            reference: one.appointmentReference,
            letter: ending ? `appointment-${read.application.position + 1}.${ending}` : null,
          }
        : null,
    refusal: one.outcome === 'refused' ? (read.documents.find(({ kind }) => kind === 'refusal')?.id ?? null) : null,
    tracking: one.tracking,
    passport: { place: one.passport, moves: moves.map((line) => ({ to: line.toPlace, at: line.at.toISOString() })) },
    request:
      asked && (one.status === 'opened' || one.status === 'extra_requested')
        ? { items: asked.items, words: platform.crypto.open(asked.words, requestPlace('words', asked.id)) }
        : null,
    withdrawable: withdrawableStates.includes(one.status),
    withdrawalAsked: one.withdrawalAskedAt !== null,
    history: [
      { status: 'opened' as const, at: one.openedAt.toISOString() },
      ...events.filter(({ event }) => event !== 'assigned').map(({ toStatus, at }) => ({ status: toStatus, at: at.toISOString() })),
    ],
  };
}
