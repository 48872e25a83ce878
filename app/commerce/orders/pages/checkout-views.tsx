import { Form, Link, useNavigation } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { HelpAnswer } from '#app/ui/help-answer.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import type { BuyerTyped } from '../../invoices/invoice-buyer-form.ts';
import type { InvoiceBuyer } from '../../invoices/invoice-lines.ts';
import type { PromoAnswer } from '../../pricing/promo-code.ts';
import { PromoField } from '../../pricing/promo-field.tsx';
import type { TripLineSaid } from '../../trip-line/trip-line.ts';
import { wordOfLine } from '../../pricing/quote-summary.ts';
import type { FourPart } from '../../payments/four-rules.ts';
import type { WayRefusal } from '../../payments/payment-ways.ts';
import type { WayLeft } from '../../payments/ways-left.ts';
import type { PriceChangeLine } from '../../product-counter.ts';
import type { OrderView } from '../show-order.server.ts';
import { CreditForm, type CreditChoice } from '../../credits/credit-form.tsx';
import { VoucherChoice, VouchersWait } from '../../loyalty/voucher-choice.tsx';
import type { OfferedVoucher } from '../../loyalty/use-voucher.server.ts';
import { BuyerChoice, BuyerFields, type BuyerForm } from './buyer-fields.tsx';
import { CheckoutReview } from './checkout-review.tsx';
import { questionOf, refusalKey } from './refusal-words.ts';
import { clockInDubai, dayInDubai, HoldNotice, OrderBlock, SeenTotal } from './order-parts.tsx';
import { OrderContent } from './order-content.tsx';
import { OwnClock } from './own-clock.tsx';
import { PayInFour } from './pay-in-four.tsx';
import { useOrderWords } from './order-words.ts';
import { FirstCardHeld, TwoCards, type FirstCardTyped } from './two-cards.tsx';
import type { TwoCardsOffer } from '../pay-with-two-cards.server.ts';
import { PriceChange } from './order-money.tsx';

export interface Refusal {
  readonly refused: string;
  readonly reference: string | null;
  readonly seats: readonly string[];
  /** For the next press: what was refused must not stand in its way. */
  readonly formKey: string;
  readonly rise: { readonly before: Money; readonly after: Money; readonly changes: readonly PriceChangeLine[] } | null;
  /** The company for the invoice as it was sent; null when none was. */
  readonly buyer: BuyerForm | null;
  /** What was typed for the first of two cards; null when nothing was. */
  readonly first: FirstCardTyped | null;
}

function useRefusalWords() {
  const language = useLanguage();
  const t = useTexts('orders');
  return (refused: string, reference: string | null, seats: readonly string[]) =>
    t([`refused.${refused}`, 'refused.other'], { reference: reference ?? '', seats: seats.join(comma(language)) });
}

const isCardOff = (unoffered: WayRefusal | null) => unoffered === 'card-off' || unoffered === 'card-other-size';

