import { Link } from 'react-router';
import { readHouseFacts } from '#app/platform/house-facts.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { readSeller } from '../../invoices/invoices-store.server.ts';
import { showDeskHours } from '../desk-hours.server.ts';
import { openingHours } from '../opening-hours.ts';
import { InquiryForm } from '../inquiry-form.tsx';
import type { InquiryField } from '../inquiry-form.ts';
import { asksFor, childAlone, kindFromAddress, type InquiryKind } from '../inquiry-kinds.ts';
import { openInquiryForm } from '../open-inquiry-form.server.ts';
import { receiveInquiry } from '../receive-inquiry.server.ts';
import type { Route } from './+types/contact-page.ts';
import './contact.css';

export const handle = { texts: ['contact', 'inquiries'] };

/** In the order people ask. `about` is what stands in the address. */
const topics: readonly { readonly about: string; readonly kind: InquiryKind; readonly icon: IconName }[] = [
  { about: 'booking', kind: 'booking', icon: 'orders' },
  { about: 'flight', kind: 'flight', icon: 'plane' },
  { about: 'group', kind: 'flight-group', icon: 'users' },
  { about: 'holiday', kind: 'holiday', icon: 'holidays' },
  { about: 'experience', kind: 'experience', icon: 'experiences' },
  { about: 'staycation', kind: 'staycation', icon: 'staycations' },
  { about: 'e-visa', kind: 'e-visa', icon: 'passport' },
  { about: 'visa-assistance', kind: 'visa-assistance', icon: 'visa' },
  { about: 'press', kind: 'press', icon: 'feedback' },
  { about: 'other', kind: 'other', icon: 'message' },
];

/** What other pages may fill in beforehand. */
const prefilled: readonly InquiryField[] = [
  'from',
  'to',
  'nationality',
  'residence',
  'destination',
  'purpose',
  'startsOn',
  'endsOn',
  'adults',
  'children',
  'infants',
  'cabin',
  'budget',
  'order',
];
const longestPrefill = 80;

const addressOf = (about: string) => (about === 'other' ? '/contact' : `/contact?about=${about}`);
const aboutOf = (kind: InquiryKind) => topics.find((topic) => topic.kind === kind)?.about ?? 'other';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const kind = kindFromAddress(url.searchParams.get('about'));
  const { language } = context.get(requestContext);
  const begin = Object.fromEntries(prefilled.map((field) => [field, (url.searchParams.get(field) ?? '').slice(0, longestPrefill)]));
  const isChildAlone = url.searchParams.get('about') === childAlone;
  const [seller, told] = await Promise.all([readSeller(platform.db), readHouseFacts(platform)]);
  return {
    kind,
    countries: asksFor(kind, 'visa') ? countryNames(language) : undefined,
    isChildAlone,
    begin: isChildAlone ? { ...begin, message: textsFor(language).t('contact:childAlone.message', begin) } : begin,
    inquiry: await openInquiryForm(platform, context.get(viewerContext), url),
    opening: openingHours(await showDeskHours(platform), platform.clock.now()),
    house: { name: language === 'ar' ? seller.legalNameAr : seller.legalName, email: told.email, phone: told.phone },
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const kind = kindFromAddress(url.searchParams.get('about'));
  return receiveInquiry(
    context.get(platformContext),
    { request: context.get(requestContext), viewer: context.get(viewerContext) },
    await request.formData(),
    { kind, about: null, page: addressOf(url.searchParams.get('about') === childAlone ? childAlone : aboutOf(kind)) },
  );
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, isChildAlone, countries, begin, inquiry, opening, house } = loaderData;
  const language = useLanguage();
  const t = useTexts('contact');
  const about = aboutOf(kind);
  return (
    <main id="main" className="wrap contact">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </header>
      <div className="contact-body">
        <nav className="contact-topics" aria-label={t('topics')}>
          <h2>{t('topics')}</h2>
          <ul>
            {topics.map((topic) => (
              <li key={topic.about}>
                <Link to={addressOf(topic.about)} aria-current={topic.about === about ? 'page' : undefined} preventScrollReset>
                  <Icon name={topic.icon} />
                  {t(`topic.${topic.kind}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section className="contact-form" id="inquiry" aria-labelledby="write">
          <h2 id="write">{t(isChildAlone ? 'childAlone.title' : `write.${kind}`)}</h2>
          {isChildAlone && <p className="contact-first">{t('childAlone.text')}</p>}
          {kind === 'booking' && (
            <p className="contact-first">
              {t('bookingFirst')}{' '}
              <Link className="link" to="/track-booking">
                {t('bookingFirstLink')}
              </Link>
            </p>
          )}
          <InquiryForm
            key={isChildAlone ? childAlone : kind}
            kind={kind}
            facts={inquiry}
            answer={actionData}
            action={addressOf(isChildAlone ? childAlone : about)}
            begin={begin}
            countries={countries}
            look="go"
          />
        </section>
      </div>
      <section className="contact-more" aria-label={t('desk.title')}>
        <div>
          <h2>{t('desk.title')}</h2>
          <p role="status">
            <b>{opening.openUntil ? t('desk.open', { time: opening.openUntil }) : t('desk.closed')}</b>
          </p>
          <table>
            <tbody>
              {opening.days.map(({ days, hours }) => (
                <tr key={days}>
                  <th scope="row">{t(`desk.${days}`)}</th>
                  <td>{hours ? <bdi>{`${hours.from} – ${hours.until}`}</bdi> : t('desk.shut')}</td>
                </tr>
              ))}
              {opening.closed.map(({ from, until }) => (
                <tr key={from}>
                  <th scope="row">{[from, ...(until === from ? [] : [until])].map((day) => formatDate(day, language)).join(' – ')}</th>
                  <td>{t('desk.shut')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="small muted">{t('desk.zone')}</p>
        </div>
        <div>
          <h2>{t('where.title')}</h2>
          <address>
            <bdi>{house.name}</bdi>
            <br />
            {t('where.place')}
          </address>
          <p>
            <a className="link" href={`mailto:${house.email}`}>
              <bdi>{house.email}</bdi>
            </a>
          </p>
          {house.phone && (
            <p>
              <a className="link" href={`tel:${house.phone.replaceAll(' ', '')}`}>
                <bdi>{house.phone}</bdi>
              </a>
            </p>
          )}
          <p className="small muted">{t('where.note')}</p>
        </div>
        <div>
          <h2>{t('self.title')}</h2>
          <ul className="contact-self">
            {(
              [
                ['track', '/track-booking'],
                ['help', '/help-center'],
                ['terms', '/cancellation'],
              ] as const
            ).map(([name, to]) => (
              <li key={name}>
                <Link className="link" to={to}>
                  {t(`self.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </main>
  );
}
