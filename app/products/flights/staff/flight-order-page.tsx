import { data, Link, redirect } from 'react-router';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { newFormKey, readFormKey, withIdempotency, fingerprintOf, type Progress } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DisputeCard } from '#app/commerce/disputes/staff/record-dispute-card.tsx';
import { TripOnDesk } from '#app/commerce/baskets/staff/trip-on-desk.tsx';
import { findTripAsStaff } from '#app/commerce/baskets/trip-of-order.server.ts';
import { revealReasons } from '#app/commerce/customers/records/customer-kinds.ts';
import type { CheckAnswer } from '#app/commerce/orders/payment-check-rules.ts';
import { mayReceive, receiveReturn } from '#app/commerce/orders/staff/receive-return.server.ts';
import { readRefund } from '#app/commerce/orders/staff/refund-form.ts';
import { readAmount } from '#app/values/read-amount.ts';
import { askOrderRefund, decideOrderRefund, findRefundable } from '#app/commerce/orders/staff/refund-order.server.ts';
import { assignOrder } from '#app/commerce/orders/staff/assign-order.server.ts';
import { findLinkedAsStaff } from '#app/commerce/orders/find-linked.server.ts';
import { givenUp } from '#app/commerce/orders/linked-rules.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { RecordWatch } from '#app/commerce/record-notes/record-watch.tsx';
import { timelineKinds } from '#app/commerce/orders/staff/order-line.ts';
import { heatOf, RecordFacts } from '#app/ui/desk-list/record-facts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { refuse as refuseOutcome } from '#app/values/outcome.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { flightProduct } from '../flight-product.server.ts';
import { flightsContext } from '../flights-context.ts';
import { numberDoubts, type NumberDoubt } from '../tickets/ticket-number.ts';
import { findDaysTouched, findTouchedOf } from '../schedule/open-schedule.server.ts';
import { findQuoteOfOrder } from '../quotes/flight-quotes-store.server.ts';
import { deskActions, type DeskAction } from './desk-action-rules.ts';
import { shownState } from '#app/commerce/orders/shown-state.ts';
import { TimeLeft, useDeskNow } from '#app/commerce/orders/staff/desk-time.tsx';
import { RecordActions } from './record-actions.tsx';
import { CheckCard } from './record-check-card.tsx';
import { RecordOwner } from './record-owner.tsx';
import { FlightsCard, LinkedCard } from './record-cards.tsx';
import { MoneyCard, PriceCard } from './record-money-cards.tsx';
import { TravellersCard } from './record-travellers-card.tsx';
import { RecordTimeline } from './record-timeline.tsx';
import { passAnswerOn } from './pass-answer-on.server.ts';
import { RecordRefund, type RefundAnswer } from './record-refund.tsx';
import { revealPayer, revealPeople, showFlightOrder } from './show-flight-order.server.ts';
import type { RecordRequest, Revealed, RecordView } from './record-view.ts';
import { ScheduleCard } from './record-schedule-card.tsx';
import { TripCard } from './record-trip-card.tsx';
import { dismissTwin } from './dismiss-twin.server.ts';
import { TwinsCard } from './record-twins-card.tsx';
import { SupplierCard } from './record-supplier-card.tsx';
import { StateChip } from './state-chip.tsx';
import { ExtrasCard, extraFaults, type ExtraTyped } from './record-extras-card.tsx';
import { extraActions } from './extra-actions.ts';
import { workExtra } from './work-extra.server.ts';
import { workFlightOrder } from './work-flight-order.server.ts';
import type { Route } from './+types/flight-order-page.ts';
import './flight-desk.css';

export const handle = {
  texts: ['staff-orders', 'staff-customers', 'staff-records', 'fares', 'flights', 'schedule-change', 'staff-rights'],
};

