import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import type { CountryName } from '#app/ui/country-names.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { honouredVisas, visitPurposes } from './requirement.ts';
import { viaFields, type ReadFinder } from './requirement-form.ts';
import './requirements.css';

/** "Do I need a visa?" as a GET form: the question stands in the address. Its page brings the catalogue `requirements`. */
export function RequirementFinder({
  action,
  finder,
  countries,
  today,
}: {
  action: string;
  finder: ReadFinder;
  countries: readonly CountryName[];
  today: string;
}) {
  const t = useTexts('requirements');
  const { values, faults } = finder;
  const options = countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
  const fault = (name: (typeof faults)[number]) => (faults.includes(name) ? t(`fault.${name}`) : undefined);
  const moreOpen =
    values.secondPassport !== '' ||
    values.expires !== '' ||
    values.via.length > 0 ||
    values.held.length > 0 ||
    values.purpose !== 'tourism';
  return (
    <Form action={action} className="vrq-finder card" aria-label={t('finder.label')} key={JSON.stringify(values)}>
      <ErrorSummary faults={faults.map((name) => ({ field: name, message: t(`fault.${name}`) }))} />
      <div className="vrq-finder__main">
        <SelectField name="passport" label={t('finder.passport')} defaultValue={values.passport} error={fault('passport')}>
          <option value="">{t('finder.choose')}</option>
          {options}
        </SelectField>
        <SelectField name="residence" label={t('finder.residence')} defaultValue={values.residence}>
          <option value="">{t('finder.same')}</option>
          {options}
        </SelectField>
        <SelectField name="to" label={t('finder.to')} defaultValue={values.to} error={fault('to')}>
          <option value="">{t('finder.choose')}</option>
          {options}
        </SelectField>
        <TextField
          type="date"
          name="arrives"
          label={t('finder.arrives')}
          optional={t('finder.optional')}
          min={today}
          defaultValue={values.arrives}
          error={fault('arrives')}
        />
        <TextField
          type="date"
          name="leaves"
          label={t('finder.leaves')}
          optional={t('finder.optional')}
          min={today}
          defaultValue={values.leaves}
          error={fault('leaves')}
        />
        <Button look="go" className="vrq-finder__go">
          {t('finder.go')}
        </Button>
      </div>
      <details className="vrq-finder__more" open={moreOpen || undefined}>
        <summary>
          <Icon name="plus" small />
          {t('finder.more')}
        </summary>
        <div className="vrq-finder__rest">
          <SelectField name="purpose" label={t('finder.purpose')} defaultValue={values.purpose}>
            {visitPurposes.map((purpose) => (
              <option key={purpose} value={purpose}>
                {t(`purpose.${purpose}`)}
              </option>
            ))}
          </SelectField>
          <SelectField name="passport2" label={t('finder.second')} hint={t('finder.secondHint')} defaultValue={values.secondPassport}>
            <option value="">{t('finder.none')}</option>
            {options}
          </SelectField>
          {viaFields.map((name, at) => (
            <SelectField
              key={name}
              name={name}
              label={t(at === 0 ? 'finder.via' : 'finder.viaMore')}
              {...(at === 0 ? { hint: t('finder.viaHint') } : {})}
              defaultValue={values.via[at] ?? ''}
            >
              <option value="">{t(at === 0 ? 'finder.direct' : 'finder.none')}</option>
              {options}
            </SelectField>
          ))}
          <TextField
            type="date"
            name="expires"
            label={t('finder.expires')}
            optional={t('finder.optional')}
            min={today}
            defaultValue={values.expires}
          />
          <fieldset className="vrq-finder__held">
            <legend>{t('finder.held')}</legend>
            {honouredVisas.map((visa) => (
              <label key={visa}>
                <input type="checkbox" name="held" value={visa} defaultChecked={values.held.includes(visa)} />
                {t(`held.${visa}`)}
              </label>
            ))}
          </fieldset>
        </div>
      </details>
    </Form>
  );
}
