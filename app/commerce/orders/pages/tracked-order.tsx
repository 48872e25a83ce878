import { Form, Link } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { HelpAnswer } from '#app/ui/help-answer.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Values } from '#app/ui/translate.ts';
import { money, type Money } from '#app/values/money.ts';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import { CreditBlock } from '../../credits/credit-block.tsx';
import type { CreditOfOrder } from '../../credits/give-credit.server.ts';
import { TripBlock } from '../../baskets/trip-block.tsx';
import type { TripOfOrder } from '../../baskets/trip-of-order.server.ts';
import type { DescribedConsent } from '../order-description.ts';
import type { LinkedOrder } from '../find-linked.server.ts';
import type { ReturnPart } from '../return-parts.ts';
import type { OrderView } from '../show-order.server.ts';
import { CalledOffBlock } from './called-off-block.tsx';
import { LinkedBlock } from './linked-block.tsx';
import { OrderContent } from './order-content.tsx';
import { Travellers } from './order-journey.tsx';
import { destinationOf, MoneySoFar, OrderMoney, RefundSteps } from './order-money.tsx';
import { PlanBlock } from './order-plan.tsx';
import { clockInDubai, DubaiTime, OrderBlock, Papers, StageBar, StateWords } from './order-parts.tsx';
import { OwnClock } from './own-clock.tsx';
import { useOrderWords } from './order-words.ts';
import { questionOf, refusalKey } from './refusal-words.ts';

/** After these somebody wants to know what is to be paid now. */
const saysAmount: readonly string[] = ['amount-changed', 'part-paid'];

interface TrackedPage {
  readonly order: OrderView;
  /** Null where the order has nothing to do with credit. */
  readonly credit: CreditOfOrder | null;
  /** Of a booking that its operator cancelled: what comes back as money. */
  readonly moneyBack: Money | null;
  readonly trip: TripOfOrder | null;
  /** After a cancellation, what is still booked for its days. */
  readonly linked: readonly LinkedOrder[];
  readonly sent: boolean;
  /** A choice of its holder was just kept. */
  readonly kept: boolean;
  readonly refused: string | null;
  readonly formKey: string;
}

