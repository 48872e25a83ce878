import { wordOfLine } from '#app/commerce/pricing/quote-summary.ts';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { currencyDecimals, type Money } from '#app/values/money.ts';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import type { RecordView } from './record-view.ts';

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
                  {t(`lines.${wordOfLine(line)}`)}
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
                  <td>
                    {payment.wallet ? <bdi>{payment.wallet}</bdi> : t('money.payment')}{' '}
                    {payment.ending && <bdi className="num">•••• {payment.ending}</bdi>}
                    {payment.card && <small>{t(`money.card.${payment.card}`)}</small>}
                  </td>
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
                  <td>
                    {t('money.refund')} {refund.ending && <bdi className="num">•••• {refund.ending}</bdi>}
                  </td>
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
