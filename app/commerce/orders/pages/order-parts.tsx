import type { LanguageCode } from '#app/values/preferences.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatDate, formatMoney, formatWords } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import { isFree, isOver, keptOf } from '../kept-money.ts';
import { askedIn } from '../order-need-rules.ts';
import { orderStages, stageOf } from '../order-stages.ts';
import { isUntried } from '../payment-outcome.ts';
import type { OrderView } from '../show-order.server.ts';
import { useOrderWords } from './order-words.ts';
import { OwnClock } from './own-clock.tsx';
import { TimeLeft } from './time-left.tsx';
import './order-parts.css';

/** A part of an order under its own heading and an ink rule. */
export function OrderBlock({ title, action, children, id }: { title: ReactNode; action?: ReactNode; children: ReactNode; id?: string }) {
  return (
    <section className="order-block" id={id}>
      <h2>
        <span>{title}</span>
        {action}
      </h2>
      {children}
    </section>
  );
}

/** Sends along what the page shows that is to be paid, so that no other amount is asked for. */
export function SeenTotal({ total }: { total: Money }) {
  return (
    <>
      <input type="hidden" name="seen" value={total.amount} />
      <input type="hidden" name="currency" value={total.currency} />
    </>
  );
}

/** The way of an order in four steps; words and a sign, never colour alone. */
export function StageBar({
  order: { stage, status, kind, description },
}: {
  order: Pick<OrderView, 'stage' | 'status' | 'kind' | 'description'>;
}) {
  const t = useOrderWords(kind);
  const calledOff = status === 'confirmed' && description.calledOff !== undefined;
  if (stage.ended) return null;
  return (
    <ol className="order-stages" aria-label={t('stages.label')}>
      {orderStages.map((name, index) => {
        const state = index < stage.reached ? 'done' : index === stage.reached ? 'here' : 'ahead';
        return (
          <li key={name} className={`order-stages__step order-stages__step--${state}`} aria-current={state === 'here' ? 'step' : undefined}>
            <span className="order-stages__mark">
              {state === 'done' ? <Icon name="check" small label={t('stages.done')} /> : <bdi aria-hidden="true">{index + 1}</bdi>}
            </span>
            <span>{t(calledOff && state === 'here' ? 'stages.choice' : `stages.${name}`)}</span>
            {state === 'here' && <small className="sr-only">{t(`states.${calledOff ? 'called_off' : status}.title`)}</small>}
          </li>
        );
      })}
    </ol>
  );
}

/** States whose words say until when. */
const toldUntil: readonly string[] = ['held', 'kept', 'price_changed', 'payment_open'];

/** Until when the price stands of what is kept for longer. Nothing where it stands as long as the places do. */
function PriceStands({ until }: { until: string | undefined }) {
  const t = useTexts('orders');
  const language = useLanguage();
  if (!until) return null;
  return (
    <>
      {t('later.priceUntil', { time: clockInDubai(until, language), day: dayInDubai(until, language) })}
      <OwnClock at={until} /> {t('later.priceAfter')}
    </>
  );
}

