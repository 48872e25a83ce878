import { Form } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { currencyDecimals, type Money } from '#app/values/money.ts';
import { dayMonth, DeskMoment } from './desk-time.tsx';
import type { Revealed, RecordView } from './show-flight-order.server.ts';

/** Minor units as a column of figures; the currency stands in the card's head. */
function Figure({ value }: { value: Money }) {
  const language = useLanguage();
  const decimals = currencyDecimals[value.currency];
  const minus = value.amount < 0 ? '\u2212' : '';
  return (
    <bdi>
      {minus}
      {formatNumber(Math.abs(value.amount) / 10 ** decimals, language, decimals)}
    </bdi>
  );
}

function Duration({ minutes }: { minutes: number }) {
  const t = useTexts('staff-orders');
  return <bdi>{t('left.hours', { h: Math.floor(minutes / 60), m: String(minutes % 60).padStart(2, '0') })}</bdi>;
}

export function FlightsCard({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  const brand = useTexts('fares');
  const language = useLanguage();
  return (
    <section className="fd-card" aria-labelledby="card-flights">
      <header>
        <h2 id="card-flights">{t('flights.title')}</h2>
        <p>{t('flights.sub', { count: record.contracts.length })}</p>
      </header>
      <div className="fd-scroll">
        <table className="fd-table">
          <thead>
            <tr>
              <th scope="col">{t('flights.flight')}</th>
              <th scope="col">{t('flights.leaves')}</th>
              <th scope="col">{t('flights.arrives')}</th>
              <th scope="col">{t('flights.time')}</th>
              <th scope="col">{t('flights.class')}</th>
              <th scope="col">{t('facts.pnr')}</th>
            </tr>
          </thead>
          <tbody>
            {record.contracts.flatMap((contract, at) =>
              contract.slices.flatMap((slice, direction) =>
                slice.segments.flatMap((segment, index) => {
                  const layover = index > 0 ? slice.layovers[index - 1] : undefined;
                  return [
                    layover && (
                      <tr className="fd-between" key={`${at}-${direction}-${index}-wait`}>
                        <td colSpan={6}>
                          {t('flights.wait', { airport: layover.airport })} <Duration minutes={layover.minutes} />
                          {layover.airportChange && ` · ${t('flights.airportChange')}`}
                          {layover.terminalChange && ` · ${t('flights.terminalChange')}`}
                        </td>
                      </tr>
                    ),
                    <tr key={`${at}-${direction}-${index}`}>
                      <td className="fd-nowrap">
                        <bdi className="fd-fin">{segment.airline}</bdi> <b>{segment.flight}</b>
                        <small>
                          <bdi>{segment.aircraftName}</bdi>
                        </small>
                      </td>
                      <td className="fd-nowrap">
                        <bdi>
                          <b>{segment.departs.local.slice(11, 16)}</b> {segment.from}
                        </bdi>
                        <small>
                          {dayMonth(segment.departs.local, language)}
                          {segment.fromTerminal && ` · T${segment.fromTerminal}`}
                        </small>
                      </td>
                      <td className="fd-nowrap">
                        <bdi>
                          <b>{segment.arrives.local.slice(11, 16)}</b> {segment.to}
                        </bdi>
                        <small>
                          {dayMonth(segment.arrives.local, language)}
                          {segment.toTerminal && ` · T${segment.toTerminal}`}
                        </small>
                      </td>
                      <td className="fd-nowrap">
                        <Duration minutes={segment.minutes} />
                      </td>
                      <td>
                        <bdi>{segment.bookingClass}</bdi> · {brand(contract.brandKey.replace(/^fares:/, ''))}
                        <small>{t(`cabins.${segment.cabin}`)}</small>
                      </td>
                      <td>{contract.locator ? <bdi>{contract.locator}</bdi> : '–'}</td>
                    </tr>,
                  ];
                }),
              ),
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Names as on the ticket; everything else stays behind dots until it is asked for, and asking is written down. */
interface TravellersCardProps {
  readonly record: RecordView;
  readonly mayReveal: boolean;
  readonly mayAnswer: boolean;
  readonly revealed: Revealed | null;
  readonly formKey: string;
}

export function TravellersCard({ record, mayReveal, mayAnswer, revealed, formKey }: TravellersCardProps) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  return (
    <section className="fd-card" aria-labelledby="card-travellers">
      <header>
        <h2 id="card-travellers">{t('travellers.title')}</h2>
        <p>{t('travellers.count', { count: record.travellers.length })}</p>
        {mayReveal && !revealed && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="reveal" />
            <button className="bo-btn" type="submit">
              <Icon name="eye" small />
              {t('travellers.reveal')}
            </button>
          </Form>
        )}
      </header>
      <div className="fd-scroll">
        <table className="fd-table">
          <thead>
            <tr>
              <th scope="col">{t('travellers.name')}</th>
              <th scope="col">{t('travellers.type')}</th>
              <th scope="col">{t('travellers.born')}</th>
              <th scope="col">{t('travellers.document')}</th>
              <th scope="col">{t('travellers.ticket')}</th>
              <th scope="col">{t('travellers.requests')}</th>
            </tr>
          </thead>
          <tbody>
            {record.travellers.map((traveller, at) => {
              const open = revealed?.travellers[at];
              return (
                <tr key={at}>
                  <td>
                    <bdi>
                      <b>{traveller.name}</b>
                    </bdi>
                  </td>
                  <td>
                    {t(`types.${traveller.type}`)} {traveller.nationality && <bdi className="fd-quiet">{traveller.nationality}</bdi>}
                  </td>
                  <td className="fd-nowrap">{open ? (open.birthDate ? formatDate(open.birthDate, language) : '–') : '••••'}</td>
                  <td className="fd-nowrap">
                    {open && open.document ? (
                      <>
                        <bdi>
                          {open.issuedBy} {open.document}
                        </bdi>
                        {open.expires && <small>{t('travellers.until', { date: formatDate(open.expires, language) })}</small>}
                      </>
                    ) : (
                      <bdi dir="ltr">{traveller.document ?? '–'}</bdi>
                    )}
                  </td>
                  <td className="fd-nowrap">
                    {traveller.tickets.length === 0 && '–'}
                    {traveller.tickets.map((ticket) => (
                      <span key={ticket.number}>
                        <bdi>{ticket.number}</bdi>
                        {ticket.status !== 'open' && <small>{t(`tickets.${ticket.status}`)}</small>}
                      </span>
                    ))}
                  </td>
                  <td>
                    <TravellerRequests traveller={traveller} position={at} formKey={mayAnswer ? formKey : null} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="fd-card__line">
        {t('travellers.contact')} <bdi dir="ltr">{revealed?.email ?? record.contact.email}</bdi> ·{' '}
        <bdi dir="ltr">{revealed?.phone ?? record.contact.phone}</bdi>
        {revealed && <span className="fd-quiet"> · {t('travellers.revealed')}</span>}
      </p>
    </section>
  );
}

/** What the airline was asked and what it said; a clerk passes its word on. */
function TravellerRequests({
  traveller,
  position,
  formKey,
}: {
  traveller: RecordView['travellers'][number];
  position: number;
  formKey: string | null;
}) {
  const t = useTexts('staff-orders');
  const { requests, declarations, flyer } = traveller;
  if (requests.length === 0 && declarations.length === 0) return <>–</>;
  return (
    <ul className="fd-asks">
      {requests.map((request) => (
        <li key={`${request.contract} ${request.code}`}>
          <bdi title={request.kind === 'assistance' ? t(`requests.${request.code}`) : undefined}>
            {request.kind === 'loyalty' ? flyer : request.code} · {request.airline}
          </bdi>{' '}
          <b data-state={request.status}>{t(`requests.${request.status}`)}</b>
          {formKey && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="answer-request" />
              <input type="hidden" name="key" value={`${formKey}-${position}-${request.contract}-${request.code}`} />
              <input type="hidden" name="request" value={`${request.contract}.${position}.${request.kind}.${request.code}`} />
              {(['confirmed', 'refused'] as const)
                .filter((answer) => answer !== request.status)
                .map((answer) => (
                  <button key={answer} className="fd-ask" name="answer" value={answer} type="submit">
                    {t(`requests.set.${answer}`)}
                    <span className="sr-only"> {t('requests.of', { code: request.code, name: traveller.name })}</span>
                  </button>
                ))}
            </Form>
          )}
        </li>
      ))}
      {declarations.map((declaration) => (
        <li key={declaration.flight}>
          {t('requests.exit', { flight: declaration.flight, seat: declaration.seat, wording: declaration.wording })}{' '}
          <DeskMoment at={declaration.at} />
        </li>
      ))}
    </ul>
  );
}

export function PriceCard({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  const fares = useTexts('fares');
  const language = useLanguage();
  const detail = (line: RecordView['lines'][number]) => {
    const tax = line.nameKey.startsWith('fares:tax') ? fares(line.nameKey.replace(/^fares:/, '')) : '';
    const marks = [line.facts.taxCode, line.facts.seat, line.facts.flight, line.facts.airport, line.facts.meal].filter(Boolean).join(' ');
    return [tax, marks].filter(Boolean).join(' · ');
  };
  return (
    <section className="fd-card" aria-labelledby="card-price">
      <header>
        <h2 id="card-price">{t('price.title')}</h2>
        <p>
          {t('price.sub', { currency: record.total.currency, version: record.rulesVersion })} <DeskMoment at={record.quotedAt} />
        </p>
      </header>
      <div className="fd-scroll">
        <table className="fd-table">
          <thead>
            <tr>
              <th scope="col">{t('price.line')}</th>
              <th scope="col" className="fd-rule">
                {t('price.rule')}
              </th>
              <th scope="col" className="fd-num">
                {t('price.each')}
              </th>
              <th scope="col" className="fd-num">
                {t('price.vat')}
              </th>
              <th scope="col" className="fd-num">
                {t('price.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {record.lines.map((line, at) => (
              <tr key={at}>
                <td>
                  {t(`lines.${line.kind}`)}
                  {detail(line) && <small>{detail(line)}</small>}
                </td>
                <td className="fd-rule">
                  {line.ruleId ? (
                    <bdi>{t('price.ruleOf', { rule: line.ruleId, version: record.rulesVersion })}</bdi>
                  ) : (
                    <span className="fd-quiet">{t('price.noRule')}</span>
                  )}
                </td>
                <td className="fd-num">
                  <bdi dir="ltr">
                    {line.travellers.length} × <Figure value={line.each} />
                  </bdi>
                </td>
                <td className="fd-num">
                  {line.vatBasisPoints > 0 ? (
                    <>
                      <bdi dir="ltr" className="fd-quiet">
                        {line.vatBasisPoints / 100}%
                      </bdi>{' '}
                      <Figure value={line.vat} />
                    </>
                  ) : (
                    <span className="fd-quiet">{t(`vat.${line.vatCategory}`)}</span>
                  )}
                </td>
                <td className="fd-num">
                  <Figure value={line.amount} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{t('price.total')}</td>
              <td className="fd-rule" />
              <td />
              <td className="fd-num">
                <Figure value={record.vatTotal} />
              </td>
              <td className="fd-num">
                <bdi>{formatMoney(record.total, language)}</bdi>
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {record.snapshots.length > 1 && (
        <p className="fd-card__line fd-quiet">
          {record.snapshots.map((snapshot) => (
            <span key={snapshot.number}>
              {t(`causes.${snapshot.cause}`)} <Figure value={snapshot.total} /> {snapshot.inForce && t('price.inForce')} ·{' '}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

/** Striped: promised by the bank. Solid: taken. Grey: given back. All of it is read from the ledger. */
export function MoneyCard({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const { authorised, captured, refunded, position } = record.money;
  const of = Math.max(1, record.total.amount, captured.amount);
  const share = (amount: number) => ({ inlineSize: `${(Math.max(0, amount) / of) * 100}%` });
  return (
    <section className="fd-card" aria-labelledby="card-money">
      <header>
        <h2 id="card-money">{t('money.title')}</h2>
        <p>{t('money.sub')}</p>
      </header>
      <p className="fd-card__line">
        <b>{t(`position.${position}`)}</b> · {t('money.authorised')} <bdi>{formatMoney(authorised, language)}</bdi> · {t('money.captured')}{' '}
        <bdi>{formatMoney(captured, language)}</bdi> · {t('money.refunded')} <bdi>{formatMoney(refunded, language)}</bdi>
      </p>
      <div className="fd-bar" aria-hidden="true">
        <i style={share(captured.amount - refunded.amount)} />
        <i className="fd-bar--held" style={share(authorised.amount)} />
        <i className="fd-bar--back" style={share(refunded.amount)} />
      </div>
      {record.ledger.length + record.payments.length > 0 ? (
        <div className="fd-scroll">
          <table className="fd-table">
            <thead>
              <tr>
                <th scope="col">{t('money.when')}</th>
                <th scope="col">{t('money.what')}</th>
                <th scope="col">{t('money.outcome')}</th>
                <th scope="col" className="fd-num">
                  {t('money.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {record.payments.map((payment) => (
                <tr key={payment.id}>
                  <td>
                    <DeskMoment at={payment.at} />
                  </td>
                  <td>{t('money.payment')}</td>
                  <td>
                    {t(`payments.${payment.status}`)}
                    {payment.decline && <small>{t(`declines.${payment.decline}`)}</small>}
                  </td>
                  <td className="fd-num">
                    <Figure value={payment.amount} />
                  </td>
                </tr>
              ))}
              {record.ledger.map((line, at) => (
                <tr key={at}>
                  <td>
                    <DeskMoment at={line.at} seconds />
                  </td>
                  <td>{t(`ledger.${line.kind}`)}</td>
                  <td>{t('money.posted')}</td>
                  <td className="fd-num">
                    <Figure value={line.amount} />
                  </td>
                </tr>
              ))}
              {record.refunds.map((refund) => (
                <tr key={refund.id}>
                  <td>
                    <DeskMoment at={refund.at} />
                  </td>
                  <td>{t('money.refund')}</td>
                  <td>{t(`refunds.${refund.status}`)}</td>
                  <td className="fd-num">
                    <Figure value={refund.amount} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="fd-card__line fd-quiet">{t('money.nothing')}</p>
      )}
    </section>
  );
}

export function LinkedCard({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  return (
    <section className="fd-card" aria-labelledby="card-linked">
      <header>
        <h2 id="card-linked">{t('linked.title')}</h2>
      </header>
      {record.invoices.length === 0 ? (
        <p className="fd-card__line fd-quiet">{t('linked.afterTickets')}</p>
      ) : (
        <table className="fd-table">
          <tbody>
            {record.invoices.map((invoice) => (
              <tr key={invoice.number}>
                <td>{t(`linked.${invoice.kind}`)}</td>
                <td>
                  <bdi>{invoice.number}</bdi>
                </td>
                <td>
                  <DeskMoment at={invoice.at} />
                </td>
                <td className="fd-num">
                  <bdi>{formatMoney(invoice.gross, language)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
