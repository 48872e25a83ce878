import type { ReactNode } from 'react';
import { PosterFields } from '#app/commerce/supply/edition-fields.tsx';
import { KeptInput, KeptLeft, KeptSelect, KeptTick, useRows } from '#app/commerce/supply/kept-fields.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import type { CountryName } from '#app/ui/country-names.server.ts';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { decimalString, type Money } from '#app/values/money.ts';
import { boards, chargeKinds, chargeUnits, stayKinds } from '../staycation.ts';
import type { HouseRecord } from './open-stay-desk.server.ts';
import { mostCharges, mostDoors, mostPlans, mostRoomKinds } from './stay-form.ts';

export interface PartForm {
  readonly record: HouseRecord;
  readonly mayWrite: boolean;
  /** Of the open edition; 0 where none is open. */
  readonly version: number;
  /** Another one when its fields are to be filled anew. */
  readonly formKey: string;
}

/** The frame of a form that writes one part of the open edition. */
function PartFrame({ part, mayWrite, version, formKey, children }: PartForm & { readonly part: string; readonly children: ReactNode }) {
  const t = useTexts('staff-stays');
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
    <label className="td-check">
      <KeptTick name={name} defaultChecked={on}>
        {children}
      </KeptTick>
    </label>
  );
}

function Whole({ name, label, value, least, most }: { name: string; label: string; value: number | ''; least: number; most: number }) {
  return (
    <label>
      {label}
      <KeptInput name={name} type="number" min={least} max={most} defaultValue={value} />
    </label>
  );
}

function Amount({ name, label, value }: { name: string; label: string; value: Money | null }) {
  return (
    <label>
      {label}
      <KeptInput
        name={name}
        inputMode="decimal"
        dir="ltr"
        maxLength={12}
        defaultValue={value === null || value.amount === 0 ? '' : decimalString(value)}
      />
    </label>
  );
}

const has = ['pool', 'beach', 'kidsClub', 'spa', 'pets'] as const;

/** Where it is, what it is like, when guests come and go, and how its poster looks. */
export function FactsForm({ countries, ...form }: PartForm & { readonly countries: readonly CountryName[] }) {
  const t = useTexts('staff-stays');
  const shop = useTexts('staycations');
  const { facts, words } = form.record.content;
  return (
    <PartFrame {...form} part="facts">
      <section className="dl-card td-grid">
        <h2>{t('facts.where')}</h2>
        <label>
          {t('column.country')}
          <KeptSelect name="country" defaultValue={facts.country}>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </KeptSelect>
        </label>
        <label>
          {t('facts.area')}
          <KeptInput name="area" defaultValue={words.en.area} maxLength={80} lang="en" dir="ltr" required />
        </label>
        <label>
          {t('facts.latitude')}
          <KeptInput name="latitude" defaultValue={facts.latitude} inputMode="decimal" dir="ltr" required />
        </label>
        <label>
          {t('facts.longitude')}
          <KeptInput name="longitude" defaultValue={facts.longitude} inputMode="decimal" dir="ltr" required />
        </label>
        <p className="td-hint">{t('facts.areaHint')}</p>
      </section>
      <section className="dl-card">
        <h2>{t('facts.like')}</h2>
        <div className="td-grid">
          <Whole name="stars" label={t('column.stars')} value={facts.stars} least={1} most={5} />
          <label>
            {t('facts.kind')}
            <KeptSelect name="kind" defaultValue={facts.kind}>
              {stayKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {shop(`kind.${kind}`)}
                </option>
              ))}
            </KeptSelect>
          </label>
          <Amount name="dayPass" label={t('facts.dayPass')} value={facts.dayPass} />
          <label>
            {t('facts.checkIn')}
            <KeptInput name="checkIn" defaultValue={facts.checkIn} maxLength={5} placeholder="15:00" dir="ltr" required />
          </label>
          <label>
            {t('facts.checkOut')}
            <KeptInput name="checkOut" defaultValue={facts.checkOut} maxLength={5} placeholder="12:00" dir="ltr" required />
          </label>
        </div>
        <fieldset className="td-checks">
          <legend>{t('facts.has')}</legend>
          {has.map((name) => (
            <Tick key={name} name={name} on={facts[name]}>
              {shop(`has.${name}`)}
            </Tick>
          ))}
          <Tick name="residentOffer" on={facts.residentOffer}>
            {t('facts.resident')}
          </Tick>
        </fieldset>
        <p className="td-hint">{t('facts.dayPassHint')}</p>
      </section>
      <PosterFields place={form.record.id} art={facts.poster} />
    </PartFrame>
  );
}

