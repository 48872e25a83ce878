import { formatNumber } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Difference } from '../experiment-rules.ts';
import type { ExperimentStatus, OverBecause } from '../experiment-status.ts';
import type { OpenExperiment } from './read-experiments.server.ts';

const looks: Partial<Record<ExperimentStatus, string>> = {
  running: ' dl-state--good',
  drafted: ' dl-state--now',
  approved: ' dl-state--now',
};

export function ExperimentState({ status, over }: { status: ExperimentStatus; over: OverBecause | null }) {
  const t = useTexts('staff-experiments');
  return (
    <>
      <span className={`dl-state${looks[status] ?? ''}`}>{t(`state.${status}`)}</span>
      {status === 'stopped' && over && <small className="dl-quiet"> {t(`over.${over}`)}</small>}
    </>
  );
}

/** What became of both arms, side by side, and what may be said of the difference. */
export function FiguresCard({ experiment }: { experiment: OpenExperiment }) {
  const t = useTexts('staff-experiments');
  const language = useLanguage();
  const { control, challenger } = experiment.figures;
  const number = (value: number) => formatNumber(value, language);
  const aed = (fils: number | null) => (fils === null ? '–' : <Price value={{ amount: Math.round(fils), currency: 'AED' }} />);
  const percent = (share: number | null) => (share === null ? '–' : `${number(Math.round(share * 10_000) / 100)} %`);
  const rows = [
    ...(['visitors', 'orders', 'sales'] as const).map((name) => ({ name, of: (arm: typeof control) => number(arm[name]) })),
    { name: 'conversion', of: (arm: typeof control) => percent(arm.conversion) },
    ...(['revenue', 'margin', 'marginPerSale'] as const).map((name) => ({ name, of: (arm: typeof control) => aed(arm[name]) })),
  ];
  return (
    <section className="dl-card" aria-labelledby="figures">
      <h2 id="figures">{t('figures.title')}</h2>
      <p className="dl-quiet">{t('figures.lead')}</p>
      <div className="px-scroll">
        <table className="px-figures">
          <caption className="sr-only">{t('figures.title')}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('arm.control')}</th>
              <th scope="col">{t('arm.challenger')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, of }) => (
              <tr key={name}>
                <th scope="row">{t(`figures.${name}`)}</th>
                <td>{of(control)}</td>
                <td>{of(challenger)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className="px-verdicts">
        <Said name="conversion" difference={experiment.conversion} least={experiment.leastSales} />
        <Said name="marginPerSale" difference={experiment.margin} least={experiment.leastSales} />
      </dl>
    </section>
  );
}

/** A difference in words, with the bounds within which it lies. */
function Said({ name, difference, least }: { name: 'conversion' | 'marginPerSale'; difference: Difference | null; least: number }) {
  const t = useTexts('staff-experiments');
  const language = useLanguage();
  const sign = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '');
  const value = (amount: number) =>
    name === 'conversion'
      ? `\u2066${sign(amount)}${formatNumber(Math.abs(Math.round(amount * 10_000) / 100), language)}\u2069`
      : `\u2066${sign(amount)}AED ${formatNumber(Math.abs(Math.round(amount)) / 100, language)}\u2069`;
  return (
    <div>
      <dt>{t(`figures.${name}`)}</dt>
      <dd>
        <b>{t(`verdict.${difference?.verdict ?? 'too-early'}`)}</b>{' '}
        {difference
          ? t(`interval.${name}`, { by: value(difference.by), from: value(difference.from), to: value(difference.to) })
          : t('interval.none')}
        {(difference === null || difference.verdict === 'too-early') && ` ${t('interval.least', { least })}`}
      </dd>
    </div>
  );
}
