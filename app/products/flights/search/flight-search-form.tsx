import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import {
  applyStep,
  legNames,
  mostLegs,
  readSearchFields,
  tripTypes,
  type LegFields,
  type SearchErrors,
  type SearchFields,
} from './flight-search-form.ts';
import { DateField } from './date-field.tsx';
import { PlaceField } from './place-field.tsx';
import { SearchFault } from './search-fault.tsx';
import { WhoField } from './who-field.tsx';
import './flight-search-form.css';

export interface FlightSearchFormProps {
  readonly fields: SearchFields;
  readonly errors?: SearchErrors;
  /** Words for place codes that may stand in the fields or among the options of an error. */
  readonly placeLabels: Readonly<Record<string, string>>;
  /** Words of a second button, for whoever would rather hear when the price falls; absent where the page has its own way there. */
  readonly watch?: string;
  /** First and last day on sale, YYYY-MM-DD. */
  readonly today: string;
  readonly lastDay: string;
}

const shortened = /\(([A-Z0-9]{3})\)\s*$/;

/** What the form holds, with the codes of chosen places in the place of their words and without blanks. */
function addressOf(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  const trip = String(new FormData(form).get('trip'));
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '' || name === 'step') continue;
    if (trip !== 'multi' && /\d$/.test(name)) continue;
    if (trip !== 'return' && name === 'return') continue;
    params.append(name, shortened.exec(value)?.[1] ?? value);
  }
  if (trip !== 'multi') params.delete('trip');
  if (params.get('trip') === null && trip === 'return' && !params.has('return')) params.set('trip', 'return');
  for (const [name, usual] of [
    ['children', '0'],
    ['infants', '0'],
    ['cabin', 'economy'],
  ] as const)
    if (params.get(name) === usual) params.delete(name);
  const ages = params.getAll('ages').slice(0, Number(params.get('children') ?? 0));
  params.delete('ages');
  if (ages.length > 0) params.set('ages', ages.join(','));
  return params;
}

/**
 * The flight search: a plain GET form, so that it works without a script; the trip type shows and hides its fields
 * by style alone. Give it a `key` that changes with the address.
 */
