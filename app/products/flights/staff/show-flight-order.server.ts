import { walletNames } from '#app/commerce/payments/wallets.ts';
import { readRecordDisputes } from '#app/commerce/disputes/staff/read-record-disputes.server.ts';
import { findLedgerLines, moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { withoutUsedPromises } from '#app/commerce/ledger/money-lines.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { riseOf } from '#app/commerce/orders/change-hold.server.ts';
import { maskedEmail } from '#app/commerce/orders/order-description.ts';
import { findCancelQuote, findHistory, findSnapshots, getQuote, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import type { CheckAnswer } from '#app/commerce/orders/payment-check-rules.ts';
import { findPaymentCheck, openAnswer } from '#app/commerce/orders/payment-checks-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findSentMessages } from '#app/commerce/messages/messages-store.server.ts';
import { newestFirst, noteEntries } from '#app/commerce/orders/staff/order-line.ts';
import { findRefundable, type Refundable } from '#app/commerce/orders/staff/refund-order.server.ts';
import { givenAlone } from '#app/commerce/orders/staff/refund-rules.ts';
import { findCreditRequests } from '#app/commerce/invoices/staff/credit-requests-store.server.ts';
import { findRefundRequests } from '#app/commerce/orders/refund-requests-store.server.ts';
import type { OpenNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { cardOf } from '#app/commerce/payments/two-card-rules.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { permissionsOf, type Clerk, type Permission, type Viewer } from '#app/platform/access.ts';
import { findTextsOfOrder } from '#app/platform/mail-log-list-store.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findRefundLimit } from '#app/platform/refund-limits.server.ts';
import { instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { airlineExtras } from '../extras/extra-rules.ts';
import { extraWords } from '../extras/extra-words.server.ts';
import { findOpenAddition } from '../addition/additions-store.server.ts';
import { findChanges } from '../change/flight-changes-store.server.ts';
import { findExtras } from '../extras/extras-store.server.ts';
import { findFamily, rulesOfDirection } from '../fares/fare-rules.ts';
import { segmentsOf } from '../flight-price.ts';
import type { FlightContractRow } from '../flight.tables.ts';
import { findDeclarations, findRequests } from '../extras/traveller-requests-store.server.ts';
import type { FlightOrderState } from '../order/flight-order-status.ts';
import { findAttempts, findTickets, getFlightOrder } from '../order/flight-store.server.ts';
import type { ConsentWay } from '../schedule/moves-allowed-rules.ts';
import type { Flights } from '../flights-context.ts';
import { passageTo } from '../join-tickets.ts';
import { findCorrections, isLiving } from '../names/name-corrections-store.server.ts';
import { claimOf } from '../trip/missed-rules.ts';
import { rebookMs } from '../tickets/ticket-order.server.ts';
import { sentName } from '../tickets/ticket-name.ts';
import { couponsOf, flightsIn, spokenTicket, ticketDigits } from '../tickets/ticket-number.ts';
import { findOpenSchedules, findSchedules } from '../schedule/schedule-store.server.ts';
import { isNotFlown } from '../schedule/find-stops.server.ts';
import { againStanding, directionsNow } from '../schedule/schedule-rules.ts';
import { findReturnAsk } from './ask-return.server.ts';
import { findSupplierReturns } from '#app/commerce/orders/supplier-returns-store.server.ts';
import { listSuppliers } from '../supply/flight-suppliers-store.server.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';
import { findTwinsOf } from '../order/twins-store.server.ts';
import { choicesFor, type DeskCase } from './desk-action-rules.ts';
import type { RecordConsent, RecordEvent, RecordExtra, RecordView, Revealed } from './record-view.ts';

/** What the rules of the desk need to know of an order, read afresh. */
export async function deskCase(platform: Pick<Platform, 'db' | 'clock'>, viewer: Viewer | Clerk, order: Order): Promise<DeskCase> {
  const [{ contracts }, history, refunds, credits, asked, rise, schedules, limit] = await Promise.all([
    getFlightOrder(platform.db, order.id),
    findHistory(platform.db, order.id),
    findRefundRequests(platform.db, order.id),
    findCreditRequests(platform.db, order.id),
    findReturnAsk(platform.db, order.id),
    riseOf(platform.db, order),
    findOpenSchedules(platform.db, order.id),
    viewer.kind === 'staff' ? findRefundLimit(platform.db, viewer.staff.roles) : 0,
  ]);
  const now = platform.clock.now();
  const quoted = order.status === 'cancel_quoted' ? await findCancelQuote(platform.db, order.id) : null;
  const voids = contracts.map((contract) => contract.voidUntil?.getTime() ?? null);
  const none = voids.length === 0 || voids.includes(null);
  const told = schedules.map((open) => againStanding(open, now));
  return {
    status: order.status as FlightOrderState,
    now,
    voidUntil: none ? null : instant(Math.min(...(voids as number[]))),
    quoteUntil: quoted ? instant(quoted.expiresAt.getTime()) : null,
    departed: order.travelStarts.getTime() <= now,
    claimed: claimOf(history) === 'asked',
    gives: {
      // Where the airline has not said what comes back, nothing goes back with the cancellation.
      'confirm-cancel': quoted?.terms.refund?.amount ?? 0,
      void: order.total,
      'give-up': unpaid.includes(order.status) ? 0 : order.total,
    },
    rise,
    kept:
      order.heldUntil && order.heldUntil.getTime() > now
        ? { later: order.payLater, longer: order.hardUntil !== null && order.hardUntil > order.heldUntil }
        : null,
    notFlown: issuable.includes(order.status) && (await isNotFlown(platform.db, order.id)),
    schedule: told.includes('due') ? 'due' : told.includes('lately') ? 'lately' : null,
    limit,
    alone: viewer.kind === 'staff' ? limit - givenAlone(viewer.user.id, [...refunds, ...credits]) : 0,
    asked: asked && { action: asked.action, own: viewer.kind === 'staff' && asked.by === viewer.user.id },
    permissions: viewer.kind === 'staff' ? permissionsOf(viewer.staff.roles) : new Set(),
  };
}

/** A consent whose three columns come and go together. */
const consentOf = (minutes: number | null, way: ConsentWay | null, at: Date | null): RecordConsent | null =>
  minutes !== null && way !== null && at !== null ? { minutes, from: way, at: at.toISOString() } : null;

/** Tickets are written from these states. */
const issuable: readonly string[] = ['paid', 'ticketing_failed'] satisfies FlightOrderState[];

/** Nothing was taken in these states yet. */
const unpaid: readonly string[] = ['priced', 'price_changed'] satisfies FlightOrderState[];

/** Gathers the record for a member of staff whose access the caller has judged. */
export async function showFlightOrder(
  platform: Platform,
  flights: Pick<Flights, 'geography'>,
  viewer: Viewer,
  { order, notes }: { readonly order: Order; readonly notes: OpenNotes['notes'] },
  language: LanguageCode,
): Promise<RecordView> {
  const { db, crypto } = platform;
  const total = money(order.total, order.currency);
  const [
    flight,
    quote,
    snapshots,
    people,
    tickets,
    history,
    attempts,
    position,
    ledger,
    payments,
    refunds,
    invoices,
    quoted,
    asked,
    declarations,
    mails,
    texts,
    audits,
    schedules,
    extras,
    addition,
    check,
    twins,
    returns,
    disputes,
    suppliers,
    corrections,
    changes,
  ] = await Promise.all([
    getFlightOrder(db, order.id),
    getQuote(db, order),
    findSnapshots(db, order.id),
    readPeople<PassengerDetails>(db, crypto, order),
    findTickets(db, order.id),
    findHistory(db, order.id),
    findAttempts(db, order.id),
    moneyPosition(db, order.id, total),
    findLedgerLines(db, order.id).then(withoutUsedPromises),
    findPaymentsOfOrder(db, order.id),
    findRefundsOfOrder(db, order.id),
    findInvoicesOfOrder(db, order.id),
    order.status === 'cancel_quoted' ? findCancelQuote(db, order.id) : null,
    findRequests(db, order.id),
    findDeclarations(db, order.id),
    findSentMessages(db, order.id),
    findTextsOfOrder(db, order.id),
    listAuditOf(db, `orders:${order.id}`, 500),
    findSchedules(db, order.id),
    findExtras(db, order.id),
    findOpenAddition(db, order.id),
    findPaymentCheck(db, order.id),
    findTwinsOf(db, order.id),
    findSupplierReturns(db, order.id),
    readRecordDisputes(db, viewer, order.id),
    listSuppliers(db),
    findCorrections(db, crypto, order.id),
    findChanges(db, order.id),
  ]);
  const leftOf = (at: number) => {
    const change = changes.find(({ status, leaves }) => status === 'done' && leaves?.includes(at));
    return change
      ? {
          at: (change.settledAt ?? change.quotedAt).toISOString(),
          together: change.leaves!.length,
          back: money(change.refund, change.currency),
          ...by(history.findLast(({ event, detail }) => event === 'accept-leave' && detail['change'] === change.number)?.actor ?? 'system'),
        }
      : null;
  };
  const supplierName = (supplier: string) => suppliers.find(({ code }) => code === supplier)?.name ?? supplier;
  const handed = audits.filter(({ action }) => action === 'order.assigned');
  const ownerOf = (value: unknown) => (typeof value === 'string' ? value : null);
  const flown = segmentsOf(flight.contracts);
  const facts = await deskCase(platform, viewer, order);
  const ask = facts.asked && history.findLast(({ event }) => event === 'noted-return-asked');
  const [requests, refundable] = [await findRefundRequests(db, order.id), await findRefundable(db, order)];
  const names = await findStaffNames(db, [
    ...new Set([
      ...requests.flatMap((request) => [request.askedBy, ...(request.decidedBy ? [request.decidedBy] : [])]),
      ...handed.flatMap(({ actor, detail }) => [staffId(actor), ...[detail['to'], detail['from']].flatMap((id) => ownerOf(id) ?? [])]),
      ...(order.assignedTo ? [order.assignedTo] : []),
      ...history
        .map((event) => event.actor)
        .filter(isStaff)
        .map(staffId),
    ]),
  ]);
  const limits = flight.contracts.map((contract) => contract.ticketBy?.getTime()).filter((at) => at !== undefined);
  const answers = schedules.flatMap(({ status, answerBy }) => (status === 'open' && answerBy ? [answerBy.getTime()] : []));
  const limit = limitOf(
    order,
    limits.length > 0 ? Math.min(...limits) : null,
    facts.quoteUntil,
    answers.length > 0 ? Math.min(...answers) : null,
  );
  const by = (actor: string) =>
    isStaff(actor)
      ? { by: names.get(staffId(actor)) ?? '–', byName: true }
      : { by: actor.startsWith('user:') ? 'customer' : actor, byName: false };
  const timeline: RecordEvent[] = [
    ...history.map((event) => ({
      at: event.at.toISOString(),
      kind: 'event' as const,
      id: `event-${event.version}`,
      what: event.event,
      ...by(event.actor),
      reason: event.reason,
      state: event.fromStatus === event.toStatus ? null : (event.toStatus as FlightOrderState),
      amount:
        event.event === 'noted-refund' || event.event === 'noted-return-asked'
          ? money(Number(event.detail['amount']), order.currency)
          : null,
    })),
    ...requests.flatMap((request) => {
      const about = { kind: 'event' as const, state: null, amount: money(request.amount, request.currency) };
      const asked = {
        ...about,
        at: request.askedAt.toISOString(),
        id: `asked-${request.id}`,
        what: 'refund-asked',
        ...by(`staff:${request.askedBy}`),
        reason: request.reason,
      };
      const declined = {
        ...about,
        at: request.decidedAt?.toISOString() ?? '',
        id: `declined-${request.id}`,
        what: 'refund-declined',
        ...by(`staff:${request.decidedBy}`),
        reason: null,
      };
      return [...(request.alone ? [] : [asked]), ...(request.status === 'declined' ? [declined] : [])];
    }),
    ...handed.map(({ sequence, at, actor, detail }) => {
      const to = ownerOf(detail['to']);
      return {
        at: new Date(at).toISOString(),
        kind: 'event' as const,
        id: `owner-${sequence}`,
        what: to === null ? 'owner-none' : to === staffId(actor) ? 'owner-taken' : 'owner-given',
        ...by(actor),
        reason: to === null || to === staffId(actor) ? null : (names.get(to) ?? '–'),
        state: null,
        amount: null,
      };
    }),
    ...noteEntries(notes).map((note) => ({ ...note, reason: null, state: null, amount: null })),
    ...attempts.map((attempt) => ({
      at: (attempt.answeredAt ?? attempt.calledAt ?? attempt.intendedAt).toISOString(),
      kind: 'call' as const,
      id: attempt.id,
      what: `${attempt.action}.${attempt.outcome ?? 'open'}`,
      by: 'supplier',
      byName: false,
      reason: typeof attempt.detail['why'] === 'string' ? attempt.detail['why'] : null,
      state: null,
      amount: null,
    })),
    ...mails.map((mail) => ({
      at: mail.sentAt.toISOString(),
      kind: 'mail' as const,
      id: mail.messageId,
      what: mail.template,
      by: 'system',
      byName: false,
      reason: null,
      state: null,
      amount: null,
    })),
    ...texts.map(({ id, kind, changedAt }) => ({
      at: changedAt.toISOString(),
      kind: 'mail' as const,
      id,
      what: `text:${kind.split('.')[1]}`,
      by: 'system',
      byName: false,
      reason: null,
      state: null,
      amount: null,
    })),
    ...ledger.map((line, index) => ({
      at: line.postedAt.toISOString(),
      kind: 'money' as const,
      id: `money-${index}`,
      what: line.kind,
      by: 'provider',
      byName: false,
      reason: null,
      state: null,
      amount: line.amount,
    })),
  ];
  return {
    reference: order.reference,
    version: order.version,
    status: order.status as FlightOrderState,
    fromCity: flights.geography.city(flight.origin, language),
    toCity: flights.geography.city(flight.destination, language),
    limit: limit.at === null ? null : new Date(limit.at).toISOString(),
    limitKind: limit.kind,
    owner: order.assignedTo ? { id: order.assignedTo, name: names.get(order.assignedTo) ?? '–' } : null,
    placedAt: order.createdAt.toISOString(),
    returns: returns.map((one) => ({
      part: one.part,
      supplier: one.supplier,
      supplierName: supplierName(one.supplier),
      owed: money(one.amount, one.currency),
      askedAt: one.askedAt.toISOString(),
      received: one.received === null ? null : money(one.received, one.currency),
      receivedAt: one.receivedAt?.toISOString() ?? null,
      note: one.note,
    })),
    disputes,
    twins: twins.map(({ reference, status }) => ({ reference, status: status as FlightOrderState })),
    contracts: flight.contracts.map((contract) => ({
      locator: contract.locator,
      supplier: contract.supplier,
      supplierName: supplierName(contract.supplier),
      airline: contract.offer.validatingAirline,
      airlineName: flights.geography.airline(contract.offer.validatingAirline),
      brandKey: findFamily(contract.offer, contract.brand)?.nameKey ?? contract.brand,
      names: nameRulesOf(contract.offer.validatingAirline),
      fareBasis: findFamily(contract.offer, contract.brand)?.fareBasis ?? [],
      bags: bagsIn(contract),
      voidUntil: contract.voidUntil?.toISOString() ?? null,
      passage: passageTo(flight.contracts, contract.position),
      slices: contract.offer.slices.map(({ from, to, segments, layovers }) => ({ from, to, segments, layovers })),
    })),
    travellers: people.travellers.map((traveller, at) => ({
      // As its tickets have it: of a single name with the fillers of their airlines.
      name: [...new Set(flight.contracts.map((contract) => sentName(traveller, contract.nameFiller)))].join(' · '),
      type: traveller.type,
      left: leftOf(at),
      nationality: traveller.nationality,
      document: traveller.document ? `•••• ${traveller.document.number.slice(-4)}` : null,
      tickets: tickets
        .filter((ticket) => ticket.traveller === at)
        .map((ticket) => ({
          number: spokenTicket(ticketDigits(ticket)),
          status: ticket.status,
          // Of an exchanged one the flights are no longer known.
          coupons:
            ticket.booklets > 1 && ticket.status !== 'exchanged'
              ? couponsOf(ticket, flightsIn(flight.contracts[ticket.contract]!.offer.slices))
              : [],
        })),
      flyer: traveller.frequentFlyer ? `${traveller.frequentFlyer.airline} •••• ${traveller.frequentFlyer.number.slice(-4)}` : null,
      requests: asked
        .filter((request) => request.traveller === at)
        .map(({ contract, kind, code, status, answeredAt }) => ({
          contract,
          airline: flight.contracts[contract]!.offer.validatingAirline,
          kind,
          code,
          status,
          answeredAt: answeredAt?.toISOString() ?? null,
        })),
      declarations: declarations
        .filter((declaration) => declaration.traveller === at)
        .map(({ segment, seat, wording, declaredAt }) => ({
          flight: flown[segment]?.flight ?? '',
          seat,
          wording,
          at: declaredAt.toISOString(),
        })),
    })),
    contact: { email: maskedEmail(people.contact.email), phone: `••• ${people.contact.phone.slice(-3)}` },
    termsEdition: order.termsEdition,
    customer: order.userId ? 'account' : 'guest',
    lines: quote.lines,
    total,
    vatTotal: quote.vatTotal,
    rulesVersion: quote.rulesVersion,
    quotedAt: quote.quotedAt,
    snapshots: snapshots.map((snapshot) => ({
      number: snapshot.number,
      cause: snapshot.cause,
      total: money(snapshot.total, snapshot.currency),
      at: snapshot.at.toISOString(),
      inForce: snapshot.number === order.snapshot,
    })),
    money: position,
    ledger: ledger.map((line) => ({ kind: line.kind, amount: line.amount, at: line.postedAt.toISOString() })),
    payments: payments.map((payment) => ({
      id: payment.id,
      card: cardOf(payment),
      ending: payment.cardEnding,
      wallet: payment.wallet && walletNames[payment.wallet],
      status: payment.status,
      decline: payment.declineClass,
      amount: money(payment.amount, payment.currency),
      at: payment.createdAt.toISOString(),
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      ending: payments.find(({ id }) => id === refund.paymentId)?.cardEnding ?? null,
      status: refund.status,
      amount: money(refund.amount, refund.currency),
      reason: refund.reason,
      at: refund.createdAt.toISOString(),
    })),
    invoices: invoices.map((invoice) => ({
      number: invoice.number,
      kind: invoice.kind,
      gross: money(invoice.gross, 'AED'),
      at: invoice.issuedAt.toISOString(),
    })),
    terms: quoted?.terms ?? null,
    refund: refundOf(viewer, order, facts.limit, requests, refundable, payments, (id) => names.get(id) ?? '–'),
    extras: extras.map((extra) => ({
      id: extra.id,
      traveller: nameOf(people.travellers[extra.traveller]),
      what: extraWords(extra, language),
      airline: airlineExtras.includes(extra.kind),
      price: money(extra.price, extra.currency),
      status: extra.status as RecordExtra['status'],
      document: extra.document && spokenTicket(extra.document),
      replaces: extra.replaces && spokenTicket(extra.replaces),
      renamed: extra.renamed && extra.document === null,
      why: extra.why,
    })),
    names: corrections.filter(isLiving).map((one) => ({
      id: one.id,
      was: sentName(one.was, null),
      wanted: sentName(one.wanted, null),
      status: one.status,
      waits: one.feeWaits,
      fee: one.fee === null ? null : money(one.fee, one.currency),
      askedAt: one.askedAt.toISOString(),
    })),
    addition: addition && {
      amount: money(addition.difference, addition.currency),
      until: addition.expiresAt.toISOString(),
      desk: addition.chosenBy.startsWith('staff:'),
    },
    check: check && {
      causes: check.causes,
      begunAt: check.begunAt.toISOString(),
      askedAt: check.askedAt?.toISOString() ?? null,
      answeredAt: check.answeredAt?.toISOString() ?? null,
      decision: check.decision,
    },
    claimed: facts.claimed && (order.status === 'ticketed' || order.status === 'flown'),
    schedules: schedules.map((one) => ({
      id: one.id,
      status: one.status,
      severity: one.severity,
      kinds: one.kinds,
      broken: one.broken,
      was: one.was.map(({ segments }) => segments),
      now: directionsNow(one.was, one).map((slice) => slice && slice.segments),
      told: one.toldAt !== null,
      answerBy: one.answerBy?.toISOString() ?? null,
      answer: one.answer,
      reason: one.reason,
      allowed: consentOf(one.allowedMinutes, one.allowedWay, one.allowedAt),
    })),
    moves: consentOf(flight.movesAllowed, flight.movesAllowedWay, flight.movesAllowedAt),
    timeline: newestFirst(timeline),
    log: attempts.map(
      (attempt) =>
        `${attempt.intendedAt.toISOString()} ${attempt.action} contract ${attempt.contract + 1}, key ${attempt.id}` +
        `\n  called ${attempt.calledAt?.toISOString() ?? '–'}, answered ${attempt.answeredAt?.toISOString() ?? '–'}: ${attempt.outcome ?? 'open'} ${JSON.stringify(attempt.detail)}`,
    ),
    choices: choicesFor(facts),
    alone: money(Math.max(0, facts.alone), order.currency),
    rise: facts.rise === null ? null : money(facts.rise, order.currency),
    asked: ask ? { by: by(ask.actor).by, reason: ask.reason ?? '' } : null,
  };
}

/** As they were sold; once where both directions have the same. */
function bagsIn({ offer, brand }: FlightContractRow): RecordView['contracts'][number]['bags'] {
  const family = findFamily(offer, brand);
  if (!family) return [];
  const ends = offer.slices.map(({ from, to }, at) => ({ from, to, ...rulesOfDirection(family, at) }));
  const shown = family.directions ? ends : ends.slice(0, 1).map((one) => ({ ...one, to: ends.at(-1)!.to }));
  return shown.map(({ from, to, cabinBag, checkedBag }) => ({ from, to, cabin: cabinBag, checked: checkedBag }));
}

function refundOf(
  viewer: Viewer,
  order: Order,
  limit: number,
  requests: Awaited<ReturnType<typeof findRefundRequests>>,
  refundable: Refundable,
  payments: Awaited<ReturnType<typeof findPaymentsOfOrder>>,
  nameOf: (id: string) => string,
): RecordView['refund'] {
  const payment = payments.find((one) => one.id === refundable.paymentId);
  const waiting = requests.find((request) => request.status === 'asked');
  const may = (permission: Permission) => viewer.kind === 'staff' && permissionsOf(viewer.staff.roles).has(permission);
  if (viewer.kind !== 'staff' || !payment || (!may('refunds:request') && !may('refunds:approve'))) return null;
  if (refundable.left === 0 && !waiting) return null;
  const { beyond } = refundable;
  return {
    left: money(refundable.left, order.currency),
    limit: money(limit, order.currency),
    paid: { amount: money(payment.amount, payment.currency), at: payment.createdAt.toISOString() },
    cards: beyond && {
      first: money(beyond.before, order.currency),
      ending: payment.cardEnding ?? '–',
      other: payments.find(({ id }) => id === beyond.paymentId)?.cardEnding ?? '–',
    },
    lines: [...refundable.lines].map(([position, left]) => ({ position, left: money(left, order.currency) })),
    waiting: waiting
      ? {
          amount: money(waiting.amount, waiting.currency),
          reason: waiting.reason,
          by: nameOf(waiting.askedBy),
          own: waiting.askedBy === viewer.user.id,
          mayApprove: may('refunds:approve') && waiting.askedBy !== viewer.user.id,
        }
      : null,
  };
}

const nameOf = (traveller: PassengerDetails | undefined) => (traveller ? `${traveller.surname} / ${traveller.givenNames}` : '–');

const isStaff = (actor: string) => actor.startsWith('staff:');

const staffId = (actor: string) => actor.slice('staff:'.length);

function limitOf(
  order: Order,
  ticketBy: number | null,
  quoteUntil: number | null,
  answerBy: number | null,
): { at: number | null; kind: RecordView['limitKind'] } {
  switch (order.status) {
    case 'priced':
    case 'price_changed':
    case 'held':
    case 'payment_pending':
      return { at: order.heldUntil?.getTime() ?? null, kind: order.payLater ? 'kept' : 'hold' };
    case 'paid':
    case 'on_hold':
    case 'ticketing':
    case 'stuck':
      return { at: ticketBy, kind: ticketBy === null ? null : 'ticket' };
    case 'ticketing_failed': {
      const givenUp = order.changedAt.getTime() + rebookMs;
      return ticketBy !== null && ticketBy < givenUp ? { at: ticketBy, kind: 'ticket' } : { at: givenUp, kind: 'given-up' };
    }
    case 'schedule_change_pending':
      return { at: answerBy, kind: answerBy === null ? null : 'answer' };
    case 'cancel_quoted':
      return { at: quoteUntil, kind: quoteUntil === null ? null : 'quote' };
    default:
      return { at: null, kind: null };
  }
}

/** What the buyer said of the payment; null when nothing was asked or answered. The caller puts the look on record. */
export async function revealPayer(platform: Pick<Platform, 'db' | 'crypto'>, order: Order): Promise<CheckAnswer | null> {
  const check = await findPaymentCheck(platform.db, order.id);
  return check && openAnswer(platform.crypto, check);
}

export async function revealPeople(platform: Pick<Platform, 'db' | 'crypto'>, order: Order): Promise<Revealed> {
  const { contact, travellers } = await readPeople<PassengerDetails>(platform.db, platform.crypto, order);
  return {
    email: contact.email,
    phone: contact.phone,
    travellers: travellers.map((traveller) => ({
      birthDate: traveller.birthDate,
      document: traveller.document?.number ?? '',
      expires: traveller.document?.expires ?? '',
      issuedBy: traveller.document?.issuedBy ?? '',
    })),
  };
}
