import { Fragment } from 'react';
import { Form } from 'react-router';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import type { ReplayedPrices, ReplayedProduct } from '../policies.tables.ts';
import { Panel, Signed, type EngineView } from './pricing-parts.tsx';

const askEveryMs = 1500;

/** Ordered; shown, or quoted to a caller, and not ordered. */
const sorts = ['sold', 'unsold', 'quoted'] as const;

type Sums = Pick<ReplayedPrices, 'prices' | 'total' | 'margin' | 'held'>;

/** All prices of a trial of one sort: of what was not ordered it may be a sample, so they are never added up. */
function addUp(products: readonly ReplayedProduct[], sort: (typeof sorts)[number]): Sums {
  const parts = products.flatMap(({ unsold, quoted, orders, ...sold }): Sums[] => {
    const part = { sold: { ...sold, prices: orders }, unsold, quoted }[sort];
    return part ? [part] : [];
  });
  const sum = (of: (part: Sums) => number) => parts.reduce((all, part) => all + of(part), 0);
  return {
    prices: sum(({ prices }) => prices),
    total: [sum(({ total }) => total[0]), sum(({ total }) => total[1])],
    margin: [sum(({ margin }) => margin[0]), sum(({ margin }) => margin[1])],
    held: sum(({ held }) => held),
  };
}

/** The draft tried on every order of the last week and on what was shown and quoted in it, product by product, with how far the trial is. */
export function SimulationPanel({ open, mayDraft }: { open: NonNullable<EngineView['open']>; mayDraft: boolean }) {
  const t = useTexts('staff-pricing');
  const language = useLanguage();
  const { simulation } = open;
  const running = simulation?.state === 'running';
  useAskAgain(running, askEveryMs);
  const sum = (of: (product: NonNullable<typeof simulation>['products'][number]) => number) =>
    (simulation?.products ?? []).reduce((all, product) => all + of(product), 0);
  const changed = sum((product) => product.changed);
  const sums = sorts.map((sort) => ({ sort, ...addUp(simulation?.products ?? [], sort) }));
  const all = sums.reduce((prices, part) => prices + part.prices, 0);
  const number = (value: number) => formatNumber(value, language);
  return (
    <Panel
      title={t('simulation.title')}
      sub={
        simulation?.state === 'done'
          ? t('simulation.on', { n: number(all), sold: number(sums[0]!.prices) })
          : simulation
            ? t('simulation.sub', { n: number(simulation.all) })
            : t('simulation.none')
      }
      end={
        mayDraft &&
        open.status === 'draft' &&
        !running && (
          <Form method="post">
            <input type="hidden" name="version" value={open.version} />
            <button className="bo-btn" name="intent" value="simulate">
              {t('simulation.do')}
            </button>
          </Form>
        )
      }
    >
      {simulation && running && (
        <p className="pe-in" role="status">
          <progress max={Math.max(1, simulation.all)} value={simulation.done} aria-label={t('simulation.title')} />{' '}
          {t('simulation.running', { done: number(simulation.done), all: number(simulation.all) })}
        </p>
      )}
      {simulation?.state === 'done' && (
        <>
          <dl className="pe-sums">
            <div>
              <dd>{number(changed)}</dd>
              <dt>{t('simulation.changed')}</dt>
            </div>
            <div>
              <dd>
                <Signed amount={sum(({ total }) => total[1] - total[0])} />
              </dd>
              <dt>{t('simulation.revenue')}</dt>
            </div>
            <div>
              <dd>
                <Signed amount={sum(({ margin }) => margin[1] - margin[0])} />
              </dd>
              <dt>{t('simulation.margin')}</dt>
            </div>
          </dl>
          {all > 0 && (
            <table className="pe-before">
              <thead>
                <tr>
                  <td />
                  <th scope="col">{t('simulation.before')}</th>
                  <th scope="col">{t('simulation.after')}</th>
                </tr>
              </thead>
              {sums
                .filter(({ prices }) => prices > 0)
                .map(({ sort, prices, total, margin, held }) => (
                  <tbody key={sort}>
                    <tr>
                      <th scope="rowgroup" colSpan={3}>
                        {t(`simulation.of.${sort}`, { n: number(prices) })}
                        <small>
                          {t('simulation.held', { n: number(held) })}
                          {sort !== 'sold' &&
                            simulation[sort]?.sampled &&
                            ` · ${t('simulation.sampled', { n: number(simulation[sort].all) })}`}
                        </small>
                      </th>
                    </tr>
                    <Averages name={t('simulation.average')} of={total} prices={prices} />
                    <Averages name={t('simulation.averageMargin')} of={margin} prices={prices} />
                  </tbody>
                ))}
            </table>
          )}
          {sums.some(({ sort, prices }) => sort === 'quoted' && prices > 0) && (
            <p className="pe-in dl-quiet">{t('simulation.quotedNote')}</p>
          )}
          {simulation.products.length === 0 && <p className="pe-in dl-quiet">{t('simulation.noOrders')}</p>}
          <ul className="pe-lines">
            {simulation.products.map((product) => (
              <li key={product.product}>
                <span>
                  {t(`product.${product.product}`)}
                  <small>
                    {t('simulation.orders', { n: number(product.orders), changed: number(product.changed) })}
                    {product.held > 0 && ` · ${t('simulation.held', { n: number(product.held) })}`}
                    {(['unsold', 'quoted'] as const).map((sort) => {
                      const part = product[sort];
                      return (
                        part && (
                          <Fragment key={sort}>
                            <br />
                            {t(`simulation.${sort}`, { n: number(part.prices), changed: number(part.changed) })}
                            {part.held > 0 && ` · ${t('simulation.held', { n: number(part.held) })}`}
                          </Fragment>
                        )
                      );
                    })}
                  </small>
                </span>
                <Signed amount={product.total[1] - product.total[0]} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** What one of so many prices came to, before and after. */
function Averages({ name, of, prices }: { readonly name: string; readonly of: readonly [number, number]; readonly prices: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {of.map((sum, at) => (
        <td key={at}>
          <Signed amount={Math.round(sum / prices)} />
        </td>
      ))}
    </tr>
  );
}