/** Said without the order's state: that has not changed. */
const didElse: readonly string[] = [
  'answer-request',
  'held-for-caller',
  'owned',
  'unowned',
  'refund-approved',
  'refund-asked',
  'refund-declined',
  'schedule-answered',
  'extra-issued',
  'extra-retried',
  'extra-refunded',
  'extra-void-asked',
  'return-asked',
  'drop-return',
  'dismiss-twin',
  'supplier-paid',
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findFlightOrderAsStaff(platform.db, viewer, params.orderId);
  if (!order) throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const desk = await openNotes(platform, viewer, deskRecord('flight', { id: order.id, handle: order.reference }));
  const record = await showFlightOrder(platform, context.get(flightsContext), viewer, { order, notes: desk.notes }, language);
  // Read only where something of it is shown: most records have nothing before anybody.
  const [days, left] = [await findDaysTouched(platform.db, order), givenUp.includes(order.status)];
  const asker = { viewer, language };
  const linked =
    days || left ? await findLinkedAsStaff(platform, context.get(productCountersContext), asker, order, days ?? undefined) : [];
  const shown = url.searchParams.get('timeline');
  // Whoever has it hands it on; giving away what another has is for who may override.
  const gives = may(viewer, 'flight-orders:override') || (viewer.kind === 'staff' && record.owner?.id === viewer.user.id);
  const colleagues = gives ? await listStaffWith(platform.db, 'flight-orders:work', { also: [record.owner?.id] }) : [];
  return {
    record,
    desk,
    trip: await findTripAsStaff(platform.db, order.id),
    touched: await findTouchedOf(platform, context.get(flightsContext), { order, linked }, language),
    stillBooked: left ? linked : [],
    quote: await findQuoteOfOrder(platform.db, order.id),
    title: record.reference,
    now: platform.clock.now(),
    key: newFormKey(),
    mayReveal: mayReveal(viewer),
    mayRevealPayer: mayRevealPayer(viewer),
    mayWork: may(viewer, 'flight-orders:work'),
    mayReceive: mayReceive(viewer),
    me: viewer.kind === 'staff' ? viewer.user.id : '',
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    did: url.searchParams.get('did'),
    doubts: numberDoubts.filter((doubt) => url.searchParams.getAll('doubt').includes(doubt)),
    refused: url.searchParams.get('refused'),
    timeline: timelineKinds.find((kind) => kind === shown) ?? 'all',
  };
}

/** Whoever decides about the payment reads what its buyer says of it, and nothing else of theirs. */
const mayRevealPayer = (viewer: Parameters<typeof may>[0]) => may(viewer, 'refunds:approve');
const mayReveal = (viewer: Parameters<typeof may>[0]) => may(viewer, 'customers:reveal') || may(viewer, 'flight-orders:work');

interface Answer {
  readonly revealed: Revealed | null;
  readonly payer: CheckAnswer | null;
  readonly refund: RefundAnswer | null;
  readonly extra: ExtraTyped | null;
  readonly refused: string | null;
  /** For the next press. */
  readonly key: string;
}

