import { Form, Link } from 'react-router';
import { revealReasons } from '#app/commerce/customers/records/customer-kinds.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import type { Revealed, RecordView } from './record-view.ts';

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
  const why = useTexts('staff-customers');
  const language = useLanguage();
  return (
    <section className="fd-card" aria-labelledby="card-travellers">
      <header>
        <h2 id="card-travellers">{t('travellers.title')}</h2>
        <p>{t('travellers.count', { count: record.travellers.filter(({ left }) => !left).length })}</p>
        {mayReveal && !revealed && (
          <Form method="post" preventScrollReset className="fd-reveal">
            <input type="hidden" name="intent" value="reveal" />
            <select name="reason" required defaultValue="" aria-label={why('reach.why')}>
              <option value="" disabled>
                {why('reach.why')}
              </option>
              {revealReasons.map((reason) => (
                <option key={reason} value={reason}>
                  {why(`reason.${reason}`)}
                </option>
              ))}
            </select>
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
                    {traveller.left && (
                      <small>
                        {t('travellers.left')} <DeskMoment at={traveller.left.at} />
                        {' · '}
                        {traveller.left.byName ? <bdi>{traveller.left.by}</bdi> : t(`actors.${traveller.left.by}`)}
                        {' · '}
                        {t('travellers.leftBack', { count: traveller.left.together, amount: formatMoney(traveller.left.back, language) })}
                      </small>
                    )}
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
                      <span key={ticket.number} className="fd-line">
                        <bdi>{ticket.number}</bdi>
                        {ticket.status !== 'open' && <small>{t(`tickets.${ticket.status}`)}</small>}
                        {ticket.coupons.map(({ number, from, to }) => (
                          <small key={number}>{t(from === to ? 'tickets.coupon' : 'tickets.coupons', { number, from, to })}</small>
                        ))}
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
      <NamesAsked record={record} />
      <NameCorrections record={record} />
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
            {request.kind === 'loyalty' ? flyer : request.code.replace('.', ' · ')} · {request.airline}
          </bdi>{' '}
          <b data-state={request.status}>{t(`requests.${request.status}`)}</b>
          {formKey && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="answer-request" />
              <input type="hidden" name="key" value={`${formKey}-${position}-${request.contract}-${request.code.replace('.', '-')}`} />
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

/** Names that are to be written otherwise, and whose step is next. */
function NamesAsked({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  return record.names.map(({ id, was, wanted, status, waits, fee, askedAt }) => (
    <p key={id} className={`fd-said ${status === 'asked' ? 'fd-said--warn' : ''}`}>
      <span>
        <b>{t(`names.${waits ? 'waits' : status}`)}</b> {t('names.from')} <bdi dir="ltr">{was}</bdi> {t('names.to')}{' '}
        <bdi dir="ltr">{wanted}</bdi> {fee && fee.amount > 0 && <bdi>{formatMoney(fee, language)}</bdi>} <DeskMoment at={askedAt} />{' '}
        <Link to={`/admin/orders/flights/${record.reference}/names`}>{t('names.open')}</Link>
      </span>
    </p>
  ));
}

/** What each airline of the order corrects of a name, for whoever is asked to. */
function NameCorrections({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const issuers = new Map(record.contracts.map(({ airlineName, names }) => [airlineName, names]));
  return [...issuers].map(([airline, { correction, source, checked }]) => (
    <p key={airline} className="fd-card__line">
      {correction
        ? t(`travellers.correction.${correction.freeLetters > 0 ? 'letters' : correction.once ? 'once' : 'fee'}`, {
            airline,
            letters: correction.freeLetters,
            fee: formatMoney(correction.fee, language),
          })
        : t('travellers.correction.unknown', { airline })}{' '}
      {correction && source && checked && (
        <span className="fd-quiet">{t('travellers.correction.source', { source, date: formatDate(checked, language) })}</span>
      )}
    </p>
  ));
}
