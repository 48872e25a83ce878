import { Form, Link, useLocation, useNavigation } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Checkbox, SelectField, TextField } from '#app/ui/field.tsx';
import { PlacesMap } from '#app/ui/map/places-map.tsx';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { exploreNights, type ExploreProblem } from './explore-rules.ts';
import { moneyWords } from './flight-words.tsx';
import type { Explored, ExploreView } from './open-explore.server.ts';

/** Where a sum leads in a month: a form that is an address, and the places in a list and on a map. */
export function ExploreSection({ explore }: { explore: ExploreView }) {
  const t = useTexts('flights');
  const language = useLanguage();
  const busy = useNavigation().state === 'loading';
  const { fields, months, problems, found } = explore;
  const fault = (name: ExploreProblem) => (problems.includes(name) ? t(`explore.wrong.${name}`) : undefined);
  return (
    <section className="fl-band" aria-labelledby="explore">
      <h2 id="explore">{t('explore.title')}</h2>
      <p className="muted">{t('explore.lede')}</p>
      <Form method="get" action="/flights#explore" className="fl-explore" preventScrollReset key={JSON.stringify(fields)}>
        <TextField
          name="from"
          id="explore-from"
          label={t('explore.from')}
          defaultValue={fields.from}
          error={fault('from')}
          maxLength={80}
        />
        <TextField
          name="budget"
          label={t('explore.budget')}
          defaultValue={fields.budget}
          error={fault('budget')}
          inputMode="numeric"
          maxLength={12}
          dir="ltr"
        />
        <SelectField name="month" label={t('explore.month')} defaultValue={fields.month} error={fault('month')}>
          {months.map((month) => (
            <option key={month} value={month}>
              {formatDate(`${month}-01`, language, 'month')}
            </option>
          ))}
        </SelectField>
        <Checkbox name="trip" value="one-way" label={t('explore.oneWay')} defaultChecked={fields.oneWay} />
        <Button look="go" busy={busy && t('explore.asking')}>
          {t('explore.go')}
        </Button>
      </Form>
      {found && <Places explore={explore} found={found} />}
    </section>
  );
}

function Places({ explore: { city, fields }, found }: { explore: ExploreView; found: Explored }) {
  const t = useTexts('flights');
  const language = useLanguage();
  const { within, above, asked, silent, pricedAt } = found;
  const { search } = useLocation();
  const day = (date: string) => formatDate(date, language, 'day');
  const said = {
    asked,
    city,
    month: formatDate(`${fields.month}-01`, language, 'month'),
    trip: fields.oneWay ? t('explore.tripOneWay') : t('explore.tripWeek', { count: exploreNights }),
    priced: sayDay(pricedAt, language),
  };
  const again = (
    <Link className="btn btn--line btn--s" to={`/flights${search}#explore`} preventScrollReset>
      {t('silent.again')}
    </Link>
  );
  if (within.length === 0 && silent > 0)
    return (
      <EmptyState title={t('explore.silent', { count: silent })} action={again}>
        {t('explore.silentText')}
      </EmptyState>
    );
  if (within.length === 0)
    return (
      <EmptyState
        title={t('explore.none')}
        action={
          above && (
            <Link className="btn btn--line" to={above.to} rel="nofollow">
              {t('explore.see', { place: above.city })}
            </Link>
          )
        }
      >
        {above
          ? t('explore.noneText', { place: above.city, price: moneyWords(above.total, language), date: day(above.date) })
          : t('explore.nothing', said)}{' '}
        {t('explore.how', said)}
      </EmptyState>
    );
  return (
    <>
      <p role="status">
        {t('explore.found', { count: within.length })} {t('explore.how', said)}
      </p>
      {silent > 0 && (
        <Notice tone="warn" end={again}>
          {t('explore.silent', { count: silent })}
        </Notice>
      )}
      <PlacesMap
        label={t('explore.map', { city })}
        places={within.map(({ city: name, lat, lon, to, total }) => ({ name, lat, lon, to, note: moneyWords(total, language) }))}
      />
      <ol className="fl-explored">
        {within.map((place) => (
          <li key={place.to}>
            <Link to={place.to} rel="nofollow">
              <b>{place.city}</b>
              <small>{place.country}</small>
              <span>
                {t('explore.price')} <bdi>{moneyWords(place.total, language)}</bdi>
              </span>
              <small>{t('explore.leaves', { date: day(place.date) })}</small>
            </Link>
          </li>
        ))}
      </ol>
      {above && <p className="muted small">{t('explore.above', { place: above.city, price: moneyWords(above.total, language) })}</p>}
    </>
  );
}