const untouched = (): Answer => ({ revealed: null, payer: null, refund: null, extra: null, refused: null, key: newFormKey() });

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findFlightOrderAsStaff(platform.db, viewer, params.orderId);
  if (!order || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const { requestId } = context.get(requestContext);
  const intent = text('intent');
  const here = `/admin/orders/flights/${order.reference}`;

  if (intent === 'reveal' || intent === 'reveal-payer') {
    const payers = intent === 'reveal-payer';
    if (!(payers ? mayRevealPayer : mayReveal)(viewer)) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
    const why = revealReasons.find((one) => one === text('reason'));
    if (!payers && !why) return data({ ...untouched(), refused: 'no-reveal-reason' }, { status: 400 });
    await transact(platform.db, (tx) =>
      audit(tx, platform.clock.now(), {
        actor: `staff:${viewer.user.id}`,
        action: payers ? 'order.payer-revealed' : 'order.people-revealed',
        subject: `orders:${order.id}`,
        ...(why ? { reason: why } : {}),
        requestId,
      }),
    );
    const opened = payers ? { payer: await revealPayer(platform, order) } : { revealed: await revealPeople(platform, order) };
    return data({ ...untouched(), ...opened }, { headers: { 'Cache-Control': 'no-store' } });
  }
  if (intent === 'assign') {
    const ask = { orderId: order.id, from: text('from') || null, to: text('to') || null, requestId };
    const given = await assignOrder(platform, viewer, ask);
    return redirect(given.ok ? `${here}?did=${given.value === null ? 'unowned' : 'owned'}` : `${here}?refused=${given.refused}`);
  }
  const key = readFormKey(form);
  // The page again with words and a fresh key: what was refused must not stand in the way of the next press.
  const refuse = (refused: string, status: number) => data({ ...untouched(), refused }, { status });
  const onceOnRecord = async <Value,>(work: (progress: Progress<Value>) => Promise<Value>) => {
    if (!key) return { kind: 'refused', refused: 'form-keyless', status: 400 } as const;
    const fingerprint = sha256(JSON.stringify([order.id, fingerprintOf(form)]));
    const answer = await withIdempotency<Value>(platform, { actor: `staff:${viewer.user.id}`, key, fingerprint }, work);
    if (answer.kind === 'other-request') return { kind: 'refused', refused: 'form-reused', status: 422 } as const;
    if (answer.kind === 'running') return { kind: 'refused', refused: 'in-progress', status: 409 } as const;
    return { kind: 'done', value: answer.value } as const;
  };
  if (intent === 'refund' || intent === 'refund-approve' || intent === 'refund-decline') {
    const refundable = await findRefundable(platform.db, order);
    const read = intent === 'refund' ? readRefund(form, refundable.lines, refundable.left) : null;
    if (read && !read.ok && refundable.paymentId) {
      const typed = Object.fromEntries([...form.entries()].filter(([, value]) => typeof value === 'string')) as Record<string, string>;
      return data({ ...untouched(), refund: { typed, faults: read.faults } }, { status: 400 });
    }
    if (!key) return refuse('form-keyless', 400);
    const fingerprint = sha256(JSON.stringify([order.id, fingerprintOf(form)]));
    type Given = Awaited<ReturnType<typeof askOrderRefund>> | Awaited<ReturnType<typeof decideOrderRefund>>;
    const answer = await withIdempotency<Given>(platform, { actor: `staff:${viewer.user.id}`, key, fingerprint }, async (progress) => {
      const ask = { viewer, orderId: order.id, requestId };
      const product = flightProduct(platform, context.get(flightsContext));
      if (intent !== 'refund')
        return decideOrderRefund(platform, product, { ...ask, decision: intent === 'refund-approve' ? 'approve' : 'decline' });
      return read?.ok
        ? askOrderRefund(platform, product, { ...ask, wish: read.wish, seen: plainVersion(form.get('seen')) }, progress.answer)
        : refuseOutcome('nothing-to-refund');
    });
    if (answer.kind === 'other-request') return refuse('form-reused', 422);
    if (answer.kind === 'running') return refuse('in-progress', 409);
    if (!answer.value.ok && answer.value.refused === 'money-moved') {
      // What was typed stays: it is for whoever typed it to see whether it is still right.
      const typed = Object.fromEntries([...form.entries()].filter(([, value]) => typeof value === 'string')) as Record<string, string>;
      return data({ ...untouched(), refused: 'money-moved', refund: { typed, faults: [] } }, { status: 409 });
    }
    return redirect(answer.value.ok ? `${here}?did=refund-${answer.value.value}` : `${here}?refused=${answer.value.refused}`);
  }
  if (intent === 'answer-request') {
    if (!key) return refuse('form-keyless', 400);
    const asked = /^(\d)\.(\d)\.(assistance|loyalty|meal)\.([A-Z0-9]{2,4}(?:\.[A-Z0-9]{3,8})?)$/.exec(text('request'));
    const answer = text('answer');
    if (!asked || (answer !== 'confirmed' && answer !== 'refused')) return refuse('not-possible', 400);
    const [contract, traveller] = [Number(asked[1]), Number(asked[2])];
    const request = { orderId: order.id, contract, traveller, kind: asked[3] as RecordRequest['kind'], code: asked[4]! };
    const answered = await passAnswerOn(platform, viewer, request, answer, { key, requestId });
    if (answered === 'form-reused') return refuse('form-reused', 422);
    if (answered === 'in-progress') return refuse('in-progress', 409);
    return redirect(answered === 'done' ? `${here}?did=answer-request` : `${here}?refused=${answered}`);
  }
  if (intent === 'dismiss-twin') {
    const ask = { orderId: order.id, other: text('other').slice(0, 64), reason: text('reason').slice(0, 500), requestId };
    const did = await onceOnRecord<Awaited<ReturnType<typeof dismissTwin>>>((progress) =>
      dismissTwin(platform, viewer, ask, progress.answer),
    );
    return did.kind === 'refused'
      ? refuse(did.refused, did.status)
      : redirect(`${here}?${did.value.ok ? `did=${intent}` : `refused=${did.value.refused}`}`);
  }
  if (intent === 'supplier-paid') {
    const ask = {
      orderId: order.id,
      part: plainVersion(form.get('part')),
      received: readAmount(text('amount')),
      note: text('note').slice(0, 500),
      requestId,
    };
    const did = await onceOnRecord<Awaited<ReturnType<typeof receiveReturn>>>((progress) =>
      receiveReturn(platform, viewer, ask, progress.answer),
    );
    return did.kind === 'refused'
      ? refuse(did.refused, did.status)
      : redirect(`${here}?${did.value.ok ? `did=${intent}` : `refused=${did.value.refused}`}`);
  }
  const onExtra = extraActions.find((one) => one === intent);
  if (onExtra) {
    if (!key) return refuse('form-keyless', 400);
    const answer = await workExtra(platform, flightProduct(platform, context.get(flightsContext)), {
      viewer,
      order,
      extra: text('extra').slice(0, 64),
      action: onExtra,
      number: text('number').slice(0, 60),
      reason: text('reason').slice(0, 500),
      accountingOf: (airline) =>
        context.get(flightsContext).world.timetable.airlines.find(({ code }) => code === airline)?.accounting ?? null,
      key,
      requestId,
    });
    if (answer.ok) return redirect(`${here}?did=${answer.did}${(answer.doubts ?? []).map((doubt) => `&doubt=${doubt}`).join('')}`);
    if (answer.refused === 'form-reused') return refuse('form-reused', 422);
    if (answer.refused === 'in-progress') return refuse('in-progress', 409);
    if (!extraFaults.includes(answer.refused)) return redirect(`${here}?refused=${answer.refused}`);
    const typed = { extra: text('extra'), action: onExtra, number: text('number'), reason: text('reason'), fault: answer.refused };
    return data({ ...untouched(), refused: answer.refused, extra: typed }, { status: 400 });
  }
  const wanted = deskActions.find((one) => one === intent);
  if (!wanted) return refuse('not-possible', 400);
  if (!key) return refuse('form-keyless', 400);
  const flights = context.get(flightsContext);
  const answer = await workFlightOrder(platform, flights, flightProduct(platform, flights), {
    viewer,
    orderId: order.id,
    action: wanted,
    reason: text('reason').slice(0, 500),
    ...(wanted === 'carry-price' ? { rise: plainVersion(form.get('rise')) } : {}),
    key,
  });
  if (!answer.ok && answer.refused === 'form-reused') return refuse('form-reused', 422);
  if (!answer.ok && answer.refused === 'in-progress') return refuse('in-progress', 409);
  return redirect(
    answer.ok ? `${here}?did=${answer.status === 'return-asked' ? answer.status : wanted}` : `${here}?refused=${answer.refused}`,
  );
}

