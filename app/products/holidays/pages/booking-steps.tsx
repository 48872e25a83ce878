import { Form } from 'react-router';
import { PromoField } from '#app/commerce/pricing/promo-field.tsx';
import { OrderMoney } from '#app/commerce/orders/pages/order-money.tsx';
import { Button } from '#app/ui/button.tsx';
import type { CountryName } from '#app/ui/country-names.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary, type FieldFault } from '#app/ui/error-summary.tsx';
import { Checkbox, FieldGroup, RadioCard, SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { HolidayBookingView } from '../booking/open-holiday-booking.server.ts';
import { mostAdults, mostChildren, roomKinds } from '../booking/party-rules.ts';
import { personFields, type PersonField } from '../booking/holiday-form.ts';

interface StepPage {
  readonly id: string;
  readonly draft: string | null;
  readonly minAge: number;
  readonly told: boolean;
  readonly waits: string | null;
  readonly countries: readonly CountryName[];
  readonly formKey: string;
}
interface StepProps {
  readonly page: StepPage;
  readonly view: HolidayBookingView;
  readonly busy: boolean;
}

const actionOf = ({ id, draft }: StepPage) => (draft ? `/booking/${id}?draft=${draft}` : `/booking/${id}`);
const upTo = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, index) => from + index);

/**
 * When, who and how they sleep. `now` is the trip as the fields stand, `onFields` hears of each that changed; without scripts the trip
 * is shown as it was kept last, and a button shows it anew.
 */
