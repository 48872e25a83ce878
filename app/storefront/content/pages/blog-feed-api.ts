import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { xmlText } from '#app/values/xml-text.ts';
import { listLive } from '../content-store.server.ts';
import type { Route } from './+types/blog-feed-api.ts';

const mostItems = 30;

/** RSS 2.0 of the journal in the language of `?lang=`, or of the reader. A post that is not translated stands in English. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, env } = context.get(platformContext);
  const asked = url.searchParams.get('lang');
  const language = isLanguageCode(asked) ? asked : context.get(requestContext).language;
  const posts = (await listLive(db, 'blog', language)).slice(0, mostItems);
  const { t } = textsFor(language);
  const here = `${env.publicUrl}/blog/feed.xml?lang=${language}`;
  const items = posts.map(({ item, title, summary }) => {
    const link = xmlText(`${env.publicUrl}/blog/${item.slug}`);
    return [
      '<item>',
      `<title>${xmlText(title)}</title>`,
      `<link>${link}</link>`,
      `<guid isPermaLink="true">${link}</guid>`,
      `<pubDate>${new Date(`${item.publishedOn}T04:00:00Z`).toUTCString()}</pubDate>`,
      `<category>${xmlText(t(`content:blog.topic.${item.topic}`))}</category>`,
      ...(item.author ? [`<dc:creator>${xmlText(item.author)}</dc:creator>`] : []),
      `<description>${xmlText(summary)}</description>`,
      '</item>',
    ].join('');
  });
  const channel = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    `<title>Rihla · ${xmlText(t('content:blog.title'))}</title>`,
    `<link>${xmlText(env.publicUrl)}/blog</link>`,
    `<description>${xmlText(t('content:blog.lede'))}</description>`,
    `<language>${language === 'tl' ? 'fil' : language}</language>`,
    `<atom:link href="${xmlText(here)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel></rss>',
  ];
  return new Response(channel.join('\n'), {
    headers: { 'Content-Type': 'application/rss+xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  });
}
