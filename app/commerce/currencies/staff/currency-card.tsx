import { Form } from 'react-router';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { convertRounded, defaultRates, roundings, shownDecimals, withSymbol } from '../display-conversion.ts';
import type { CurrencySettings } from './open-currency-settings.server.ts';
import { RateChart } from './rate-chart.tsx';
import type { RateLine } from './rate-words.tsx';
import type { RateRefusalShown } from './rates-list.ts';

/** Prices that everybody has a feeling for, in dirhams. */
const samples = [100, 1_250, 9_900];

/** A form that was refused, as it was typed. */
interface Typed {
  readonly form: string;
  readonly refused: RateRefusalShown;
  readonly typed: { readonly rate?: string; readonly until?: string; readonly reason?: string; readonly spread?: string };
}

/** One currency: its history, what prices show in it, and the forms that change it. */
export function CurrencyCard({
  line,
  data: { chart, mayEdit, newest, today },
  typed,
}: {
  readonly line: RateLine;
  readonly data: CurrencySettings;
  readonly typed: Typed | undefined;
}) {
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  const wrong = (form: string) => (typed?.form === form ? typed : null);
  const rates = { ...defaultRates, [line.target]: line.rate };
  const rounded = { [line.target]: line.rounding };
  const shownFor = (amount: number) =>
    formatNumber(convertRounded(amount, 'AED', line.target, rates, rounded), language, shownDecimals(line.target, rounded));
  return (
    <section className="dl-card cs-open" aria-label={line.target}>
      <div>
        <h2>{t('chart', { currency: line.target })}</h2>
        {chart && chart.points.length > 0 && (
          <RateChart
            points={chart.points}
            since={chart.since}
            to={chart.to}
            language={language}
            label={t('chartLabel', { currency: line.target, count: chart.points.length })}
          />
        )}
        <table className="cs-samples">
          <caption className="cs-label">{t('samples')}</caption>
          <tbody>
            {samples.map((amount) => (
              <tr key={amount}>
                <th scope="row">
                  <bdi>AED {formatNumber(amount, language)}</bdi>
                </th>
                <td>
                  <bdi>{withSymbol(line.target, shownFor(amount))}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayEdit && (
        <div className="cs-forms">
          <Form method="post" preventScrollReset>
            <h2>{t('set.title')}</h2>
            <input type="hidden" name="currency" value={line.target} />
            <label>
              <span className="cs-label">{t('set.rate', { currency: line.target })}</span>
              <input
                name="rate"
                inputMode="decimal"
                required
                maxLength={15}
                defaultValue={wrong('set')?.typed.rate ?? ''}
                autoComplete="off"
                dir="ltr"
              />
            </label>
            {line.follows === 'feed' && (
              <label>
                <span className="cs-label">{t('set.until')}</span>
                <input type="date" name="until" min={today} required defaultValue={wrong('set')?.typed.until ?? ''} />
              </label>
            )}
            <label>
              <span className="cs-label">{t('set.reason')}</span>
              <input name="reason" required minLength={3} maxLength={300} defaultValue={wrong('set')?.typed.reason ?? ''} />
            </label>
            {wrong('set') && (
              <p className="bo-wrong" role="alert">
                {t(`refused.${typed!.refused}`)}
              </p>
            )}
            <div className="bo-actions">
              <button className="bo-btn bo-btn--p" name="intent" value="set">
                {t('set.send')}
              </button>
            </div>
            <p className="dl-quiet">{t('set.guard')}</p>
          </Form>
          <Form method="post" preventScrollReset>
            <h2>{t('show.title')}</h2>
            <input type="hidden" name="currency" value={line.target} />
            <input type="hidden" name="version" value={line.version} />
            <p className="dl-quiet">{t(line.isShown ? 'show.isOn' : 'show.isOff')}</p>
            <label>
              <span className="cs-label">{t('set.reason')}</span>
              <input name="reason" required minLength={3} maxLength={300} />
            </label>
            <div className="bo-actions">
              <button className="bo-btn" name="intent" value={line.isShown ? 'hide' : 'show'}>
                {t(line.isShown ? 'show.hide' : 'show.show')}
              </button>
            </div>
          </Form>
          <Form method="post" preventScrollReset>
            <h2>{t('rounding.title')}</h2>
            <input type="hidden" name="currency" value={line.target} />
            <input type="hidden" name="version" value={line.version} />
            <label>
              <span className="cs-label">{t('rounding.to')}</span>
              <select name="rounding" defaultValue={line.rounding}>
                {roundings.map((rounding) => (
                  <option key={rounding} value={rounding}>
                    {t(`rounding.${rounding}`)}
                  </option>
                ))}
              </select>
            </label>
            <p className="dl-quiet">{t('rounding.lead')}</p>
            <div className="bo-actions">
              <button className="bo-btn" name="intent" value="round">
                {t('rounding.send')}
              </button>
            </div>
          </Form>
          {line.source === 'override' && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="currency" value={line.target} />
              <button className="bo-btn" name="intent" value="end-override">
                {t(newest ? 'set.end' : 'set.endBefore')}
              </button>
            </Form>
          )}
          <Form method="post" preventScrollReset>
            <h2>{t('policy.title')}</h2>
            <input type="hidden" name="currency" value={line.target} />
            <input type="hidden" name="version" value={line.version} />
            <label>
              <span className="cs-label">{t('policy.follows')}</span>
              <select name="follows" defaultValue={line.follows}>
                <option value="feed">{t('source.feed')}</option>
                <option value="house">{t('source.house')}</option>
              </select>
            </label>
            <label>
              <span className="cs-label">{t('policy.spread')}</span>
              <input
                name="spread"
                inputMode="decimal"
                required
                maxLength={5}
                defaultValue={wrong('policy')?.typed.spread ?? (line.policySpread / 100).toFixed(2)}
                dir="ltr"
              />
            </label>
            {wrong('policy') && (
              <p className="bo-wrong" role="alert">
                {t(`refused.${typed!.refused}`)}
              </p>
            )}
            <div className="bo-actions">
              <button className="bo-btn" name="intent" value="policy">
                {t('policy.send')}
              </button>
            </div>
          </Form>
        </div>
      )}
    </section>
  );
}