export default function FlightOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { record, desk, timeline } = loaderData;
  const key = actionData?.key ?? loaderData.key;
  const refused = actionData ? actionData.refused : loaderData.refused;
  const did = actionData ? null : loaderData.did;
  const t = useTexts('staff-orders');
  const now = useDeskNow(loaderData.now);
  return (
    <div className="fd">
      <header className="fd-head">
        <h1 tabIndex={-1}>{t('record.title', { from: record.fromCity, to: record.toCity })}</h1>
        <StateChip state={shownState(record.status, record.money.position)} />
        <span className="fd-head__sub fd-quiet">{t('record.version', { version: record.version })}</span>
        <Link className="bo-btn" to="/admin/orders/flights">
          {t('record.back')}
        </Link>
      </header>
      <RecordWatch desk={desk} />
      <Facts record={record} now={now} />
      <TripOnDesk trip={loaderData.trip} />
      {loaderData.quote && (
        <p className="fd-said">
          <Icon name="message" />
          <span>
            {t('record.fromQuote')}{' '}
            <Link to={`/admin/orders/flights/quotes/${loaderData.quote}`}>
              <bdi>{loaderData.quote}</bdi>
            </Link>
          </span>
        </p>
      )}
      <div className="fd-record">
        <div className="fd-record__main">
          <Said did={did} refused={refused} record={record} />
          {did === 'extra-issued' && <Doubts doubts={loaderData.doubts} />}
          <Situation record={record} />
          <DisputeCard disputes={record.disputes} look="fd-card" />
          <TwinsCard record={record} mayWork={loaderData.mayWork} formKey={key} />
          <CheckCard record={record} mayReveal={loaderData.mayRevealPayer} payer={actionData?.payer ?? null} />
          <ScheduleCard record={record} now={now} />
          <TripCard touched={loaderData.touched} stillBooked={loaderData.stillBooked} />
          <FlightsCard record={record} />
          <TravellersCard
            record={record}
            mayReveal={loaderData.mayReveal}
            mayAnswer={loaderData.mayWork}
            revealed={actionData?.revealed ?? null}
            formKey={key}
          />
          <ExtrasCard record={record} mayWork={loaderData.mayWork} formKey={key} typed={actionData?.extra ?? null} />
          <PriceCard record={record} />
          <MoneyCard record={record} />
          <SupplierCard record={record} mayReceive={loaderData.mayReceive} formKey={key} />
          <RecordRefund record={record} formKey={key} answer={actionData?.refund ?? null} />
          <LinkedCard record={record} />
          <RecordTimeline record={record} kind={timeline} />
        </div>
        <div className="fd-record__side">
          <RecordOwner record={record} me={loaderData.me} mayWork={loaderData.mayWork} colleagues={loaderData.colleagues} />
          <RecordActions record={record} formKey={key} />
          <RecordNotes desk={desk} />
        </div>
      </div>
    </div>
  );
}

