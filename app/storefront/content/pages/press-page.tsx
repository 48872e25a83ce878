import { Link } from 'react-router';
import { InquiryForm } from '#app/commerce/inquiries/inquiry-form.tsx';
import { openInquiryForm } from '#app/commerce/inquiries/open-inquiry-form.server.ts';
import { receiveInquiry } from '#app/commerce/inquiries/receive-inquiry.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { posterAddress } from '#app/ui/poster/poster-address.ts';
import { listLive } from '../content-store.server.ts';
import type { Route } from './+types/press-page.ts';
import '../content.css';

export const handle = { texts: ['content', 'inquiries'] };

const logos = ['rihla-sign', 'rihla-wordmark', 'rihla-wordmark-arabic', 'rihla-wordmark-light'] as const;

/** Pictures that may be printed beside a story. */
const pictures: readonly { readonly place: string; readonly art: PosterArt }[] = [
  { place: 'dubai', art: { scene: 'skyline', palette: 'dusk', landmark: 'burj-tower' } },
  { place: 'petra', art: { scene: 'canyon', palette: 'rose', landmark: 'petra-treasury' } },
  { place: 'lisbon', art: { scene: 'old-town', palette: 'gold', landmark: 'tram-28' } },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  return {
    canonical: `${platform.env.publicUrl}/press`,
    inquiry: await openInquiryForm(platform, context.get(viewerContext), url),
    releases: (await listLive(platform.db, 'press', language)).map(({ item, title, summary, language: written }) => ({
      slug: item.slug,
      publishedOn: item.publishedOn,
      title,
      summary,
      language: written,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return receiveInquiry(
    context.get(platformContext),
    { request: context.get(requestContext), viewer: context.get(viewerContext) },
    await request.formData(),
    { kind: 'press', about: null, page: '/press' },
  );
}

export default function PressPage({ loaderData: { releases, inquiry }, actionData }: Route.ComponentProps) {
  const t = useTexts('content');
  return (
    <main id="main" className="wrap page-end press">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('press.title')}</h1>
        <p className="lede">{t('press.lede')}</p>
      </header>
      <section className="press-news" aria-labelledby="releases">
        <h2 id="releases">{t('press.releases')}</h2>
        {releases.length === 0 ? (
          <p className="muted">{t('press.none')}</p>
        ) : (
          <ul>
            {releases.map((release) => (
              <li key={release.slug}>
                <p className="c-facts">
                  <DateText date={release.publishedOn} />
                </p>
                <div lang={release.language}>
                  <h3>
                    <Link to={`/press/${release.slug}`}>{release.title}</Link>
                  </h3>
                  <p>{release.summary}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="c-band" aria-labelledby="kit">
        <h2 id="kit">{t('press.kit')}</h2>
        <div className="press-kit">
          <div>
            <h3>{t('press.aboutUs')}</h3>
            <p className="press-words">{t('press.boilerplate')}</p>
            <p className="small muted">{t('press.names')}</p>
          </div>
          <div>
            <h3>{t('press.logos')}</h3>
            <ul className="press-logos">
              {logos.map((logo) => (
                <li key={logo} className={logo.endsWith('light') ? 'press-logos--night' : undefined}>
                  <img src={`/press-kit/${logo}.svg`} alt="" height={48} loading="lazy" />
                  <a href={`/press-kit/${logo}.svg`} download>
                    <Icon name="download" small />
                    {t(`press.logo.${logo}`)} <bdi>SVG</bdi>
                  </a>
                </li>
              ))}
            </ul>
            <p className="small muted">{t('press.logoRules')}</p>
          </div>
        </div>
        <h3 className="press-pictures__title">{t('press.pictures')}</h3>
        <ul className="blog-cards press-pictures">
          {pictures.map(({ place, art }) => (
            <li key={place}>
              <Poster place={place} art={art} crop="landscape" alt={t(`press.picture.${place}`)} />
              <a className="link" href={posterAddress({ place, ...art, crop: 'landscape' })} download={`rihla-${place}.svg`}>
                {t(`press.picture.${place}`)} <bdi>SVG</bdi>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="c-band press-ask" id="inquiry" aria-labelledby="ask">
        <div>
          <h2 id="ask">{t('press.ask')}</h2>
          <p className="muted">{t('press.askText')}</p>
        </div>
        <InquiryForm kind="press" facts={inquiry} answer={actionData} action="/press" look="go" />
      </section>
    </main>
  );
}