/** An order as its owner or a tracker sees it: where it stands, what can be done, and everything about it. */
export function TrackedOrder({ order, trip, linked, credit, moneyBack, sent, kept, refused, formKey }: TrackedPage) {
  const t = useOrderWords(order.kind);
  const language = useLanguage();
  const said = useTexts('orders');
  const { moving } = order.stage;
  useAskAgain(moving, 10_000);
  const full = order.sight === 'full';
  const toPay = full && order.status === 'confirmed' ? (order.plan?.now ?? null) : null;
  const { instead } = order.description;
  // What is called off is not cancelled a second time: the money is one of the ways to choose.
  const chooses = full && order.status === 'confirmed' && instead !== undefined && moneyBack !== null;
  const payable = full && (order.status === 'held' || order.status === 'payment_pending' || order.status === 'price_changed');
  return (
    <main id="main" className="wrap order-page">
      {moving && (
        <noscript>
          <meta httpEquiv="refresh" content="15" />
        </noscript>
      )}
      <header className="order-head">
        <h1 tabIndex={-1}>{order.description.title}</h1>
        <p>
          {t('success.reference')}{' '}
          <b className="num">
            <bdi>{order.reference}</bdi>
          </b>
        </p>
      </header>
      <div className="order-grid">
        <div className="order-main">
          {refused && (
            <Notice tone="danger" boxed live>
              {t(refusalKey(refused))}{' '}
              {toPay && saysAmount.includes(refused) && <b>{t('checkout.toPay', { amount: formatMoney(toPay, language) })}</b>}{' '}
              {questionOf(refused) && <HelpAnswer to={questionOf(refused)!} />}
            </Notice>
          )}
          {order.disputed && refused !== 'disputed' && (
            <Notice tone="warn" boxed>
              {t(refusalKey('disputed'))}
            </Notice>
          )}
          <StageBar order={order} />
          <StateWords order={order}>
            {payable && (
              <p className="order-actions">
                <ButtonLink look="go" to={`/checkout/${order.reference}`} icon="lock">
                  {t(order.firstCard ? 'twoCards.rest' : 'track.pay', {
                    amount: formatMoney(order.firstCard?.left ?? order.plan?.now ?? order.total, language),
                  })}
                </ButtonLink>
              </p>
            )}
            {order.asksBuyer === 'open' && (
              <p className="order-actions">
                <ButtonLink look="go" to={`/payment-questions/${order.reference}`}>
                  {t('heldBack.answer')}
                </ButtonLink>
              </p>
            )}
            {order.asksBuyer === 'answered' && <p>{t('heldBack.answered')}</p>}
            {order.status === 'expired' && full && (
              <p className="order-actions">
                <ButtonLink look="go" to={`/checkout/${order.reference}`}>
                  {t('checkout.revive')}
                </ButtonLink>
              </p>
            )}
          </StateWords>
          {!full && (
            <Form method="post" className="order-actions">
              <input type="hidden" name="key" value={`${formKey}-link`} />
              <input type="hidden" name="order" value={order.reference} />
              <Notice tone={sent ? 'ok' : 'info'} boxed live={sent}>
                {sent ? t('track.sent', { email: order.email }) : t('track.masked', { email: order.email })}
              </Notice>
              {!sent && (
                <Button name="intent" value="send-link" icon="mail">
                  {t('track.send')}
                </Button>
              )}
            </Form>
          )}
          {full && order.reviewable && (
            <OrderBlock title={t('track.reviewTitle')} id="review">
              <p>{t('track.reviewText')}</p>
              <p className="order-actions">
                <ButtonLink to={`/reviews/write/${order.reference}`} icon="feedback">
                  {t('track.review')}
                </ButtonLink>
              </p>
            </OrderBlock>
          )}
          {full && order.description.change?.urgent && (
            <Notice tone="warn" boxed>
              {order.description.change.urgent}
            </Notice>
          )}
          {full && order.description.names?.urgent && (
            <Notice tone="warn" boxed>
              {order.description.names.urgent}{' '}
              <Link to={order.description.names.to} className="link">
                {order.description.names.words}
              </Link>
            </Notice>
          )}
          {full && order.description.leaves?.urgent && (
            <Notice tone="warn" boxed>
              {order.description.leaves.urgent}{' '}
              <Link to={order.description.leaves.to} className="link">
                {order.description.leaves.words}
              </Link>
            </Notice>
          )}
          {full && order.description.adds?.urgent && (
            <Notice tone="warn" boxed>
              {order.description.adds.urgent}{' '}
              <Link to={order.description.adds.to} className="link">
                {order.description.adds.words}
              </Link>
            </Notice>
          )}
          {chooses && (
            <CalledOffBlock reference={order.reference} instead={instead} credit={credit} moneyBack={moneyBack} formKey={formKey} />
          )}
          {credit?.kind === 'given' && <CreditBlock credit={credit} />}
          {full && order.plan && order.status === 'confirmed' && <PlanBlock order={order} plan={order.plan} formKey={formKey} />}
          {full && order.cancel && <Cancelling order={order} formKey={formKey} />}
          {linked.length > 0 && <LinkedBlock linked={linked} />}
          {order.refunds.length > 0 && (
            <OrderBlock title={t('track.refund')} id="refund">
              <RefundSteps refunds={order.refunds} />
              <p className="small">
                <HelpAnswer to="refund-late" />
              </p>
            </OrderBlock>
          )}
          <OrderBlock title={t('track.journey')}>
            {/* What may be changed and returned of flights is of nobody once they are given up. */}
            <OrderContent description={order.description} terms={order.stage.ended ? 'name' : 'all'} />
          </OrderBlock>
          {trip && <TripBlock trip={trip} />}
          <OrderBlock title={t('travellers.title')}>
            <Travellers travellers={order.description.travellers} />
            {full && order.description.names && (
              <p className="order-actions">
                <ButtonLink to={order.description.names.to} look={order.description.names.urgent ? 'go' : 'line'}>
                  {order.description.names.words}
                </ButtonLink>
              </p>
            )}
          </OrderBlock>
          <OrderBlock title={t('papers.title')}>
            {full ? <Papers order={order} /> : <p className="muted">{t('papers.closed')}</p>}
          </OrderBlock>
          {full && order.description.adds && (
            <OrderBlock title={order.description.adds.heading} id="adds">
              {order.description.adds.closed ? (
                <p className="muted">{order.description.adds.closed}</p>
              ) : (
                <p className="order-actions">
                  <ButtonLink to={order.description.adds.to} icon="bag" look={order.description.adds.urgent ? 'go' : 'line'}>
                    {order.description.adds.words}
                  </ButtonLink>
                </p>
              )}
            </OrderBlock>
          )}
          {full && order.description.change && (
            <OrderBlock title={order.description.change.heading} id="change">
              <p className="order-actions">
                <ButtonLink to={order.description.change.to} icon="change" look={order.description.change.urgent ? 'go' : 'line'}>
                  {order.description.change.words}
                </ButtonLink>
              </p>
            </OrderBlock>
          )}
          {full && order.description.allows && <Allowing allows={order.description.allows} kept={kept} />}
          {full && !order.cancel && !chooses && <Cancelling order={order} formKey={formKey} />}
          <OrderBlock title={t('track.helpTitle')}>
            <p className="order-actions">
              <ButtonLink to={`/contact?about=booking&order=${order.reference}`} icon="message">
                {t('track.write')}
              </ButtonLink>
            </p>
          </OrderBlock>
          <OrderBlock title={t('track.history')}>
            <ol className="order-history">
              {order.history.map((event, index) => (
                <li key={index}>
                  <span className="small muted num">
                    <DubaiTime at={event.at} />
                  </span>
                  <span>{said([`${order.kind}.events.${event.event}`, `events.${event.event}`, 'events.other'])}</span>
                </li>
              ))}
            </ol>
          </OrderBlock>
        </div>
        {full && (
          <aside className="card order-receipt" aria-label={t('track.price')}>
            <h2>{t('track.price')}</h2>
            <OrderMoney kind={order.kind} lines={order.lines} total={{ label: t('changed.total'), value: order.total }} />
            <MoneySoFar order={order} />
            {order.termsEdition && (
              <p className="small muted">
                {t('track.terms')}{' '}
                <Link to={`/terms?edition=${order.termsEdition}`} className="link">
                  {t('track.termsEdition', { number: order.termsEdition })}
                </Link>
              </p>
            )}
            <p className="order-actions">
              <Link to="/track" className="link small">
                {t('track.again')}
              </Link>
            </p>
          </aside>
        )}
      </div>
    </main>
  );
}

