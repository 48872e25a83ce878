import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DateText, LocalClock } from '#app/ui/date-text.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList, Price, type MoneyLine } from '#app/ui/price.tsx';
import { TailFin } from '#app/ui/tail-fin.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import type { SummaryLine } from '../../pricing/quote-summary.ts';
import type { DescribedBag, DescribedContract, DescribedRule, DescribedSlice, DescribedTraveller } from '../order-description.ts';
import { orderStages, type StageFacts } from '../order-stages.ts';
import type { OrderView } from '../show-order.server.ts';
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

/** Every flight with its local times, the change between them, and the chosen seats. */
export function Journey({ slices }: { slices: readonly DescribedSlice[] }) {
  const t = useTexts('orders');
  return (
    <ol className="order-journey">
      {slices.map((slice, index) => (
        <li key={index}>
          {slices.length > 1 && (
            <h3 className="order-journey__way">
              {t('journey.route', { from: slice.from, to: slice.to })}
              <small>
                {slice.stops === 0 ? t('journey.direct') : t('journey.stops', { count: slice.stops })} ·{' '}
                <Duration minutes={slice.minutes} />
              </small>
            </h3>
          )}
          <ol>
            {slice.segments.map((segment) => (
              <li key={segment.flight + segment.from.local}>
                {segment.layover !== null && (
                  <p className="order-journey__layover">
                    <Icon name={segment.airportChange ? 'warning' : 'clock'} small />
                    <span>
                      {t(segment.airportChange ? 'journey.changeAirport' : 'journey.change', { place: segment.from.city })}{' '}
                      <Duration minutes={segment.layover} />
                    </span>
                  </p>
                )}
                <div className="order-flight">
                  <TailFin code={segment.airlineCode} />
                  <p className="order-flight__day">
                    <b>
                      <DateText date={segment.from.local} form="day" />
                    </b>
                    <small>
                      <bdi>{segment.flight}</bdi>
                    </small>
                  </p>
                  <p className="order-flight__route">
                    <span className="order-flight__times num">
                      <LocalClock time={segment.from.local} /> {t('journey.to')}{' '}
                      <LocalClock time={segment.to.local} plusDays={daysBetween(segment.from.local, segment.to.local)} />
                    </span>
                    <small>
                      <bdi>{segment.from.code}</bdi>
                      {segment.from.terminal && <> {t('journey.terminal', { terminal: segment.from.terminal })}</>} {t('journey.to')}{' '}
                      <bdi>{segment.to.code}</bdi>
                      {segment.to.terminal && <> {t('journey.terminal', { terminal: segment.to.terminal })}</>}
                      {' · '}
                      {segment.seats.length > 0
                        ? t('journey.seats', { count: segment.seats.length, seats: segment.seats.join(', ') })
                        : t('journey.seatsLater')}
                    </small>
                    {segment.operator && <small>{t('journey.operatedBy', { airline: segment.operator })}</small>}
                  </p>
                  <p className="order-flight__more small muted">
                    {t(`cabins.${segment.cabin}`)} · <Duration minutes={segment.minutes} />
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00Z`)) / 86_400_000);
}

export function Duration({ minutes }: { minutes: number }) {
  const t = useTexts('orders');
  return <bdi>{t('journey.duration', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}</bdi>;
}

/** Whose fare it is, and the code under which the airline knows the booking. */
export function ContractLine({ contract }: { contract: DescribedContract }) {
  const t = useTexts('orders');
  return (
    <p className="small muted order-terms__family">
      {t('terms.family', { family: contract.family, airline: contract.airline })}
      {contract.locator && (
        <>
          {' '}
          · {t('terms.locator')}{' '}
          <b className="num">
            <bdi>{contract.locator}</bdi>
          </b>
        </>
      )}
    </p>
  );
}

/** What may be changed, returned and carried, with the amount in the same breath. */
export function Terms({ contract }: { contract: DescribedContract }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const words = (rule: DescribedRule, of: 'refund' | 'change') => {
    if (rule.permission === 'unknown') return { title: t(`terms.${of}.unknown`), note: t('terms.unknownNote') };
    if (rule.permission === 'not-allowed') return { title: t(`terms.${of}.none`), note: t(`terms.${of}.noneNote`) };
    if (!rule.penalty || rule.penalty.amount === 0) return { title: t(`terms.${of}.free`), note: t(`terms.${of}.freeNote`) };
    return { title: t(`terms.${of}.fee`, { amount: formatMoney(rule.penalty, language) }), note: t(`terms.${of}.feeNote`) };
  };
  const bag = (of: DescribedBag | null) => {
    if (!of) return t('terms.bags.none');
    if (of.pieces !== null && of.pieces > 1 && of.kilograms !== null)
      return t('terms.bags.pieces', { pieces: of.pieces, kilograms: of.kilograms });
    if (of.kilograms !== null) return t('terms.bags.weight', { kilograms: of.kilograms });
    return of.pieces === null ? t('terms.bags.unknown') : t('terms.bags.piecesOnly', { count: of.pieces });
  };
  const rows: { icon: IconName; title: string; note: string }[] = [
    { icon: 'refund', ...words(contract.refund, 'refund') },
    { icon: 'change', ...words(contract.change, 'change') },
    {
      icon: 'bag',
      title: t('terms.bags.checked', { bag: bag(contract.checkedBag) }),
      note: t('terms.bags.cabin', { bag: bag(contract.cabinBag) }),
    },
  ];
  return (
    <>
      <ContractLine contract={contract} />
      <ul className="order-terms">
        {rows.map((row) => (
          <li key={row.icon}>
            <Icon name={row.icon} />
            <span>
              <b>{row.title}</b> {row.note}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Travellers({ travellers }: { travellers: readonly DescribedTraveller[] }) {
  const t = useTexts('orders');
  const language = useLanguage();
  return (
    <ul className="order-people">
      {travellers.map((traveller, index) => (
        <li key={index}>
          <b>
            <bdi>{traveller.name}</bdi>
          </b>{' '}
          <span className="small muted">{t(`types.${traveller.type}`)}</span>
          {traveller.passport && (
            <p className="small muted">
              {t('travellers.passport', {
                country: traveller.passport.country,
                digits: traveller.passport.lastDigits,
                date: formatDate(traveller.passport.expires, language, 'short'),
              })}
            </p>
          )}
          {traveller.tickets.length > 0 && (
            <p className="small muted">
              {t('travellers.ticket', { count: traveller.tickets.length })}{' '}
              <bdi>{traveller.tickets.map((number) => `${number.slice(0, 3)}-${number.slice(3)}`).join(', ')}</bdi>
            </p>
          )}
          {traveller.requests.map((request, at) => (
            <p className="small muted" key={at}>
              {request.words}
              {t('travellers.requestJoin')}
              <b>{t(`travellers.request.${request.state}`)}</b>
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The receipt: what is passed on first, then what is ours. */
export function OrderMoney({
  lines,
  total,
  children,
}: {
  lines: readonly SummaryLine[];
  total: { label: ReactNode; value: Money; note?: ReactNode };
  children?: ReactNode;
}) {
  const t = useTexts('orders');
  const ours = lines.filter((line) => line.kind === 'service-fee' || line.kind === 'discount' || line.kind === 'absorbed');
  const trip = lines.filter((line) => !ours.includes(line));
  const asLines = (from: readonly SummaryLine[]) => from.map((line) => ({ ...lineWords(line, t), value: line.amount }));
  return (
    <MoneyList
      groups={[{ title: t('money.trip'), lines: asLines(trip) }, ...(ours.length > 0 ? [{ title: 'Rihla', lines: asLines(ours) }] : [])]}
      total={total}
    >
      {children}
    </MoneyList>
  );
}

type T = ReturnType<typeof useTexts>;

function lineWords(line: SummaryLine, t: T): Pick<MoneyLine, 'label' | 'note'> {
  const label =
    line.kind === 'fare'
      ? t('lines.fare', { whom: t(`party.${line.traveller ?? 'adult'}`, { count: line.travellers }) })
      : t(`lines.${line.kind}`, { marks: line.marks.join(', '), count: line.travellers });
  const note = line.kind === 'tax' ? t('money.passedOn') : line.vat.amount > 0 ? <VatNote vat={line.vat} /> : undefined;
  return { label, note };
}

function VatNote({ vat }: { vat: Money }) {
  const t = useTexts('orders');
  const language = useLanguage();
  return <>{t('money.vat', { vat: formatMoney(vat, language) })}</>;
}

/** The way of an order in four steps; words and a sign, never colour alone. */
export function StageBar({ stage, status }: { stage: StageFacts; status: string }) {
  const t = useTexts('orders');
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
            <span>{t(`stages.${name}`)}</span>
            {state === 'here' && <small className="sr-only">{t(`states.${status}.title`)}</small>}
          </li>
        );
      })}
    </ol>
  );
}

/** Where the order stands, what comes next and whose turn it is. */
export function StateWords({
  order,
  children,
}: {
  order: Pick<OrderView, 'status' | 'stage' | 'heldUntil' | 'email'>;
  children?: ReactNode;
}) {
  const t = useTexts('orders');
  const language = useLanguage();
  return (
    <div className={`order-state order-state--${order.stage.tone}`} role="status">
      <h2>{t(`states.${order.status}.title`)}</h2>
      <p>
        {t(`states.${order.status}.text`, { time: order.heldUntil ? clockInDubai(order.heldUntil, language) : '', email: order.email })}
      </p>
      <p className="order-state__who">
        <Icon name={order.stage.who === 'nobody' ? 'done' : 'clock'} small />
        {t(`who.${order.stage.who}`)}
      </p>
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

/** Date and clock of an instant in Dubai. */
export function DubaiTime({ at }: { at: string }) {
  const language = useLanguage();
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(Date.parse(at));
  return (
    <time dateTime={at}>
      {formatDate(date, language, 'day')}, <bdi>{clockInDubai(at, language)}</bdi>
    </time>
  );
}

/** Tickets, papers and the calendar, each with its own link; they are made when asked for. */
export function Papers({ order }: { order: Pick<OrderView, 'reference' | 'papers' | 'invoices'> }) {
  const t = useTexts('orders');
  if (order.papers.length + order.invoices.length === 0) return <p className="muted">{t('papers.none')}</p>;
  const at = (name: string) => `/documents/${order.reference}/${name}`;
  return (
    <ul className="order-papers">
      {order.papers.map((paper) => (
        <li key={paper.name}>
          <Icon name={paper.kind === 'calendar' ? 'calendar' : 'plane'} />
          <a href={at(paper.name)} className="link">
            {paper.kind === 'calendar' ? t('papers.calendar') : t('papers.ticket', { name: paper.traveller })}
          </a>
          <small className="muted">{paper.kind === 'calendar' ? t('papers.calendarNote') : 'PDF'}</small>
        </li>
      ))}
      {order.invoices.map((invoice) => (
        <li key={invoice.number}>
          <Icon name="invoice" />
          <span>
            {t(`papers.${invoice.kind}`)} <bdi className="num">{invoice.number}</bdi>, <Price value={invoice.gross} />
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
    </ul>
  );
}

/** How long the price and the places are kept, and the way to keep them longer. */
export function HoldNotice({ heldUntil, children }: { heldUntil: string; children?: ReactNode }) {
  const t = useTexts('orders');
  const language = useLanguage();
  return (
    <Notice tone="warn" boxed icon="clock" title={t('hold.until', { time: clockInDubai(heldUntil, language) })} end={children}>
      {t('hold.after')}
    </Notice>
  );
}

/** Old and new amounts side by side, only where they differ. */
export function PriceChange({
  rows,
  before,
  after,
}: {
  rows: readonly { label: string; before: Money | null; after: Money | null }[];
  before: Money;
  after: Money;
}) {
  const t = useTexts('orders');
  return (
    <table className="order-change">
      <caption className="sr-only">{t('changed.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('changed.what')}</th>
          <th scope="col">{t('changed.before')}</th>
          <th scope="col">{t('changed.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <th scope="row">{row.label}</th>
            <td>{row.before ? <Price value={row.before} /> : t('changed.absent')}</td>
            <td>{row.after ? <Price value={row.after} /> : t('changed.absent')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('changed.total')}</th>
          <td>
            <s>
              <Price value={before} />
            </s>
          </td>
          <td>
            <b>
              <Price value={after} />
            </b>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** What became of the money: nothing is called done before the bank says so. */
export function RefundSteps({ refunds }: { refunds: OrderView['refunds'] }) {
  const t = useTexts('orders');
  if (refunds.length === 0) return null;
  return (
    <ul className="order-refunds">
      {refunds.map((refund, index) => (
        <li key={index}>
          <Icon name={refund.status === 'succeeded' ? 'done' : refund.status === 'failed' ? 'warning' : 'clock'} />
          <span>
            <b>
              <Price value={refund.amount} />
            </b>{' '}
            {t(`refunds.${refund.status}`)}
            <small className="muted">
              {t('refunds.asked')} <DubaiTime at={refund.at} />
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function TrackLink({ reference, children }: { reference: string; children: ReactNode }) {
  return (
    <Link className="link" to={`/track?order=${reference}`}>
      {children}
    </Link>
  );
}
