import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import {
  applyStep,
  cabins,
  legNames,
  mostLegs,
  mostSeats,
  readSearchFields,
  tripTypes,
  type LegFields,
  type SearchErrors,
  type SearchFields,
} from './flight-search-form.ts';
import { DateField } from './search/date-field.tsx';
import { PlaceField } from './search/place-field.tsx';
import './flight-search-form.css';

export interface FlightSearchFormProps {
  readonly fields: SearchFields;
  readonly errors?: SearchErrors;
  /** Words for place codes that may stand in the fields or among the options of an error. */
  readonly placeLabels: Readonly<Record<string, string>>;
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
export function FlightSearchForm({ fields: given, errors = {}, placeLabels, today, lastDay }: FlightSearchFormProps) {
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
    void navigate(`/flight-search-results?${addressOf(event.currentTarget)}`);
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
        <Fault name={name} errors={errors} fields={fields} placeLabels={placeLabels} />
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
      <Fault name={name} errors={errors} fields={fields} placeLabels={placeLabels} />
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
    </form>
  );
}

const blankLeg: LegFields = { from: '', to: '', date: '' };

/** Blank legs at the end are not read from the form, but stay on the screen. */
function keepLegs(typed: SearchFields, before: SearchFields): readonly LegFields[] {
  const legs = [...typed.legs];
  while (legs.length < before.legs.length || legs.length < 2) legs.push(blankLeg);
  return legs;
}

function Fault({
  name,
  errors,
  fields,
  placeLabels,
}: {
  name: string;
  errors: SearchErrors;
  fields: SearchFields;
  placeLabels: Readonly<Record<string, string>>;
}) {
  const t = useTexts('flight-search');
  const error = errors[name];
  if (!error) return null;
  return (
    <div className="fs-fault" id={`fs-${name}-error`}>
      <p>{t(`error.${error.code}`, { typed: error.typed ?? '' })}</p>
      {error.code === 'too-many-seats' && (
        <p>
          <Link className="link" to="/contact?about=group">
            {t('form.group')}
          </Link>
        </p>
      )}
      {error.options && error.options.length > 0 && (
        <>
          <p>{t(error.code === 'place-ambiguous' ? 'places.which' : 'places.maybe')}</p>
          <ul>
            {error.options.map((code) => (
              <li key={code}>
                <Link className="link" to={`?${withPlace(fields, name, code)}`}>
                  {placeLabels[code] ?? code}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The same search as typed, with one place settled. */
function withPlace(fields: SearchFields, name: string, code: string): URLSearchParams {
  const params = new URLSearchParams({ trip: fields.trip });
  const set = (key: string, value: string) => value !== '' && params.set(key, value);
  fields.legs.forEach((leg, index) => {
    const names = legNames(index + 1);
    set(names.from, leg.from);
    set(names.to, leg.to);
    set(names.date, leg.date);
  });
  set('return', fields.returnDate);
  set('adults', fields.adults);
  set('children', fields.children);
  set('ages', fields.ages.join(','));
  set('infants', fields.infants);
  set('cabin', fields.cabin);
  for (const [key, on] of [
    ['direct', fields.direct],
    ['nearby', fields.nearby],
    ['flex', fields.flex],
    ['bags', fields.bags],
    ['self', fields.selfTransfer],
  ] as const)
    if (on) params.set(key, '1');
  params.set(name, code);
  return params;
}

const childChoices = Array.from({ length: mostSeats }, (_, index) => index);

function WhoField({
  fields,
  errors,
  placeLabels,
}: {
  fields: SearchFields;
  errors: SearchErrors;
  placeLabels: Readonly<Record<string, string>>;
}) {
  const t = useTexts('flight-search');
  const details = useRef<HTMLDetailsElement>(null);
  const [words, setWords] = useState({ adults: fields.adults, children: fields.children, infants: fields.infants, cabin: fields.cabin });
  const faulty = ['adults', 'children', 'infants', 'ages', 'cabin'].filter((name) => errors[name]);

  useEffect(() => {
    const box = details.current!;
    const closeOutside = (event: PointerEvent) => {
      if (box.open && !box.contains(event.target as Node)) box.open = false;
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !box.open) return;
      box.open = false;
      box.querySelector('summary')?.focus();
    };
    const say = (event: Event) => {
      const { name, value } = event.target as HTMLSelectElement;
      setWords((before) => (name in before ? { ...before, [name]: value } : before));
    };
    document.addEventListener('pointerdown', closeOutside);
    box.addEventListener('keydown', closeOnEscape);
    box.addEventListener('change', say);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      box.removeEventListener('keydown', closeOnEscape);
      box.removeEventListener('change', say);
    };
  }, []);

  const number = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : 0);
  const who = [
    t('count.adults', { count: number(words.adults) }),
    number(words.children) > 0 && t('count.children', { count: number(words.children) }),
    number(words.infants) > 0 && t('count.infants', { count: number(words.infants) }),
  ].filter(Boolean);
  const count = (name: 'adults' | 'children' | 'infants', from: number, to: number) => {
    // A count outside the list, as an address may ask for, stays visible so that it can be corrected.
    const choices = Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
    const all = choices.includes(fields[name]) ? choices : [...choices, fields[name]];
    return (
      <div className="fs-count">
        <label htmlFor={`fs-${name}`}>
          {t(`form.${name}`)}
          <small>{t(`form.${name}Note`)}</small>
        </label>
        <select
          id={`fs-${name}`}
          name={name}
          defaultValue={fields[name]}
          aria-invalid={errors[name] ? true : undefined}
          aria-describedby={errors[name] ? `fs-${name}-error` : undefined}
        >
          {all.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
        <Fault name={name} errors={errors} fields={fields} placeLabels={placeLabels} />
      </div>
    );
  };
  return (
    <details className="fs-who" ref={details} open={faulty.length > 0 || undefined} data-error={faulty.length > 0 ? '' : undefined}>
      <summary>
        <span>{t('form.who')}</span>
        <b>{who.join(t('listComma'))}</b>
        <i>{t(`form.cabins.${cabins.includes(words.cabin as never) ? words.cabin : 'economy'}`)}</i>
      </summary>
      <div className="fs-panel">
        {count('adults', 1, mostSeats)}
        {count('children', 0, mostSeats - 1)}
        <div className="fs-ages">
          {childChoices.slice(1).map((child) => (
            <label key={child} className={`fs-age fs-age--${child}`}>
              <span>{t('form.age', { number: child })}</span>
              <select
                name="ages"
                id={child === 1 ? 'fs-ages' : undefined}
                defaultValue={child <= number(fields.children) ? (fields.ages[child - 1] ?? '') : ''}
              >
                <option value="">{t('form.ageUnknown')}</option>
                <option value="0">{t('form.ageUnderOne')}</option>
                {Array.from({ length: 11 }, (_, index) => (
                  <option key={index} value={index + 1}>
                    {index + 1}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <Fault name="ages" errors={errors} fields={fields} placeLabels={placeLabels} />
        </div>
        {count('infants', 0, mostSeats)}
        <div className="fs-count">
          <label htmlFor="fs-cabin">{t('form.cabin')}</label>
          <select id="fs-cabin" name="cabin" defaultValue={fields.cabin}>
            {cabins.map((cabin) => (
              <option key={cabin} value={cabin}>
                {t(`form.cabins.${cabin}`)}
              </option>
            ))}
          </select>
          <Fault name="cabin" errors={errors} fields={fields} placeLabels={placeLabels} />
        </div>
        <p className="fs-group">
          <Link className="link" to="/contact?about=group">
            {t('form.group')}
          </Link>
        </p>
      </div>
    </details>
  );
}
