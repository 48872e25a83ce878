import { wordOfLine } from '#app/commerce/pricing/quote-summary.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { Form, Link } from 'react-router';
import type { ExplainedLine } from '#app/commerce/pricing/explain-price.ts';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import type { ExplainedPrice } from '../markups/explain-flight-price.server.ts';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { Card, Field } from './supply-parts.tsx';

/** Asks for any price by the reference of an order or the id of an offer, and lays it open. */
export function MarkupExplain({ asked, price }: { asked: string; price: ExplainedPrice | null }) {
  const t = useTexts('staff-markups');
  return (
    <Card title={t('explain.title')} sub={t('explain.sub')}>
      <Form className="sd-form sd-form--row sd-card__in" method="get" action="/admin/supply/flights/markup-management">
        <Field label={t('explain.of')} wide>
          <input name="explain" dir="ltr" maxLength={600} required defaultValue={asked} placeholder="7K2M9-4QX3D" autoComplete="off" />
        </Field>
        <button className="bo-btn">{t('explain.go')}</button>
        <p className="sd-quiet">
          {t('explain.how')} <Link to="/admin/flight-supply/test">{t('explain.search')}</Link>
        </p>
      </Form>
      {asked !== '' && !price && (
        <p className="sd-none" role="alert">
          {t('explain.none')}
        </p>
      )}
      {price && <Lines price={price} />}
    </Card>
  );
}

function Lines({ price }: { price: ExplainedPrice }) {
  const t = useTexts('staff-markups');
  const o = useTexts('staff-orders');
  const language = useLanguage();
  return (
    <>
      <p className="sd-card__in">
        {price.order ? (
          <Link to={`/admin/orders/flights/${price.of}`}>
            <bdi>{price.of}</bdi>
          </Link>
        ) : (
          t('explain.cheapest')
        )}{' '}
        · {t('versions.version', { version: price.version })} · <DeskMoment at={price.quotedAt} />
      </p>
      <ScrollRegion className="sd-table" label={t('explain.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('explain.line')}</th>
              <th scope="col">{t('explain.why')}</th>
              <th scope="col" className="sd-num">
                {t('explain.each')}
              </th>
              <th scope="col" className="sd-num">
                {t('explain.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {price.lines.map((explained, at) => (
              <tr key={at}>
                <td>
                  {o(`lines.${wordOfLine(explained.line)}`)}
                  {explained.line.facts['traveller'] && <small>{t(`word.${explained.line.facts['traveller']}`)}</small>}
                </td>
                <td className="sd-wrap">
                  <Why {...explained} />
                </td>
                <td className="sd-num">
                  <bdi dir="ltr">
                    {explained.line.travellers.length} × {formatMoney(explained.line.each, language)}
                  </bdi>
                </td>
                <td className="sd-num">
                  <bdi>{formatMoney(explained.line.amount, language)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('explain.total')}
              </th>
              <td className="sd-num">
                <b>
                  <bdi>{formatMoney(price.total, language)}</bdi>
                </b>
              </td>
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </>
  );
}

/** The rule that made a line, how it reckoned, and who lost against it. */
function Why({ line, rule, sum, beaten }: ExplainedLine) {
  const t = useTexts('staff-markups');
  const language = useLanguage();
  if (!rule || !sum) return <span className="sd-quiet">{line.ruleId ? <bdi>{line.ruleId}</bdi> : t('explain.net')}</span>;
  const said = (amount: number) => formatMoney(money(amount, line.each.currency), language);
  const steps = [
    ...(rule.basisPoints > 0
      ? [t('explain.share', { percent: formatNumber(rule.basisPoints / 100, language, 2), base: said(sum.base), share: said(sum.share) })]
      : []),
    ...(sum.flat > 0 ? [t('explain.flat', { flat: said(sum.flat) })] : []),
    ...(sum.limit ? [t(`explain.${sum.limit.kind}`, { amount: said(sum.limit.amount) })] : []),
  ];
  return (
    <>
      <b>
        <bdi>{rule.name || t(`named.${rule.kind}`)}</bdi>
      </b>{' '}
      {steps.join(' · ')}
      {beaten.map((other) => (
        <small key={other.rule.id}>
          {t('explain.lost')} <bdi>{other.rule.name || t(`named.${other.rule.kind}`)}</bdi>: {t(`explain.because.${other.because}`)}
        </small>
      ))}
    </>
  );
}
