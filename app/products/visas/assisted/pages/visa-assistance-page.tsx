import { Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { passportCookie, readPassportChoice } from '#app/commerce/customers/passport-choice.ts';
import { readCookie } from '#app/platform/cookies.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { formatFinder } from '../../requirements/requirement-form.ts';
import { RequirementFinder } from '../../requirements/requirement-finder.tsx';
import { NeedTag, RequirementResult } from '../../requirements/requirement-result.tsx';
import { listRegisterCountries, openFinder } from '../../requirements/show-requirement.server.ts';
import { packages } from '../assisted-country.ts';
import { listAssistedCountries, type AssistedCountryCard } from '../list-assisted-countries.server.ts';
import type { Route } from './+types/visa-assistance-page.ts';
import '../../evisa/pages/evisa.css';
import './assisted.css';

export const handle = { texts: ['assisted', 'requirements'] };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const remembered = readPassportChoice(readCookie(request.headers.get('cookie'), passportCookie));
  const [open, register, sold] = await Promise.all([
    openFinder(platform, language, url.searchParams, remembered),
    remembered ? listRegisterCountries(platform, language, remembered) : [],
    listAssistedCountries(platform, language),
  ]);
  const needs = new Map(register.map((country) => [country.code, country]));
  return {
    open,
    remembered: remembered !== null,
    fees: sold.fees,
    cards: sold.cards.map((card) => ({
      ...card,
      need: needs.get(card.code)?.need ?? null,
      isStale: needs.get(card.code)?.isStale ?? false,
    })),
    assist: sold.cards.find(({ code }) => code === open.finder.values.to)?.slug ?? null,
  };
}

export default function VisaAssistancePage({ loaderData }: Route.ComponentProps) {
  const { open, remembered, fees, cards, assist } = loaderData;
  const t = useTexts('assisted');
  const { finder, shown } = open;
  return (
    <main id="main" className="wrap page-end vrq-page">
      <div>
        <header className="vrq-head">
          <h1 tabIndex={-1}>{t('hub.title')}</h1>
          <p className="lede">{t('hub.lede')}</p>
        </header>
        <div className="vrq-ask">
          {shown && (
            <RequirementResult
              shown={shown}
              values={finder.values}
              here={`/visa-assistance?${formatFinder(finder.values)}`}
              remembered={remembered}
              apply={null}
              assist={assist ? `/visa-assistance/${assist}` : '/contact?about=visa-assistance'}
            />
          )}
          <RequirementFinder action="/visa-assistance" finder={finder} countries={open.countries} today={open.today} />
        </div>
      </div>
      <div className="as-deeds">
        <section aria-labelledby="do">
          <h2 id="do">{t('hub.do')}</h2>
          <ul>
            {(['check', 'forms', 'letter', 'hunt', 'custody', 'proof'] as const).map((deed) => (
              <li key={deed}>
                <Icon name="done" small />
                {t(`hub.does.${deed}`)}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="dont">
          <h2 id="dont">{t('hub.dont')}</h2>
          <ul>
            {(['decision', 'slots', 'papers', 'biometrics'] as const).map((deed) => (
              <li key={deed}>
                <Icon name="close" small />
                {t(`hub.doesNot.${deed}`)}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section className="vrq-block" aria-labelledby="prices">
        <h2 id="prices">{t('hub.prices')}</h2>
        <p>{t('hub.pricesText')}</p>
        <div className="as-packages">
          {packages.map((code) => (
            <article key={code}>
              <h3>{t(`packages.${code}.name`)}</h3>
              <p className="as-packages__price">
                <small>{t('from')}</small> <Price value={fees[code]} />
              </p>
              <p>{t(`packages.${code}.text`)}</p>
            </article>
          ))}
        </div>
      </section>
      <section className="vrq-block" aria-labelledby="countries">
        <h2 id="countries">{t('hub.countries')}</h2>
        <p>{t('hub.countriesText', { count: cards.length })}</p>
        <ScrollRegion className="ev-scroll" labelledBy="countries">
          <table className="ev-table ev-table--fits as-countries">
            <thead>
              <tr>
                <th scope="col">{t('hub.country')}</th>
                <th scope="col">{t('hub.wait')}</th>
                <th scope="col">{t('hub.decision')}</th>
                <th scope="col">{t('hub.allIn')}</th>
              </tr>
            </thead>
            <tbody>
              {cards.map((card) => (
                <CountryRow key={card.code} card={card} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
        <p className="small muted">{t('hub.waitNote')}</p>
      </section>
      <section className="vrq-block" aria-labelledby="talk">
        <h2 id="talk">{t('hub.talk')}</h2>
        <p>{t('hub.talkText')}</p>
        <p>
          <ButtonLink to="/visa-assistance/consultation" icon="message">
            {t('hub.talkButton')}
          </ButtonLink>
        </p>
      </section>
    </main>
  );
}

function CountryRow({
  card,
}: {
  card: AssistedCountryCard & Pick<Awaited<ReturnType<typeof loader>>['cards'][number], 'need' | 'isStale'>;
}) {
  const t = useTexts('assisted');
  return (
    <tr>
      <th scope="row">
        <Link to={`/visa-assistance/${card.slug}`} className="as-country">
          <Poster place={card.poster.place} art={card.poster.art} crop="landscape" alt="" />
          <span>{card.name}</span>
        </Link>
        {card.need && <NeedTag need={card.need} isStale={card.isStale} />}
      </th>
      <td>
        {t(card.wait.seen ? 'wait.seen' : 'wait.usual', { count: card.wait.days })}
        <small>
          {t(card.wait.seen ? 'wait.seenOn' : 'wait.asOf')}{' '}
          <span className="as-day">
            <DateText date={card.wait.asOf} form="short" />
          </span>
        </small>
      </td>
      <td>{t('workingDays', { count: card.processingDays })}</td>
      <td>
        <div className="as-country__end">
          <b>
            <DisplayPrice value={card.from} />
          </b>
          <FavoriteButton kind="assisted" thing={card.code} title={t('page.title', { country: card.name })} price={card.from} />
        </div>
      </td>
    </tr>
  );
}
