import { Form, Link } from 'react-router';
import type { KeptRule } from '#app/commerce/pricing/kept-rules.ts';
import type { RuleField } from '#app/commerce/pricing/pricing-rule-form.ts';
import { familyTypes, leadDays, mostLead, saleChannels } from '#app/commerce/pricing/rule-scope.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { regionCodes } from '#app/values/regions.ts';
import { cabinsInOrder } from '../offer.ts';
import { Field } from './supply-parts.tsx';

const amount = (value: number | null | undefined) => (value ? (value / 100).toFixed(2).replace(/\.00$/, '') : '');

/** One rule of the draft. `version` is that of the draft it was read from. */
export function MarkupRuleForm({
  rule,
  isNew,
  version,
  wrong,
  kept,
  sources,
}: {
  rule: KeptRule | null;
  isNew: boolean;
  version: number;
  wrong: readonly RuleField[];
  /** What was typed, where some of it could not be read. */
  kept: Readonly<Record<string, string>> | null;
  sources: readonly string[];
}) {
  const t = useTexts('staff-markups');
  const s = useTexts('staff-supply');
  const fault = (field: RuleField) => (wrong.includes(field) ? t(`wrong.${field}`) : undefined);
  const was = (name: string, read: string | number | null | undefined) => kept?.[name] ?? read ?? '';
  const scope = rule?.scope ?? {};
  const lead = scope.lead ? leadDays(scope.lead) : null;
  const choice = (
    field: 'cabin' | 'traveller' | 'source' | 'region' | 'family' | 'channel',
    values: readonly string[],
    words: (value: string) => string,
  ) => (
    <Field id={`rule-${field}`} label={t(`form.${field}`)} wrong={fault(field)}>
      <select name={field} defaultValue={was(field, scope[field])}>
        <option value="">{t('form.any')}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {words(value)}
          </option>
        ))}
      </select>
    </Field>
  );
  return (
    <Form className="sd-form sd-card__in" method="post" action="/admin/supply/flights/markup-management">
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="intent" value="rule" />
      {!isNew && rule && <input type="hidden" name="id" value={rule.id} />}
      {wrong.length > 0 && (
        <div className="sd-field--wide">
          <ErrorSummary
            faults={wrong.map((field) =>
              field === 'value'
                ? { field: 'rule-percent', message: fault(field) }
                : { field: `rule-${field}`, message: `${t(`form.${field === 'lead' ? 'leadLeast' : field}`)}: ${fault(field)}` },
            )}
          />
        </div>
      )}
      <Field id="rule-name" label={t('form.name')} wrong={fault('name')} wide>
        <input name="name" maxLength={80} required dir="auto" defaultValue={was('name', rule && (rule.name || t(`named.${rule.kind}`)))} />
      </Field>
      <Field label={t('form.kind')}>
        <select name="kind" defaultValue={was('kind', rule?.kind ?? 'markup')}>
          <option value="markup">{t('kind.markup')}</option>
          <option value="service-fee">{t('kind.service-fee')}</option>
        </select>
      </Field>
      <Field id="rule-priority" label={t('form.priority')} wrong={fault('priority')}>
        <input name="priority" inputMode="numeric" maxLength={3} required defaultValue={was('priority', rule?.priority ?? 0)} />
      </Field>
      <Field id="rule-airline" label={t('form.airline')} wrong={fault('airline')}>
        <input name="airline" dir="ltr" maxLength={2} placeholder="EK" defaultValue={was('airline', scope.airline)} autoComplete="off" />
      </Field>
      {choice('source', sources, (value) => value)}
      <Field id="rule-from" label={t('form.from')} wrong={fault('from')}>
        <input name="from" dir="ltr" maxLength={3} placeholder="DXB" defaultValue={was('from', scope.from)} autoComplete="off" />
      </Field>
      <Field id="rule-to" label={t('form.to')} wrong={fault('to')}>
        <input name="to" dir="ltr" maxLength={3} placeholder="LHR" defaultValue={was('to', scope.to)} autoComplete="off" />
      </Field>
      <Field id="rule-country" label={t('form.country')} wrong={fault('country')}>
        <input
          name="country"
          dir="ltr"
          maxLength={200}
          placeholder="GB FR"
          defaultValue={was('country', scope.country)}
          autoComplete="off"
        />
      </Field>
      {choice('region', regionCodes, (value) => t(`word.${value}`))}
      {choice('cabin', cabinsInOrder, (value) => s(`cabin.${value}`))}
      {choice('traveller', ['adult', 'child', 'infant'], (value) => t(`word.${value}`))}
      {choice('family', familyTypes, (value) => t(`word.${value}`))}
      {choice('channel', saleChannels, (value) => t(`word.${value}`))}
      <Field id="rule-lead" label={t('form.leadLeast')} wrong={fault('lead')}>
        <input name="leadLeast" inputMode="numeric" maxLength={3} placeholder="0" defaultValue={was('leadLeast', lead?.[0])} />
      </Field>
      <Field label={t('form.leadMost')}>
        <input name="leadMost" inputMode="numeric" maxLength={3} placeholder={String(mostLead)} defaultValue={was('leadMost', lead?.[1])} />
      </Field>
      <Field id="rule-percent" label={t('form.percent')} wrong={fault('percent') ?? fault('value')}>
        <input name="percent" inputMode="decimal" maxLength={6} defaultValue={was('percent', amount(rule?.basisPoints))} />
      </Field>
      <Field id="rule-flat" label={t('form.flat')} wrong={fault('flat')}>
        <input name="flat" inputMode="decimal" maxLength={8} defaultValue={was('flat', amount(rule?.flat))} />
      </Field>
      <Field id="rule-floor" label={t('form.floor')} wrong={fault('floor')}>
        <input name="floor" inputMode="decimal" maxLength={8} defaultValue={was('floor', amount(rule?.floor))} />
      </Field>
      <Field id="rule-cap" label={t('form.cap')} wrong={fault('cap')}>
        <input name="cap" inputMode="decimal" maxLength={8} defaultValue={was('cap', amount(rule?.cap))} />
      </Field>
      <Field id="rule-validFrom" label={t('form.validFrom')} wrong={fault('validFrom')}>
        <input name="validFrom" type="date" defaultValue={was('validFrom', rule?.validFrom)} />
      </Field>
      <Field id="rule-validUntil" label={t('form.validUntil')} wrong={fault('validUntil')}>
        <input name="validUntil" type="date" defaultValue={was('validUntil', rule?.validUntil)} />
      </Field>
      <label className="sd-tick">
        <input type="checkbox" name="stacks" value="1" defaultChecked={rule?.stacks} />
        {t('form.stacks')}
      </label>
      <label className="sd-tick">
        <input type="checkbox" name="paused" value="1" defaultChecked={rule?.paused} />
        {t('form.paused')}
      </label>
      <button className="bo-btn bo-btn--p">{t('form.save')}</button>
      <Link className="sd-field--wide" to="/admin/supply/flights/markup-management">
        {t('form.leave')}
      </Link>
    </Form>
  );
}
