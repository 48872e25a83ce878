import { Link } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { pageOf } from '#app/values/narrow-list.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { contentTopics, isTopicOf } from '../content-kinds.ts';
import { listLive } from '../content-store.server.ts';
import { minutesOf } from '../open-text.server.ts';
import type { Route } from './+types/blog-page.ts';
import '../content.css';

export const handle = { texts: ['content'] };

const pageSize = 13;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, env } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const asked = url.searchParams.get('topic') ?? '';
  const topic = isTopicOf('blog', asked) ? asked : null;
  const all = await listLive(db, 'blog', language);
  const wanted = topic ? all.filter(({ item }) => item.topic === topic) : all;
  const { shown, page, pages } = pageOf(wanted, Math.trunc(Number(url.searchParams.get('page')) || 1), pageSize);
  return {
    topic,
    page,
    pages,
    topics: contentTopics.blog.filter((one) => all.some(({ item }) => item.topic === one)),
    canonical: `${env.publicUrl}/blog${topic ? `?topic=${topic}` : ''}`,
    posts: shown.map(({ item, title, summary, body, language: written }) => ({
      slug: item.slug,
      topic: item.topic,
      author: item.author,
      publishedOn: item.publishedOn,
      poster: item.poster,
      title,
      summary,
      language: written,
      minutes: minutesOf(body),
    })),
  };
}

type Post = Route.ComponentProps['loaderData']['posts'][number];

export default function BlogPage({ loaderData: { topic, topics, posts, page, pages } }: Route.ComponentProps) {
  const t = useTexts('content');
  const language = useLanguage();
  const [first, ...more] = posts;
  const address = (change: { topic?: string | null; page?: number }) => {
    const params = new URLSearchParams();
    const about = change.topic === undefined ? topic : change.topic;
    if (about) params.set('topic', about);
    if (change.page && change.page > 1) params.set('page', String(change.page));
    return params.size > 0 ? `/blog?${params}` : '/blog';
  };
  return (
    <main id="main" className="wrap page-end blog">
      <link rel="alternate" type="application/rss+xml" title={t('blog.title')} href={`/blog/feed.xml?lang=${language}`} />
      <header className="page-head">
        <h1 tabIndex={-1}>{t('blog.title')}</h1>
        <p className="lede">{t('blog.lede')}</p>
      </header>
      <nav className="blog-topics" aria-label={t('blog.topics')}>
        <Link className="chip" to="/blog" aria-current={topic ? undefined : 'page'}>
          {t('blog.all')}
        </Link>
        {topics.map((one) => (
          <Link key={one} className="chip" to={address({ topic: one })} aria-current={one === topic ? 'page' : undefined}>
            {t(`blog.topic.${one}`)}
          </Link>
        ))}
      </nav>
      {first ? (
        <>
          <article className="blog-lead">
            {first.poster && <Poster place={first.slug} art={first.poster} crop="wide" phone="landscape" alt="" eager />}
            <div>
              <PostWords post={first} level={2} />
            </div>
          </article>
          <ul className="blog-cards">
            {more.map((post) => (
              <li key={post.slug}>
                {post.poster && <Poster place={post.slug} art={post.poster} crop="landscape" alt="" />}
                <PostWords post={post} level={2} />
              </li>
            ))}
          </ul>
          <Pagination page={page} pages={pages} pageTo={(number) => address({ page: number })} label={t('blog.pages')} />
        </>
      ) : (
        <EmptyState title={t('blog.none')} action={<ButtonLink to="/holidays">{t('blog.noneGo')}</ButtonLink>} />
      )}
      <p className="blog-feed">
        <a className="link" href={`/blog/feed.xml?lang=${language}`}>
          {t('blog.feed')}
        </a>
      </p>
    </main>
  );
}

function PostWords({ post, level }: { post: Post; level: 2 | 3 }) {
  const t = useTexts('content');
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <>
      <p className="blog-kind">{t(`blog.topic.${post.topic}`)}</p>
      <Title lang={post.language}>
        <Link to={`/blog/${post.slug}`}>{post.title}</Link>
      </Title>
      <p className="blog-summary" lang={post.language}>
        {post.summary}
      </p>
      <p className="c-facts">
        {post.author && (
          <>
            <bdi>{post.author}</bdi> ·{' '}
          </>
        )}
        <DateText date={post.publishedOn} /> · {t('minutes', { count: post.minutes })}
      </p>
    </>
  );
}
