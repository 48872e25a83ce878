import { listTravellersOf } from '#app/commerce/customers/book/travellers-store.server.ts';
import { spokenName } from '#app/commerce/customers/book/traveller.ts';
import { findNamesOnOrder, findTravellerNames } from '#app/commerce/orders/find-traveller-names.server.ts';
import { findOrderAsSystem, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { summarise, type SummaryLine } from '#app/commerce/pricing/quote-summary.ts';
import type { PromoAnswer } from '#app/commerce/pricing/promo-code.ts';
import { answerPromo } from '#app/commerce/pricing/promo-codes.server.ts';
import { rememberShownQuote, shownBegun } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { UploadRefusal } from './evisa-document-rules.ts';
import type { TravelRefusal } from './evisa-eligibility.ts';
import { toneOf } from './evisa-counter.server.ts';
import type { EvisaField, FieldFault, TypedForm } from './evisa-form.ts';
import type { DocumentCode, FieldCode } from './evisa-offer.ts';
import { withdrawableStates, type EvisaState } from './evisa-status.ts';
import { findEvents } from './evisa-applications-store.server.ts';
import { openContact } from './evisa-groups-store.server.ts';
import { requestPlace } from './evisa-requests-store.server.ts';
import { readDoor, type DoorView } from '../delivery/read-door.server.ts';
import type { EvisaGroup, EvisaRequest, RequestItem } from './evisa.tables.ts';
import { evisaTitle, refundColumns, refundRows, typeWords } from './evisa-words.server.ts';
import { reapplyOf, type Reapply } from './reapply-rules.ts';
import { priceGroup } from './place-evisa-order.server.ts';
import { documentsOf, openRequestOf, readGroup, stillAsked, type ReadApplication } from './read-evisa-group.server.ts';
import { otherNameOnTicket, type TicketName } from './ticket-name-rules.ts';

export interface PaperView {
  readonly code: DocumentCode;
  /** What was sent; null while it is missing. */
  readonly sent: { readonly id: string; readonly type: string; readonly bytes: number; readonly warnings: readonly UploadRefusal[] } | null;
  /** Asked for since: what was sent before is no answer. */
  readonly wanted: boolean;
}

/** One traveller's form and papers, whatever the route of the visa. */
export interface TravellerForm {
  readonly number: number;
  /** As far as it was typed. */
  readonly name: string;
  readonly ready: boolean;
  readonly begun: boolean;
  readonly typed: TypedForm;
  readonly faults: Readonly<Partial<Record<EvisaField, FieldFault>>>;
  readonly refusals: readonly TravelRefusal[];
  readonly zone: ReadApplication['zone'];
  readonly papers: readonly PaperView[];
  /** A ticket on which this traveller is written otherwise; a warning, not a bar. How it is written is told of an account's own alone. */
  readonly ticket: { readonly reference: string; readonly name: string | null } | null;
}

export interface TravellerView extends TravellerForm {
  readonly status: EvisaState;
  readonly tone: ReturnType<typeof toneOf>;
  readonly deliverBy: CalendarDate | null;
  /** `until`: by when the authority wants it, where it is the authority that asks. */
  readonly request: { readonly items: readonly RequestItem[]; readonly words: string; readonly until: CalendarDate | null } | null;
  readonly withdrawable: boolean;
  readonly rejection: string | null;
  /** What another application would need; null unless this one was refused. */
  readonly reapply: Reapply | null;
  readonly history: readonly { readonly status: EvisaState; readonly at: string }[];
  readonly visa: string | null;
  /** The receipt of the filing, where the officer shows it. */
  readonly receipt: string | null;
  /** What the authority wrote of its refusal. */
  readonly refusal: string | null;
}

/** One group's application as whoever it belongs to sees it; plain data for the browser. */
export interface EvisaApplicationView {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly country: string;
  readonly type: string;
  readonly speed: string;
  readonly arrival: CalendarDate;
  readonly promised: CalendarDate;
  readonly authority: string;
  readonly site: string;
  readonly official: string;
  readonly fields: readonly FieldCode[];
  readonly travellers: readonly TravellerView[];
  readonly contact: { readonly email: string; readonly phone: string };
  readonly courier: boolean;
  /** Where printed visas are brought. */
  readonly door: DoorView;
  /** What became of the code in the address; null without one. */
  readonly promo: PromoAnswer | null;
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

export async function openEvisaApplication(
  platform: Platform,
  viewer: Viewer,
  group: EvisaGroup,
  language: LanguageCode,
  code: string | null = null,
): Promise<EvisaApplicationView> {
  const { db, crypto } = platform;
  const read = await readGroup(platform, group);
  const order = group.orderId ? await findOrderAsSystem(db, group.orderId) : null;
  const priced = order ? null : await priceGroup(platform, read, code, language);
  const quote = order ? await getQuote(db, order) : priced!.quote;
  if (!order) await rememberShownQuote(db, platform.clock.now(), shownBegun('visa', group.id), quote);
  const book = viewer.kind === 'anonymous' ? [] : await listTravellersOf(platform, viewer.user.id);
  const contact = openContact(crypto, group);
  const open = order === null;
  const tickets = open ? await ticketsOf(platform, group) : [];
  const travellers = await Promise.all(read.travellers.map((traveller) => viewOf(platform, group, traveller, open, tickets)));
  return {
    id: group.id,
    title: evisaTitle(group.country, language),
    slug: group.offer.slug,
    country: countryName(group.country, language),
    type: typeWords(read.type, language),
    speed: group.speed,
    arrival: group.arrival,
    promised: read.promised,
    authority: group.offer.authority,
    site: group.offer.site,
    official: read.type.official,
    fields: group.offer.fields,
    travellers,
    contact: { email: contact?.email ?? (viewer.kind === 'anonymous' ? '' : viewer.user.email), phone: contact?.phone ?? '' },
    courier: group.courier,
    door: await readDoor(platform, group),
    promo: priced && answerPromo(priced.promo, quote),
    lines: summarise(quote),
    total: quote.total,
    refund: { columns: refundColumns(language), rows: refundRows(group.offer, language) },
    order: order && { reference: order.reference, status: order.status },
    open,
    book: book.map((traveller) => ({ id: traveller.id, name: spokenName(traveller) })),
    compared: comparedWith(tickets),
  };
}

/** Names on the flights that the account behind a group holds for its arrival, and on the one that was named by its reference. */
export async function ticketsOf(platform: Pick<Platform, 'db' | 'crypto'>, group: EvisaGroup): Promise<TicketName[]> {
  const [own, named] = await Promise.all([
    group.userId ? findTravellerNames(platform, { userId: group.userId, kind: 'flight', on: group.arrival }) : [],
    group.ticketOrderId ? findNamesOnOrder(platform, group.ticketOrderId, 'flight') : [],
  ]);
  return [...own.map((name) => ({ ...name, isNamed: false })), ...named.map((name) => ({ ...name, isNamed: true }))];
}

/** The booking that was named, for the page. */
export const comparedWith = (tickets: readonly TicketName[]): string | null => tickets.find(({ isNamed }) => isNamed)?.reference ?? null;

/** The ticket on which a traveller is written otherwise, for the page. */
export function ticketView(typed: TypedForm, tickets: readonly TicketName[]): TravellerForm['ticket'] {
  const { surname, givenNames, birthDate } = typed;
  const other = surname && givenNames && birthDate ? otherNameOnTicket({ surname, givenNames, birthDate }, tickets) : null;
  return other && { reference: other.reference, name: other.isNamed ? null : `${other.givenNames} ${other.surname}`.trim() };
}

/** Papers of a traveller, those among them that were asked for beside the country's own. */
export function paperViews(
  group: EvisaGroup,
  { documents, person }: Pick<ReadApplication, 'documents' | 'person'>,
  asked: EvisaRequest | undefined,
): PaperView[] {
  const since = asked ? documents.filter(({ at }) => at >= asked.askedAt).map(({ kind }) => kind) : [];
  const wanted = asked ? stillAsked(asked, since) : [];
  const codes = new Set([
    ...documentsOf(group, person),
    ...(asked?.items ?? []).flatMap((item) => (item.kind === 'document' ? [item.code] : [])),
  ]);
  return [...codes].map((code) => {
    const sent = documents.find((document) => document.kind === code);
    return {
      code,
      sent: sent ? { id: sent.id, type: sent.type, bytes: sent.bytes, warnings: sent.warnings } : null,
      wanted: wanted.includes(code),
    };
  });
}

async function viewOf(
  platform: Platform,
  group: EvisaGroup,
  read: ReadApplication,
  open: boolean,
  tickets: readonly TicketName[],
): Promise<TravellerView> {
  const { application, typed, documents } = read;
  const asked = openRequestOf(read);
  const events = application.receivedAt ? await findEvents(platform.db, application.id) : [];
  const issued = documents.find((document) => document.kind === 'issued');
  const receipt = documents.find((document) => document.kind === 'receipt' && document.sharedAt !== null);
  return {
    number: application.position + 1,
    name: `${typed.givenNames ?? ''} ${typed.surname ?? ''}`.trim(),
    ready: read.ready,
    begun: Object.keys(typed).length > 0 || documents.length > 0,
    status: application.status,
    tone: toneOf(application.status),
    // A paid form is closed: nothing of it goes to the browser but what is asked for again.
    typed: open ? typed : Object.fromEntries(Object.entries(typed).filter(([field]) => asked?.items.some((item) => item.code === field))),
    faults: open ? read.faults : {},
    refusals: open ? read.refusals : [],
    zone: open ? read.zone : null,
    ticket: ticketView(typed, tickets),
    papers: paperViews(group, read, asked),
    deliverBy: application.deliverBy,
    request: asked
      ? {
          items: asked.items,
          words: platform.crypto.open(asked.words, requestPlace('words', asked.id)),
          until: application.status === 'authority_query' ? application.authorityDue : null,
        }
      : null,
    withdrawable: !open && withdrawableStates.includes(application.status),
    rejection: application.rejection,
    reapply: application.rejection ? reapplyOf(application.rejection, documentsOf(group, read.person)) : null,
    // What was noted while it stood still is no step of its own.
    history: events.flatMap(({ fromStatus, toStatus, at }) =>
      fromStatus === toStatus ? [] : [{ status: toStatus, at: at.toISOString() }],
    ),
    receipt: receipt?.id ?? null,
    refusal: documents.find(({ kind }) => kind === 'refusal')?.id ?? null,
    visa:
      issued && application.status === 'delivered'
        ? `visa-${application.position + 1}.${issued.type === 'application/pdf' ? 'pdf' : issued.type === 'image/png' ? 'png' : 'jpg'}`
        : null,
  };
}
