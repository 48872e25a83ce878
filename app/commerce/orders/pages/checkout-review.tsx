import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { StepBar, type Step } from '#app/ui/step-bar.tsx';
import { useLanguage } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import { DisplayPrice, RateNote } from '../../currencies/display-price.tsx';
import { useCurrency } from '../../currencies/use-currency.tsx';
import type { SummaryLine } from '../../pricing/quote-summary.ts';
import { TripLine } from '../../trip-line/trip-line.tsx';
import type { TripLineSaid } from '../../trip-line/trip-line.ts';
import type { OrderDescription } from '../order-description.ts';
import type { ProductKind } from '../../product-contract.ts';
import { OrderContent } from './order-content.tsx';
import { Travellers } from './order-journey.tsx';
import { OrderBlock } from './order-parts.tsx';
import { OrderMoney } from './order-money.tsx';
import { PlanParts } from './order-plan.tsx';
import type { PlanView } from '../show-order.server.ts';
import { useOrderWords } from './order-words.ts';

/** All that is bought, once more, and what it costs: the same for a draft and for an order that is held. */
export function CheckoutReview({
  description,
  lines,
  total,
  lede,
  above,
  visas,
  changeTrip,
  changeTravellers,
  kind,
  plan = null,
  aside = [],
  cardOff,
  inFour,
  children,
}: {
  kind: ProductKind;
  description: OrderDescription;
  lines: readonly SummaryLine[];
  total: Money;
  lede: ReactNode;
  above?: ReactNode;
  /** What the journey asks of the travellers' passports; empty when no passport is known. */
  visas: readonly TripLineSaid[];
  /** Null once the order is placed: then a change is a new order. */
  changeTrip: string | null;
  changeTravellers: string | null;
  /** Where it is paid in parts: the first is asked for here. */
  plan?: PlanView | null;
  /** What pays a part of what is asked for here before a card is asked: the traveller's credit, a first card. */
  aside?: readonly { readonly label: string; readonly value: Money; readonly isCredit?: true }[];
  /** No card pays it. */
  cardOff: boolean;
  /** It can be paid in four parts. */
  inFour: boolean;
  /** The forms. */
  children: ReactNode;
}) {
  const t = useOrderWords(kind);
  const inParts = plan !== null && plan.parts.length > 1;
  const asked = plan?.now ?? total;
  const now = { ...asked, amount: asked.amount - aside.reduce((sum, { value }) => sum + value.amount, 0) };
  // Nothing of it is asked of a card.
  const byCredit = now.amount === 0 && aside.length > 0 && aside.every(({ isCredit }) => isCredit);
  const language = useLanguage();
  const { currency } = useCurrency();
  const bar = description.way.map(({ label, to }, index): Step => ({
    label,
    state: index === description.way.length - 1 ? 'here' : 'done',
    ...(to ? { to } : {}),
  }));
  const change = (to: string | null, of: string) =>
    to && (
      <Link to={to} className="link">
        {t('checkout.change')}
        <span className="sr-only"> {of}</span>
      </Link>
    );
  return (
    <main id="main" className="wrap order-page">
      <StepBar steps={bar} label={t('steps.label')} />
      <header className="order-head">
        <h1 tabIndex={-1}>{t('checkout.title')}</h1>
        <p>{lede}</p>
      </header>
      <div className="order-grid">
        <div className="order-main">
          {above}
          <OrderBlock title={description.title} action={change(changeTrip, description.way[0]?.label ?? description.title)}>
            <OrderContent description={description} terms="all" />
            {visas.map((line) => (
              <TripLine key={line.text} drawn={line} />
            ))}
          </OrderBlock>
          <OrderBlock title={t('travellers.title')} action={change(changeTravellers, t('travellers.title'))}>
            <Travellers travellers={description.travellers} />
          </OrderBlock>
          {!description.stopped && (
            <OrderBlock title={t('pay.title')}>
              <ul className="order-ways">
                {byCredit ? (
                  <li>
                    <Icon name="money" />
                    <b>{t('credit.given')}</b>
                    <small>{t('money.noCard')}</small>
                  </li>
                ) : (
                  <>
                    <li className={cardOff ? 'order-ways__off' : undefined}>
                      <Icon name="card" />
                      <b>{t('pay.card')}</b>
                      <small>{t(cardOff ? 'pay.cardOff' : 'pay.cardNote')}</small>
                    </li>
                    {inFour && (
                      <li>
                        <Icon name="calendar" />
                        <b>{t('pay.four')}</b>
                        <small>{t('pay.fourNote')}</small>
                      </li>
                    )}
                    <li className="order-ways__off">
                      <Icon name="bank" />
                      <b>{t('pay.transfer')}</b>
                      <small>{t('pay.transferNote')}</small>
                    </li>
                  </>
                )}
              </ul>
            </OrderBlock>
          )}
        </div>
        <aside className="card order-receipt" aria-label={t('money.title')}>
          <Poster {...description.posterOf} crop="wide" alt="" eager className="order-receipt__strip" />
          <h2>{t('money.title')}</h2>
          <OrderMoney
            kind={kind}
            lines={lines}
            total={{
              label: t(inParts || aside.length > 0 ? 'changed.total' : 'money.total'),
              value: total,
              note: (
                <>
                  {currency !== total.currency && (
                    <>
                      {t('money.about')} <DisplayPrice value={total} plain />. <RateNote />{' '}
                    </>
                  )}
                  {!description.stopped && t(byCredit ? 'money.noCard' : 'money.charged', { currency: total.currency })}
                </>
              ),
            }}
          />
          {inParts && (
            <>
              <h3>{t('plan.title')}</h3>
              <PlanParts kind={kind} plan={plan} />
            </>
          )}
          {aside.length > 0 && <MoneyList groups={[{ lines: aside }]} total={{ label: t('money.now'), value: now }} />}
          {!cardOff && !description.stopped && (
            <div className="order-promise">
              <h3>{t('promise.title')}</h3>
              <ol>
                <li>
                  <b>{t('promise.now')}</b>{' '}
                  {byCredit
                    ? t('credit.nowText', { amount: formatMoney(asked, language) })
                    : t('promise.nowText', { amount: formatMoney(now, language) })}
                </li>
                <li>
                  <b>{t('promise.issued')}</b> {t('promise.issuedText')}
                </li>
                <li>
                  <b>{t('promise.none')}</b> {t('promise.noneText')}
                </li>
              </ol>
            </div>
          )}
          {children}
          {!description.stopped && (
            <p className="order-receipt__agree">
              {t('agree.before')}{' '}
              <Link to="/terms" className="link">
                {t('agree.terms')}
              </Link>
              {t('agree.after')}
            </p>
          )}
        </aside>
      </div>
    </main>
  );
}
