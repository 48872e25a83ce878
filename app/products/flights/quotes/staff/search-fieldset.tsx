import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { cabins, legNames, mostLegs, tripTypes } from '../../search/flight-search-form.ts';
import { PlaceField } from '../../search/place-field.tsx';
import type { FormFacts } from '../../search/search-world.server.ts';

/** The fields of a flight search as the desk types them; all legs of a multi-city trip are there, without a script. */
export function SearchFieldset({ form }: { form: FormFacts }) {
  const t = useTexts('flight-search');
  const desk = useTexts('staff-flight-quotes');
  const { fields, errors, placeLabels, today, lastDay } = form;
  const faultOf = (name: string) => {
    const error = errors[name];
    return (
      error && (
        <span className="fq-f__error" id={`s-${name}-error`}>
          <Icon name="fault" small /> {t(`error.${error.code}`, { typed: error.typed ?? '' })}{' '}
          {error.options && error.options.length > 0 && <bdi>{error.options.map((code) => placeLabels[code] ?? code).join(' · ')}</bdi>}
        </span>
      )
    );
  };
  const field = (name: string, label: string, control: (described: object) => ReactNode) => {
    const error = errors[name];
    return (
      <label className="fq-f">
        <span>{label}</span>
        {control({
          id: `s-${name}`,
          name,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error ? `s-${name}-error` : undefined,
        })}
        {faultOf(name)}
      </label>
    );
  };
  const place = (name: string, label: string, value: string) => (
    <div className="fq-f">
      <PlaceField
        id={`s-${name}`}
        name={name}
        label={label}
        defaultValue={placeLabels[value.toUpperCase()] ?? value}
        invalid={Boolean(errors[name])}
        describedBy={errors[name] ? `s-${name}-error` : undefined}
      />
      {faultOf(name)}
    </div>
  );
  const day = (name: string, label: string, value: string) =>
    field(name, label, (more) => <input {...more} type="date" min={today} max={lastDay} defaultValue={value} />);
  const count = (name: 'adults' | 'children' | 'infants') =>
    field(name, t(`form.${name}`), (more) => (
      <input {...more} inputMode="numeric" maxLength={2} defaultValue={fields[name]} autoComplete="off" />
    ));
  const legs = Array.from({ length: mostLegs }, (_, index) => fields.legs[index] ?? { from: '', to: '', date: '' });
  return (
    <>
      {Object.keys(errors).length > 0 && (
        <p className="dl-late" role="alert">
          {t('summary')}
        </p>
      )}
      <fieldset className="fq-trips">
        <legend className="sr-only">{t('form.trip')}</legend>
        {tripTypes.map((trip) => (
          <label key={trip}>
            <input type="radio" name="trip" value={trip} defaultChecked={fields.trip === trip} /> {t(`form.trips.${trip}`)}
          </label>
        ))}
      </fieldset>
      <div className="fq-fields">
        {place('from', t('form.from'), legs[0]!.from)}
        {place('to', t('form.to'), legs[0]!.to)}
        {day('depart', t('form.depart'), legs[0]!.date)}
        {day('return', t('form.return'), fields.returnDate)}
        {count('adults')}
        {count('children')}
        {field('ages', desk('build.ages'), (more) => (
          <input {...more} defaultValue={fields.ages.join(', ')} dir="ltr" maxLength={40} autoComplete="off" />
        ))}
        {count('infants')}
        {field('cabin', t('form.cabin'), (more) => (
          <select {...more} defaultValue={fields.cabin}>
            {cabins.map((cabin) => (
              <option key={cabin} value={cabin}>
                {t(`form.cabins.${cabin}`)}
              </option>
            ))}
          </select>
        ))}
      </div>
      <details className="fq-legs" open={fields.trip === 'multi' || undefined}>
        <summary>{desk('build.legs')}</summary>
        {legs.slice(1).map((leg, index) => {
          const names = legNames(index + 2);
          return (
            <fieldset key={names.from} className="fq-fields">
              <legend>{t('form.leg', { number: index + 2 })}</legend>
              {place(names.from, t('form.from'), leg.from)}
              {place(names.to, t('form.to'), leg.to)}
              {day(names.date, t('form.depart'), leg.date)}
            </fieldset>
          );
        })}
      </details>
      <p className="fq-go">
        <label>
          <input type="checkbox" name="direct" value="1" defaultChecked={fields.direct} /> {t('form.direct')}
        </label>
        <label>
          <input type="checkbox" name="bags" value="1" defaultChecked={fields.bags} /> {t('form.bags')}
        </label>
        <button className="bo-btn bo-btn--p" type="submit">
          <Icon name="search" small /> {t('form.go')}
        </button>
      </p>
    </>
  );
}
