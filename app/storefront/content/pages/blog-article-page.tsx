import { Link } from 'react-router';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { articleAsData } from '../content-data.ts';
import { findLive, listLive } from '../content-store.server.ts';
import { ForeignWords } from '../foreign-words.tsx';
import { MarkdownText } from '../markdown-text.tsx';
import { editedOn, openText } from '../open-text.server.ts';
import { RelatedCards } from '../related-cards.tsx';
import { findRelated } from '../related-things.server.ts';
import type { Route } from './+types/blog-article-page.ts';
import '../content.css';

export const handle = { texts: ['content'] };

export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, env } = platform;
  const { language } = context.get(requestContext);
  const live = await findLive(db, 'blog', params.slug, language);
  if (!live) throw new Response('Not found', { status: 404 });
  const { item } = live;
  const [things, all] = await Promise.all([
    findRelated(platform, context.get(flightsContext), item.related, language, shopperOf(context.get(viewerContext))),
    listLive(db, 'blog', language),
  ]);
  const others = all.filter((one) => one.item.id !== item.id);
  const more = [...others.filter((one) => one.item.topic === item.topic), ...others.filter((one) => one.item.topic !== item.topic)];
  const text = openText(live);
  const path = `/blog/${item.slug}`;
  const edited = editedOn(live);
  const { t } = textsFor(language);
  return {
    text,
    title: text.title,
    description: text.summary,
    slug: item.slug,
    topic: item.topic,
    author: item.author,
    publishedOn: item.publishedOn,
    editedOn: edited,
    poster: item.poster,
    things,
    more: more.slice(0, 3).map((one) => ({ slug: one.item.slug, title: one.title, poster: one.item.poster, language: one.language })),
    canonical: `${env.publicUrl}${path}`,
    structured: articleAsData({ ...item, ...text, path, editedOn: edited, type: 'BlogPosting' }, env.publicUrl, [
      { name: t('content:blog.title'), path: '/blog' },
      { name: t(`content:blog.topic.${item.topic}`), path: `/blog?topic=${item.topic}` },
    ]),
  };
}

export default function BlogArticlePage({ loaderData: post }: Route.ComponentProps) {
  const t = useTexts('content');
  const { text } = post;
  return (
    <main id="main" className="page-end c-article">
      <StructuredData data={post.structured} />
      <article className="wrap">
        <header className="c-head c-head--post">
          <nav className="c-crumbs" aria-label={t('crumbs')}>
            <ol>
              <li>
                <Link to="/blog">{t('blog.title')}</Link>
              </li>
              <li>
                <Link to={`/blog?topic=${post.topic}`}>{t(`blog.topic.${post.topic}`)}</Link>
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
            {post.author && (
              <>
                {t('blog.by')} <bdi>{post.author}</bdi> ·{' '}
              </>
            )}
            <DateText date={post.publishedOn} /> · {t('minutes', { count: text.minutes })}
            {post.editedOn !== post.publishedOn && (
              <>
                {' '}
                · {t('updatedOn')} <DateText date={post.editedOn} />
              </>
            )}
          </p>
        </header>
        {post.poster && <Poster place={post.slug} art={post.poster} crop="wide" phone="landscape" alt="" eager className="c-poster" />}
        <div className="c-post">
          <ForeignWords language={text.language} />
          <MarkdownText blocks={text.blocks} language={text.language} />
        </div>
      </article>
      {post.things.length > 0 && (
        <section className="wrap c-band" aria-labelledby="related">
          <h2 id="related">{t('related.title')}</h2>
          <RelatedCards things={post.things} />
        </section>
      )}
      {post.more.length > 0 && (
        <section className="wrap c-band" aria-labelledby="more">
          <h2 id="more">{t('blog.more')}</h2>
          <ul className="blog-cards">
            {post.more.map((one) => (
              <li key={one.slug}>
                {one.poster && <Poster place={one.slug} art={one.poster} crop="landscape" alt="" />}
                <h3 lang={one.language}>
                  <Link to={`/blog/${one.slug}`}>{one.title}</Link>
                </h3>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
