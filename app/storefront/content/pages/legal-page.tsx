import { Link } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { RefundCalculator } from '#app/products/flights/refunds/refund-calculator.tsx';
import { answerRefundExample, readRefundExample } from '#app/products/flights/refunds/refund-example.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { articleAsData } from '../content-data.ts';
import { findEditionWords, findLive, listEditions } from '../content-store.server.ts';
import { DiffView } from '../diff-view.tsx';
import { ForeignWords } from '../foreign-words.tsx';
import { diffLines } from '../line-diff.ts';
import { Contents, MarkdownText } from '../markdown-text.tsx';
import { openText } from '../open-text.server.ts';
import type { Route } from './+types/legal-page.ts';
import '../content.css';

export const handle = { texts: ['content', 'refund-example', 'price'] };

/** Cancellation and refunds are sections of the terms. */
const sections = ['cancellation', 'refunds'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, env } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const here = url.pathname.replace(/\.data$/, '').slice(1);
  const slug = here === 'privacy' ? 'privacy' : 'terms';
  const live = await findLive(db, 'legal', slug, language);
  if (!live) throw new Response('Not found', { status: 404 });
  const editions = await listEditions(db, live.item.id);
  const asked = url.searchParams.get('edition');
  const number = asked === null ? live.item.liveEdition : /^\d{1,6}$/.test(asked) ? Number(asked) : null;
  const edition = editions.find((one) => one.number === number);
  const words = edition && (await findEditionWords(db, edition, language));
  if (!edition || !words) throw new Response('Not found', { status: 404 });
  const isCurrent = edition.number === live.item.liveEdition;
  const text = openText(words);
  const path = `/${slug}`;
  const section = sections.find((one) => one === here) ?? null;
  const { example, asked: exampleAsked } = readRefundExample(url.searchParams);
  const dayOf = (one: { at: Date }) => dateIn('Asia/Dubai', one.at.getTime() as Instant);
  return {
    slug,
    text,
    number: edition.number,
    isCurrent,
    validFrom: dayOf(edition),
    section,
    refund: section && { example, answer: exampleAsked ? answerRefundExample(example) : null },
    history: editions.map((one) => ({ number: one.number, day: dayOf(one) })),
    changes: !isCurrent && url.searchParams.has('compare') ? diffLines(words.body, live.body) : null,
    canonical: `${env.publicUrl}${path}`,
    description: text.summary,
    structured: articleAsData(
      {
        ...text,
        slug,
        path,
        author: null,
        poster: null,
        publishedOn: live.item.publishedOn,
        editedOn: dayOf(edition),
        type: 'Article',
      },
      env.publicUrl,
      [{ name: textsFor(language).t('content:home'), path: '/' }],
    ),
  };
}

export default function LegalPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('content');
  const { text, slug, section, refund, isCurrent, validFrom, number, history, changes, structured } = loaderData;
  return (
    <main id="main" className="wrap page-end c-article">
      <StructuredData data={structured} />
      <header className="c-head">
        <h1 tabIndex={-1} lang={text.language}>
          {text.title}
        </h1>
        <p className="lede" lang={text.language}>
          {text.summary}
        </p>
        <p className="c-facts">
          {t('legal.version', { number })} · {t('legal.validFrom')} <DateText date={validFrom} />
        </p>
      </header>
      <div className="c-body">
        <div className="c-main">
          {section && (
            <Notice tone="info" boxed icon="refund">
              {t(`legal.${section}`)}{' '}
              <a className="link" href={`#${section}`}>
                {t('legal.toSection')}
              </a>
            </Notice>
          )}
          {refund && <RefundCalculator key={JSON.stringify(refund.example)} {...refund} />}
          {!isCurrent && (
            <Notice tone="warn" boxed>
              {t('legal.old')}{' '}
              <Link className="link" to={`/${slug}`}>
                {t('legal.toCurrent')}
              </Link>{' '}
              {!changes && (
                <Link className="link" to={`/${slug}?edition=${number}&compare=1`}>
                  {t('legal.compare')}
                </Link>
              )}
            </Notice>
          )}
          <ForeignWords language={text.language} />
          {changes ? <DiffView lines={changes} language={text.language} /> : <MarkdownText blocks={text.blocks} language={text.language} />}
          <section id="history" className="c-history" aria-labelledby="history-title">
            <h2 id="history-title">{t('legal.history')}</h2>
            <p className="muted">{t('legal.historyText')}</p>
            <ol>
              {history.map((one) => (
                <li key={one.number}>
                  <Link
                    className="link"
                    to={one.number === history[0]!.number ? `/${slug}` : `/${slug}?edition=${one.number}`}
                    aria-current={one.number === number ? 'page' : undefined}
                  >
                    {t('legal.version', { number: one.number })}
                  </Link>{' '}
                  <DateText date={one.day} />
                </li>
              ))}
            </ol>
          </section>
        </div>
        <aside className="c-side">
          <Contents headings={text.headings} label={t('contents')} />
        </aside>
      </div>
    </main>
  );
}
