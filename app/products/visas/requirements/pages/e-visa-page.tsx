import { Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { passportCookie, readPassportChoice } from '#app/commerce/customers/passport-choice.ts';
import { readCookie } from '#app/platform/cookies.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { listEvisaCountries } from '../../evisa/list-evisa-countries.server.ts';
import { formatFinder } from '../requirement-form.ts';
import { RequirementFinder } from '../requirement-finder.tsx';
import { NeedTag, RequirementResult } from '../requirement-result.tsx';
import { listRegisterCountries, openFinder, type RegisterCountry } from '../show-requirement.server.ts';
import type { Route } from './+types/e-visa-page.ts';

export const handle = { texts: ['requirements', 'evisas'] };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const remembered = readPassportChoice(readCookie(request.headers.get('cookie'), passportCookie));
  const [open, countries, sold] = await Promise.all([
    openFinder(platform, language, url.searchParams, remembered),
    listRegisterCountries(platform, language, remembered),
    listEvisaCountries(platform, language),
  ]);
  const answers = new Map(countries.map((country) => [country.code, country]));
  return {
    open,
    remembered: remembered !== null,
    countries,
    // Where the passport we know needs none, or may not have one, nothing is offered for sale.
    sold: sold
      .map((card) => ({ ...card, need: answers.get(card.code)?.need ?? null, isStale: answers.get(card.code)?.isStale ?? false }))
      .filter(({ need }) => need === null || need === 'e-visa'),
    apply: sold.find(({ code }) => code === open.finder.values.to)?.slug ?? null,
  };
}

export default function EVisaPage({ loaderData }: Route.ComponentProps) {
  const { open, remembered, countries, sold, apply } = loaderData;
  const t = useTexts('requirements');
  const tEvisas = useTexts('evisas');
  const { finder, shown } = open;
  return (
    <main id="main" className="wrap page-end vrq-page">
      <div>
        <header className="vrq-head">
          <h1 tabIndex={-1}>{t('page.title')}</h1>
          <p className="lede">{t('page.lede')}</p>
        </header>
        <div className="vrq-ask">
          {/* The answer first: on a phone the form would stand between. */}
          {shown && (
            <RequirementResult
              shown={shown}
              values={finder.values}
              here={`/e-visa?${formatFinder(finder.values)}`}
              remembered={remembered}
              apply={apply && `/e-visa/${apply}`}
            />
          )}
          <RequirementFinder action="/e-visa" finder={finder} countries={open.countries} today={open.today} />
        </div>
      </div>
      {sold.length > 0 && (
        <section className="vrq-block" aria-labelledby="online">
          <h2 id="online">{t('page.online')}</h2>
          <p>{t(remembered ? 'page.onlineMine' : 'page.onlineText')}</p>
          <ul className="vrq-posters">
            {sold.map((country) => (
              <li key={country.code}>
                <FavoriteButton
                  kind="evisa"
                  thing={country.code}
                  title={tEvisas('page.title', { country: country.name })}
                  price={country.from}
                  corner
                />
                <Link to={`/e-visa/${country.slug}`}>
                  <Poster place={country.poster.place} art={country.poster.art} crop="landscape" alt="" />
                  <b>{country.name}</b>
                  <span className="vrq-terms">
                    <span>
                      {tEvisas('apply.from')} <DisplayPrice value={country.from} />
                    </span>
                    <span>{tEvisas('speeds.days', { count: country.days.quickest })}</span>
                  </span>
                  {country.record && (
                    <span className="vrq-terms">
                      <span>{tEvisas('record.card', { days: tEvisas('types.stay', { count: country.record.median }) })}</span>
                      <span>
                        {tEvisas('record.granted')}: {tEvisas(`record.band.${country.record.band}`)}
                      </span>
                    </span>
                  )}
                  {country.need && <NeedTag need={country.need} isStale={country.isStale} />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="vrq-block" aria-labelledby="all">
        <h2 id="all">{t('page.all')}</h2>
        <p>{t('page.allText', { count: countries.length })}</p>
        <ul className="vrq-list">
          {countries.map((country) => (
            <CountryLine key={country.code} country={country} />
          ))}
        </ul>
      </section>
      <section className="vrq-block" aria-labelledby="official">
        <h2 id="official">{t('page.official')}</h2>
        <p>{t('page.officialText')}</p>
      </section>
    </main>
  );
}

const askFor = (code: string) => `/e-visa?to=${code}#found`;

function CountryLine({ country }: { country: RegisterCountry }) {
  const t = useTexts('requirements');
  return (
    <li>
      <Link to={askFor(country.code)} rel="nofollow">
        {country.name}
        {country.need ? (
          <small>{t(country.isStale ? 'stale.short' : `need.${country.need}.short`)}</small>
        ) : (
          <Icon name="chevron-end" small />
        )}
      </Link>
    </li>
  );
}