/** Kinds of rooms: how many there are, who sleeps in them, and the price of a night. */
export function RoomsForm(form: PartForm) {
  const t = useTexts('staff-stays');
  const language = useLanguage();
  const { rooms, words } = form.record.content;
  const rows = useRows(rooms, form.mayWrite && rooms.length < mostRoomKinds ? 1 : 0, 'room-name');
  return (
    <PartFrame {...form} part="rooms">
      <p className="td-hint">{t('rooms.hint')}</p>
      {rows.map((room, at) => (
        <section className="dl-card" key={room?.key ?? `new-${at}`} aria-labelledby={`room-${at}`}>
          <h2 id={`room-${at}`}>{room ? (words.en.rooms[room.key]?.name ?? room.key) : t('rooms.new')}</h2>
          <div className="td-grid">
            <label>
              {t('rooms.name')}
              <KeptInput
                name={`room-name-${at}`}
                defaultValue={room ? (words.en.rooms[room.key]?.name ?? '') : ''}
                maxLength={80}
                lang="en"
                dir="ltr"
              />
            </label>
            <Amount name={`room-price-${at}`} label={t('rooms.price')} value={room?.from ?? null} />
            <Whole name={`room-count-${at}`} label={t('rooms.count')} value={room?.count ?? 1} least={1} most={mostDoors} />
            <Whole name={`room-size-${at}`} label={t('rooms.size')} value={room?.sizeM2 ?? 30} least={8} most={1000} />
            <Whole name={`room-adults-${at}`} label={t('rooms.adults')} value={room?.adults ?? 2} least={1} most={12} />
            <Whole name={`room-children-${at}`} label={t('rooms.children')} value={room?.children ?? 0} least={0} most={12} />
            <Whole name={`room-doubles-${at}`} label={t('rooms.doubles')} value={room?.doubleBeds ?? 1} least={0} most={12} />
            <Whole name={`room-singles-${at}`} label={t('rooms.singles')} value={room?.singleBeds ?? 0} least={0} most={12} />
          </div>
          <div className="td-checks">
            <Tick name={`room-sells-${at}`} on={room?.onSale ?? true}>
              {t('sells')}
            </Tick>
          </div>
        </section>
      ))}
      <KeptLeft gone={(name) => /^room-[a-z]+-\d+$/.test(name) && Number(name.split('-')[2]) >= rows.length} />
      <p className="td-hint">{t('rooms.most', { most: formatNumber(mostRoomKinds, language) })}</p>
    </PartFrame>
  );
}

/** Plans: with which meals, until when it can be given back, what is paid at once, and what it costs of the room's price. */
export function PlansForm(form: PartForm) {
  const t = useTexts('staff-stays');
  const shop = useTexts('staycations');
  const language = useLanguage();
  const { plans } = form.record.content;
  const rows = useRows(plans, form.mayWrite && plans.length < mostPlans ? 1 : 0, 'plan-percent');
  return (
    <PartFrame {...form} part="plans">
      <section className="dl-card">
        <p className="td-hint">{t('plans.hint')}</p>
        <p className="td-hint">{t('depositText')}</p>
        <ol className="td-rows">
          {rows.map((plan, at) => (
            <li key={plan?.key ?? `new-${at}`}>
              <label>
                {t('plans.board')}
                <KeptSelect name={`plan-board-${at}`} defaultValue={plan?.board ?? 'room'}>
                  {boards.map((board) => (
                    <option key={board} value={board}>
                      {shop(`board.${board}`)}
                    </option>
                  ))}
                </KeptSelect>
              </label>
              <Whole name={`plan-percent-${at}`} label={t('plans.percent')} value={plan?.percent ?? ''} least={50} most={400} />
              <Whole name={`plan-free-${at}`} label={t('plans.free')} value={plan?.refundableDays ?? ''} least={0} most={60} />
              <Whole name={`plan-deposit-${at}`} label={t('deposit')} value={plan?.depositPercent ?? 100} least={10} most={100} />
              <Tick name={`plan-sells-${at}`} on={plan?.onSale ?? true}>
                {t('sells')}
              </Tick>
            </li>
          ))}
        </ol>
        <p className="td-hint">{t('plans.most', { most: formatNumber(mostPlans, language) })}</p>
      </section>
    </PartFrame>
  );
}

/** From which ages children come, and what is paid at the house itself. */
export function TermsForm(form: PartForm) {
  const t = useTexts('staff-stays');
  const shop = useTexts('staycations');
  const { facts, words } = form.record.content;
  const free = mostCharges - facts.atHotel.length;
  const rows = useRows(facts.atHotel, form.mayWrite ? Math.min(2, free) : 0, 'charge-name');
  return (
    <PartFrame {...form} part="terms">
      <section className="dl-card td-grid">
        <h2>{t('terms.children')}</h2>
        <Whole name="childrenFrom" label={t('terms.childrenFrom')} value={facts.childrenFrom} least={0} most={17} />
        <Whole name="adultFrom" label={t('terms.adultFrom')} value={facts.adultFrom} least={1} most={18} />
        <p className="td-hint">{t('terms.childrenHint')}</p>
      </section>
      <section className="dl-card">
        <h2>{t('terms.atHotel')}</h2>
        <p className="td-hint">{t('terms.atHotelHint')}</p>
        <ol className="td-rows">
          {rows.map((charge, at) => (
            <li key={charge?.key ?? `new-${at}`}>
              <label className="td-wide">
                {t('terms.name')}
                <KeptInput
                  name={`charge-name-${at}`}
                  defaultValue={charge ? (words.en.atHotel[charge.key] ?? '') : ''}
                  maxLength={80}
                  lang="en"
                  dir="ltr"
                />
              </label>
              <label>
                {t('terms.kind')}
                <KeptSelect name={`charge-kind-${at}`} defaultValue={charge?.kind ?? 'extra'}>
                  {chargeKinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {t(`terms.kinds.${kind}`)}
                    </option>
                  ))}
                </KeptSelect>
              </label>
              <Amount name={`charge-amount-${at}`} label={t('terms.amount')} value={charge?.amount ?? null} />
              <label>
                {t('terms.per')}
                <KeptSelect name={`charge-per-${at}`} defaultValue={charge?.per ?? 'stay'}>
                  {chargeUnits.map((unit) => (
                    <option key={unit} value={unit}>
                      {shop(`atHotel.per.${unit}`)}
                    </option>
                  ))}
                </KeptSelect>
              </label>
            </li>
          ))}
        </ol>
      </section>
    </PartFrame>
  );
}
