import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { FieldGroup, SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { personFields, type PersonField, type TypedPerson } from './booking/holiday-form.ts';
import type { OpenTourChange, PersonFaults } from './booking/open-tour-change.server.ts';
import { roomKinds } from './booking/party-rules.ts';
import './pages/booking.css';

/** What was typed of who joins and is not right yet. */
export interface JoiningTyped {
  readonly typed: TypedPerson;
  readonly faults: PersonFaults;
}

/** Another date, other rooms or other people for a booked tour, with the price before anything changes. `path` is the page's own. */
export function TourChangePanel({
  open,
  path,
  refused,
  joining,
  formKey,
  children,
}: {
  open: OpenTourChange;
  path: string;
  /** Why what was asked last was not done; null when it was, or nothing was asked. */
  refused: string | null;
  joining: JoiningTyped | null;
  formKey?: string;
  /** Beside the button that asks. */
  children?: ReactNode;
}) {
  const t = useTexts('tour-booking');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const said = open.refused ?? refused;
  return (
    <>
      {said && (
        <Notice tone="danger" boxed live>
          {t([`change.refused.${said}`, 'change.refused.other'], {
            amount: open.owed ? formatMoney(open.owed.amount, language) : '',
            date: open.owed ? formatDate(open.owed.dueOn, language, 'long') : '',
          })}
        </Notice>
      )}
      <Form method="get" action={path} className="hb-form" preventScrollReset>
        <SelectField name="setsOff" label={t('change.departure')} defaultValue={open.setsOff}>
          {open.departures.map((departure) => (
            <option key={departure.setsOff} value={departure.setsOff}>
              {formatDate(departure.setsOff, language, 'long')} · {formatMoney(departure.price, language)} ·{' '}
              {t('trip.left', { count: departure.left })}
            </option>
          ))}
        </SelectField>
        <FieldGroup id="party" legend={t('change.people')} hint={t('change.peopleHint')}>
          <ul className="hb-leave">
            {open.people.map((name, position) => (
              <li key={position}>
                <label>
                  <input type="checkbox" name="leave" value={position} defaultChecked={open.party.leave.includes(position)} />{' '}
                  {t('change.leave')} <bdi>{name}</bdi>
                </label>
              </li>
            ))}
          </ul>
          <SelectField name="join" label={t('change.join')} defaultValue={String(open.party.join ?? '')}>
            <option value="">{t('change.nobody')}</option>
            <option value="adult">{t('people.adult')}</option>
            {Array.from({ length: 18 }, (_, age) => (
              <option key={age} value={age}>
                {t('trip.age', { count: age })}
              </option>
            ))}
          </SelectField>
        </FieldGroup>
        <FieldGroup id="rooms" legend={t('trip.rooms')} hint={t('trip.roomsHint')}>
          <div className="hb-rooms">
            {roomKinds.map((kind) => (
              <SelectField key={kind} name={`room-${kind}`} label={t(`roomNames.${kind}`)} defaultValue={String(open.rooms[kind])}>
                {[0, 1, 2, 3, 4, 5, 6].map((count) => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </FieldGroup>
        <p className="hb-form__buttons">
          <Button busy={busy && t('busy')}>{t('change.see')}</Button>
          {children}
        </p>
      </Form>
      {open.after && <Confirm open={open} after={open.after} joining={joining} {...(formKey ? { formKey } : {})} />}
    </>
  );
}

/** What the change costs, and the form of whoever joins. It is sent to the address that asked, so that nothing is asked twice. */
function Confirm({
  open,
  after,
  joining,
  formKey,
}: {
  open: OpenTourChange;
  after: NonNullable<OpenTourChange['after']>;
  joining: JoiningTyped | null;
  formKey?: string;
}) {
  const t = useTexts('tour-booking');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const difference = after.amount - open.before.amount;
  const zero = money(0, open.before.currency);
  return (
    <Form method="post" className="card hb-form" noValidate>
      {formKey && <input type="hidden" name="key" value={formKey} />}
      <input type="hidden" name="setsOff" value={open.setsOff} />
      {roomKinds.map((kind) => (
        <input key={kind} type="hidden" name={`room-${kind}`} value={open.rooms[kind]} />
      ))}
      {open.party.leave.map((position) => (
        <input key={position} type="hidden" name="leave" value={position} />
      ))}
      <input type="hidden" name="join" value={open.party.join ?? ''} />
      <input type="hidden" name="version" value={open.version} />
      <input type="hidden" name="seen" value={after.amount} />
      {open.party.join !== null && <Joining countries={open.countries} joining={joining} />}
      <MoneyList
        groups={[
          {
            lines: [
              { label: t('change.now'), value: open.before },
              { label: t('change.then'), value: after },
            ],
          },
          ...(open.open.length > 0
            ? [
                {
                  title: t('change.open'),
                  lines: open.open.map(({ amount, on }) => ({
                    label: t('change.dueBy', { date: formatDate(on, language, 'long') }),
                    value: amount,
                  })),
                },
              ]
            : []),
        ]}
        total={{
          label: t(difference > 0 ? 'change.more' : 'change.back'),
          value: difference > 0 ? money(difference, after.currency) : (open.back ?? zero),
          ...(difference > 0 ? { note: t('change.by') } : {}),
        }}
      />
      <p>
        <Button look="go" name="intent" value="change" busy={busy && t('busy')}>
          {t('change.confirm')}
        </Button>
      </p>
    </Form>
  );
}

function Joining({ countries, joining }: { countries: OpenTourChange['countries']; joining: JoiningTyped | null }) {
  const t = useTexts('tour-booking');
  const { typed, faults } = joining ?? { typed: {}, faults: {} };
  const message = (field: PersonField) => {
    const fault = faults[field];
    return fault && t(`faults.${fault}`);
  };
  const text = (field: PersonField, more: { type?: string; dir?: 'ltr'; optional?: string } = {}) => (
    <TextField
      name={`${field}1`}
      label={t(`fields.${field}`)}
      defaultValue={typed[field] ?? ''}
      error={message(field)}
      autoComplete="off"
      maxLength={80}
      {...more}
    />
  );
  return (
    <fieldset className="hb-person">
      <legend>{t('change.joins')}</legend>
      <ErrorSummary
        faults={personFields
          .filter((field) => faults[field])
          .map((field) => ({ field: `${field}1`, message: `${t(`fields.${field}`)}: ${message(field)}` }))}
      />
      <div className="hb-pair">
        {text('givenNames', { dir: 'ltr' })}
        {text('surname', { dir: 'ltr' })}
        {text('birthDate', { type: 'date' })}
        <SelectField
          name="nationality1"
          label={t('fields.nationality')}
          defaultValue={typed.nationality ?? ''}
          error={message('nationality')}
        >
          <option value="">{t('people.choose')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {text('number', { dir: 'ltr', optional: t('people.optional') })}
        {text('expires', { type: 'date', optional: t('people.optional') })}
      </div>
    </fieldset>
  );
}
