import { MonthTicks, PosterFields } from '#app/commerce/supply/edition-fields.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { regionCodes } from '#app/values/regions.ts';
import { groupKinds, tourStyles, transports } from '../tour.ts';
import type { TourRecord } from './open-tour-desk.server.ts';

export interface PartForm {
  readonly record: TourRecord;
  readonly mayWrite: boolean;
  /** Of the open edition; 0 where none is open. */
  readonly version: number;
  /** Rows of the last saving that could not be read. */
  readonly unread: readonly string[];
}

/** Says of which rows nothing was saved, beside them. */
export function UnreadRows({ unread, of }: { unread: readonly string[]; of: 'stop' | 'season' | 'cost' }) {
  const language = useLanguage();
  const t = useTexts('staff-tours');
  const rows = unread.filter((row) => row.startsWith(`${of}-`)).map((row) => row.slice(of.length + 1));
  if (rows.length === 0) return null;
  return (
    <p className="td-faults" role="alert">
      {t(`unread.${of}`, { rows: rows.join(comma(language)) })}
    </p>
  );
}

/** Where a tour goes, with whom, when it sets off, and how its poster looks. */
export function FactsForm({ record, mayWrite, version, unread }: PartForm) {
  const t = useTexts('staff-tours');
  const editions = useTexts('staff-editions');
  const words = useTexts('holidays');
  const { facts, words: texts } = record.content;
  const stops = [...facts.stops, ...Array.from({ length: mayWrite ? 3 : 0 }, () => null)];
  const number = (name: string, label: string, value: number, least: number, most: number) => (
    <label>
      {label}
      <input name={name} type="number" min={least} max={most} defaultValue={value} required />
    </label>
  );
  return (
    <DeskForm sends={mayWrite} facts method="post" className="td-form" key={version}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="part" value="facts" />
      <fieldset className="td-form__body">
        <legend className="sr-only">{t('part.facts')}</legend>
        <section className="dl-card td-grid">
          <h2>{t('facts.where')}</h2>
          <label>
            {t('column.region')}
            <select name="region" defaultValue={facts.region}>
              {regionCodes.map((region) => (
                <option key={region} value={region}>
                  {words(`regions.${region}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('facts.countries')}
            <input name="countries" defaultValue={facts.countries.join(', ')} placeholder="IT, PT" dir="ltr" maxLength={60} />
          </label>
          {number('nights', t('column.nights'), facts.nights, 0, facts.days)}
          {number('stars', t('facts.stars'), facts.stars, 1, 5)}
        </section>
        <section className="dl-card">
          <h2>{t('facts.stops')}</h2>
          <p className="td-hint">{t('facts.stopsHint')}</p>
          <UnreadRows unread={unread} of="stop" />
          <ol className="td-rows">
            {stops.map((stop, at) => (
              <li key={stop?.key ?? `new-${at}`}>
                <input type="hidden" name={`stop-key-${at}`} value={stop?.key ?? ''} />
                <label className="td-wide">
                  {t('facts.place')}
                  <input name={`stop-name-${at}`} defaultValue={stop ? (texts.en.places[stop.key] ?? stop.key) : ''} maxLength={80} />
                </label>
                <label>
                  {t('facts.latitude')}
                  <input name={`stop-lat-${at}`} defaultValue={stop?.latitude ?? ''} inputMode="decimal" size={9} dir="ltr" />
                </label>
                <label>
                  {t('facts.longitude')}
                  <input name={`stop-lon-${at}`} defaultValue={stop?.longitude ?? ''} inputMode="decimal" size={9} dir="ltr" />
                </label>
                <label>
                  {t('column.nights')}
                  <input name={`stop-nights-${at}`} type="number" min={0} max={60} defaultValue={stop?.nights ?? 0} />
                </label>
              </li>
            ))}
          </ol>
        </section>
        <section className="dl-card td-grid">
          <h2>{t('facts.group')}</h2>
          <label>
            {t('facts.kind')}
            <select name="group" defaultValue={facts.group}>
              {groupKinds.map((group) => (
                <option key={group} value={group}>
                  {t(`facts.groups.${group}`)}
                </option>
              ))}
            </select>
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
              <select name="weekday" defaultValue={facts.departures.weekday}>
                {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                  <option key={day} value={day}>
                    {editions(`weekday.${day}`)}
                  </option>
                ))}
              </select>
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
                <input type="checkbox" name="style" value={style} defaultChecked={facts.styles.includes(style)} />{' '}
                {words(`styles.${style}`)}
              </label>
            ))}
          </fieldset>
          <fieldset className="td-checks">
            <legend>{t('facts.transport')}</legend>
            {transports.map((way) => (
              <label key={way}>
                <input type="checkbox" name="transport" value={way} defaultChecked={facts.transport.includes(way)} />{' '}
                {words(`transport.${way}`)}
              </label>
            ))}
          </fieldset>
          <fieldset className="td-checks">
            <legend>{t('facts.shown')}</legend>
            <label>
              <input type="checkbox" name="top" defaultChecked={facts.isTop} /> {t('facts.top')}
            </label>
            <label>
              <input type="checkbox" name="popular" defaultChecked={facts.isPopular} /> {t('facts.popular')}
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
