import { KeptInput, KeptSelect, KeptTick, useRows } from '#app/commerce/supply/kept-fields.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { decimalString, money } from '#app/values/money.ts';
import { extraCodes } from '../tour.ts';
import type { TourRecord } from './open-tour-desk.server.ts';
import type { PartForm } from './tour-facts-form.tsx';
import { costCurrencies } from './tour-form.ts';

const dirhams = (fils: number) => decimalString(money(fils, 'AED')).replace(/\.00$/, '');

/** What a tour costs: the price of one person sharing, by season and room, for children, and of its extras. */
export function PricesForm({
  record,
  mayWrite,
  version,
  formKey,
  seasonsOf,
}: PartForm & { readonly seasonsOf: readonly { readonly id: string; readonly title: string }[] }) {
  const t = useTexts('staff-tours');
  const booking = useTexts('tour-booking');
  const { facts, terms: own } = record.content;
  const terms = own ?? record.house;
  const seasons = useRows(own?.seasons ?? [], mayWrite ? 3 : 0, 'season');
  const amount = (name: string, label: string, fils: number | null) => (
    <label>
      {label}
      <KeptInput name={name} defaultValue={fils === null ? '' : dirhams(fils)} inputMode="decimal" size={10} dir="ltr" />
    </label>
  );
  return (
    <DeskForm sends={mayWrite} facts method="post" className="td-form" key={formKey}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="part" value="prices" />
      <fieldset className="td-form__body">
        <legend className="sr-only">{t('part.prices')}</legend>
        <section className="dl-card td-grid">
          <h2>{t('prices.base')}</h2>
          {amount('price', t('prices.sharing'), facts.price.amount)}
          {amount('single', t('prices.single'), facts.singleSupplement.amount)}
          <label className="td-check">
            <KeptTick name="own" defaultChecked={own !== null}>
              {t('prices.own')}
            </KeptTick>
          </label>
          <p className="td-hint">{t('prices.ownHint')}</p>
        </section>
        <section className="dl-card td-grid">
          <h2>{t('prices.occupancy')}</h2>
          {amount('tripleLess', t('prices.triple'), terms.tripleLess)}
          <label>
            {t('prices.child')}
            <KeptInput name="child" type="number" min={0} max={100} defaultValue={terms.childPercent} />
          </label>
          <label>
            {t('prices.infant')}
            <KeptInput name="infant" type="number" min={0} max={100} defaultValue={terms.infantPercent} />
          </label>
        </section>
        <section className="dl-card">
          <h2>{t('prices.seasons')}</h2>
          <label className="td-check">
            <KeptTick name="house-seasons" defaultChecked={own !== null && own.seasons === null}>
              {t('prices.houseSeasons')}
            </KeptTick>
          </label>
          <p className="td-hint">{t('prices.seasonsHint')}</p>
          <ol className="td-rows">
            {seasons.map((season, at) => (
              <li key={season ? `${season.from}-${at}` : `new-${at}`}>
                <label>
                  {t('prices.from')}
                  <KeptInput
                    name={`from-${at}`}
                    defaultValue={season?.from ?? ''}
                    placeholder="12-18"
                    pattern="\d\d-\d\d"
                    size={6}
                    dir="ltr"
                  />
                </label>
                <label>
                  {t('prices.until')}
                  <KeptInput
                    name={`until-${at}`}
                    defaultValue={season?.until ?? ''}
                    placeholder="01-04"
                    pattern="\d\d-\d\d"
                    size={6}
                    dir="ltr"
                  />
                </label>
                {amount(`season-${at}`, t('prices.sharing'), season?.price ?? null)}
              </li>
            ))}
          </ol>
          {mayWrite && seasonsOf.length > 0 && (
            <label>
              {t('prices.copy')}
              <KeptSelect name="seasons-of" defaultValue="">
                <option value="">{t('prices.copyNone')}</option>
                {seasonsOf.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </KeptSelect>
            </label>
          )}
        </section>
        <section className="dl-card">
          <h2>{t('prices.extras')}</h2>
          <ol className="td-rows">
            {extraCodes.map((code) => (
              <li key={code}>
                <label className="td-check td-wide">
                  <KeptTick name={`offers-${code}`} defaultChecked={terms.extras[code] !== null}>
                    {booking(`extras.${code}.title`)}
                  </KeptTick>
                </label>
                {amount(`extra-${code}`, t('prices.amount'), terms.extras[code] ?? 0)}
              </li>
            ))}
          </ol>
        </section>
        {mayWrite && (
          <p className="td-save">
            <button className="bo-btn bo-btn--p">{t('save')}</button>
            <span className="td-hint">{t('prices.checker')}</span>
          </p>
        )}
      </fieldset>
    </DeskForm>
  );
}

/** What a tour costs us, line by line, and what is left of its prices. */
export function CostsForm({ record, mayWrite, version, formKey }: PartForm) {
  const t = useTexts('staff-tours');
  const { costs } = record.content;
  const lines = useRows(costs.lines, mayWrite ? 4 : 0, 'what');
  return (
    <div className="dl-record td-record">
      <DeskForm sends={mayWrite} facts method="post" className="td-form" key={formKey}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="part" value="costs" />
        <fieldset className="td-form__body">
          <legend className="sr-only">{t('part.costs')}</legend>
          <section className="dl-card">
            <h2>{t('costs.sheet')}</h2>
            <p className="td-hint">{t('costs.hint')}</p>
            <label className="td-inline">
              {t('costs.people')}
              <KeptInput name="people" type="number" min={1} max={60} defaultValue={costs.people} />
            </label>
            <ol className="td-rows">
              {lines.map((line, at) => (
                <li key={line ? `${line.what}-${at}` : `new-${at}`}>
                  <label className="td-wide">
                    {t('costs.what')}
                    <KeptInput name={`what-${at}`} defaultValue={line?.what ?? ''} maxLength={80} />
                  </label>
                  <label>
                    {t('costs.per')}
                    <KeptSelect name={`per-${at}`} defaultValue={line?.per ?? 'person'}>
                      <option value="person">{t('costs.person')}</option>
                      <option value="group">{t('costs.group')}</option>
                    </KeptSelect>
                  </label>
                  <label>
                    {t('prices.amount')}
                    <KeptInput
                      name={`amount-${at}`}
                      defaultValue={line ? decimalString(money(line.amount, line.currency)) : ''}
                      inputMode="decimal"
                      size={10}
                      dir="ltr"
                    />
                  </label>
                  <label>
                    {t('costs.currency')}
                    <KeptSelect name={`currency-${at}`} defaultValue={line?.currency ?? 'AED'}>
                      {costCurrencies.map((currency) => (
                        <option key={currency}>{currency}</option>
                      ))}
                    </KeptSelect>
                  </label>
                </li>
              ))}
            </ol>
          </section>
          {mayWrite && (
            <p className="td-save">
              <button className="bo-btn bo-btn--p">{t('save')}</button>
            </p>
          )}
        </fieldset>
      </DeskForm>
      <aside>
        <Margins record={record} />
      </aside>
    </div>
  );
}

/** Cost and what is left of each price. */
export function Margins({ record }: { record: TourRecord }) {
  const t = useTexts('staff-tours');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('margin.title')}</h2>
      {record.cost ? (
        <dl className="td-money">
          <div>
            <dt>{t('margin.cost')}</dt>
            <dd>{formatMoney(record.cost, language)}</dd>
          </div>
          {record.margins.map(({ price, percent }) => (
            <div key={price.amount}>
              <dt>{t('margin.at', { price: formatMoney(price, language) })}</dt>
              <dd className={percent < 0 ? 'dl-late' : undefined}>
                <bdi>{formatNumber(percent / 100, language, 1)} %</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="td-hint">{t('margin.none')}</p>
      )}
    </section>
  );
}
