import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { cabins, groupPath, mostSeats, type SearchErrors, type SearchFields } from './flight-search-form.ts';
import { SearchFault } from './search-fault.tsx';

const childChoices = Array.from({ length: mostSeats }, (_, index) => index);

/** Travellers and cabin, folded under what they amount to. */
export function WhoField({
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
        <span className="control control--select">
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
          <Icon name="chevron-down" />
        </span>
        <SearchFault name={name} errors={errors} fields={fields} placeLabels={placeLabels} />
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
              <span className="control control--select">
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
                <Icon name="chevron-down" />
              </span>
            </label>
          ))}
          <SearchFault name="ages" errors={errors} fields={fields} placeLabels={placeLabels} />
        </div>
        {count('infants', 0, mostSeats)}
        <div className="fs-count">
          <label htmlFor="fs-cabin">{t('form.cabin')}</label>
          <span className="control control--select">
            <select id="fs-cabin" name="cabin" defaultValue={fields.cabin}>
              {cabins.map((cabin) => (
                <option key={cabin} value={cabin}>
                  {t(`form.cabins.${cabin}`)}
                </option>
              ))}
            </select>
            <Icon name="chevron-down" />
          </span>
          <SearchFault name="cabin" errors={errors} fields={fields} placeLabels={placeLabels} />
        </div>
        <p className="fs-group">
          <Link className="link" to={groupPath({ ...fields, ...words }, placeLabels)}>
            {t('form.group')}
          </Link>
        </p>
      </div>
    </details>
  );
}
