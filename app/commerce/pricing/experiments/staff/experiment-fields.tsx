import { Form } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import { Field } from '../../staff/pricing-parts.tsx';
import { longestQuestion, shortestQuestion, termBounds, type TermFault, type TermField, type TypedTerms } from '../experiment-form.ts';
import { experimentProducts } from '../experiment-rules.ts';

/** The terms of an experiment to be written: a new one by the key of its form, or a draft by its version. */
export function ExperimentFields({
  action,
  intent,
  hidden,
  typed,
  faults,
  challengers,
}: {
  action: string;
  intent: 'draft' | 'change';
  hidden: { readonly name: 'key' | 'version'; readonly value: string | number };
  typed: TypedTerms;
  faults: readonly TermFault[];
  challengers: readonly { readonly number: number; readonly title: string }[];
}) {
  const t = useTexts('staff-experiments');
  const isWrong = (field: TermField) => faults.some((one) => one.field === field);
  const wrong = (field: TermField) => isWrong(field) && t(`wrong.${field}`);
  const marks = (field: TermField) => ({ id: field, name: field, ...(isWrong(field) ? { 'aria-invalid': true } : {}) });
  const number = (field: keyof typeof termBounds) => (
    <Field label={t(`field.${field}`)} wrong={wrong(field)}>
      <input
        {...marks(field)}
        type="number"
        inputMode="numeric"
        required
        min={termBounds[field][0]}
        max={termBounds[field][1]}
        defaultValue={typed[field]}
      />
    </Field>
  );
  return (
    <Form method="post" action={action} className="px-form" noValidate>
      <input type="hidden" name={hidden.name} value={hidden.value} />
      <div className="px-grid">
        <Field label={t('field.question')} wrong={wrong('question')} wide>
          <input
            {...marks('question')}
            required
            minLength={shortestQuestion}
            maxLength={longestQuestion}
            dir="auto"
            placeholder={t('hint.question')}
            defaultValue={typed.question}
          />
        </Field>
        <Field label={t('field.challenger')} wrong={wrong('challenger')} wide>
          <select {...marks('challenger')} required defaultValue={typed.challenger}>
            <option value="">{t('hint.challenger')}</option>
            {challengers.map((policy) => (
              <option key={policy.number} value={policy.number}>
                {policy.number} · {policy.title}
              </option>
            ))}
          </select>
        </Field>
        <fieldset className="pe-field pe-field--wide px-products">
          <legend>{t('field.products')}</legend>
          {experimentProducts.map((product, at) => (
            <label key={product}>
              <input
                type="checkbox"
                name="products"
                value={product}
                defaultChecked={typed.products.includes(product)}
                {...(at === 0 ? { id: 'products' } : {})}
              />{' '}
              {t(`product.${product}`)}
            </label>
          ))}
          {isWrong('products') && (
            <small className="pe-wrong" role="alert">
              {t('wrong.products')}
            </small>
          )}
        </fieldset>
        {number('share')}
        <Field label={t('field.startsOn')} wrong={wrong('startsOn')}>
          <input {...marks('startsOn')} type="date" required defaultValue={typed.startsOn} />
        </Field>
        <Field label={t('field.endsOn')} wrong={wrong('endsOn')}>
          <input {...marks('endsOn')} type="date" required defaultValue={typed.endsOn} />
        </Field>
        {number('leastSales')}
        {number('marginFall')}
        {number('conversionFall')}
      </div>
      <p className="dl-quiet">{t('hint.guards')}</p>
      <button className="bo-btn bo-btn--p" name="intent" value={intent}>
        {t(`act.${intent}`)}
      </button>
    </Form>
  );
}
