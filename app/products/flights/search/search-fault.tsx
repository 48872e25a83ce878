import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import { childAlonePath, groupPath, legNames, type SearchErrors, type SearchFields } from './flight-search-form.ts';

/** What is wrong with a field, with the places that may have been meant as links that settle it. */
export function SearchFault({
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
          <Link className="link" to={groupPath(fields, placeLabels)}>
            {t('form.group')}
          </Link>
        </p>
      )}
      {error.code === 'child-needs-adult' && (
        <p>
          <Link className="link" to={childAlonePath(fields, placeLabels)}>
            {t('form.alone')}
          </Link>
        </p>
      )}
      {error.options && error.options.length > 0 && (
        <>
          <p>{t(error.code === 'place-unknown' ? 'places.maybe' : 'places.which')}</p>
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
