import { Form, Link } from 'react-router';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { DeskFilters, FilterChoice } from '#app/ui/desk-list/desk-list-parts.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { pricedProducts } from '../policy.ts';
import { Panel, Signed, useRuleWords, type EngineView } from './pricing-parts.tsx';
import {
  pricingPage,
  ruleColumns,
  ruleFigures,
  ruleQuery,
  ruleSorts,
  ruleStates,
  type RuleColumn,
  type RuleRow,
  type RuleState,
} from './rule-list.ts';

const tones: Readonly<Record<RuleState, string>> = {
  counts: ' dl-state--good',
  paused: ' dl-state--now',
  stopped: ' dl-state--now',
  coming: '',
  ended: '',
  drafted: ' dl-state--now',
  going: ' dl-state--now',
};

/** Every rule, in force and drafted, with what it did in the last seven days. */
export function RulesTable({ page, drafting }: { page: EngineView; drafting: boolean }) {
  const t = useTexts('staff-pricing');
  const language = useLanguage();
  const words = useRuleWords();
  const { view, rules, all } = page;
  const filtered = ruleQuery({ ...view, sort: 'priority', descending: true, columns: ruleColumns }) !== '';
  const here = ruleQuery(view);
  const cell = (column: RuleColumn, row: RuleRow) => {
    const { rule, before, change } = row;
    switch (column) {
      case 'rule':
        return (
          <span className={`pe-rule pe-rule--${change}`} id={rule.id}>
            <b>
              {drafting && change !== 'gone' ? (
                <Link to={`${pricingPage}?edit=${rule.id}#editor`}>
                  <bdi>{rule.name}</bdi>
                </Link>
              ) : (
                <bdi>{rule.name}</bdi>
              )}
            </b>
            <small>
              {t(`phase.${rule.phase}`)} · {words.scope(rule)}
            </small>
          </span>
        );
      case 'priority':
        return formatNumber(rule.priority, language);
      case 'value':
        return (
          <span className="pe-value">
            {before && change === 'changed' && words.value(before) !== words.value(rule) && <del>{words.value(before)}</del>}{' '}
            {change === 'changed' || change === 'new' ? <ins>{words.value(rule)}</ins> : words.value(rule)}
            {words.most(rule) && <small>{words.most(rule)}</small>}
            {rule.stacking !== 'add' && <small>{t(`stacking.${rule.stacking}`)}</small>}
          </span>
        );
      case 'dates':
        return <span className="pe-days">{words.days(rule.validFrom, rule.validUntil)}</span>;
      case 'state':
        return (
          <span className={`dl-state${change === 'changed' ? ' dl-state--now' : tones[row.state]}`}>
            {change === 'changed' ? t('state.changed') : t(`state.${row.state}`)}
          </span>
        );
      case 'uses':
        return formatNumber(ruleFigures.uses(row), language);
      case 'revenue':
      case 'effect':
      case 'margin':
        return row.uses === 0 ? '–' : <Signed amount={ruleFigures[column](row)} />;
      case 'ways':
        return (
          <>
            {drafting && change !== 'gone' && <RemoveRule row={row} page={page} />}
            <SwitchRule row={row} page={page} />
          </>
        );
    }
  };
  return (
    <Panel
      title={t('rules.title')}
      sub={t('rules.sub', { shown: formatNumber(rules.length, language), all: formatNumber(all, language) })}
      end={<ExportMenu to={`${pricingPage}/export${ruleQuery(view)}`} />}
    >
      <div className="pe-filters dl-tools">
        <DeskFilters
          base={pricingPage}
          kept={ruleQuery({ ...view, find: '', product: null, state: null, changed: false })}
          find={{ label: t('filter.find'), value: view.find, most: 60 }}
          apply={t('filter.apply')}
          clear={filtered ? { to: pricingPage, label: t('filter.clear') } : null}
        >
          <FilterChoice
            name="product"
            label={t('filter.product')}
            value={view.product ?? ''}
            any={t('filter.anyProduct')}
            options={pricedProducts.map((id) => ({ id, name: t(`product.${id}`) }))}
          />
          <FilterChoice
            name="state"
            label={t('filter.state')}
            value={view.state ?? ''}
            any={t('filter.anyState')}
            options={ruleStates.map((id) => ({ id, name: t(`state.${id}`) }))}
          />
          {page.open && (
            <label className="dl-check">
              <input type="checkbox" name="changed" value="1" defaultChecked={view.changed} /> {t('filter.changed')}
            </label>
          )}
        </DeskFilters>
        <ColumnChooser
          base={pricingPage}
          here={here}
          columns={ruleColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'rule' }))}
          shown={view.columns}
        />
      </div>
      <div className="pe-filters">
        <NamedViews base={pricingPage} views={page.views.named} here={here} said={page.views.said} />
      </div>
      {rules.length === 0 ? (
        <p className="dl-none">{all === 0 ? t('rules.none') : t('rules.noneFits')}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rules}
          rowKey={({ rule }) => rule.id}
          cell={cell}
          figures={['priority', 'uses', 'revenue', 'effect', 'margin']}
          plain={['state', 'ways']}
          sort={{
            columns: ruleSorts,
            by: view.sort,
            descending: view.descending,
            to: (column, descending) =>
              `${pricingPage}${ruleQuery({ ...view, sort: ruleSorts.find((one) => one === column) ?? 'priority', descending })}`,
          }}
        />
      )}
    </Panel>
  );
}

function RemoveRule({ row, page }: { row: RuleRow; page: EngineView }) {
  const t = useTexts('staff-pricing');
  return (
    <Form method="post">
      <input type="hidden" name="version" value={page.open!.version} />
      <input type="hidden" name="id" value={row.rule.id} />
      <Link className="pe-quiet" to={`${pricingPage}?edit=new&of=${row.rule.id}#editor`}>
        {t('rule.copy')} <span className="sr-only">{row.rule.name}</span>
      </Link>{' '}
      <button className="pe-quiet" name="intent" value="remove-rule">
        {t('rule.remove')} <span className="sr-only">{row.rule.name}</span>
      </button>
    </Form>
  );
}

/** Stops a rule of the policy in force at once, or lets it go on; why is asked first. */
function SwitchRule({ row, page }: { row: RuleRow; page: EngineView }) {
  const t = useTexts('staff-pricing');
  if (!page.current || row.before === null || !(page.mayDraft || page.mayPublish)) return null;
  const stopped = page.current.stopped.includes(row.rule.id);
  if (stopped && !page.mayPublish) return null;
  return (
    <details className="pe-switch">
      <summary>
        {t(stopped ? 'rule.allow' : 'rule.stop')} <span className="sr-only">{row.rule.name}</span>
      </summary>
      <Form method="post">
        <input type="hidden" name="id" value={row.rule.id} />
        <label>
          <span>{t('reason')}</span>
          <input name="reason" required minLength={3} maxLength={300} dir="auto" />
        </label>
        <button className={stopped ? 'bo-btn' : 'bo-btn bo-btn--danger'} name="intent" value={stopped ? 'allow-rule' : 'stop-rule'}>
          {t(stopped ? 'rule.allow' : 'rule.stopNow')}
        </button>
      </Form>
    </details>
  );
}
