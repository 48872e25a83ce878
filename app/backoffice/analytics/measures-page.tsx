import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { FiguresNav } from './figure-parts.tsx';
import { measureNames, measureOf } from './measure-rules.ts';
import './analytics.css';

export const handle = { texts: ['analytics'] };

/** Nothing is read: the measures stand in the code. */
export function loader() {
  return null;
}

/** What every measure means, what it is made of and by what it can be split. */
export default function MeasuresPage() {
  const language = useLanguage();
  const t = useTexts('analytics');
  const facts = (names: readonly string[]) => names.map((name) => t(`fact.${name}`)).join(' + ');
  return (
    <div className="dl an">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('nav.measures')}</h1>
        <p>{t('measures.lead')}</p>
      </header>
      <FiguresNav here="measures" />
      <dl className="an-measures">
        {measureNames.map((name) => {
          const { over, under, splits, unit } = measureOf(name);
          return (
            <div key={name} id={name}>
              <dt>{t(`measure.${name}.name`)}</dt>
              <dd>
                <p>{t(`measure.${name}.meaning`)}</p>
                <p className="an-still">
                  {under ? t('measures.ratio', { over: facts(over), under: facts(under) }) : facts(over)}
                  <span aria-hidden="true"> · </span>
                  {t(`measures.unit.${unit}`)}
                  <span aria-hidden="true"> · </span>
                  {t('measures.splits', { splits: splits.map((split) => t(`split.${split}`)).join(comma(language)) })}
                </p>
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="an-note">{t('measures.privacy')}</p>
    </div>
  );
}
