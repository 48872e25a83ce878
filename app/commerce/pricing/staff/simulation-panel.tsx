import { Form } from 'react-router';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import { Panel, Signed, type EngineView } from './pricing-parts.tsx';

const askEveryMs = 1500;

/** The draft tried on every order of the last week, product by product, with how far the trial is. */
export function SimulationPanel({ open, mayDraft }: { open: NonNullable<EngineView['open']>; mayDraft: boolean }) {
  const t = useTexts('staff-pricing');
  const language = useLanguage();
  const { simulation } = open;
  const running = simulation?.state === 'running';
  useAskAgain(running, askEveryMs);
  const sum = (of: (product: NonNullable<typeof simulation>['products'][number]) => number) =>
    (simulation?.products ?? []).reduce((all, product) => all + of(product), 0);
  const changed = sum((product) => product.changed);
  return (
    <Panel
      title={t('simulation.title')}
      sub={simulation ? t('simulation.sub', { n: simulation.all }) : t('simulation.none')}
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
          {t('simulation.running', { done: formatNumber(simulation.done, language), all: formatNumber(simulation.all, language) })}
        </p>
      )}
      {simulation?.state === 'done' && (
        <>
          <dl className="pe-sums">
            <div>
              <dd>{formatNumber(changed, language)}</dd>
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
          {simulation.products.length === 0 && <p className="pe-in dl-quiet">{t('simulation.noOrders')}</p>}
          <ul className="pe-lines">
            {simulation.products.map((product) => (
              <li key={product.product}>
                <span>
                  {t(`product.${product.product}`)}
                  <small>
                    {t('simulation.orders', { n: product.orders, changed: formatNumber(product.changed, language) })}
                    {product.held > 0 && ` · ${t('simulation.held', { n: product.held })}`}
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
