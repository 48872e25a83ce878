import { Form, Link } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { contentTopics } from '../content-kinds.ts';
import { listLive, listLiveWords } from '../content-store.server.ts';
import { articlesFor } from '../error-help-rules.ts';
import { searchArticles } from '../search-articles.ts';
import type { Route } from './+types/help-page.ts';
import '../content.css';

export const handle = { texts: ['content'] };

const longestQuestion = 120;

/** The same page at /help-center and /help; the first is its own address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, env } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const typed = (url.searchParams.get('q') ?? '').toWellFormed().trim().slice(0, longestQuestion);
  const error = url.searchParams.get('error');
  const all = (await listLive(db, 'help', language)).map(({ item, title, summary, language: written }) => ({
    id: item.id,
    slug: item.slug,
    topic: item.topic,
    title,
    summary,
    language: written,
  }));
  const order = typed ? searchArticles(await listLiveWords(db, 'help'), typed, language) : [];
  const found = order.flatMap((id) => all.filter((one) => one.id === id));
  const forError = articlesFor(error).flatMap((slug) => all.filter((one) => one.slug === slug));
  const topics = contentTopics.help
    .map((topic) => ({ topic, articles: all.filter((one) => one.topic === topic).toSorted((a, b) => (a.slug < b.slug ? -1 : 1)) }))
    .filter(({ articles }) => articles.length > 0);
  return { typed, found, forError, topics, canonical: `${env.publicUrl}/help-center` };
}

const topicIcons: Readonly<Record<string, IconName>> = {
  booking: 'plane',
  paying: 'card',
  changes: 'change',
  travellers: 'users',
  extras: 'bag',
  papers: 'invoice',
};

type Article = Route.ComponentProps['loaderData']['found'][number];

function Articles({ articles }: { articles: readonly Article[] }) {
  return (
    <ul className="help-list">
      {articles.map((article) => (
        <li key={article.slug} lang={article.language}>
          <h3>
            <Link to={`/help-center/${article.slug}`}>{article.title}</Link>
          </h3>
          <p>{article.summary}</p>
        </li>
      ))}
    </ul>
  );
}

export default function HelpPage({ loaderData: { typed, found, forError, topics } }: Route.ComponentProps) {
  const t = useTexts('content');
  return (
    <main id="main" className="wrap page-end help">
      <header className="help-head">
        <h1 tabIndex={-1}>{t('help.title')}</h1>
        <p className="lede">{t('help.lede')}</p>
        <Form method="get" action="/help-center" role="search" className="help-search card" key={typed}>
          <label className="sr-only" htmlFor="q">
            {t('help.search')}
          </label>
          <Icon name="search" />
          <input
            id="q"
            type="search"
            name="q"
            defaultValue={typed}
            placeholder={t('help.placeholder')}
            maxLength={longestQuestion}
            autoComplete="off"
            dir="auto"
          />
          <Button look="go">{t('help.go')}</Button>
        </Form>
      </header>
      {typed !== '' && (
        <section className="help-found" aria-labelledby="found">
          <h2 id="found">
            <span role="status">
              {found.length > 0 ? t('help.found', { count: found.length, words: typed }) : t('help.none', { words: typed })}
            </span>
          </h2>
          {found.length > 0 ? <Articles articles={found} /> : <p className="muted">{t('help.noneText')}</p>}
          <p className="help-found__all">
            <Link className="link" to="/help-center">
              {t('help.all')}
            </Link>
          </p>
        </section>
      )}
      {typed === '' && forError.length > 0 && (
        <section className="help-found" aria-labelledby="for-error">
          <h2 id="for-error">{t('help.forError')}</h2>
          <Articles articles={forError} />
        </section>
      )}
      {(typed === '' || found.length === 0) && (
        <div className="help-topics">
          {topics.map(({ topic, articles }) => (
            <section key={topic} id={topic} aria-labelledby={`topic-${topic}`}>
              <h2 id={`topic-${topic}`}>
                <Icon name={topicIcons[topic] ?? 'help'} />
                {t(`help.topic.${topic}`)}
              </h2>
              <Articles articles={articles} />
            </section>
          ))}
        </div>
      )}
      <HelpLadder />
    </main>
  );
}

/** From the quickest way to the slowest: do it yourself, write, read the terms. */
export function HelpLadder() {
  const t = useTexts('content');
  return (
    <section className="help-ladder" aria-labelledby="ladder">
      <h2 id="ladder">{t('ladder.title')}</h2>
      <ol>
        {(
          [
            ['self', '/track-booking'],
            ['write', '/contact'],
            ['terms', '/terms-of-service'],
          ] as const
        ).map(([name, to]) => (
          <li key={name}>
            <h3>{t(`ladder.${name}.title`)}</h3>
            <p>{t(`ladder.${name}.text`)}</p>
            <ButtonLink to={to}>{t(`ladder.${name}.go`)}</ButtonLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
