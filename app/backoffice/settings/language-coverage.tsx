import { Link } from 'react-router';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { CoveredPart, LanguageCoverage } from './language-coverage.server.ts';

/** The meter: how much exists in each language, and what is missing. */
export function LanguageCoverageTable({ coverage }: { coverage: readonly LanguageCoverage[] }) {
  const t = useTexts('staff-settings');
  return (
    <section className="dl-card" aria-labelledby="coverage">
      <h2 id="coverage">{t('languages.coverage')}</h2>
      <p className="dl-quiet">{t('languages.coverageText')}</p>
      <div className="dl-sheet dl-sheet--cards st-coverage">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('languages.language')}</th>
              {coverage[0]!.parts.map(({ part }) => (
                <th key={part} scope="col">
                  {t(`languages.part.${part}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {coverage.map(({ language, parts }) => (
              <tr key={language}>
                <th scope="row">{t(`languages.name.${language}`)}</th>
                {parts.map((part) => (
                  <td key={part.part} data-label={t(`languages.part.${part.part}`)}>
                    <Meter {...part} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Meter({ part, has, of, missing, more }: CoveredPart) {
  const t = useTexts('staff-settings');
  const language = useLanguage();
  const said = t('languages.counted', { has: formatNumber(has, language), of: formatNumber(of, language) });
  return (
    <div className="st-meter">
      <meter min={0} max={Math.max(of, 1)} value={has} aria-label={t(`languages.part.${part}`)}>
        {said}
      </meter>
      <span className="num">{said}</span>
      {missing.length > 0 && (
        <ul aria-label={t('languages.missing')}>
          {missing.map(({ name, href }) => (
            <li key={href ?? name}>{href ? <Link to={href}>{name}</Link> : <bdi>{name}</bdi>}</li>
          ))}
          {more > 0 && <li>{t('languages.more', { count: more })}</li>}
        </ul>
      )}
    </div>
  );
}