/** Where the order stands, what comes next and whose turn it is. */
export function StateWords({
  order,
  children,
}: {
  order: Pick<
    OrderView,
    | 'kind'
    | 'status'
    | 'stage'
    | 'heldUntil'
    | 'email'
    | 'plan'
    | 'money'
    | 'refunds'
    | 'sight'
    | 'asksBuyer'
    | 'payment'
    | 'payLater'
    | 'leftMs'
    | 'description'
    | 'history'
  >;
  children?: ReactNode;
}) {
  const t = useOrderWords(order.kind);
  const language = useLanguage();
  // It ended and no money has moved: nobody has anything left to do.
  const free = order.status === 'cancelled' && isFree(order);
  // Paid in parts, an order that nobody works on still has its next day.
  const inParts = order.status === 'confirmed' && order.stage.who === 'nobody' && order.plan?.now;
  // The bank's page stands open and nobody has paid on it: there is no answer to wait for.
  const untried = order.status === 'payment_pending' && isUntried(order.payment);
  const asks = askedIn(order);
  // What was taken went back, or what stays is kept for good: nobody has a next move.
  const over = order.status === 'cancelled' && isOver(order);
  const who = free || over ? 'nobody' : inParts ? 'parts' : order.asksBuyer === 'open' || untried || asks ? 'you' : order.stage.who;
  // A sum that was only reserved is let go: nothing was taken, so nothing is returned.
  const returns = order.status === 'refunded' || order.status === 'refund_due';
  // Kept for days, it says the day, what is left of it, and until when its price stands.
  const kept = order.payLater && (order.status === 'held' || untried) && order.heldUntil !== null && (order.leftMs ?? 0) > 0;
  // What is sold stays as it is, and somebody's name on it is written otherwise.
  const naming = order.status === 'change_pending' && order.description.names !== undefined && order.description.change === undefined;
  const leaving = order.description.leaves?.urgent && { change_quoted: 'leave_quoted', change_pending: 'leave_pending' }[order.status];
  const told = leaving || (naming ? 'name_pending' : order.status);
  const calledOff = order.status === 'confirmed' ? order.description.calledOff : undefined;
  const until = calledOff ?? order.heldUntil;
  // Part of the price is kept by the terms: it is not given back, and both sums are said.
  const withheld = order.status === 'refunded' && order.sight === 'full' ? keptOf(order) : null;
  // No bank and no statement of one tell of what is credit again, or is taken off what is paid in four.
  const back = order.status === 'refunded' && order.refunds.length > 0 ? order.refunds : null;
  const settled = back?.every(({ toCredit }) => toCredit)
    ? 'refunded_credit'
    : back?.every(({ inFour }) => inFour)
      ? 'refunded_four'
      : told;
  const ended = returns && order.money.taken.amount === 0 ? 'released' : free ? 'let_go' : withheld ? 'refunded_part' : settled;
  // What is done for most of them is not done for whoever was refused.
  const without = order.status === 'completed' ? order.description.without : undefined;
  // Its operator did not run it, and its holder chose: what became of the money stands below.
  const notRun = over && order.history.some(({ event }) => event === 'operator-cancel');
  const state = notRun
    ? 'called_off_over'
    : without
      ? 'completed_part'
      : calledOff
        ? 'called_off'
        : kept
          ? 'kept'
          : untried
            ? 'payment_open'
            : ended;
  return (
    <div className={`order-state order-state--${asks || without ? 'warn' : order.stage.tone}`} role="status">
      <h2>{t(asks ? 'states.asked.title' : `states.${state}.title`)}</h2>
      {asks && <p>{asks.words}</p>}
      <p>
        {t(`states.${state}.text`, {
          time: until ? clockInDubai(until, language) : '',
          day: until ? dayInDubai(until, language) : '',
          email: order.email,
          who: without ? formatWords(without, language) : '',
          returned: formatMoney(order.money.returned, language),
          withheld: withheld ? formatMoney(withheld, language) : '',
        })}
        {order.heldUntil && toldUntil.includes(state) && <OwnClock at={order.heldUntil} />} {kept && t('later.reminded')}
      </p>
      {kept && (
        <p>
          <b>
            <TimeLeft ms={order.leftMs!} />
          </b>{' '}
          <PriceStands until={order.description.priceUntil} />
        </p>
      )}
      {!without && (
        <p className="order-state__who">
          <Icon name={who === 'nobody' ? 'done' : 'clock'} small />
          {t(`who.${who}`)}
        </p>
      )}
      {asks && (
        <p className="order-actions">
          <ButtonLink look="go" to={asks.to}>
            {asks.go}
          </ButtonLink>
        </p>
      )}
      {children}
    </div>
  );
}

/** "14:32" as the clocks of the house show it. */
export function clockInDubai(instant: string, language: string): string {
  return new Intl.DateTimeFormat(language === 'ar' ? 'ar-AE-u-nu-latn' : 'en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Asia/Dubai',
  }).format(Date.parse(instant));
}

/** The day of an instant in Dubai. */
export function dayInDubai(instant: string, language: LanguageCode): string {
  return formatDate(new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(Date.parse(instant)), language, 'day');
}

/** Date and clock of an instant in Dubai. */
export function DubaiTime({ at }: { at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at}>
      {dayInDubai(at, language)}
      {comma(language)}
      <bdi>{clockInDubai(at, language)}</bdi>
    </time>
  );
}

/** A deadline: by the clock of Dubai, which is named, and by the reader's own where that says something else. */
export function DubaiDeadline({ at }: { at: string }) {
  const t = useTexts('orders');
  return (
    <>
      <DubaiTime at={at} /> {t('clock.dubai')}
      <OwnClock at={at} />
    </>
  );
}

const paperIcons = {
  ticket: 'plane',
  calendar: 'calendar',
  visa: 'visa',
  boarding: 'document',
  appointment: 'calendar',
  voucher: 'document',
} as const;

