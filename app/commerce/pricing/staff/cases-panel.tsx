import { Fragment } from 'react';
import { Form, Link } from 'react-router';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { pricedProducts, type PolicyExample } from '../policy.ts';
import { cabins, type ExampleField } from '../policy-form.ts';
import { saleChannels, familyTypes } from '../rule-scope.ts';
import { Field, Panel, Signed, typed, type EngineView } from './pricing-parts.tsx';
import { pricingPage } from './rule-list.ts';

/** What published markups of flights may ask for besides. */
const choices = [
  ['cabin', cabins],
  ['family', familyTypes],
  ['channel', saleChannels],
] as const;

/** Sales that the policy must price as somebody said: with one broken it never comes into force. */
export function CasesPanel({ page, drafting }: { page: EngineView; drafting: boolean }) {
  const t = useTexts('staff-pricing');
  const language = useLanguage();
  return (
    <Panel
      title={t('cases.title')}
      sub={t('cases.sub')}
      end={
        drafting && (
          <Link className="bo-btn" to={`${pricingPage}?case=new#case`}>
            {t('cases.add')}
          </Link>
        )
      }
    >
      {page.cases.length === 0 ? (
        <p className="dl-none">{t('cases.none')}</p>
      ) : (
        <ul className="pe-cases">
          {page.cases.map(({ example, total, broken, held }) => (
            <li key={example.id}>
              <span>
                <b>
                  {drafting ? (
                    <Link to={`${pricingPage}?case=${example.id}#case`}>
                      <bdi>{example.name}</bdi>
                    </Link>
                  ) : (
                    <bdi>{example.name}</bdi>
                  )}
                </b>
                <small>
                  {[
                    t(`product.${example.product}`),
                    t('cases.party', { n: example.party }),
                    t('cases.sold', { day: formatDate(example.soldOn, language) }),
                    ...[example.cabin, example.family, example.channel].flatMap((one) => (one ? [t(`sold.${one}`)] : [])),
                    ...(example.promo ? [`\u2066${example.promo}\u2069`] : []),
                  ].join(' · ')}
                </small>
              </span>
              <span className={`dl-state ${broken || held ? 'dl-state--now' : 'dl-state--good'}`}>
                {t(broken ? 'cases.broken' : held ? 'cases.held' : 'cases.holds')}
              </span>
              <span className="pe-figures">
                <Signed amount={example.total} />
                {broken && (
                  <small>
                    {t('cases.now')} <Signed amount={total} />
                  </small>
                )}
              </span>
              {drafting && (
                <Form method="post">
                  <input type="hidden" name="version" value={page.open!.version} />
                  <input type="hidden" name="id" value={example.id} />
                  <button className="pe-quiet" name="intent" value="drop-case">
                    {t('rule.remove')} <span className="sr-only">{example.name}</span>
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {page.untried.length > 0 && (
        <p className="pe-note dl-quiet">
          {t('cases.untried')}{' '}
          {page.untried.map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 && comma(language)}
              <a href={`${pricingPage}#${id}`}>
                <bdi>{name}</bdi>
              </a>
            </Fragment>
          ))}
        </p>
      )}
    </Panel>
  );
}

export function CaseForm({
  example,
  isNew,
  version,
  today,
  wrong,
  kept,
}: {
  example: PolicyExample | null;
  isNew: boolean;
  version: number;
  today: string;
  wrong: readonly ExampleField[];
  kept: Readonly<Record<string, string>> | null;
}) {
  const t = useTexts('staff-pricing');
  const fault = (field: ExampleField) => (wrong.includes(field) ? t([`wrong.${field}`, 'form.wrong']) : undefined);
  const was = (name: string, read: string | number | null | undefined) => kept?.[name] ?? read ?? '';
  return (
    <Panel title={t(isNew ? 'cases.new' : 'cases.edit')} id="case" end={<Link to={pricingPage}>{t('form.close')}</Link>}>
      <Form method="post" action={pricingPage} className="pe-form">
        <input type="hidden" name="version" value={version} />
        {!isNew && example && <input type="hidden" name="id" value={example.id} />}
        <ErrorSummary
          faults={wrong.map((field) => ({
            field: `case-${field}`,
            message: `${t([`filter.${field}`, `cases.${field === 'party' ? 'persons' : field}`, `fact.${field}`, `form.${field}`])}: ${fault(field)}`,
          }))}
        />
        <fieldset>
          <legend className="sr-only">{t('cases.title')}</legend>
          <Field id="case-name" label={t('form.name')} wrong={fault('name')} wide>
            <input name="name" required minLength={3} maxLength={80} defaultValue={was('name', example?.name)} dir="auto" />
          </Field>
          <Field id="case-product" label={t('filter.product')} wrong={fault('product')}>
            <select name="product" defaultValue={was('product', example?.product ?? 'experience')}>
              {pricedProducts.map((product) => (
                <option key={product} value={product}>
                  {t(`product.${product}`)}
                </option>
              ))}
            </select>
          </Field>
          <Field id="case-each" label={t('cases.each')} wrong={fault('each')}>
            <input
              name="each"
              inputMode="decimal"
              required
              maxLength={10}
              defaultValue={was('each', typed(example?.each ?? null))}
              dir="ltr"
            />
          </Field>
          <Field id="case-party" label={t('cases.persons')} wrong={fault('party')}>
            <input name="party" inputMode="numeric" required maxLength={2} defaultValue={was('party', example?.party ?? 2)} dir="ltr" />
          </Field>
          <Field id="case-soldOn" label={t('cases.soldOn')} wrong={fault('soldOn')}>
            <input type="date" name="soldOn" required defaultValue={was('soldOn', example?.soldOn ?? today)} />
          </Field>
          <Field id="case-travelOn" label={t('cases.travelOn')} wrong={fault('travelOn')}>
            <input type="date" name="travelOn" defaultValue={was('travelOn', example?.travelOn)} />
          </Field>
          <Field id="case-country" label={t('fact.country')} wrong={fault('country')}>
            <input name="country" maxLength={2} defaultValue={was('country', example?.country)} placeholder="AE" dir="ltr" />
          </Field>
          <Field id="case-item" label={t('fact.item')} wrong={fault('item')}>
            <input name="item" maxLength={60} defaultValue={was('item', example?.item)} dir="ltr" />
          </Field>
          {choices.map(([field, values]) => (
            <Field key={field} id={`case-${field}`} label={t(`cases.${field}`)} wrong={fault(field)}>
              <select name={field} defaultValue={was(field, example?.[field])}>
                <option value="">{t('cases.any')}</option>
                {values.map((value) => (
                  <option key={value} value={value}>
                    {t(`sold.${value}`)}
                  </option>
                ))}
              </select>
            </Field>
          ))}
          <Field id="case-promo" label={t('form.promo')} wrong={fault('promo')}>
            <input name="promo" maxLength={24} defaultValue={was('promo', example?.promo)} dir="ltr" />
          </Field>
          <Field id="case-total" label={t('cases.total')} wrong={fault('total')}>
            <input
              name="total"
              inputMode="decimal"
              required
              maxLength={12}
              defaultValue={was('total', typed(example?.total ?? null))}
              dir="ltr"
            />
          </Field>
        </fieldset>
        <p>
          <button className="bo-btn bo-btn--p" name="intent" value="case">
            {t('form.keep')}
          </button>
        </p>
      </Form>
    </Panel>
  );
}
