import { Form } from 'react-router';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import type { ReplayedPrices, ReplayedProduct } from '../policies.tables.ts';
import { Panel, Signed, type EngineView } from './pricing-parts.tsx';

const askEveryMs = 1500;

type Sums = Pick<ReplayedPrices, 'prices' | 'total' | 'margin' | 'held'>;

/** All prices of a trial, ordered or not. */
function addUp(products: readonly ReplayedProduct[]): Sums & { readonly sold: number } {
  const parts = products.flatMap(({ unsold, orders, ...sold }): Sums[] => [{ ...sold, prices: orders }, ...(unsold ? [unsold] : [])]);
  const sum = (of: (part: Sums) => number) => parts.reduce((all, part) => all + of(part), 0);
  return {
    prices: sum(({ prices }) => prices),
    sold: products.reduce((all, { orders }) => all + orders, 0),
    total: [sum(({ total }) => total[0]), sum(({ total }) => total[1])],
    margin: [sum(({ margin }) => margin[0]), sum(({ margin }) => margin[1])],
    held: sum(({ held }) => held),
  };
}

/** The draft tried on every order of the last week and on what was shown in it, product by product, with how far the trial is. */
export function SimulationPanel({ open, mayDraft }: { open: NonNullable<EngineView['open']>; mayDraft: boolean }) {
  const t = useTexts('staff-pricing');
  const language = useLanguage();
  const { simulation } = open;
  const running = simulation?.state === 'running';
  useAskAgain(running, askEveryMs);
  const sum = (of: (product: NonNullable<typeof simulation>['products'][number]) => number) =>
    (simulation?.products ?? []).reduce((all, product) => all + of(product), 0);
  const changed = sum((product) => product.changed);
  const all = addUp(simulation?.products ?? []);
  const number = (value: number) => formatNumber(value, language);
  return (
    <Panel
      title={t('simulation.title')}
      sub={
        simulation?.state === 'done'
          ? t('simulation.on', { n: number(all.prices), sold: number(all.sold) })
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
          {all.prices > 0 && (
            <table className="pe-before">
              <thead>
                <tr>
                  <td />
                  <th scope="col">{t('simulation.before')}</th>
                  <th scope="col">{t('simulation.after')}</th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <th scope="row">{t('simulation.average')}</th>
                  {all.total.map((total, at) => (
                    <td key={at}>
                      <Signed amount={Math.round(total / all.prices)} />
                    </td>
                  ))}
                </tr>
                <tr>
                  <th scope="row">{t('simulation.averageMargin')}</th>
                  {all.margin.map((margin, at) => (
                    <td key={at}>
                      <Signed amount={Math.round(margin / all.prices)} />
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          )}
          <p className="pe-in dl-quiet">
            {t('simulation.held', { n: number(all.held) })}
            {simulation.unsold?.sampled && ` · ${t('simulation.sampled', { n: number(simulation.unsold.all) })}`}
          </p>
          {simulation.products.length === 0 && <p className="pe-in dl-quiet">{t('simulation.noOrders')}</p>}
          <ul className="pe-lines">
            {simulation.products.map((product) => (
              <li key={product.product}>
                <span>
                  {t(`product.${product.product}`)}
                  <small>
                    {t('simulation.orders', { n: number(product.orders), changed: number(product.changed) })}
                    {product.held > 0 && ` · ${t('simulation.held', { n: number(product.held) })}`}
                    {product.unsold && (
                      <>
                        <br />
                        {t('simulation.unsold', { n: number(product.unsold.prices), changed: number(product.unsold.changed) })}
                        {product.unsold.held > 0 && ` · ${t('simulation.held', { n: number(product.unsold.held) })}`}
                      </>
                    )}
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
