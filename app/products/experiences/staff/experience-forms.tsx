import type { ReactNode } from 'react';
import { KeptInput, KeptSelect, KeptTick } from '#app/commerce/supply/kept-fields.tsx';
import { CountryField, MonthTicks, PosterFields, WeekdayTicks } from '#app/commerce/supply/edition-fields.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import type { CountryName } from '#app/ui/country-names.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { regionCodes } from '#app/values/regions.ts';
import { ageBandNames, experienceCategories, wheelchairAccess } from '../experience.ts';
import type { ExperienceRecord } from './open-experience-desk.server.ts';

export interface PartForm {
  readonly record: ExperienceRecord;
  readonly mayWrite: boolean;
  /** Of the open edition; 0 where none is open. */
  readonly version: number;
  /** Another one when its fields are to be filled anew. */
  readonly formKey: string;
}

/** The frame of a form that writes one part of the open edition. */
function PartFrame({ part, mayWrite, version, formKey, children }: PartForm & { readonly part: string; readonly children: ReactNode }) {
  const t = useTexts('staff-activities');
  const editions = useTexts('staff-editions');
  return (
    <DeskForm sends={mayWrite} facts method="post" className="td-form" key={formKey}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="part" value={part} />
      <fieldset className="td-form__body">
        <legend className="sr-only">{t(`part.${part}`)}</legend>
        {children}
        {mayWrite && (
          <p className="td-save">
            <button className="bo-btn bo-btn--p">{editions('save')}</button>
          </p>
        )}
      </fieldset>
    </DeskForm>
  );
}

function Tick({ name, on, children }: { name: string; on: boolean; children: ReactNode }) {
  return (
    <label>
      <KeptTick name={name} defaultChecked={on}>
        {children}
      </KeptTick>
    </label>
  );
}

/** Where it is, what kind it is, for whom it suits, and how its poster looks. */
export function FactsForm({ countries, ...form }: PartForm & { readonly countries: readonly CountryName[] }) {
  const t = useTexts('staff-activities');
  const shop = useTexts('experiences');
  const holidays = useTexts('holidays');
  const { facts, words } = form.record.content;
  return (
    <PartFrame {...form} part="facts">
      <section className="dl-card td-grid">
        <h2>{t('facts.where')}</h2>
        <label>
          {t('facts.region')}
          <KeptSelect name="region" defaultValue={facts.region}>
            {regionCodes.map((region) => (
              <option key={region} value={region}>
                {holidays(`regions.${region}`)}
              </option>
            ))}
          </KeptSelect>
        </label>
        <CountryField name="country" label={t('facts.country')} code={facts.country} countries={countries} />
        <label>
          {t('facts.city')}
          <KeptInput name="city" defaultValue={words.en.city} maxLength={80} lang="en" dir="ltr" required />
        </label>
        <label>
          {t('facts.zone')}
          <KeptInput name="zone" defaultValue={facts.zone} maxLength={60} dir="ltr" placeholder="Asia/Dubai" />
        </label>
        <label>
          {t('facts.latitude')}
          <KeptInput name="latitude" defaultValue={facts.latitude} inputMode="decimal" dir="ltr" required />
        </label>
        <label>
          {t('facts.longitude')}
          <KeptInput name="longitude" defaultValue={facts.longitude} inputMode="decimal" dir="ltr" required />
        </label>
        <p className="td-hint">{t('facts.zoneHint')}</p>
      </section>
      <section className="dl-card">
        <h2>{t('facts.kinds')}</h2>
        <fieldset className="td-checks">
          <legend>{t('facts.categories')}</legend>
          {experienceCategories.map((category) => (
            <label key={category}>
              <KeptTick name="category" value={category} defaultChecked={facts.categories.includes(category)}>
                {shop(`category.${category}`)}
              </KeptTick>
            </label>
          ))}
        </fieldset>
        <fieldset className="td-checks">
          <legend>{t('facts.how')}</legend>
          <Tick name="instant" on={facts.instant}>
            {t('facts.instant')}
          </Tick>
          <Tick name="private" on={facts.private}>
            {t('facts.private')}
          </Tick>
          <Tick name="pickup" on={facts.pickup}>
            {t('facts.pickup')}
          </Tick>
          <Tick name="indoor" on={facts.indoor}>
            {t('facts.indoor')}
          </Tick>
          <Tick name="stroller" on={facts.stroller}>
            {t('facts.stroller')}
          </Tick>
          <Tick name="ladiesOrFamilyTimes" on={facts.ladiesOrFamilyTimes}>
            {t('facts.ladies')}
          </Tick>
        </fieldset>
        <div className="td-grid">
          <label>
            {t('facts.wheelchair')}
            <KeptSelect name="wheelchair" defaultValue={facts.wheelchair}>
              {wheelchairAccess.map((access) => (
                <option key={access} value={access}>
                  {shop(`access.${access}`)}
                </option>
              ))}
            </KeptSelect>
          </label>
          <label>
            {t('facts.languages')}
            <KeptInput name="languages" defaultValue={facts.languages.join(', ')} placeholder="en, ar" dir="ltr" maxLength={60} />
          </label>
        </div>
      </section>
      <PosterFields place={form.record.id} art={facts.poster} />
    </PartFrame>
  );
}

