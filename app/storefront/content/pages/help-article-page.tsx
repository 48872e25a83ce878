import { data, Form, Link, redirect } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { articleAsData } from '../content-data.ts';
import { findLive, listLive } from '../content-store.server.ts';
import { ForeignWords } from '../foreign-words.tsx';
import { Contents, MarkdownText } from '../markdown-text.tsx';
import { editedOn, openText } from '../open-text.server.ts';
import { voteOnArticle } from '../vote.server.ts';
import type { Route } from './+types/help-article-page.ts';
import '../content.css';

export const handle = { texts: ['content'] };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, env } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const live = await findLive(db, 'help', params.slug, language);
  if (!live) throw new Response('Not found', { status: 404 });
  const { item } = live;
  const text = openText(live);
  const { t } = textsFor(language);
  const path = `/help-center/${item.slug}`;
  const edited = editedOn(live);
  const more = (await listLive(db, 'help', language)).filter((one) => one.item.topic === item.topic && one.item.id !== item.id);
  return {
    text,
    title: text.title,
    description: text.summary,
    topic: item.topic,
    path,
    edited,
    voted: url.searchParams.get('voted'),
    more: more.slice(0, 6).map((one) => ({ slug: one.item.slug, title: one.title })),
    canonical: `${env.publicUrl}${path}`,
    structured: articleAsData({ ...item, ...text, path, editedOn: edited, poster: null, type: 'Article' }, env.publicUrl, [
      { name: t('titles:help-center'), path: '/help-center' },
    ]),
  };
}

/** "Was it useful?": what is neither yes nor no is told so. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { language, address } = context.get(requestContext);
  const said = (await request.formData()).get('useful');
  if (said !== 'yes' && said !== 'no') return data({ wrong: true }, { status: 422 });
  const kept = await voteOnArticle(context.get(platformContext), { slug: params.slug, language, useful: said === 'yes', address });
  if (!kept.ok) throw new Response('Not found', { status: 404 });
  return redirect(`/help-center/${encodeURIComponent(params.slug)}?voted=${said}#useful`, 303);
}

export default function HelpArticlePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('content');
  const { text, topic, edited, voted, more, structured, path } = loaderData;
  return (
    <main id="main" className="wrap page-end c-article">
      <StructuredData data={structured} />
      <header className="c-head">
        <nav className="c-crumbs" aria-label={t('crumbs')}>
          <ol>
            <li>
              <Link to="/help-center">{t('help.title')}</Link>
            </li>
            <li>
              <Link to={`/help-center#${topic}`}>{t(`help.topic.${topic}`)}</Link>
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
          {t('checkedOn')} <DateText date={edited} />
        </p>
      </header>
      <div className="c-body">
        <div className="c-main">
          <ForeignWords language={text.language} />
          <MarkdownText blocks={text.blocks} language={text.language} />
          <section id="useful" className="c-useful" aria-labelledby="useful-title">
            {voted === 'yes' || voted === 'no' ? (
              <Notice tone="ok" live>
                {t(`useful.${voted}Thanks`)}{' '}
                {voted === 'no' && (
                  <Link className="link" to="/contact">
                    {t('useful.write')}
                  </Link>
                )}
              </Notice>
            ) : (
              <Form method="post" action={path} preventScrollReset>
                <h2 id="useful-title">{t('useful.question')}</h2>
                <button className="btn btn--line" name="useful" value="yes">
                  {t('useful.yes')}
                </button>
                <button className="btn btn--line" name="useful" value="no">
                  {t('useful.no')}
                </button>
                {actionData?.wrong && (
                  <Notice tone="warn" live>
                    {t('useful.wrong')}
                  </Notice>
                )}
              </Form>
            )}
          </section>
        </div>
        <aside className="c-side">
          <Contents headings={text.headings} label={t('contents')} />
          {more.length > 0 && (
            <nav className="contents" aria-label={t('help.more')}>
              <p className="contents__label">{t('help.more')}</p>
              <ul>
                {more.map((one) => (
                  <li key={one.slug}>
                    <Link to={`/help-center/${one.slug}`}>{one.title}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <p>
            <Link className="link" to="/contact">
              {t('useful.write')}
            </Link>
          </p>
        </aside>
      </div>
    </main>
  );
}
