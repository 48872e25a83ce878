import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Route } from './+types/compare-page.ts';
import { openCompare, type ComparedThing } from './open-compare.server.ts';
import { lastsWords } from './thing-row.tsx';
import './compare-page.css';

export const handle = { texts: ['search', 'list'] };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  return openCompare(context.get(platformContext), url.searchParams, language, shopperOf(context.get(viewerContext)));
}

/** Tours, activities and stays of an address side by side, fact by fact. */
export default function ComparePage({ loaderData: view }: Route.ComponentProps) {
  const t = useTexts('search');
  const language = useLanguage();
  const { things } = view;
  const rows = rowsOf(t, language, things).filter(({ words }) => !view.onlyDifferences || new Set(words).size > 1);
  if (things.length === 0) {
    return (
      <main id="main" className="wrap page-end">
        <div className="page-head">
          <h1 tabIndex={-1}>{t('compare.title')}</h1>
        </div>
        <EmptyState
          title={t('compare.emptyTitle')}
          art={
            <Poster place="empty" art={{ scene: 'desert', palette: 'mist', landmark: null }} crop="landscape" alt="" className="pp-empty" />
          }
          action={<ButtonLink to="/search">{t('compare.find')}</ButtonLink>}
        >
          {t('compare.emptyText')}
        </EmptyState>
      </main>
    );
  }
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1} id="compare">
          {t('compare.title')}
        </h1>
        <p className="lede">{t('compare.lede')}</p>
      </div>
      {view.hasGone && (
        <Notice tone="info" boxed>
          {t('compare.gone')}
        </Notice>
      )}
      {things.length > 1 && (
        <p className="cp-only">
          <Link className="link" to={view.other} preventScrollReset>
            {t(view.onlyDifferences ? 'compare.all' : 'compare.differences')}
          </Link>
        </p>
      )}
      <ScrollRegion labelledBy="compare" className="cp-scroll">
        <table className="cp">
          <thead>
            <tr>
              <th scope="col" className="cp__fact">
                <span className="sr-only">{t('compare.fact')}</span>
              </th>
              {things.map((thing, at) => (
                <th key={thing.key} scope="col">
                  <Poster place={thing.id} art={thing.poster} crop="landscape" alt="" eager={at < 2} />
                  <span className="cp__kind">{t(`kindOne.${thing.kind}`)}</span>
                  <Link className="cp__title" to={thing.to}>
                    {thing.title}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('compare.row.price')}</th>
              {things.map((thing) => (
                <td key={thing.key}>
                  {t('from')} <DisplayPrice value={thing.price} className="cp__price" />{' '}
                  <span className="muted small">{t(`per.${thing.kind}`)}</span>
                </td>
              ))}
            </tr>
            {rows.map(({ name, words }) => (
              <Line key={name} name={t(`compare.row.${name}`)}>
                {words.map((word, at) => (
                  <td key={things[at]!.key}>{word ?? <span className="cp__none">{t('compare.none')}</span>}</td>
                ))}
              </Line>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              {things.map((thing) => (
                <td key={thing.key}>
                  <Link className="link" to={thing.without} preventScrollReset>
                    {t('compare.takeOff', { title: thing.title })}
                  </Link>
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
      {view.like.length > 0 && (
        <section aria-labelledby="like" className="cp-like">
          <h2 id="like">{t('compare.like')}</h2>
          <ul>
            {view.like.map((tile) => (
              <li key={tile.key}>
                <Poster place={tile.id} art={tile.poster} crop="landscape" alt="" />
                <div>
                  <p>
                    <Link to={tile.to}>{tile.title}</Link>
                  </p>
                  <p className="muted small">{tile.place}</p>
                  <Link className="link" to={tile.add} preventScrollReset>
                    <Icon name="plus" small /> {t('compare.add', { title: tile.title })}
                  </Link>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {children}
    </tr>
  );
}

/** The facts at least one of them has, each in words; null where it does not apply. */
function rowsOf(t: Translate, language: LanguageCode, things: readonly ComparedThing[]): { name: string; words: (string | null)[] }[] {
  const number = (value: number | undefined) => (value === undefined ? null : String(value));
  const list = (words: readonly string[]) => (words.length === 0 ? null : words.join(comma(language)));
  const facts: Readonly<Record<string, (thing: ComparedThing) => string | null>> = {
    place: ({ place }) => place,
    lasts: ({ facts: { days, minutes }, length }) =>
      lastsWords(t, { ...(days ? { days } : {}), ...(minutes ? { minutes } : {}) }) ?? t(`lengths.${length}`),
    months: ({ months }) =>
      months.length === 12
        ? t('compare.allYear')
        : list(months.map((month) => formatDate(`2026-${String(month).padStart(2, '0')}-01`, language, 'month-name'))),
    themes: ({ themes }) => list(themes.map((theme) => t(`themes.${theme}`))),
    groupSize: ({ all }) => number(all.groupSize),
    stars: ({ all }) => (all.stars ? t('stars', { count: all.stars }) : null),
    board: ({ all }) => (all.board ? t(`compare.board.${all.board}`) : null),
    starts: ({ all }) => list(all.starts ?? []),
    guides: ({ guides }) => list(guides),
    minAge: ({ all }) => number(all.minAge),
    wheelchair: ({ all }) => (all.wheelchair ? t(`compare.wheelchair.${all.wheelchair}`) : null),
    freeCancelHours: ({ all }) => cancelWords(t, all.freeCancelHours),
    depositPercent: ({ all }) => (all.depositPercent === undefined ? null : t('compare.percent', { count: all.depositPercent })),
    promises: ({ promises }) => list(promises.filter((one) => one !== 'free-cancel').map((one) => t(`promises.${one}`))),
  };
  return Object.entries(facts)
    .map(([name, say]) => ({ name, words: things.map(say) }))
    .filter(({ words }) => words.some((word) => word !== null));
}

function cancelWords(t: Translate, hours: number | null | undefined): string | null {
  if (hours === undefined) return null;
  if (hours === null) return t('compare.never');
  if (hours === 0) return t('compare.untilStart');
  return hours % 24 === 0 ? t('compare.daysBefore', { count: hours / 24 }) : t('compare.hoursBefore', { count: hours });
}