/** When it starts, how long it lasts, and until when it can be asked for and given back. */
export function TimesForm(form: PartForm) {
  const t = useTexts('staff-activities');
  const { facts } = form.record.content;
  const number = (name: string, label: string, value: number, least: number, most: number) => (
    <label>
      {label}
      <KeptInput name={name} type="number" min={least} max={most} defaultValue={value} required />
    </label>
  );
  return (
    <PartFrame {...form} part="times">
      <section className="dl-card">
        <h2>{t('times.starts')}</h2>
        <div className="td-grid">
          <label>
            {t('times.list')}
            <KeptInput name="starts" defaultValue={facts.startTimes.join(', ')} placeholder="09:00, 15:30" maxLength={300} dir="ltr" />
          </label>
          {number('duration', t('times.duration'), facts.durationMinutes, 15, 2880)}
        </div>
        <WeekdayTicks legend={t('times.weekdays')} weekdays={facts.weekdays} />
        <MonthTicks months={facts.months} />
        <p className="td-hint">{t('times.hint')}</p>
      </section>
      <section className="dl-card">
        <h2>{t('times.limits')}</h2>
        <div className="td-grid">
          {number('cutOff', t('times.cutOff'), facts.cutOffHours, 0, 336)}
          {number('freeCancel', t('times.freeCancel'), facts.freeCancelHours ?? 24, 0, 336)}
        </div>
        <div className="td-checks">
          <Tick name="neverFree" on={facts.freeCancelHours === null}>
            {t('times.neverFree')}
          </Tick>
        </div>
      </section>
    </PartFrame>
  );
}

/** Age bands with their prices, and the ways to take part. */
export function PricesForm(form: PartForm) {
  const t = useTexts('staff-activities');
  const shop = useTexts('experiences');
  const { facts, options } = form.record.content;
  const shared = options.find(({ unit }) => unit === 'person');
  const own = options.find(({ unit }) => unit === 'group');
  return (
    <PartFrame {...form} part="prices">
      <section className="dl-card">
        <h2>{t('prices.bands')}</h2>
        <p className="td-hint">{t('prices.bandsHint')}</p>
        <ul className="td-rows">
          {ageBandNames.map((name) => {
            const band = facts.ageBands.find((one) => one.band === name);
            return (
              <li key={name}>
                <label className="td-check sa-band">
                  <KeptTick name={`sells-${name}`} defaultChecked={band !== undefined}>
                    {shop(`bands.${name}`)}
                  </KeptTick>
                </label>
                <label>
                  {t('prices.from')}
                  <KeptInput name={`from-${name}`} type="number" min={0} max={99} defaultValue={band?.from ?? ''} />
                </label>
                <label>
                  {t('prices.to')}
                  <KeptInput name={`to-${name}`} type="number" min={0} max={120} defaultValue={band?.to ?? ''} />
                </label>
                <label>
                  {t('prices.price')}
                  <KeptInput
                    name={`price-${name}`}
                    inputMode="decimal"
                    dir="ltr"
                    maxLength={12}
                    defaultValue={band ? (band.price.amount / 100).toFixed(2) : ''}
                  />
                </label>
              </li>
            );
          })}
        </ul>
      </section>
      <section className="dl-card">
        <h2>{t('prices.ways')}</h2>
        <div className="td-grid">
          <label>
            {t('prices.places')}
            <KeptInput name="places" type="number" min={1} max={500} defaultValue={shared?.capacity ?? facts.capacity} required />
          </label>
        </div>
        <div className="td-checks">
          <Tick name="sells-private" on={own !== undefined}>
            {t('prices.own')}
          </Tick>
        </div>
        <div className="td-grid">
          <label>
            {t('prices.groups')}
            <KeptInput name="groups" type="number" min={0} max={500} defaultValue={own?.capacity ?? 2} />
          </label>
          <label>
            {t('prices.groupSize')}
            <KeptInput name="groupSize" type="number" min={1} max={60} defaultValue={own?.groupSize ?? 8} />
          </label>
          <label>
            {t('prices.groupPercent')}
            <KeptInput name="groupPercent" type="number" min={10} max={3000} defaultValue={own?.pricePercent ?? 500} />
          </label>
        </div>
        <p className="td-hint">{t('prices.checker')}</p>
      </section>
    </PartFrame>
  );
}
