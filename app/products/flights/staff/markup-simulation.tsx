import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import type { Simulation } from '#app/commerce/pricing/pricing-drafts.tables.ts';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { Card } from './supply-parts.tsx';

interface Sample {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** What the draft would change, search by search: before, after, difference. */
export function MarkupSimulation({ simulation, samples }: { simulation: Simulation; samples: readonly Sample[] }) {
  const t = useTexts('staff-markups');
  const language = useLanguage();
  const aed = (value: number) => formatMoney(money(value, 'AED'), language);
  const signed = (value: number) => (
    <bdi className={value > 0 ? 'sd-up' : value < 0 ? 'sd-down' : 'sd-quiet'}>
      {value > 0 ? '+' : value < 0 ? '\u2212' : ''}
      {formatNumber(Math.abs(value) / 100, language, 2)}
    </bdi>
  );
  const share = simulation.prices === 0 ? 0 : (simulation.changed * 100) / simulation.prices;
  const each = simulation.prices === 0 ? 0 : Math.round(simulation.difference / simulation.prices);
  return (
    <Card
      title={t('simulation.title')}
      sub={
        <>
          {t('simulation.sub', { n: formatNumber(simulation.prices, language) })} · <bdi>{simulation.by}</bdi> ·{' '}
          <DeskMoment at={simulation.at} />
        </>
      }
    >
      <div className="sd-figures">
        <div>
          <b>
            <bdi>{formatNumber(share, language, 1)} %</bdi>
          </b>
          <span>{t('simulation.changed')}</span>
        </div>
        <div>
          <b>{signed(each)}</b>
          <span>{t('simulation.each')}</span>
        </div>
        <div>
          <b>{signed(simulation.difference)}</b>
          <span>{t('simulation.margin')}</span>
        </div>
        <div>
          <b>
            <bdi>{formatNumber(simulation.risesBig, language)}</bdi>
          </b>
          <span>{t('simulation.big')}</span>
        </div>
      </div>
      <ScrollRegion className="sd-table" label={t('simulation.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('simulation.search')}</th>
              {(['changedOf', 'before', 'after', 'difference', 'marginBefore', 'marginAfter'] as const).map((column) => (
                <th key={column} scope="col" className="sd-num">
                  {t(`simulation.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {simulation.searches.map((search) => {
              const sample = samples.find(({ id }) => id === search.id);
              return (
                <tr key={search.id} className={search.changed > 0 ? 'sd-mark' : undefined}>
                  <td>
                    <bdi dir="ltr">{sample ? `${sample.from} → ${sample.to}` : '–'}</bdi>
                  </td>
                  <td className="sd-num">
                    <bdi>
                      {formatNumber(search.changed, language)} / {formatNumber(search.prices, language)}
                    </bdi>
                  </td>
                  <td className="sd-num">{search.lowest ? <bdi>{aed(search.lowest[0])}</bdi> : '–'}</td>
                  <td className="sd-num">{search.lowest ? <bdi>{aed(search.lowest[1])}</bdi> : '–'}</td>
                  <td className="sd-num">{search.lowest ? signed(search.lowest[1] - search.lowest[0]) : '–'}</td>
                  <td className="sd-num">
                    <bdi>{aed(search.margin[0])}</bdi>
                  </td>
                  <td className="sd-num">
                    <bdi>{aed(search.margin[1])}</bdi>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
