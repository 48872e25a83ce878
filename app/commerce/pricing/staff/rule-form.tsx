import { Form, Link } from 'react-router';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { policyPhases, stackings, type PolicyRule } from '../policy.ts';
import { chosenWords, type ChosenFact, type PolicyRuleField } from '../policy-form.ts';
import { Field, Panel, typed, useRuleWords } from './pricing-parts.tsx';
import { pricingPage } from './rule-list.ts';

/** What the fields look like whose words are typed. */
const typedWords = [
  ['country', 'AE OM'],
  ['item', 'dubai-desert-camp'],
  ['airline', 'EK'],
  ['from', 'DXB'],
  ['to', 'LHR'],
] as const;

/** One rule of the draft. `version` is that of the draft it was read from; `kept` is what was typed where it could not be read. */
export function RuleForm({
  rule,
  isNew,
  version,
  wrong,
  kept,
}: {
  rule: PolicyRule | null;
  isNew: boolean;
  version: number;
  wrong: readonly PolicyRuleField[];
  kept: Readonly<Record<string, string>> | null;
}) {
  const t = useTexts('staff-pricing');
  const fault = (field: PolicyRuleField) => (wrong.includes(field) ? t([`wrong.${field}`, 'form.wrong']) : undefined);
  const scope = rule?.scope;
  const was = (name: string, read: string | number | null | undefined) => kept?.[name] ?? read ?? '';
  const ticked = (fact: ChosenFact, word: string) => (kept ? (kept[fact] ?? '').split(' ') : (scope?.words[fact] ?? [])).includes(word);
  return (
    <Panel title={t(isNew ? 'form.new' : 'form.edit')} id="editor" end={<Link to={pricingPage}>{t('form.close')}</Link>}>
      <Form method="post" action={pricingPage} className="pe-form">
        <input type="hidden" name="version" value={version} />
        {!isNew && rule && <input type="hidden" name="id" value={rule.id} />}
        <ErrorSummary
          faults={wrong.map((field) =>
            field === 'value' || field === 'flightPromo'
              ? { field: field === 'value' ? 'rule-percent' : 'rule-promo', message: fault(field) }
              : { field: `rule-${field}`, message: `${t([`form.${field}`, `fact.${field}`])}: ${fault(field)}` },
          )}
        />
        <fieldset>
          <legend>{t('form.what')}</legend>
          <Field id="rule-name" label={t('form.name')} wrong={fault('name')} wide>
            <input name="name" required minLength={3} maxLength={80} defaultValue={was('name', rule?.name)} dir="auto" />
          </Field>
          <Field id="rule-phase" label={t('form.phase')} wrong={fault('phase')}>
            <select name="phase" defaultValue={was('phase', rule?.phase ?? 'promotion')}>
              {policyPhases.map((phase) => (
                <option key={phase} value={phase}>
                  {t(`phase.${phase}`)}
                </option>
              ))}
            </select>
          </Field>
          <Field id="rule-percent" label={t('form.percent')} wrong={fault('percent') ?? fault('value')}>
            <input
              name="percent"
              inputMode="decimal"
              maxLength={8}
              defaultValue={was('percent', typed(rule?.basisPoints ?? null))}
              dir="ltr"
            />
          </Field>
          <Field id="rule-amount" label={t('form.amount')} wrong={fault('amount')}>
            <input name="amount" inputMode="decimal" maxLength={10} defaultValue={was('amount', typed(rule?.amount ?? null))} dir="ltr" />
          </Field>
          <Field label={t('form.per')}>
            <select name="per" defaultValue={was('per', rule?.per ?? 'order')}>
              <option value="order">{t('per.order')}</option>
              <option value="traveller">{t('per.traveller')}</option>
            </select>
          </Field>
          <Field id="rule-most" label={t('form.most')} wrong={fault('most')}>
            <input name="most" inputMode="decimal" maxLength={10} defaultValue={was('most', typed(rule?.most ?? null))} dir="ltr" />
          </Field>
          <Field id="rule-priority" label={t('form.priority')} wrong={fault('priority')}>
            <input
              name="priority"
              inputMode="numeric"
              required
              maxLength={3}
              defaultValue={was('priority', rule?.priority ?? 10)}
              dir="ltr"
            />
          </Field>
          <Field id="rule-stacking" label={t('form.stacking')} wrong={fault('stacking')}>
            <select name="stacking" defaultValue={was('stacking', rule?.stacking ?? 'add')}>
              {stackings.map((stacking) => (
                <option key={stacking} value={stacking}>
                  {t(`stacking.${stacking}`)}
                </option>
              ))}
            </select>
          </Field>
          <Field id="rule-validFrom" label={t('form.validFrom')} wrong={fault('validFrom')}>
            <input type="date" name="validFrom" defaultValue={was('validFrom', rule?.validFrom)} />
          </Field>
          <Field id="rule-validUntil" label={t('form.validUntil')} wrong={fault('validUntil')}>
            <input type="date" name="validUntil" defaultValue={was('validUntil', rule?.validUntil)} />
          </Field>
        </fieldset>
        <fieldset>
          <legend>{t('form.code')}</legend>
          <Field id="rule-promo" label={t('form.promo')} wrong={fault('promo') ?? fault('flightPromo')}>
            <input name="promo" maxLength={24} defaultValue={was('promo', scope?.promo)} dir="ltr" autoComplete="off" />
          </Field>
          <Field id="rule-limitAll" label={t('form.limitAll')} wrong={fault('limitAll')}>
            <input name="limitAll" inputMode="numeric" maxLength={6} defaultValue={was('limitAll', rule?.limits.all)} dir="ltr" />
          </Field>
          <Field id="rule-limitEach" label={t('form.limitEach')} wrong={fault('limitEach')}>
            <input name="limitEach" inputMode="numeric" maxLength={6} defaultValue={was('limitEach', rule?.limits.each)} dir="ltr" />
          </Field>
        </fieldset>
        <fieldset>
          <legend>{t('form.scope')}</legend>
          <Ticks fact="product" title={t('form.product')} wrong={fault('product')} ticked={ticked} />
          {typedWords.map(([fact, example]) => (
            <Field key={fact} id={`rule-${fact}`} label={t(`fact.${fact}`)} wrong={fault(fact)}>
              <input
                name={fact}
                maxLength={300}
                defaultValue={was(fact, scope?.words[fact]?.join(' '))}
                placeholder={example}
                dir="ltr"
                autoComplete="off"
              />
            </Field>
          ))}
          {(['region', 'cabin', 'language'] as const).map((fact) => (
            <Ticks key={fact} fact={fact} title={t(`fact.${fact}`)} wrong={fault(fact)} ticked={ticked} />
          ))}
          {(['lead', 'party'] as const).map((fact) => (
            <Field key={fact} id={`rule-${fact}`} label={t(`form.${fact}`)} wrong={fault(fact)}>
              <span className="pe-pair">
                <input
                  name={`${fact}Least`}
                  inputMode="numeric"
                  maxLength={3}
                  defaultValue={was(`${fact}Least`, scope?.counts[fact]?.[0])}
                  aria-label={t('form.least')}
                />
                <input
                  name={`${fact}Most`}
                  inputMode="numeric"
                  maxLength={3}
                  defaultValue={was(`${fact}Most`, scope?.counts[fact]?.[1])}
                  aria-label={t('form.upTo')}
                />
              </span>
            </Field>
          ))}
          <Field id="rule-travelFrom" label={t('form.travelFrom')} wrong={fault('travelFrom')}>
            <input type="date" name="travelFrom" defaultValue={was('travelFrom', scope?.travelFrom)} />
          </Field>
          <Field id="rule-travelUntil" label={t('form.travelUntil')} wrong={fault('travelUntil')}>
            <input type="date" name="travelUntil" defaultValue={was('travelUntil', scope?.travelUntil)} />
          </Field>
          <p className="dl-quiet pe-field--wide">{t('form.scopeNote')}</p>
        </fieldset>
        <p>
          <button className="bo-btn bo-btn--p" name="intent" value="rule">
            {t('form.keep')}
          </button>
        </p>
      </Form>
    </Panel>
  );
}

/** Words that a rule may ask of one fact, each to tick; none ticked stands for all. */
function Ticks({
  fact,
  title,
  wrong,
  ticked,
}: {
  fact: ChosenFact;
  title: string;
  wrong: string | undefined;
  ticked: (fact: ChosenFact, word: string) => boolean;
}) {
  const words = useRuleWords();
  return (
    <fieldset className="pe-ticks" id={`rule-${fact}`}>
      <legend>{title}</legend>
      {chosenWords[fact].map((word) => (
        <label key={word} className="dl-check">
          <input type="checkbox" name={fact} value={word} defaultChecked={ticked(fact, word)} /> <span>{words.word(fact, word)}</span>
        </label>
      ))}
      {wrong && (
        <small className="pe-wrong" role="alert">
          {wrong}
        </small>
      )}
    </fieldset>
  );
}