/** The next deadline first, then what a caller asks for. */
function Facts({ record, now }: { record: RecordView; now: number }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const locators = record.contracts.filter((contract) => contract.locator !== null);
  return (
    <RecordFacts
      facts={[
        {
          id: 'deadline',
          name: t(`limitKind.${record.limitKind ?? 'none'}`),
          value: <TimeLeft until={record.limit} now={now} />,
          heat: heatOf(record.limit ? Date.parse(record.limit) - now : null),
        },
        { id: 'reference', name: t('facts.reference'), value: <bdi>{record.reference}</bdi> },
        {
          id: 'pnr',
          name: t('facts.pnr'),
          value: (
            <>
              {locators.length === 0 && '–'}
              {locators.map((contract) => (
                <span key={contract.locator}>
                  <bdi>{contract.locator}</bdi> <small>{contract.airlineName}</small>{' '}
                </span>
              ))}
            </>
          ),
        },
        {
          id: 'supplier',
          name: t('columns.supplier'),
          value: [
            ...new Set(record.contracts.map(({ supplier, supplierName }) => (supplier === 'house' ? t('house') : supplierName))),
          ].join(comma(language)),
        },
        {
          id: 'money',
          name: t('facts.money'),
          value: (
            <>
              <bdi>{formatMoney(record.total, language)}</bdi> <small>{t(`position.${record.money.position}`)}</small>
            </>
          ),
        },
        {
          id: 'customer',
          name: t('facts.customer'),
          value: (
            <>
              <Link to={`/admin/customers?find=${record.reference}`}>
                <bdi>{record.contact.email}</bdi>
              </Link>{' '}
              <small>{t(`facts.${record.customer}`)}</small>
            </>
          ),
        },
        {
          id: 'terms',
          name: t('facts.terms'),
          value:
            record.termsEdition === null ? (
              '–'
            ) : (
              <Link to={`/terms?edition=${record.termsEdition}`}>{t('facts.termsEdition', { number: record.termsEdition })}</Link>
            ),
        },
      ]}
    />
  );
}

/** What the last press did, or why it did not. Only known words are shown, whatever the address says. */
function Said({ did, refused, record }: { did: string | null; refused: string | null; record: RecordView }) {
  const t = useTexts('staff-orders');
  const known = didElse.includes(did ?? '') || deskActions.includes(did as DeskAction);
  if (did && known) {
    return (
      <p className="fd-said" role="status">
        <Icon name="done" />
        <span>
          <b>{t(`did.${did}`)}</b> {!didElse.includes(did) && t('did.now', { state: t(`states.${record.status}`) })}
        </span>
      </p>
    );
  }
  if (!refused) return null;
  const words = t(`refused.${refused}`, { defaultValue: '' });
  return (
    <p className="fd-said fd-said--warn" role="alert">
      <Icon name="warning" />
      <span>
        <b>{t('refused.title')}</b> {words || t('refused.not-possible')}
      </span>
    </p>
  );
}

/** A number that was taken as it was typed and is odd: the clerk compares it with what the airline wrote. */
function Doubts({ doubts }: { doubts: readonly NumberDoubt[] }) {
  const t = useTexts('staff-orders');
  return doubts.map((doubt) => (
    <p key={doubt} className="fd-said fd-said--warn" role="alert">
      <Icon name="warning" />
      <span>{t(`did.doubt.${doubt}`)}</span>
    </p>
  ));
}

/** States in which somebody must decide: what is known, what is not, and the one safe move. */
function Situation({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  const words = t(`situation.${record.claimed ? 'claimed' : record.status}`, { defaultValue: '' });
  if (!words) return null;
  const bad = record.status === 'stuck' || record.status === 'ticketing_failed';
  return (
    <p className={`fd-said ${bad ? 'fd-said--bad' : 'fd-said--warn'}`}>
      <Icon name="warning" />
      <span>{words}</span>
    </p>
  );
}
