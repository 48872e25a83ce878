import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { bagsWords, stopPlace } from '../search/flight-words.tsx';
import { dayMonth, DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import type { RecordView } from './record-view.ts';

function Duration({ minutes }: { minutes: number }) {
  const t = useTexts('staff-orders');
  return <bdi>{t('left.hours', { h: Math.floor(minutes / 60), m: String(minutes % 60).padStart(2, '0') })}</bdi>;
}

export function FlightsCard({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  const brand = useTexts('fares');
  const found = useTexts('flights');
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
                  const basis =
                    contract.fareBasis[contract.slices.slice(0, direction).reduce((sum, { segments }) => sum + segments.length, index)];
                  const layover = index > 0 ? slice.layovers[index - 1] : direction === 0 ? contract.passage : undefined;
                  return [
                    layover && (
                      <tr className="fd-between" key={`${at}-${direction}-${index}-wait`}>
                        <td colSpan={6}>
                          {t('flights.wait', { airport: stopPlace(layover) })} <Duration minutes={layover.minutes} />
                          {layover.airportChange && ` · ${t('flights.airportChange')}`}
                          {layover.terminalChange && ` · ${t('flights.terminalChange')}`}
                          {layover.selfTransfer && ` · ${t('flights.selfTransfer')}`}
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
                        <small>
                          {t(`cabins.${segment.cabin}`)}
                          {basis && (
                            <>
                              {' '}
                              · <bdi title={t('flights.basis')}>{basis}</bdi>
                            </>
                          )}
                        </small>
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
      {record.contracts.flatMap((contract, at) =>
        contract.bags.map(({ from, to, cabin, checked }) => (
          <p key={`${at} ${from} ${to}`} className="fd-card__line">
            {t('flights.bags')} <bdi dir="ltr">{`${from} – ${to}`}</bdi> · {bagsWords(found, cabin, checked)}
          </p>
        )),
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