/** What comes with the tickets of flights, in the places where it will stand. */
function ComingPapers({ order }: { order: Pick<OrderView, 'kind' | 'description'> }) {
  const t = useOrderWords(order.kind);
  const { travellers, contracts } = order.description;
  const rows: readonly (readonly [IconName, string])[] = [
    ...contracts.flatMap(() => travellers.map(({ name }) => ['plane', t('papers.ticket', { name })] as const)),
    ['calendar', t('papers.calendar')],
    ['invoice', t('papers.invoice')],
  ];
  return (
    <ul className="order-papers order-papers--coming">
      {rows.map(([icon, words], index) => (
        <li key={index}>
          <Icon name={icon} />
          <span>{words}</span>
          <small>{t('papers.coming')}</small>
        </li>
      ))}
    </ul>
  );
}

/**
 * Tickets, visas, papers and the calendar, each with its own link; they are made when asked for. `soon`: whoever looks waits
 * for them, and nothing moves when they come.
 */
export function Papers({
  order,
  soon = false,
}: {
  order: Pick<OrderView, 'kind' | 'reference' | 'status' | 'papers' | 'invoices' | 'receipts' | 'description'>;
  soon?: boolean;
}) {
  const t = useOrderWords(order.kind);
  const language = useLanguage();
  if (order.papers.length + order.invoices.length + order.receipts.length === 0)
    return soon && order.description.contracts.length > 0 ? (
      <ComingPapers order={order} />
    ) : (
      <p className="order-papers__none muted">{t(stageOf(order.status).ended ? 'papers.never' : 'papers.none')}</p>
    );
  const at = (name: string) => `/documents/${order.reference}/${name}`;
  return (
    <ul className="order-papers">
      {order.papers.map((paper) => (
        <li key={paper.name}>
          <Icon name={paperIcons[paper.kind]} />
          <a href={at(paper.name)} className="link">
            {t(`papers.${paper.kind}`, { name: paper.traveller })}
            {paper.flights && (
              <>
                {' · '}
                <bdi dir="ltr">{paper.flights}</bdi>
              </>
            )}
          </a>
          <small className="muted">{paper.kind === 'calendar' ? t('papers.calendarNote') : 'PDF'}</small>
        </li>
      ))}
      {order.invoices.map((invoice) => (
        <li key={invoice.number}>
          <Icon name="invoice" />
          <span>
            {t(`papers.${invoice.kind}`)} <bdi className="num">{invoice.number}</bdi>
            {comma(language)}
            <Price value={invoice.gross} />
          </span>
          <span className="order-papers__languages">
            <a href={at(`${invoice.number}-en.pdf`)} className="link" hrefLang="en" lang="en">
              English
            </a>
            <a href={at(`${invoice.number}-ar.pdf`)} className="link" hrefLang="ar" lang="ar">
              العربية
            </a>
          </span>
        </li>
      ))}
      {order.receipts.map((receipt) => (
        <li key={receipt.number}>
          <Icon name="receipt" />
          <span>
            <a href={at(`receipt-${receipt.number}-${language}.pdf`)} className="link">
              {t('papers.receipt', { number: receipt.number })}
            </a>
            {comma(language)}
            <Price value={receipt.amount} />
          </span>
          <small className="muted">
            <DateText date={receipt.paidOn} />
          </small>
        </li>
      ))}
    </ul>
  );
}

/** How long the price and the places are kept, and the way to keep them longer. */
export function HoldNotice({
  order,
  heldUntil,
  letGo,
  children,
}: {
  /** Where what is kept can be let go. */
  letGo?: ReactNode;
  order: Pick<OrderView, 'kind' | 'payLater' | 'leftMs' | 'description'>;
  heldUntil: string;
  children?: ReactNode;
}) {
  const t = useOrderWords(order.kind);
  const language = useLanguage();
  return (
    <Notice
      tone="warn"
      boxed
      icon="clock"
      title={
        <>
          {t(order.payLater ? 'later.until' : 'hold.until', {
            time: clockInDubai(heldUntil, language),
            day: dayInDubai(heldUntil, language),
          })}
          <OwnClock at={heldUntil} />
        </>
      }
      end={children}
    >
      {order.payLater ? (
        <>
          {order.leftMs !== null && (
            <>
              <TimeLeft ms={order.leftMs} /> ·{' '}
            </>
          )}
          <PriceStands until={order.description.priceUntil} /> {letGo}
        </>
      ) : (
        <>
          {t('hold.after')} {letGo}
        </>
      )}
    </Notice>
  );
}

export function TrackLink({ reference, children }: { reference: string; children: ReactNode }) {
  return (
    <Link className="link" to={`/track?order=${reference}`}>
      {children}
    </Link>
  );
}
