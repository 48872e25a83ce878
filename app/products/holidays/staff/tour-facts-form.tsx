import { KeptInput, KeptSelect, KeptTick, useRows } from '#app/commerce/supply/kept-fields.tsx';
import { CountryFields, MonthTicks, PosterFields } from '#app/commerce/supply/edition-fields.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import type { CountryName } from '#app/ui/country-names.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { regionCodes } from '#app/values/regions.ts';
import { groupKinds, tourStyles, transports } from '../tour.ts';
import type { TourRecord } from './open-tour-desk.server.ts';

export interface PartForm {
  readonly record: TourRecord;
  readonly mayWrite: boolean;
  /** Of the open edition; 0 where none is open. */
  readonly version: number;
  /** Another one when its fields are to be filled anew. */
  readonly formKey: string;
}

/** Where a tour goes, with whom, when it sets off, and how its poster looks. */
export function FactsForm({ record, mayWrite, version, formKey, countries }: PartForm & { readonly countries: readonly CountryName[] }) {
  const t = useTexts('staff-tours');
  const editions = useTexts('staff-editions');
  const words = useTexts('holidays');
  const { facts, words: texts } = record.content;
  const stops = useRows(facts.stops, mayWrite ? 3 : 0, 'stop-name');
  const number = (name: string, label: string, value: number, least: number, most: number) => (
    <label>
      {label}
      <KeptInput name={name} type="number" min={least} max={most} defaultValue={value} required />
    </label>
  );
  return (
    <DeskForm sends={mayWrite} facts method="post" className="td-form" key={formKey}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="part" value="facts" />
      <fieldset className="td-form__body">
        <legend className="sr-only">{t('part.facts')}</legend>
        <section className="dl-card td-grid">
          <h2>{t('facts.where')}</h2>
          <label>
            {t('column.region')}
            <KeptSelect name="region" defaultValue={facts.region}>
              {regionCodes.map((region) => (
                <option key={region} value={region}>
                  {words(`regions.${region}`)}
                </option>
              ))}
            </KeptSelect>
          </label>
          <CountryFields codes={facts.countries} countries={countries} more={mayWrite ? 2 : 0} />
          {number('nights', t('column.nights'), facts.nights, 0, facts.days)}
          {number('stars', t('facts.stars'), facts.stars, 1, 5)}
        </section>
        <section className="dl-card">
          <h2>{t('facts.stops')}</h2>
          <p className="td-hint">{t('facts.stopsHint')}</p>
          <ol className="td-rows">
            {stops.map((stop, at) => (
              <li key={stop?.key ?? `new-${at}`}>
                <KeptInput type="hidden" name={`stop-key-${at}`} defaultValue={stop?.key ?? ''} />
                <label className="td-wide">
                  {t('facts.place')}
                  <KeptInput name={`stop-name-${at}`} defaultValue={stop ? (texts.en.places[stop.key] ?? stop.key) : ''} maxLength={80} />
                </label>
                <label>
                  {t('facts.latitude')}
                  <KeptInput name={`stop-lat-${at}`} defaultValue={stop?.latitude ?? ''} inputMode="decimal" size={9} dir="ltr" />
                </label>
                <label>
                  {t('facts.longitude')}
                  <KeptInput name={`stop-lon-${at}`} defaultValue={stop?.longitude ?? ''} inputMode="decimal" size={9} dir="ltr" />
                </label>
                <label>
                  {t('column.nights')}
                  <KeptInput name={`stop-nights-${at}`} type="number" min={0} max={60} defaultValue={stop?.nights ?? 0} />
                </label>
              </li>
            ))}
          </ol>
        </section>
        <section className="dl-card td-grid">
          <h2>{t('facts.group')}</h2>
          <label>
            {t('facts.kind')}
            <KeptSelect name="group" defaultValue={facts.group}>
              {groupKinds.map((group) => (
                <option key={group} value={group}>
                  {t(`facts.groups.${group}`)}
                </option>
              ))}
            </KeptSelect>
          </label>
          {number('groupSize', t('facts.groupSize'), facts.groupSize, 1, 60)}
          {number('minAge', t('facts.minAge'), facts.minAge, 0, 21)}
          {number('deposit', t('facts.deposit'), facts.depositPercent, 0, 100)}
        </section>
        <section className="dl-card">
          <h2>{t('facts.when')}</h2>
          <div className="td-grid">
            <label>
              {t('facts.weekday')}
              <KeptSelect name="weekday" defaultValue={facts.departures.weekday}>
                {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                  <option key={day} value={day}>
                    {editions(`weekday.${day}`)}
                  </option>
                ))}
              </KeptSelect>
            </label>
          </div>
          <MonthTicks months={facts.departures.months} />
        </section>
        <section className="dl-card">
          <h2>{t('facts.kinds')}</h2>
          <fieldset className="td-checks">
            <legend>{t('facts.styles')}</legend>
            {tourStyles.map((style) => (
              <label key={style}>
                <KeptTick name="style" value={style} defaultChecked={facts.styles.includes(style)}>
                  {words(`styles.${style}`)}
                </KeptTick>
              </label>
            ))}
          </fieldset>
          <fieldset className="td-checks">
            <legend>{t('facts.transport')}</legend>
            {transports.map((way) => (
              <label key={way}>
                <KeptTick name="transport" value={way} defaultChecked={facts.transport.includes(way)}>
                  {words(`transport.${way}`)}
                </KeptTick>
              </label>
            ))}
          </fieldset>
          <fieldset className="td-checks">
            <legend>{t('facts.shown')}</legend>
            <label>
              <KeptTick name="top" defaultChecked={facts.isTop}>
                {t('facts.top')}
              </KeptTick>
            </label>
            <label>
              <KeptTick name="popular" defaultChecked={facts.isPopular}>
                {t('facts.popular')}
              </KeptTick>
            </label>
          </fieldset>
        </section>
        <PosterFields place={record.id} art={facts.poster} />
        {mayWrite && (
          <p className="td-save">
            <button className="bo-btn bo-btn--p">{t('save')}</button>
          </p>
        )}
      </fieldset>
    </DeskForm>
  );
}