/** What its holder lets its seller do without being asked. */
function Allowing({ allows, kept }: { allows: DescribedConsent; kept: boolean }) {
  return (
    <OrderBlock title={allows.heading} id="allows">
      {kept && (
        <Notice tone="ok" boxed live>
          {allows.saved}
        </Notice>
      )}
      <p>{allows.text}</p>
      <Form method="post" action={allows.to} className="order-actions">
        <SelectField name={allows.field} label={allows.label} defaultValue={allows.chosen} key={allows.chosen}>
          {allows.choices.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <Button>{allows.save}</Button>
      </Form>
      {allows.since && <p className="small muted">{allows.since}</p>}
    </OrderBlock>
  );
}

/** What a cancel would bring, line by line, before anything is cancelled. */
function Cancelling({ order, formKey }: { order: OrderView; formKey: string }) {
  const t = useOrderWords(order.kind);
  const price = useTexts('price');
  const language = useLanguage();
  if (!order.cancellable) return null;
  // What was not flown is not cancelled any more: it is asked for.
  const missed = order.status === 'no_show' || order.cancel?.terms.window === 'no-show';
  const say = (key: string, values?: Values) => t(missed ? `missed.${key}` : `cancel.${key}`, values);
  const hidden = (
    <>
      <input type="hidden" name="key" value={`${formKey}-cancel`} />
      <input type="hidden" name="version" value={order.version} />
    </>
  );
  const action = `/checkout/${order.reference}`;
  // What is not paid is let go, not cancelled: nothing comes back, so there is nothing to ask about.
  if (order.status === 'held' || order.cancel?.terms.window === 'unpaid')
    return (
      <OrderBlock title={t('letGo.title')} id="cancel">
        <p>
          {t('letGo.text')} {order.firstCard && t('letGo.firstCard', { amount: formatMoney(order.firstCard.amount, language) })}
        </p>
        <Form method="post" action={action} className="order-actions">
          {hidden}
          <Button name="intent" value="let-go">
            {t('letGo.button')}
          </Button>
          {order.cancel && (
            <Button name="intent" value="keep">
              {t('letGo.keep')}
            </Button>
          )}
        </Form>
      </OrderBlock>
    );
  if (!order.cancel || order.cancel.over) {
    return (
      <OrderBlock title={say('title')} id="cancel">
        {order.cancel && <Notice tone="plain">{t('cancel.over', { time: clockInDubai(order.cancel.terms.expiresAt, language) })}</Notice>}
        <p>{say('askText')}</p>
        <Form method="post" action={action} className="order-actions">
          {hidden}
          <Button name="intent" value="ask-cancel" icon="refund">
            {say('ask')}
          </Button>
          {order.cancel && (
            <Button name="intent" value="keep">
              {say('keep')}
            </Button>
          )}
        </Form>
        {order.description.leaves && (
          <p>
            <Link to={order.description.leaves.to} className="link">
              {order.description.leaves.words}
            </Link>
          </p>
        )}
      </OrderBlock>
    );
  }
  const { terms } = order.cancel;
  const gone =
    terms.before && terms.before.gone.amount > 0
      ? [{ label: t('cancel.gone'), value: money(-terms.before.gone.amount, terms.before.gone.currency) }]
      : [];
  // Of a fare without refund it is asked which taxes come back all the same.
  const taxesOf = ({ taxes }: NonNullable<typeof order.cancel>['lines'][number]) =>
    (['back', 'kept'] as const).flatMap((way) =>
      taxes && taxes[way].length > 0 ? [t(`cancel.taxes.${way}`, { taxes: taxes[way].join(comma(language)) })] : [],
    );
  return (
    <OrderBlock title={say('quote')} id="cancel">
      <p>{t(`cancel.window.${terms.window}`)}</p>
      {terms.kept && terms.refund && (
        <MoneyList
          groups={[
            {
              lines: [
                { label: t('cancel.price'), value: order.total },
                { label: t('cancel.paidSoFar'), value: terms.kept.paid },
                { label: t('cancel.kept'), value: terms.kept.kept },
                ...gone,
              ],
            },
          ]}
          total={{ label: t('cancel.total'), value: terms.refund, note: <WhereTo parts={order.cancel.where} /> }}
        />
      )}
      {!terms.kept && order.cancel.lines.length > 0 && (
        <MoneyList
          groups={[
            {
              lines: [
                ...order.cancel.lines.map((line) => ({
                  label: price(`line.${line.words}`),
                  note: [`${t('cancel.paid')} ${formatMoney(line.paid, language)}`, ...taxesOf(line)].join(' · '),
                  value: line.refunded,
                })),
                ...gone,
              ],
            },
          ]}
          {...(terms.refund
            ? {
                total: { label: t('cancel.total'), value: terms.refund, note: <WhereTo parts={order.cancel.where} /> },
              }
            : {})}
        />
      )}
      {!terms.refund && <Notice tone="warn">{t('cancel.unknown')}</Notice>}
      <p className="small muted">
        {t('cancel.until', { time: clockInDubai(terms.expiresAt, language) })}
        <OwnClock at={terms.expiresAt} />
      </p>
      <Form method="post" action={action} className="order-actions">
        {hidden}
        <input type="hidden" name="quote" value={order.cancel.number} />
        {/* Nobody agrees to what is not known. */}
        {terms.refund && (
          <Button look="danger" name="intent" value="confirm-cancel">
            {terms.refund.amount > 0 ? say('confirm', { amount: formatMoney(terms.refund, language) }) : say('confirmNone')}
          </Button>
        )}
        <Button name="intent" value="keep">
          {say('keep')}
        </Button>
      </Form>
    </OrderBlock>
  );
}

/** Where the money would go: in a sentence where it is one way, else each way with its sum. */
function WhereTo({ parts }: { parts: readonly ReturnPart[] }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const [first, ...others] = parts;
  if (!first) return null;
  if (others.length === 0) {
    if (first.toCredit) return t('cancel.whereCredit');
    if (first.byTransfer) return t('cancel.whereTransfer');
    return t(first.inFour ? 'cancel.whereFour' : 'cancel.where');
  }
  return parts.map((part) => (
    <span key={`${part.toCredit} ${part.byTransfer} ${part.part} ${part.ending}`} className="order-where">
      {t('cancel.wherePart', { amount: formatMoney(part.amount, language), where: destinationOf(part, t) })}
    </span>
  ));
}
