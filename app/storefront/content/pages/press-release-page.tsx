import { Link } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { comma } from '#app/ui/number-format.ts';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { articleAsData } from '../content-data.ts';
import { findLive } from '../content-store.server.ts';
import { ForeignWords } from '../foreign-words.tsx';
import { MarkdownText } from '../markdown-text.tsx';
import { editedOn, openText } from '../open-text.server.ts';
import type { Route } from './+types/press-release-page.ts';
import '../content.css';

export const handle = { texts: ['content'] };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, env } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const live = await findLive(db, 'press', params.slug, language);
  if (!live) throw new Response('Not found', { status: 404 });
  const text = openText(live);
  const path = `/press/${live.item.slug}`;
  return {
    text,
    title: text.title,
    description: text.summary,
    publishedOn: live.item.publishedOn,
    canonical: `${env.publicUrl}${path}`,
    structured: articleAsData({ ...live.item, ...text, path, editedOn: editedOn(live), type: 'NewsArticle' }, env.publicUrl, [
      { name: textsFor(language).t('content:press.title'), path: '/press' },
    ]),
  };
}

export default function PressReleasePage({ loaderData: { text, publishedOn, structured } }: Route.ComponentProps) {
  const language = useLanguage();
  const t = useTexts('content');
  return (
    <main id="main" className="wrap page-end c-article">
      <StructuredData data={structured} />
      <header className="c-head">
        <nav className="c-crumbs" aria-label={t('crumbs')}>
          <ol>
            <li>
              <Link to="/press">{t('press.title')}</Link>
            </li>
          </ol>
        </nav>
        <h1 tabIndex={-1} lang={text.language}>
          {text.title}
        </h1>
        <p className="lede" lang={text.language}>
          {text.summary}
        </p>
        <p className="c-facts">
          {t('press.place')}
          {comma(language)}
          <DateText date={publishedOn} form="long" />
        </p>
      </header>
      <div className="c-body">
        <div className="c-main">
          <ForeignWords language={text.language} />
          <MarkdownText blocks={text.blocks} language={text.language} />
          <section className="press-about" aria-labelledby="about-us">
            <h2 id="about-us">{t('press.aboutUs')}</h2>
            <p>{t('press.boilerplate')}</p>
            <p>
              <Link className="link" to="/press#inquiry">
                {t('press.ask')}
              </Link>
            </p>
          </section>
        </div>
      </div>
    </main>
  );
}
