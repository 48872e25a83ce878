import { data } from 'react-router';
import { InquiryForm } from '#app/commerce/inquiries/inquiry-form.tsx';
import { openInquiryForm, sentParameter } from '#app/commerce/inquiries/open-inquiry-form.server.ts';
import { receiveInquiry } from '#app/commerce/inquiries/receive-inquiry.server.ts';
import { openProductReviews } from '#app/commerce/reviews/open-product-reviews.server.ts';
import { ReviewsOfProduct } from '#app/commerce/reviews/product-reviews.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { withPhotos } from '#app/ui/poster/photo-address.ts';
import { RouteMap } from '#app/ui/map/route-map.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { experienceAsData } from '../experience-data.ts';
import { cancelRuleWords, durationWords } from '../experience-words.tsx';
import { ExperienceCards } from '../experience-tile.tsx';
import { dubai } from '../filter-experiences.ts';
import { galleryOf } from '../gallery.ts';
import { findOwnVisit } from '../own-visit.server.ts';
import { openExperience, type ExperienceView } from '../open-experience.server.ts';
import { nearbyExperiences } from '../open-experiences.server.ts';
import { personsOf } from '../slot-rules.ts';
import { VisitPanel } from '../visit-panel.tsx';
import type { Route } from './+types/experience-page.ts';
import {
  IconLines,
  InquiryBand,
  NoProduct,
  OpenMapLink,
  ProductGallery,
  ProductStrip,
  ProductTop,
  scriptOf,
} from '#app/ui/product-page.tsx';
import './experiences.css';

export const handle = { texts: ['experiences', 'inquiries', 'promo', 'review-figures'] };

/**
 * `/activity/{id}` leads to the literal address `/experience/:activityId`, as specified, with the real id in the
 * query: the page opens that one. Without an id it helps to choose.
 */
const literal = ':activityId';

const idIn = (given: string, url: URL) => (given === literal ? (url.searchParams.get('activityId') ?? '') : given);

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const texts = textsFor(language);
  const view = await openExperience(platform, idIn(params.activityId, url), url.searchParams, language);
  if (!view) {
    const choose = params.activityId === literal;
    const tiles = await nearbyExperiences(platform, language, dubai, 6);
    const title = texts.t(`experiences:${choose ? 'choose' : 'missing'}.title`);
    return data({ kind: 'none', choose, tiles, title } as const, { status: choose ? 200 : 404 });
  }
  const { experience } = view;
  const reviews = await openProductReviews(platform.db, { kind: 'experience', id: experience.id }, language);
  const address = new URLSearchParams(url.search);
  for (const name of ['activityId', sentParameter]) address.delete(name);
  const query = address.toString();
  return {
    kind: 'one',
    view,
    ownHold: view.visit.lost === 'full' ? await findOwnVisit(platform, context.get(viewerContext), request, view) : null,
    title: experience.words.title,
    description: experience.words.summary,
    shareCard: { place: experience.id, art: experience.poster },
    canonical: `${platform.env.publicUrl}/experience/${experience.id}`,
    page: `/experience/${experience.id}${query ? `?${query}` : ''}`,
    inquiry: await openInquiryForm(platform, context.get(viewerContext), url),
    reviews,
    structured: experienceAsData(view, reviews, platform.env.publicUrl, { list: texts.t('titles:experiences') }),
  } as const;
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const facts = context.get(requestContext);
  const view = await openExperience(platform, idIn(params.activityId, url), url.searchParams, facts.language);
  if (!view) throw data(null, { status: 404 });
  const { id, words } = view.experience;
  return receiveInquiry(platform, { request: facts, viewer: context.get(viewerContext) }, await request.formData(), {
    kind: 'experience',
    about: { id, title: words.title },
    page: `/experience/${id}${url.search}`,
  });
}

export default function ExperiencePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('experiences');
  if (loaderData.kind === 'none') {
    const words = loaderData.choose ? 'choose' : 'missing';
    return (
      <NoProduct title={t(`${words}.title`)} text={t(`${words}.text`)} all={{ to: '/experiences', words: t('missing.all') }}>
        <ExperienceCards tiles={loaderData.tiles} level="h2" />
      </NoProduct>
    );
  }
  const { view, inquiry, page, structured, reviews } = loaderData;
  return (
    <main id="main" className="wrap page-end xp">
      <StructuredData data={structured} />
      <Head view={view} />
      <div className="pp-body">
        <div className="pp-story">
          <Story view={view} />
        </div>
        <div className="pp-side">
          <VisitPanel view={view} ownHold={loaderData.ownHold} />
        </div>
      </div>
      <ReviewsOfProduct of={reviews} />
      <InquiryBand title={t('inquiry.title')} text={t('inquiry.text')}>
        <Inquiry view={view} facts={inquiry} answer={actionData ?? null} action={page} />
      </InquiryBand>
      {view.near.length > 0 && (
        <section className="pp-band" aria-labelledby="near">
          <h2 id="near">{t('nearby')}</h2>
          <ExperienceCards tiles={view.near} />
        </section>
      )}
    </main>
  );
}