export function FlightSearchForm({ fields: given, errors = {}, placeLabels, watch, today, lastDay }: FlightSearchFormProps) {
  const t = useTexts('flight-search');
  const navigate = useNavigate();
  const [{ fields, turn }, setState] = useState({ fields: given, turn: 0 });
  const summary = useRef<HTMLDivElement>(null);
  const faults = Object.entries(errors);
  useEffect(() => {
    if (faults.length > 0) summary.current?.focus();
  }, [faults.length]);

  const onSubmit = (event: React.FormEvent<HTMLFormElement>) => {
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    event.preventDefault();
    if (submitter?.name === 'step') {
      const typed = readSearchFields(
        new URLSearchParams([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])),
      );
      setState({ fields: applyStep({ ...typed, legs: keepLegs(typed, fields) }, submitter.value), turn: turn + 1 });
      return;
    }
    const to = submitter?.name === 'watch' ? watchPath : '/flight-search-results';
    void navigate(`${to}?${addressOf(event.currentTarget)}`);
  };

  const legs = fields.trip === 'multi' && fields.legs.length < 2 ? [...fields.legs, blankLeg] : fields.legs;
  const shownLegs = legs.length < 2 ? [...legs, blankLeg] : legs;
  const words = (typed: string) => placeLabels[typed] ?? typed;
  const place = (leg: LegFields, number: number, end: 'from' | 'to') => {
    const name = legNames(number)[end];
    return (
      <div className={`fs-field fs-field--${end}`} data-error={errors[name] ? '' : undefined}>
        <PlaceField
          id={`fs-${name}`}
          name={name}
          label={t(`form.${end}`)}
          defaultValue={words(leg[end])}
          invalid={Boolean(errors[name])}
          describedBy={errors[name] ? `fs-${name}-error` : undefined}
        />
        <SearchFault name={name} errors={errors} fields={fields} placeLabels={placeLabels} />
      </div>
    );
  };
  const date = (name: string, label: string, value: string, more = '') => (
    <div className={`fs-field fs-field--date ${more}`} data-error={errors[name] ? '' : undefined}>
      <DateField
        id={`fs-${name}`}
        name={name}
        label={label}
        min={today}
        max={lastDay}
        defaultValue={value}
        invalid={Boolean(errors[name])}
      />
      <SearchFault name={name} errors={errors} fields={fields} placeLabels={placeLabels} />
    </div>
  );

  return (
    <form
      className="fs"
      action="/flight-search-results"
      method="get"
      aria-label={t('form.label')}
      onSubmit={onSubmit}
      key={turn}
      noValidate
    >
      {/* Enter in a field presses a form's first button; that must not be the one that swaps the places. */}
      <button className="fs-quiet" type="submit" tabIndex={-1} aria-hidden="true">
        {t('form.go')}
      </button>
      {faults.length > 0 && (
        <div className="fs-summary" role="alert" tabIndex={-1} ref={summary}>
          <p>
            <Icon name="fault" /> {t('summary')}
          </p>
          <ul>
            {faults.map(([name, error]) => (
              <li key={name}>
                <a href={`#fs-${name}`}>{t(`error.${error.code}`, { typed: error.typed ?? '' })}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="fs-top">
        <fieldset className="fs-trips">
          <legend className="fs-quiet">{t('form.trip')}</legend>
          {tripTypes.map((trip) => (
            <label key={trip}>
              <input type="radio" name="trip" value={trip} defaultChecked={fields.trip === trip} />
              <span>{t(`form.trips.${trip}`)}</span>
            </label>
          ))}
        </fieldset>
        <label className="fs-tick">
          <input type="checkbox" name="direct" value="1" defaultChecked={fields.direct} />
          <span>{t('form.direct')}</span>
        </label>
        <details className="fs-more" open={fields.nearby || fields.flex || fields.bags || fields.selfTransfer || undefined}>
          <summary>
            {t('form.more')} <Icon name="chevron-down" small />
          </summary>
          <div>
            {(
              [
                ['nearby', 'nearby', fields.nearby],
                ['flex', 'flex', fields.flex],
                ['bags', 'bags', fields.bags],
                ['self', 'self', fields.selfTransfer],
              ] as const
            ).map(([name, key, checked]) => (
              <label className="fs-tick" key={name}>
                <input type="checkbox" name={name} value="1" defaultChecked={checked} />
                <span>{t(`form.${key}`)}</span>
              </label>
            ))}
          </div>
        </details>
      </div>

      <div className="fs-row">
        <div className="fs-pair">
          {place(legs[0]!, 1, 'from')}
          <button className="fs-swap" type="submit" name="step" value="swap" formAction="/flights" aria-label={t('form.swap')}>
            <Icon name="swap" />
          </button>
          {place(legs[0]!, 1, 'to')}
        </div>
        {date('depart', t('form.depart'), legs[0]!.date)}
        {date('return', t('form.return'), fields.returnDate, 'fs-field--return')}
        <WhoField fields={fields} errors={errors} placeLabels={placeLabels} />
        <button className="btn btn--go fs-go" type="submit">
          <Icon name="search" />
          {t('form.go')}
        </button>
      </div>

      <div className="fs-legs">
        {shownLegs.slice(1).map((leg, index) => (
          <fieldset className="fs-leg" key={index}>
            <legend>{t('form.leg', { number: index + 2 })}</legend>
            {place(leg, index + 2, 'from')}
            {place(leg, index + 2, 'to')}
            {date(legNames(index + 2).date, t('form.depart'), leg.date)}
          </fieldset>
        ))}
        <p className="fs-steps">
          {shownLegs.length < mostLegs && (
            <button className="btn btn--line btn--s" type="submit" name="step" value="add-leg" formAction="/flights">
              <Icon name="plus" small />
              {t('form.addLeg')}
            </button>
          )}
          {shownLegs.length > 2 && (
            <button className="btn btn--line btn--s" type="submit" name="step" value="remove-leg" formAction="/flights">
              <Icon name="minus" small />
              {t('form.removeLeg')}
            </button>
          )}
          <button className="btn btn--go fs-go" type="submit">
            <Icon name="search" />
            {t('form.go')}
          </button>
        </p>
      </div>
      {watch && (
        <p className="fs-watch">
          <button className="link" type="submit" name="watch" value="1" formAction={watchPath}>
            <Icon name="bell" small /> {watch}
          </button>
        </p>
      )}
    </form>
  );
}

/** Where the price of what stands in the form is watched. */
const watchPath = '/price-alert';

const blankLeg: LegFields = { from: '', to: '', date: '' };

/** Blank legs at the end are not read from the form, but stay on the screen. */
function keepLegs(typed: SearchFields, before: SearchFields): readonly LegFields[] {
  const legs = [...typed.legs];
  while (legs.length < before.legs.length || legs.length < 2) legs.push(blankLeg);
  return legs;
}