/** Stands where the button to pay would be: the way of paying is not offered for this, and what can be done instead. */
function NotOffered({ unoffered, said, ways }: { unoffered: WayRefusal; said: boolean; ways: readonly WayLeft[] }) {
  const t = useTexts('orders');
  return (
    <Notice tone="warn" boxed title={said ? undefined : t(`notOffered.${unoffered}`)}>
      {t('notOffered.title')}
      <ul className="pay-ways">
        {ways.map((way) => (
          <li key={way}>
            {way === 'ask' ? (
              <Link className="link" to="/contact">
                {t('notOffered.ask')}
              </Link>
            ) : (
              t(`notOffered.${way}`)
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The price line by line without the code and with it. */
function PromoChange({ promo }: { promo: NonNullable<Refusal['rise']> }) {
  const t = useTexts('promo');
  const price = useTexts('price');
  return (
    <details className="order-promo">
      <summary>{t('lineByLine')}</summary>
      <PriceChange rows={rowsOf(promo.changes, price)} before={promo.before} after={promo.after} />
    </details>
  );
}

/** Lines of one kind together: what a code takes off the fare and off the fee is one line to whoever reads it. */
function rowsOf(changes: readonly PriceChangeLine[], price: ReturnType<typeof useTexts>) {
  const rows = new Map<string, { label: string; before: Money | null; after: Money | null }>();
  const sum = (one: Money | null, other: Money | null) => (one && other ? { ...one, amount: one.amount + other.amount } : (one ?? other));
  for (const { before, after } of changes) {
    const line = (before ?? after)!;
    const label = price(`line.${line.kind}`);
    const known = rows.get(label);
    rows.set(label, {
      label,
      before: sum(known?.before ?? null, before?.amount ?? null),
      after: sum(known?.after ?? null, after?.amount ?? null),
    });
  }
  return [...rows.values()];
}

function Rise({ rise }: { rise: NonNullable<Refusal['rise']> }) {
  const t = useTexts('orders');
  const price = useTexts('price');
  const rows = rise.changes
    .filter((change) => change.before || rise.changes.some((each) => each.before))
    .map(({ before, after }) => {
      const line = (before ?? after)!;
      return { label: price(`line.${wordOfLine(line)}`), before: before?.amount ?? null, after: after?.amount ?? null };
    });
  return (
    <div className="order-state order-state--warn" role="alert">
      <h2>{t('changed.title')}</h2>
      <p>{t('changed.text')}</p>
      <PriceChange rows={rows} before={rise.before} after={rise.after} />
    </div>
  );
}

interface DraftView {
  readonly description: OrderView['description'];
  readonly lines: OrderView['lines'];
  readonly total: Money;
  readonly changeTrip: string;
  readonly changeTravellers: string;
  /** Whether it can be kept for days and paid later; absent where that is not offered. */
  readonly later?: { readonly until: string } | { readonly because: string };
}

/** The quieter choice: keep it now, free of charge, and pay later; for days where the fare allows it, else for minutes. */
function PayLater({ later, held }: Pick<DraftView, 'later'> & { held?: boolean }) {
  const t = useTexts('orders');
  const language = useLanguage();
  if (!later || 'because' in later)
    return (
      <>
        {!held && (
          <Button wide look="quiet" name="intent" value="hold">
            {t('checkout.holdOnly')}
          </Button>
        )}
        {later && <p className="small muted">{t(`later.because.${later.because}`)}</p>}
      </>
    );
  const { until } = later;
  return (
    <>
      <Button wide look="quiet" icon="clock" name="intent" value="pay-later">
        {t('later.button')}
      </Button>
      <p className="small muted">
        {t('later.note', { time: clockInDubai(until, language), day: dayInDubai(until, language) })}
        <OwnClock at={until} />
      </p>
    </>
  );
}

export function DraftCheckout({
  kind,
  review,
  visas,
  promo,
  code,
  company,
  vouchers,
  unoffered,
  waysLeft: ways,
  four,
  formKey,
  refusal: said,
}: {
  kind: OrderView['kind'];
  review: DraftView;
  visas: readonly TripLineSaid[];
  /** What the code that counts does to the price. */
  promo: Refusal['rise'];
  code: PromoAnswer | null;
  /** What the account knows of a company to invoice. */
  company: BuyerTyped;
  /** How many vouchers its owner may choose from once it is kept. */
  vouchers: number;
  /** Why it cannot be paid with a card; null when it can. */
  unoffered: WayRefusal | null;
  /** What can be done then. */
  waysLeft: readonly WayLeft[];
  /** What it is paid in when it is paid in four; null where it is not. */
  four: readonly FourPart[] | null;
  formKey: string;
  refusal: Refusal | null;
}) {
  const t = useTexts('orders');
  const language = useLanguage();
  const words = useRefusalWords();
  const busy = useNavigation().state !== 'idle';
  const total = said?.rise?.after ?? review.total;
  const counting = code?.state === 'applies' ? code.code : null;
  const above = said?.rise ? (
    <>
      <Rise rise={said.rise} />
      <HelpAnswer to="price-changed" />
    </>
  ) : said ? (
    <Notice tone="danger" boxed live>
      {words(said.refused === 'duplicate-booking' && !said.reference ? 'duplicate-elsewhere' : said.refused, said.reference, said.seats)}{' '}
      {said.refused === 'duplicate-booking' && (
        <Link className="link" to={said.reference ? `/track?order=${said.reference}` : '/track'}>
          {t('checkout.track')}
        </Link>
      )}{' '}
      {questionOf(said.refused) && <HelpAnswer to={questionOf(said.refused)!} />}
    </Notice>
  ) : (
    <Notice tone="info" boxed icon="clock" title={t('checkout.notHeld')}>
      {t('checkout.notHeldText')}
    </Notice>
  );
  return (
    <CheckoutReview
      {...review}
      cardOff={isCardOff(unoffered)}
      inFour={four !== null}
      kind={kind}
      visas={visas}
      total={total}
      lede={t('checkout.lede')}
      above={above}
    >
      <PromoField answer={code} action="/checkout" keeps={{}} />
      {promo && <PromoChange promo={promo} />}
      <Form method="post" action={counting === null ? '/checkout' : `/checkout?promo=${counting}`}>
        <input type="hidden" name="key" value={said?.formKey ?? formKey} />
        {counting !== null && <input type="hidden" name="promo" value={counting} />}
        <SeenTotal total={total} />
        {vouchers > 0 && <VouchersWait count={vouchers} />}
        <BuyerChoice form={said?.buyer ?? { typed: company, problems: {} }} ticked={Boolean(said?.buyer)} />
        {unoffered ? (
          <NotOffered unoffered={unoffered} said={said?.refused === unoffered} ways={ways} />
        ) : (
          <>
            <Button look="go" wide icon="lock" name="intent" value="pay" busy={busy && t('checkout.busy')}>
              {said?.rise
                ? t('changed.acceptPlace', { amount: formatMoney(total, language) })
                : t('checkout.button', { amount: formatMoney(total, language) })}
            </Button>
          </>
        )}
        {four && !said?.rise && <PayInFour parts={four} />}
        {!unoffered && (
          <Button wide name="intent" value="add-to-trip" icon="trips">
            {t('checkout.addToTrip')}
          </Button>
        )}
        <PayLater later={review.later} />
      </Form>
    </CheckoutReview>
  );
}

interface OrderPage {
  readonly order: OrderView;
  readonly visas: readonly TripLineSaid[];
  readonly formKey: string;
  readonly proposed: Refusal['rise'];
  readonly promo: Refusal['rise'];
  /** Null where no code can be used. */
  readonly code: { readonly answer: PromoAnswer | null } | null;
  readonly refused: string | null;
  /** Whether it can be kept for days and paid later; null where that is not asked. */
  readonly later: NonNullable<DraftView['later']> | null;
  /** The traveller's own credit; null where there is none, or a new price is to be agreed first. */
  readonly credit: CreditChoice | null;
  /** The owner's own vouchers; null where there is none to choose, or a new price is to be agreed first. */
  readonly vouchers: { readonly used: OfferedVoucher | null; readonly offered: readonly OfferedVoucher[] } | null;
  /** Null where it is not paid with two cards, or one holds its part already. */
  readonly twoCards: TwoCardsOffer | null;
  /** What it is paid in when it is paid in four; null where it is not. */
  readonly four: readonly FourPart[] | null;
  /** What the first card held has just been given up. */
  readonly givenBack: boolean;
  /** Why it cannot be paid as it stands; null when it can. */
  readonly unoffered: WayRefusal | null;
  /** What can be done then. */
  readonly waysLeft: readonly WayLeft[];
  /** Whom the invoice will be made out to, when it is a company, and what is known of one. */
  readonly invoiceTo: InvoiceBuyer | null;
  readonly company: BuyerTyped;
  /** What the last press was refused for, beside what the address says. */
  readonly answer: Refusal | null;
}

function InvoiceTo({
  invoiceTo,
  company,
  answer,
  action,
  formKey,
}: Pick<OrderPage, 'invoiceTo' | 'company' | 'answer' | 'formKey'> & { action: string }) {
  const t = useTexts('orders');
  const sent = answer?.buyer ?? null;
  return (
    <div className="buyer">
      {invoiceTo && (
        <Form method="post" action={action}>
          <input type="hidden" name="key" value={`${formKey}-person`} />
          <Notice tone="ok" icon="invoice" boxed>
            {t('buyer.chosen')} <bdi>{invoiceTo.name}</bdi>
            {invoiceTo.trn && (
              <>
                {' '}
                · <bdi className="num">{invoiceTo.trn}</bdi>
              </>
            )}{' '}
            <button type="submit" className="link pm__off" name="intent" value="invoice-person">
              {t('buyer.drop')}
            </button>
          </Notice>
        </Form>
      )}
      <details open={sent !== null}>
        <summary>{t(invoiceTo ? 'buyer.change' : 'buyer.title')}</summary>
        <Form method="post" action={action}>
          <input type="hidden" name="key" value={`${answer?.formKey ?? formKey}-company`} />
          <BuyerFields form={sent ?? { typed: company, problems: {} }} />
          <Button name="intent" value="invoice-company">
            {t('buyer.save')}
          </Button>
        </Form>
      </details>
    </div>
  );
}

export function OrderCheckout({
  order,
  visas,
  formKey,
  proposed,
  promo,
  code,
  refused,
  later,
  credit,
  vouchers,
  twoCards,
  four,
  givenBack,
  unoffered,
  waysLeft: ways,
  invoiceTo,
  company,
  answer,
}: OrderPage) {
  const t = useOrderWords(order.kind);
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const total = proposed?.after ?? order.total;
  const byCredit = credit?.used.amount ?? 0;
  const { stopped } = order.description;
  const held = order.firstCard;
  const now = held && !proposed ? held.left : { ...total, amount: (order.plan?.now ?? total).amount - byCredit };
  // A price that has fallen to what the first card holds lets go of it.
  const counts = held && (!proposed || held.amount.amount + byCredit < total.amount);
  const aside = [
    ...(byCredit > 0 ? [{ label: t('money.fromCredit'), value: credit!.used, isCredit: true as const }] : []),
    ...(counts
      ? [{ label: t(held.ending ? 'money.firstCardOf' : 'money.firstCard', { ending: held.ending ?? '' }), value: held.amount }]
      : []),
  ];
  return (
    <CheckoutReview
      cardOff={isCardOff(unoffered)}
      inFour={four !== null}
      kind={order.kind}
      description={order.description}
      visas={visas}
      lines={order.lines}
      total={total}
      plan={proposed ? null : order.plan}
      aside={aside}
      lede={
        <>
          {t('success.reference')}{' '}
          <b className="num">
            <bdi>{order.reference}</bdi>
          </b>
          . {t('checkout.lede')}
        </>
      }
      changeTrip={null}
      changeTravellers={null}
      above={
        <>
          {stopped && (
            <div className="order-state order-state--warn" role="alert">
              <h2>{stopped.title}</h2>
              <p>{stopped.text}</p>
            </div>
          )}
          {refused && refused !== 'price-changed' && !stopped && (
            <Notice tone="danger" boxed live>
              {t(refusalKey(refused))}{' '}
              {refused === 'amount-changed' && <b>{t('checkout.toPay', { amount: formatMoney(now, language) })}</b>}{' '}
              {questionOf(refused) && <HelpAnswer to={questionOf(refused)!} />}
            </Notice>
          )}
          {givenBack && (
            <Notice tone="ok" boxed live>
              {t('twoCards.givenBack')}
            </Notice>
          )}
          {order.status === 'payment_pending' && (
            <Notice tone="info" boxed title={t('checkout.pending')}>
              {t('checkout.pendingText')}
            </Notice>
          )}
          {order.heldUntil && !stopped && (
            <HoldNotice
              order={order}
              heldUntil={order.heldUntil}
              letGo={
                <Link className="link" to={`/track?order=${order.reference}#cancel`}>
                  {t('later.letGo')}
                </Link>
              }
            >
              {order.payLater ? null : order.extensionsLeft > 0 ? (
                <Form method="post">
                  <input type="hidden" name="key" value={`${formKey}-extend`} />
                  <Button small name="intent" value="extend">
                    {t('hold.extend')}
                  </Button>
                </Form>
              ) : (
                <small>{t(order.supplierSetsHold ? 'hold.supplierSets' : 'hold.notLonger')}</small>
              )}
            </HoldNotice>
          )}
          {proposed && !stopped && (
            <>
              <Rise rise={proposed} />
              <HelpAnswer to="price-changed" />
            </>
          )}
        </>
      }
    >
      {stopped && <Stopped order={order} formKey={formKey} />}
      {code && !proposed && !stopped && order.status === 'held' && (
        <>
          <PromoField
            answer={code.answer}
            action={`/checkout/${order.reference}`}
            keeps={{ key: `${formKey}-code` }}
            sends={{ use: 'use-code', drop: 'drop-code' }}
          />
          {promo && <PromoChange promo={promo} />}
        </>
      )}
      {vouchers && !held && !stopped && <VoucherChoice vouchers={vouchers} action={`/checkout/${order.reference}`} formKey={formKey} />}
      {credit && !held && !stopped && <CreditForm credit={credit} action={`/checkout/${order.reference}`} formKey={formKey} />}
      {!stopped && (
        <InvoiceTo invoiceTo={invoiceTo} company={company} answer={answer} action={`/checkout/${order.reference}`} formKey={formKey} />
      )}
      {held && <FirstCardHeld order={order} held={held} formKey={formKey} />}
      {!stopped && (
        <Form method="post" action={`/checkout/${order.reference}`}>
          <input type="hidden" name="key" value={`${formKey}-pay`} />
          <SeenTotal total={proposed ? total : now} />
          {unoffered ? (
            <NotOffered unoffered={unoffered} said={refused === unoffered} ways={ways} />
          ) : (
            <Button look="go" wide icon="lock" name="intent" value={proposed ? 'accept' : 'pay'} busy={busy && t('checkout.busy')}>
              {proposed
                ? t('changed.accept', { amount: formatMoney(total, language) })
                : now.amount === 0
                  ? t('credit.payAll')
                  : t(held ? 'twoCards.rest' : 'checkout.button', { amount: formatMoney(now, language) })}
            </Button>
          )}
          {proposed && held && (
            <p className="small">
              {t('twoCards.consent', {
                amount: formatMoney(held.amount, language),
                left: formatMoney({ ...total, amount: held.left.amount + proposed.after.amount - proposed.before.amount }, language),
              })}
            </p>
          )}
          {proposed && (
            <ButtonLink wide to={order.description.again.other}>
              {t('changed.leave')}
            </ButtonLink>
          )}
        </Form>
      )}
      {four && !stopped && (
        <Form method="post" action={`/checkout/${order.reference}`}>
          <input type="hidden" name="key" value={`${formKey}-four`} />
          <SeenTotal total={now} />
          <PayInFour parts={four} />
        </Form>
      )}
      {twoCards && !stopped && (
        <TwoCards
          kind={order.kind}
          offer={twoCards}
          reference={order.reference}
          formKey={answer?.formKey ?? formKey}
          answer={answer?.first ?? null}
        />
      )}
      {!proposed && !stopped && !unoffered && !held && (
        <Form method="post" action={`/checkout/${order.reference}`}>
          <input type="hidden" name="key" value={`${formKey}-trip`} />
          <Button wide name="intent" value="add-to-trip" icon="trips">
            {t('checkout.addToTrip')}
          </Button>
          <p className="small muted">{t('checkout.addToTripNote')}</p>
        </Form>
      )}
      {later && !stopped && (
        <Form method="post" action={`/checkout/${order.reference}`}>
          <input type="hidden" name="key" value={`${formKey}-later`} />
          <PayLater later={later} held />
        </Form>
      )}
    </CheckoutReview>
  );
}

/** What can be done with an order that cannot be paid as it was placed. */
function Stopped({ order, formKey }: { order: OrderView; formKey: string }) {
  const t = useOrderWords(order.kind);
  return (
    <>
      <ButtonLink look="go" wide to={order.description.again.other}>
        {t('changed.leave')}
      </ButtonLink>
      {order.status !== 'payment_pending' && (
        <Form method="post" action={`/checkout/${order.reference}`}>
          <input type="hidden" name="key" value={`${formKey}-let-go`} />
          <Button wide name="intent" value="let-go">
            {t('letGo.button')}
          </Button>
        </Form>
      )}
    </>
  );
}

interface ExpiredPage {
  readonly order: OrderView;
  /** What the same would cost now; null where only its own pages can say. */
  readonly again: Money | 'gone' | null;
  readonly formKey: string;
  readonly refused: string | null;
}

export function Expired({ order, again, formKey, refused }: ExpiredPage) {
  const t = useOrderWords(order.kind);
  const language = useLanguage();
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>
          {t(order.payLater ? 'later.expiredTitle' : 'checkout.expiredTitle', {
            time: order.heldUntil ? clockInDubai(order.heldUntil, language) : '',
            day: order.heldUntil ? dayInDubai(order.heldUntil, language) : '',
          })}
        </h1>
        <p>
          {t(again === 'gone' ? 'later.gone' : 'checkout.expiredText')} <HelpAnswer to="hold-ended" />
        </p>
        {refused && (
          <Notice tone="danger" boxed live>
            {t(refusalKey(refused))}
          </Notice>
        )}
        {again !== null && again !== 'gone' ? (
          <Form method="post" action={`/checkout/${order.reference}`} className="order-actions">
            <input type="hidden" name="key" value={formKey} />
            <SeenTotal total={again} />
            <Button look="go" icon="change" name="intent" value="renew">
              {t('later.again', { amount: formatMoney(again, language) })}
            </Button>
            <ButtonLink to={order.description.again.other}>{t('checkout.searchAgain')}</ButtonLink>
          </Form>
        ) : (
          <p className="order-actions">
            {again === null && (
              <ButtonLink look="go" to={order.description.again.same} icon="change">
                {t('checkout.revive')}
              </ButtonLink>
            )}
            <ButtonLink to={order.description.again.other}>{t('checkout.searchAgain')}</ButtonLink>
          </p>
        )}
      </header>
      <OrderBlock title={order.description.title}>
        <OrderContent description={order.description} terms="none" />
      </OrderBlock>
    </main>
  );
}

export function Nothing({ kind, filled, searchPath }: { kind: 'none' | 'gone' | 'silent'; filled: boolean; searchPath: string }) {
  const t = useTexts('orders');
  const of = kind === 'none' ? 'empty' : kind;
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t(`checkout.${of}Title`)}</h1>
        <p>{t(`checkout.${of}Text`)}</p>
        <p className="order-actions">
          {kind === 'silent' ? (
            <ButtonLink look="go" to="/checkout" reloadDocument>
              {t('checkout.retry')}
            </ButtonLink>
          ) : (
            <ButtonLink look="go" to={searchPath} icon="search">
              {t('checkout.search')}
            </ButtonLink>
          )}
          {filled && <ButtonLink to="/cart">{t('checkout.cart')}</ButtonLink>}
          <ButtonLink to="/track">{t('checkout.track')}</ButtonLink>
        </p>
      </header>
    </main>
  );
}
