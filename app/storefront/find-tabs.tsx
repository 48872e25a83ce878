import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';

/** What can be looked for from the home page, with the list each form leads to. */
const searches: readonly (readonly [name: string, icon: IconName])[] = [
  ['flights', 'plane'],
  ['holidays', 'holidays'],
  ['eVisa', 'passport'],
  ['visaAssistance', 'visa'],
  ['staycations', 'staycations'],
  ['activities', 'experiences'],
];

/**
 * One card with a form for each product. The tabs are radio buttons and the style shows the form that belongs to the
 * chosen one, so that it works without a script and the page stays the same for everyone.
 */
export function FindTabs({
  flights,
  months,
  today,
  lastDay,
}: {
  flights: ReactNode;
  months: readonly string[];
  today: string;
  lastDay: string;
}) {
  const t = useTexts('home');
  const shared = useTexts('frame');
  const language = useLanguage();
  const words = (product: string) => (
    <label className="find-field find-field--words">
      <span>{t(`find.${product}.where`)}</span>
      <input type="search" name="q" maxLength={80} dir="auto" placeholder={t(`find.${product}.hint`)} />
    </label>
  );
  const day = (product: string) => (
    <label className="find-field">
      <span>{t(`find.${product}.when`)}</span>
      <input type="date" name="date" min={today} max={lastDay} />
    </label>
  );
  const choice = (name: string, label: string, options: readonly (readonly [value: string, words: string])[], chosen = '') => (
    <label className="find-field find-field--choice">
      <span>{label}</span>
      <select name={name} defaultValue={chosen}>
        {options.map(([value, said]) => (
          <option key={value} value={value}>
            {said}
          </option>
        ))}
      </select>
    </label>
  );
  const form = (product: string, action: string, fields: ReactNode) => (
    <form className="find-form" action={action} data-find={product} aria-label={shared(`nav.${product}`)}>
      {fields}
      <button className="btn btn--go" type="submit">
        <Icon name="search" />
        {t(`find.${product}.go`)}
      </button>
    </form>
  );
  const counts = (key: string, most: number) =>
    Array.from({ length: most }, (_, at) => [String(at + 1), t(`find.staycations.${key}`, { count: at + 1 })] as const);
  return (
    <div className="home-find__card">
      <fieldset className="find-tabs">
        <legend className="sr-only">{t('find.products')}</legend>
        {searches.map(([name, icon], index) => (
          <label key={name} className="find-tabs__tab">
            <input type="radio" name="find" id={`find-${name}`} defaultChecked={index === 0} autoComplete="off" />
            <Icon name={icon} />
            {shared(`nav.${name}`)}
          </label>
        ))}
      </fieldset>
      <div data-find="flights">{flights}</div>
      {form(
        'holidays',
        '/holidays',
        <>
          {words('holidays')}
          {choice('month', t('find.holidays.when'), [
            ['', t('find.anyMonth')],
            ...months.map((month) => [month, formatDate(`${month}-01`, language, 'month')] as const),
          ])}
          {choice('length', t('find.holidays.length'), [
            ['', t('find.anyLength')],
            ...(['short', 'week', 'long'] as const).map((band) => [band, t(`find.lengths.${band}`)] as const),
          ])}
        </>,
      )}
      {form('eVisa', '/e-visa', words('eVisa'))}
      {form('visaAssistance', '/visa-assistance', words('visaAssistance'))}
      {form(
        'staycations',
        '/staycations',
        <>
          {words('staycations')}
          {day('staycations')}
          {choice('nights', t('find.staycations.nightsLabel'), counts('nights', 7), '2')}
          {choice('adults', t('find.staycations.adultsLabel'), counts('adults', 6), '2')}
        </>,
      )}
      {form(
        'activities',
        '/experiences',
        <>
          {words('activities')}
          {day('activities')}
        </>,
      )}
    </div>
  );
}
