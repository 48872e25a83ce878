import { Link } from 'react-router';
import { showDeskHours } from '#app/commerce/inquiries/desk-hours.server.ts';
import { openingHours } from '#app/commerce/inquiries/opening-hours.ts';
import { readSeller } from '#app/commerce/invoices/invoices-store.server.ts';
import { figureDays, readServiceFigures } from '#app/commerce/orders/order-figures.server.ts';
import { readHouseFacts } from '#app/platform/house-facts.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import type { Route } from './+types/about-page.ts';
import '../content.css';

export const handle = { texts: ['content', 'contact'] };

/** A share or a median of fewer cases than these says more about chance than about us. */
const fewest = 20;

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, env, clock } = platform;
  const now = clock.now();
  const [figures, seller, desk, told] = await Promise.all([
    readServiceFigures(db, now),
    readSeller(db),
    showDeskHours(platform),
    readHouseFacts({ db, env }),
  ]);
  const { paid, ticketed, minutesToTicket, refunds, daysToRefund } = figures;
  return {
    canonical: `${env.publicUrl}/about`,
    asOf: dateIn('Asia/Dubai', now),
    window: figureDays,
    legalName: context.get(requestContext).language === 'ar' ? seller.legalNameAr : seller.legalName,
    licence: told.licence,
    accreditation: told.accreditation,
    opening: openingHours(desk, now).days,
    // The demo's tax number is made up and is not shown as if it were real.
    trn: env.demo ? null : seller.trn,
    paid,
    refunds,
    // Not `share`: by that name the frame knows the picture of a page.
    ticketedShare: paid >= fewest ? Math.floor((ticketed * 1000) / paid) / 10 : null,
    minutesToTicket: paid >= fewest ? minutesToTicket : null,
    daysToRefund: refunds >= fewest ? daysToRefund : null,
  };
}

const earnings = ['markup', 'fee', 'extras', 'never'] as const;
const promises = ['total', 'ticket', 'words', 'privacy'] as const;

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('content');
  const contact = useTexts('contact');
  const language = useLanguage();
  const {
    window: days,
    legalName,
    licence,
    accreditation,
    trn,
    opening,
    asOf,
    paid,
    refunds,
    ticketedShare,
    minutesToTicket,
    daysToRefund,
  } = loaderData;
  const figures: readonly { readonly name: string; readonly value: string | null; readonly of: string }[] = [
    {
      name: 'share',
      value: ticketedShare === null ? null : t('about.percent', { value: formatNumber(ticketedShare, language, 1) }),
      of: t('about.ofOrders', { count: paid }),
    },
    {
      name: 'minutes',
      value: minutesToTicket === null ? null : t('about.minutes', { count: minutesToTicket }),
      of: t('about.ofOrders', { count: paid }),
    },
    {
      name: 'days',
      value: daysToRefund === null ? null : t('about.days', { count: daysToRefund }),
      of: t('about.ofRefunds', { count: refunds }),
    },
  ];
  const known = figures.filter(({ value }) => value !== null);
  const waiting = figures.filter(({ value }) => value === null);
  return (
    <main id="main" className="wrap page-end about">
      <header className="about-head">
        <div>
          <h1 tabIndex={-1}>
            {t('about.before')} <em>{t('about.phrase')}</em>
          </h1>
          <p className="lede">{t('about.lede')}</p>
        </div>
        <Poster place="rihla" art={{ scene: 'beach', palette: 'dusk', landmark: 'dhow' }} crop="landscape" alt={t('about.picture')} eager />
      </header>
      <section className="c-band about-story" aria-labelledby="promises">
        <h2 id="promises">{t('about.promises.title')}</h2>
        <ul>
          {promises.map((name) => (
            <li key={name}>
              <h3>{t(`about.promises.${name}.title`)}</h3>
              <p>{t(`about.promises.${name}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="c-band" id="earn" aria-labelledby="earn-title">
        <h2 id="earn-title">{t('about.earn.title')}</h2>
        <p className="lede">{t('about.earn.text')}</p>
        <dl className="about-earn">
          {earnings.map((name) => (
            <div key={name}>
              <dt>{t(`about.earn.${name}.title`)}</dt>
              <dd>{t(`about.earn.${name}.text`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="c-band" id="figures" aria-labelledby="figures-title">
        <h2 id="figures-title">{t('about.figures.title')}</h2>
        {known.length > 0 && (
          <>
            <dl className="about-figures">
              {known.map(({ name, value, of }) => (
                <div key={name}>
                  <dt>{t(`about.figures.${name}`)}</dt>
                  <dd>
                    <b>{value}</b>
                    <small>{of}</small>
                  </dd>
                </div>
              ))}
            </dl>
            <p className="small muted">
              {t('about.figures.method', { count: days })} <DateText date={asOf} />.
            </p>
          </>
        )}
        {waiting.length > 0 && (
          <div className="about-waiting">
            <p>{t('about.figures.waiting', { fewest })}</p>
            <ul>
              {waiting.map(({ name }) => (
                <li key={name}>{t(`about.figures.${name}`)}</li>
              ))}
            </ul>
          </div>
        )}
      </section>
      <section className="c-band about-house" aria-labelledby="house">
        <div>
          <h2 id="house">{t('about.house.title')}</h2>
          <dl>
            <div>
              <dt>{t('about.house.name')}</dt>
              <dd>
                <bdi>{legalName}</bdi>
              </dd>
            </div>
            <div>
              <dt>{t('about.house.place')}</dt>
              <dd>{contact('where.place')}</dd>
            </div>
            <div>
              <dt>{t('about.house.licence')}</dt>
              <dd>{licence ? <bdi>{licence}</bdi> : t('about.house.notYet')}</dd>
            </div>
            <div>
              <dt>{t('about.house.accreditation')}</dt>
              <dd>{accreditation ? <bdi>{accreditation}</bdi> : t('about.house.notYet')}</dd>
            </div>
            <div>
              <dt>{t('about.house.trn')}</dt>
              <dd>{trn ? <bdi>{trn}</bdi> : t('about.house.notYet')}</dd>
            </div>
          </dl>
        </div>
        <div>
          <h2>{contact('desk.title')}</h2>
          <dl>
            {opening.map((one) => (
              <div key={one.days}>
                <dt>{contact(`desk.${one.days}`)}</dt>
                <dd>{one.hours ? <bdi>{`${one.hours.from} – ${one.hours.until}`}</bdi> : contact('desk.shut')}</dd>
              </div>
            ))}
          </dl>
          <p className="small muted">{contact('desk.zone')}</p>
          <ButtonLink to="/contact">{t('about.house.write')}</ButtonLink>
          <p className="about-more">
            <Link className="link" to="/careers">
              {t('about.house.careers')}
            </Link>{' '}
            <Link className="link" to="/press">
              {t('about.house.press')}
            </Link>
          </p>
        </div>
      </section>
    </main>
  );
}