export function TripStep({ page, view, busy, now, onFields }: StepProps & { now: HolidayBookingView; onFields: (form: FormData) => void }) {
  const t = useTexts('tour-booking');
  const language = useLanguage();
  const { form } = view;
  const party = page.told ? view.checked.party : [];
  const fieldOf = {
    adults: 'adults',
    'too-many': 'adults',
    children: 'child1',
    'too-young': 'child1',
    beds: 'rooms',
    'adult-in-each-room': 'rooms',
  } as const;
  const said = (field: string) =>
    party
      .filter((fault) => fieldOf[fault] === field)
      .map((fault) => t(`party.${fault}`, { age: page.minAge, count: view.places }))
      .join(' ') || undefined;
  const faults: FieldFault[] = party.map((fault) => ({
    field: fieldOf[fault],
    message: t(`party.${fault}`, { age: page.minAge, count: view.places }),
  }));
  const sold = view.departures.filter(({ state }) => state !== 'stopped');
  const full = now.departure?.state === 'full';
  return (
    <>
      <Form
        method="post"
        action={actionOf(page)}
        className="hb-form"
        noValidate
        onChange={({ currentTarget }) => onFields(new FormData(currentTarget))}
      >
        <h2>{t('trip.title')}</h2>
        <ErrorSummary faults={faults} />
        <SelectField
          name="setsOff"
          label={t('trip.departure')}
          defaultValue={view.departure ? form.setsOff : ''}
          hint={t('trip.departureHint')}
          error={!view.departure && t('refused.departure-closed')}
        >
          {!view.departure && <option value="">{t('trip.choose')}</option>}
          {sold.map((departure) => (
            <option key={departure.setsOff} value={departure.setsOff}>
              {formatDate(departure.setsOff, language, 'long')} · {formatMoney(departure.price, language)} ·{' '}
              {departure.state === 'full' ? t('trip.full') : t('trip.left', { count: departure.left })}
            </option>
          ))}
        </SelectField>
        <div className="hb-pair">
          <SelectField name="adults" label={t('trip.adults')} defaultValue={String(form.trip.adults)} error={said('adults')}>
            {upTo(1, mostAdults).map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </SelectField>
          {upTo(1, mostChildren).map((number) => (
            <SelectField
              key={number}
              name={`child${number}`}
              label={t('trip.child', { number })}
              defaultValue={String(form.trip.childAges[number - 1] ?? '')}
              error={number === 1 ? said('child1') : undefined}
            >
              <option value="">{t('trip.noChild')}</option>
              {upTo(0, 17).map((age) => (
                <option key={age} value={age}>
                  {t('trip.age', { count: age })}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        <FieldGroup id="rooms" legend={t('trip.rooms')} hint={t('trip.roomsHint')} error={said('rooms')}>
          <div className="hb-rooms">
            {roomKinds.map((kind) => (
              <SelectField
                key={kind}
                name={`room-${kind}`}
                label={t(`roomNames.${kind}`)}
                hint={t(`roomHints.${kind}`)}
                defaultValue={String(form.trip.rooms[kind])}
              >
                {upTo(0, 6).map((count) => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </FieldGroup>
        <FieldGroup id="extras" legend={t('trip.extras')}>
          {view.extras.map(({ code, amount, each }) => (
            <Checkbox
              key={code}
              id={`extra-${code}`}
              name="extra"
              value={code}
              label={`${t(`extras.${code}.title`)}${comma(language)}${formatMoney(amount, language)} ${t(each ? 'trip.each' : 'trip.once')}`}
              hint={t(`extras.${code}.text`)}
              defaultChecked={form.trip.extras.includes(code)}
            />
          ))}
        </FieldGroup>
        <p className="hb-form__buttons">
          <Button look="go" name="intent" value="trip" icon="arrow-end" busy={busy && t('busy')}>
            {t('trip.next')}
          </Button>
          <noscript>
            <button className="btn btn--line" type="submit" name="intent" value="see">
              {t('trip.see')}
            </button>
          </noscript>
        </p>
      </Form>
      {full && <WaitForm page={page} view={now} />}
    </>
  );
}

/** A full departure can be waited for. */
function WaitForm({ page, view }: Pick<StepProps, 'page' | 'view'>) {
  const t = useTexts('tour-booking');
  const language = useLanguage();
  const error = page.waits && page.waits !== 'yes' ? t(`wait.${page.waits}`) : undefined;
  return (
    <Form method="post" action={`/booking/${page.id}`} className="card hb-form" noValidate>
      <h2>{t('wait.title', { date: formatDate(view.form.setsOff, language, 'long') })}</h2>
      <p>{t('wait.text')}</p>
      {page.waits === 'yes' && (
        <Notice tone="ok" boxed live>
          {t('wait.yes')}
        </Notice>
      )}
      <input type="hidden" name="setsOff" value={view.form.setsOff} />
      <input type="hidden" name="places" value={view.places} />
      <TextField id="wait-email" name="email" type="email" label={t('people.email')} error={error} autoComplete="email" maxLength={120} />
      <p>
        <Button name="intent" value="wait" icon="mail">
          {t('wait.go')}
        </Button>
      </p>
    </Form>
  );
}

/** Everybody as in their passport, and where we write. */
export function PeopleStep({ page, view, busy }: StepProps) {
  const language = useLanguage();
  const t = useTexts('tour-booking');
  const { form, checked } = view;
  const message = (position: number, field: PersonField) => {
    const fault = page.told ? checked.travellers[position]?.[field] : undefined;
    return fault && t(`faults.${fault}`);
  };
  const contactError = (field: 'email' | 'phone') => (page.told && checked.contact.includes(field) ? t(`people.${field}Fault`) : undefined);
  const faults: FieldFault[] = page.told
    ? [
        ...view.wanted.flatMap((_, position) =>
          personFields
            .filter((field) => checked.travellers[position]?.[field])
            .map((field) => ({
              field: `${field}${position + 1}`,
              message: `${t('people.traveller', { number: position + 1 })}${comma(language)}${t(`fields.${field}`)}: ${message(position, field)}`,
            })),
        ),
        ...checked.contact.map((field) => ({ field, message: t(`people.${field}Fault`) })),
      ]
    : [];
  return (
    <Form method="post" action={actionOf(page)} className="hb-form" noValidate>
      <h2>{t('people.title')}</h2>
      <p className="muted">{t('people.lede')}</p>
      <ErrorSummary faults={faults} />
      {/* The first button is what the Enter key presses. */}
      <button type="submit" name="intent" value="people" className="sr-only" tabIndex={-1} aria-hidden="true">
        {t('people.next')}
      </button>
      {view.wanted.map(({ band, age }, position) => {
        const typed = form.people[position] ?? {};
        const text = (field: PersonField, more: { type?: string; dir?: 'ltr'; optional?: true; hint?: string } = {}) => (
          <TextField
            name={`${field}${position + 1}`}
            label={t(`fields.${field}`)}
            defaultValue={typed[field] ?? ''}
            error={message(position, field)}
            autoComplete="off"
            maxLength={80}
            {...(more.hint ? { hint: more.hint } : {})}
            {...(more.type ? { type: more.type } : {})}
            {...(more.dir ? { dir: more.dir } : {})}
            {...(more.optional ? { optional: t('people.optional') } : {})}
          />
        );
        return (
          <fieldset key={`${position}-${typed.surname ?? ''}-${typed.birthDate ?? ''}`} className="hb-person">
            <legend>
              {t('people.traveller', { number: position + 1 })}
              <small>{age === null ? t(`people.${band}`) : t('trip.age', { count: age })}</small>
            </legend>
            {view.book.length > 0 && (
              <div className="hb-book">
                <SelectField name={`book${position + 1}`} label={t('people.book')}>
                  {view.book.map((person) => (
                    <option key={person.id} value={person.id}>
                      {person.name}
                    </option>
                  ))}
                </SelectField>
                <Button name="intent" value={`fill-${position + 1}`}>
                  {t('people.fill')}
                </Button>
              </div>
            )}
            <div className="hb-pair">
              {text('givenNames', { dir: 'ltr', hint: t('people.asPassport') })}
              {text('surname', { dir: 'ltr', hint: t('people.asPassport') })}
              {text('birthDate', { type: 'date' })}
              <SelectField
                name={`nationality${position + 1}`}
                label={t('fields.nationality')}
                defaultValue={typed.nationality ?? ''}
                error={message(position, 'nationality')}
              >
                <option value="">{t('people.choose')}</option>
                {page.countries.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </SelectField>
              {text('number', { dir: 'ltr', optional: true })}
              {text('expires', { type: 'date', optional: true })}
            </div>
          </fieldset>
        );
      })}
      <fieldset className="hb-person">
        <legend>{t('people.contact')}</legend>
        <div className="hb-pair">
          <TextField
            name="email"
            type="email"
            label={t('people.email')}
            hint={t('people.emailHint')}
            defaultValue={form.contact.email}
            error={contactError('email')}
            autoComplete="email"
            maxLength={120}
          />
          <TextField
            name="phone"
            type="tel"
            label={t('people.phone')}
            hint={t('people.phoneHint')}
            defaultValue={form.contact.phone}
            error={contactError('phone')}
            autoComplete="tel"
            maxLength={30}
          />
        </div>
      </fieldset>
      <p className="hb-form__buttons">
        <Button look="go" name="intent" value="people" icon="arrow-end" busy={busy && t('busy')}>
          {t('people.next')}
        </Button>
      </p>
    </Form>
  );
}

/** All of it once more, how it is paid and what cancelling costs when; then the places are held. */
export function ReviewStep({ page, view, busy }: StepProps) {
  const t = useTexts('tour-booking');
  const language = useLanguage();
  const { price, form } = view;
  if (!price) return null;
  return (
    <div className="hb-review">
      <section aria-labelledby="people">
        <h2 id="people">{t('review.people')}</h2>
        <ul className="hb-people">
          {form.people.slice(0, view.wanted.length).map((person, position) => (
            <li key={position}>
              <b>
                <bdi>
                  {person.givenNames} {person.surname}
                </bdi>
              </b>
              <small className="muted">{t(`people.${view.wanted[position]!.band}`)}</small>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="ladder">
        <h2 id="ladder">{t('ladder.title')}</h2>
        <table className="hb-table">
          <caption>{t('ladder.note')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('ladder.when')}</th>
              <th scope="col">{t('ladder.kept')}</th>
            </tr>
          </thead>
          <tbody>
            {view.ladder.map(({ until, kept }, index) => (
              <tr key={index}>
                <td>{until ? t('ladder.until', { date: formatDate(until, language, 'long') }) : t('ladder.after')}</td>
                <td>
                  <Price value={kept} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <PromoField answer={view.promo} action={`/booking/${page.id}`} keeps={{ draft: page.draft ?? '', step: 'review' }} />
      <Form method="post" action={actionOf(page)} className="hb-form">
        {view.promo?.state === 'applies' && <input type="hidden" name="promo" value={view.promo.code} />}
        <input type="hidden" name="key" value={page.formKey} />
        <input type="hidden" name="seen" value={price.total.amount} />
        <input type="hidden" name="currency" value={price.total.currency} />
        <FieldGroup id="plan" legend={t('review.plan')}>
          {view.plans.map(({ choice, parts }) => (
            <RadioCard
              key={choice}
              id={`plan-${choice}`}
              name="plan"
              value={choice}
              label={t(`plans.${choice}`)}
              hint={
                parts.length > 1
                  ? parts
                      .slice(1)
                      .map((part) =>
                        t('plans.part', {
                          amount: formatMoney(part.amount, language),
                          date: formatDate(part.dueOn!, language, 'long'),
                        }),
                      )
                      .join(' · ')
                  : t('plans.fullNote')
              }
              end={<Price value={parts[0]!.amount} />}
              defaultChecked={choice === form.plan || view.plans.length === 1}
            />
          ))}
        </FieldGroup>
        <Checkbox name="agree" value="yes" label={t('review.agree')} />
        <p className="hb-form__buttons">
          <Button look="go" icon="lock" name="intent" value="place" busy={busy && t('busy')}>
            {t('review.place')}
          </Button>
          {view.option && (
            <Button name="intent" value="option" icon="clock">
              {t('review.option')}
            </Button>
          )}
        </p>
        <p className="small muted">{t('review.holdNote')}</p>
        {view.option && <p className="small muted">{t('review.optionNote')}</p>}
      </Form>
    </div>
  );
}

/** What is being booked, beside every step. */
export function Summary({ view }: { view: HolidayBookingView }) {
  const t = useTexts('tour-booking');
  return (
    <>
      <h2>{t('summary')}</h2>
      <dl className="hb-facts">
        {view.departure && (
          <>
            <div>
              <dt>{t('facts.departs')}</dt>
              <dd>
                <DateText date={view.form.setsOff} form="long" />
              </dd>
            </div>
            <div>
              <dt>{t('facts.returns')}</dt>
              <dd>
                <DateText date={view.returns} form="long" />
              </dd>
            </div>
          </>
        )}
        <div>
          <dt>{t('facts.rooms')}</dt>
          <dd>{view.rooms}</dd>
        </div>
      </dl>
      {view.price ? (
        <OrderMoney kind="holiday" lines={view.price.lines} total={{ label: t('total'), value: view.price.total }} />
      ) : (
        <p className="muted">{t(view.departure ? 'noPrice' : 'refused.departure-closed')}</p>
      )}
      {view.departure && view.departure.state === 'open' && <p className="small muted">{t('trip.left', { count: view.departure.left })}</p>}
    </>
  );
}
