import { Form, Link } from 'react-router';
import { formatNumber } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ExplainedRule, ExplainedSale } from '../explain-sale.server.ts';
import { experimentsPage } from '../experiments/staff/experiment-list.ts';
import { Panel, Signed, type EngineView } from './pricing-parts.tsx';
import { pricingPage } from './rule-list.ts';

/** Where a price comes from, line by line, and what became of every rule that fitted it. */
export function ExplainPanel({ asked, explained }: { asked: string; explained: EngineView['explained'] }) {
  const t = useTexts('staff-pricing');
  return (
    <Panel
      title={t('explain.title')}
      sub={t('explain.ask')}
      id="explain"
      end={
        <Form method="get" action={`${pricingPage}#explain`} className="pe-begin" role="search" aria-label={t('explain.title')}>
          <label>
            <span className="sr-only">{t('explain.reference')}</span>
            <input name="explain" defaultValue={asked} placeholder={t('explain.reference')} maxLength={600} dir="ltr" autoComplete="off" />
          </label>
          <button className="bo-btn">{t('explain.do')}</button>
        </Form>
      }
    >
      {explained && !explained.ok && (
        <p className="dl-none" role="alert">
          {t(`explain.${explained.refused}`)}
        </p>
      )}
      {explained?.ok && explained.value.map((price, at) => <Explained key={at} price={price} />)}
    </Panel>
  );
}

function Explained({ price }: { price: ExplainedSale }) {
  const t = useTexts('staff-pricing');
  const prices = useTexts('price');
  const language = useLanguage();
  const rule = ({ id, name, of, version }: ExplainedRule) => (
    <>
      <bdi>{of === 'desk' || of === 'voucher' ? t(`explain.by-${of}`) : name || id}</bdi>{' '}
      <small className="dl-quiet">
        {of === 'desk' || of === 'voucher' ? (
          <bdi>{of === 'voucher' ? name : id}</bdi>
        ) : (
          <>
            {name && <bdi>{id} · </bdi>}
            {t(`explain.in-${of}`, { version })}
          </>
        )}
      </small>
    </>
  );
  return (
    <>
      <h3 className="pe-thing">
        {t(`explain.of-${price.of}`)} <bdi>{price.name}</bdi>
        {price.option !== undefined && ` · ${t('explain.option', { number: price.option })}`}{' '}
        <small className="dl-quiet">{t('explain.sub', { version: price.rulesVersion })}</small>
      </h3>
      <div className="dl-sheet pe-explain">
        <table>
          <caption className="sr-only">{t('explain.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('explain.line')}</th>
              <th scope="col">{t('explain.by')}</th>
              <th scope="col" className="dl-figure">
                {t('explain.amount')}
              </th>
              <th scope="col" className="dl-figure">
                {t('explain.vat')}
              </th>
            </tr>
          </thead>
          <tbody>
            {price.lines.map((line, at) => (
              <tr key={at}>
                <th scope="row">
                  {prices(`line.${line.rule?.of === 'voucher' ? 'voucher' : line.kind === 'tax' && line.rule ? 'levy' : line.kind}`)}{' '}
                  <small className="dl-quiet">{line.travellers > 1 && `× ${line.travellers}`}</small>
                </th>
                <td>{line.rule ? rule(line.rule) : <span className="dl-quiet">{t('explain.product')}</span>}</td>
                <td className="dl-figure">
                  <Price value={line.amount} />
                </td>
                <td className="dl-figure">
                  <Price value={line.vat} />
                  <small className="dl-quiet">
                    {' '}
                    {line.vatCategory === 'standard' ? (
                      <bdi>{`${formatNumber(line.vatBasisPoints / 100, language, 2)} %`}</bdi>
                    ) : (
                      t(`explain.treatment.${line.vatCategory}`)
                    )}
                  </small>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('explain.total')}</th>
              <td>{price.policy && t('explain.policy', { number: price.policy.number, title: `\u2068${price.policy.title}\u2069` })}</td>
              <td className="dl-figure">
                <b>
                  <Price value={price.total} />
                </b>
              </td>
              <td className="dl-figure">
                <Price value={price.vat} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {price.trace.length > 0 && (
        <ul className="pe-lines">
          {price.trace.map((step) => (
            <li key={`${step.phase} ${step.ruleId}`}>
              <span>
                <b>
                  <bdi>{step.name}</bdi>
                </b>
                <small>
                  {t(`phase.${step.phase}`)} · {t('explain.of')} <Signed amount={step.base} /> · {t(`outcome.${step.outcome}`)}
                  {step.because && ` · ${t(`because.${step.because}`)}`}
                </small>
              </span>
              <Signed amount={step.amount} />
            </li>
          ))}
        </ul>
      )}
      {price.margin && (
        <p className="pe-note">
          {t('explain.margin')} <Signed amount={price.margin.left} /> · {t('explain.floor')} <Signed amount={price.margin.floor} />
        </p>
      )}
      {price.experiment && (
        <p className="pe-note">
          <Link className="link" to={`${experimentsPage}/${price.experiment.id}`}>
            {t('explain.experiment', {
              number: price.experiment.number,
              arm: t(`explain.arm.${price.experiment.arm}`),
              question: `\u2068${price.experiment.question}\u2069`,
            })}
          </Link>
        </p>
      )}
      {price.facts.length > 0 && (
        <p className="pe-note dl-quiet">
          {t('explain.facts')}{' '}
          {price.facts.map(([name, value]) => `\u2068${t([`known.${name}`, 'known.other'], { name })}: ${value}\u2069`).join(' · ')}
        </p>
      )}
    </>
  );
}
