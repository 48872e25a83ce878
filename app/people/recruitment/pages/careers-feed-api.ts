import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { xmlText } from '#app/values/xml-text.ts';
import { listOpenPostings, type JobPosting } from '../job-postings-store.server.ts';
import { towns } from '../posting-data.ts';
import type { Route } from './+types/careers-feed-api.ts';

const types = { 'full-time': 'fulltime', 'part-time': 'parttime', contract: 'contract' } as const;

/** "AED 9000.00 - 12000.00 per month"; nothing for one whose pay is not told. */
function salaryOf({ salaryLeast, salaryMost, salaryCurrency, salaryPeriod }: JobPosting): string | null {
  if (salaryLeast === null || salaryMost === null || !salaryCurrency || !salaryPeriod) return null;
  const [least, most] = [salaryLeast, salaryMost].map((minor) => decimalString(money(minor, salaryCurrency)));
  return `${salaryCurrency} ${least} - ${most} per ${salaryPeriod}`;
}

/**
 * The open positions for job boards, in the XML of `<source>` and `<job>` that they fetch, in the language of `?lang=` or of the
 * reader. Who comes by it is counted as coming from a job board.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, env } = context.get(platformContext);
  const asked = url.searchParams.get('lang');
  const language = isLanguageCode(asked) ? asked : context.get(requestContext).language;
  const { t } = textsFor(language);
  const now = clock.now();
  const open = await listOpenPostings(db, language, dateIn('Asia/Dubai', now));
  const jobs = open.map((one) => {
    const { addressLocality, addressCountry } = towns[one.place];
    const part = (name: 'duties' | 'needs' | 'extras') =>
      one[name].length > 0 ? [t(`careers:${name}`), ...one[name].map((line) => `• ${line}`)].join('\n') : null;
    const parts: readonly (readonly [string, string | null])[] = [
      ['title', one.title],
      ['date', new Date(`${one.openedOn}T04:00:00Z`).toUTCString()],
      ['referencenumber', one.id],
      ['url', `${env.publicUrl}/careers/${one.id}?source=job-board`],
      ['company', 'Rihla'],
      ['city', addressLocality],
      ['country', addressCountry],
      ['description', [one.summary, part('duties'), part('needs'), part('extras')].filter(Boolean).join('\n\n')],
      ['salary', salaryOf(one)],
      ['jobtype', types[one.employment]],
      ['category', t(`careers:department.${one.department}`)],
      ['language', one.languages.join(', ')],
      ['remotetype', one.remote ? 'Hybrid remote' : null],
      ['expirationdate', one.closesOn],
    ];
    const told = parts.flatMap(([name, value]) => (value ? [`<${name}>${xmlText(value)}</${name}>`] : []));
    return `<job>${told.join('')}</job>`;
  });
  const feed = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<source>',
    '<publisher>Rihla</publisher>',
    `<publisherurl>${xmlText(env.publicUrl)}/careers</publisherurl>`,
    `<lastBuildDate>${new Date(now).toUTCString()}</lastBuildDate>`,
    ...jobs,
    '</source>',
  ];
  return new Response(feed.join('\n'), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600', Vary: 'Cookie, Accept-Language' },
  });
}