function Head({ view: { experience, country, guides, photos, from } }: { view: ExperienceView }) {
  const t = useTexts('experiences');
  const script = scriptOf(experience.wordsIn, useLanguage());
  const { words } = experience;
  return (
    <>
      <ProductTop
        label={t('crumbs')}
        crumbs={[
          { to: '/experiences', words: t('title') },
          { to: `/experiences?city=${experience.city}`, words: words.city },
        ]}
        title={words.title}
        tagline={words.tagline}
        script={script}
      >
        <FavoriteButton kind="experience" thing={experience.id} title={words.title} price={from} />
      </ProductTop>
      <ProductGallery pictures={withPhotos(galleryOf(experience), photos)} alt={t('picture', { place: words.city })} />
      <ProductStrip
        facts={[
          { name: t('strip.starts', { times: experience.startTimes.join(' · ') }), value: durationWords(t, experience.durationMinutes) },
          { name: t(experience.private ? 'strip.private' : 'strip.shared'), value: t('strip.upTo', { count: experience.capacity }) },
          { name: t('strip.guides'), value: guides.join('\u00A0· ') },
          { name: cancelRuleWords(t, experience), value: t(experience.instant ? 'strip.instant' : 'strip.onRequest') },
          { name: country, value: words.city },
        ]}
      />
    </>
  );
}

function Story({ view: { experience } }: { view: ExperienceView }) {
  const t = useTexts('experiences');
  const { words } = experience;
  const { latitude, longitude } = experience;
  const script = scriptOf(experience.wordsIn, useLanguage());
  const facts: [string, string][] = [
    [t('access.wheelchair'), t(`access.${experience.wheelchair}`)],
    [t('access.stroller'), t(experience.stroller ? 'access.possible' : 'access.notPossible')],
    [t('access.place'), t(experience.indoor ? 'access.indoor' : 'access.outdoor')],
    ...(experience.ladiesOrFamilyTimes ? [[t('access.families'), t('access.familiesText')] as [string, string]] : []),
  ];
  return (
    <>
      <p className="pp-summary" {...script}>
        {words.summary}
      </p>
      <ul className="pp-highlights" {...script}>
        {words.highlights.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <section aria-labelledby="plan">
        <h2 id="plan">{t('plan')}</h2>
        <ol className="xp-plan" {...script}>
          {words.plan.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="pp-pair" aria-label={t('inAndOut')}>
        <div>
          <h2>{t('included')}</h2>
          <IconLines lines={words.included} icon="check" script={script} />
        </div>
        <div>
          <h2>{t('notIncluded')}</h2>
          <IconLines lines={words.notIncluded} icon="close" script={script} />
        </div>
      </section>
      <section aria-labelledby="meeting">
        <h2 id="meeting">{t('meeting')}</h2>
        <p {...script}>{words.meeting}</p>
        {experience.pickup && <p className="muted">{t('pickup')}</p>}
        <RouteMap places={[{ name: words.city, lat: latitude, lon: longitude }]} label={t('map.one', { place: words.city })} />
        <p>
          <OpenMapLink latitude={latitude} longitude={longitude} zoom={14}>
            {t('openMap')}
          </OpenMapLink>
        </p>
      </section>
      <section className="pp-pair" aria-label={t('prepare')}>
        <div>
          <h2>{t('bring')}</h2>
          <IconLines lines={words.bring} icon="bag" script={script} />
        </div>
        <div>
          <h2>{t('goodToKnow')}</h2>
          <IconLines lines={words.goodToKnow} icon="info" script={script} />
        </div>
      </section>
      <section aria-labelledby="access">
        <h2 id="access">{t('access.title')}</h2>
        <dl className="xp-table">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="cancel">
        <h2 id="cancel">{t('cancel.title')}</h2>
        <p>{cancelRuleWords(t, experience)}.</p>
        <p className="muted">{t(experience.freeCancelHours === null ? 'cancel.noneText' : 'cancel.text', { city: words.city })}</p>
        <p className="muted">{t('cancel.byUs')}</p>
      </section>
    </>
  );
}

function Inquiry({ view, ...form }: { view: ExperienceView } & Pick<Parameters<typeof InquiryForm>[0], 'facts' | 'answer' | 'action'>) {
  const t = useTexts('experiences');
  const language = useLanguage();
  const { visit, bands } = view;
  const count = (grown: boolean) =>
    bands
      .filter(({ band }) => (band === 'adult' || band === 'senior') === grown)
      .reduce((sum, { band }) => sum + (visit.party[band] ?? 0), 0);
  const begin = {
    startsOn: visit.day ?? '',
    adults: String(count(true)),
    children: String(count(false)),
    message:
      visit.lost === 'full'
        ? t('inquiry.beginFull', { date: formatDate(visit.missed!, language, 'long') })
        : visit.session && visit.fault === 'group'
          ? t('inquiry.beginGroup', { number: personsOf(visit.party), date: formatDate(visit.session.date, language, 'long') })
          : visit.session
            ? t('inquiry.begin', { date: formatDate(visit.session.date, language, 'long'), time: visit.session.start })
            : '',
  };
  return <InquiryForm kind="experience" begin={begin} {...form} />;
}
