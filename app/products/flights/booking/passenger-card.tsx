import { Fragment, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { MrzReading } from '#app/commerce/customers/book/mrz-rules.ts';
import { fillFields, PassportPhoto } from '#app/commerce/customers/book/passport-photo.tsx';
import type { CountryName } from '#app/ui/country-names.server.ts';
import { Checkbox, FieldGroup, SelectField, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatMoney, formatWords } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { assistanceNeeds, needsFor, type Title } from './booking-draft.ts';
import type { OfferedPerson } from './fill-passenger.ts';
import { lettersOnTicket, ticketName } from '../tickets/ticket-name.ts';
import type { NameRules } from '../world/name-rules.ts';
import type { PassengerType } from '../offer.ts';
import { titlesFor, type Typed } from './passenger-form.ts';

export interface PassengerCardProps {
  readonly index: number;
  readonly type: PassengerType;
  readonly typed: Typed;
  /** Sentences by field, made from the server's findings. */
  readonly errors: Readonly<Record<string, string>>;
  readonly countries: readonly CountryName[];
  readonly airlines: readonly { readonly code: string; readonly name: string }[];
  /** Whoever writes a ticket, the first contract's first. */
  readonly issuers: readonly Issuer[];
  readonly international: boolean;
  /** Names of the countries that ask when a passport was issued. */
  readonly issuedFor: readonly string[];
  readonly hint: string;
  /** Who of the account may take this place, and whom the cards are filled with. */
  readonly book: readonly OfferedPerson[];
  readonly filled: readonly string[];
  /** Whether there is a traveller book to keep somebody in. */
  readonly keeps: boolean;
  /** A script has filled fields of the form. */
  readonly onFilled: (form: HTMLFormElement) => void;
}

/** One traveller, as the passport says it, with the name as it will stand on the ticket. */
export function PassengerCard({
  index,
  type,
  typed,
  errors,
  countries,
  airlines,
  issuers,
  international,
  issuedFor,
  hint,
  book,
  filled,
  keeps,
  onFilled,
}: PassengerCardProps) {
  const t = useTexts('booking');
  const language = useLanguage();
  const card = useRef<HTMLElement>(null);
  const name = (field: string) => `p${index}.${field}`;
  const value = (field: string) => typed[name(field)] ?? '';
  const [surname, setSurname] = useState(value('surname'));
  const [given, setGiven] = useState(value('given'));
  const [title, setTitle] = useState(value('title'));
  const [single, setSingle] = useState(value('single') === 'on');
  const named = { surname, givenNames: given, singleName: single, title: (title || null) as Title | null };
  // One line, unless the airlines of several tickets want a single name differently.
  const previews = [...Map.groupBy(issuers, ({ rules }) => ticketName(named, rules))];
  const field = (key: string) => ({ name: name(key), error: errors[name(key)] });
  const countryName = (code: string) => countries.find((country) => country.code === code)?.name ?? code;
  const fillFrom = (read: MrzReading) => {
    const form = card.current?.closest('form');
    if (!form) return;
    const fields = fieldsOfZone(read, type, title);
    fillFields(form, Object.fromEntries(Object.entries(fields).map(([key, text]) => [name(key), text])));
    const alone = read.givenNames === '';
    const box = form.elements.namedItem(name('single'));
    if (box instanceof HTMLInputElement) box.checked = alone;
    setSingle(alone);
    setSurname(read.surname);
    if (!alone) setGiven(read.givenNames);
    setTitle(fields.title);
    onFilled(form);
  };
  return (
    <section ref={card} className="block passenger" aria-labelledby={`p${index}-head`}>
      <input type="hidden" name={name('from')} value={filled[index] ?? ''} />
      <header className="passenger__head">
        <h2 id={`p${index}-head`}>{t('passengers.traveller', { number: index + 1 })}</h2>
        <p className="muted small">
          {t(`types.${type}`)} · {hint}
        </p>
      </header>
      {book.length > 0 && (
        <p className="passenger__book small">
          <span className="muted">{t('passengers.fromBook')}</span>{' '}
          {book.map((traveller) => (
            <Link
              key={traveller.id}
              className="link"
              to={{ search: `?${fillWith(filled, index, traveller.id)}` }}
              aria-current={filled[index] === traveller.id ? 'true' : undefined}
              preventScrollReset
            >
              <bdi>{traveller.name}</bdi>
              {traveller.own && ` · ${t('passengers.you')}`}
              {traveller.passport &&
                ` · ${t('passengers.passportOf', {
                  country: countryName(traveller.passport.issuedBy),
                  date: formatDate(traveller.passport.expires, language),
                })}`}
            </Link>
          ))}
        </p>
      )}
      <PassportPhoto onFound={({ value: read }) => fillFrom(read)} />
      <p className="passenger__script muted small">{t('fields.asInPassport')}</p>
      <div className="passenger__grid">
        <SelectField
          {...field('title')}
          label={t('fields.title')}
          defaultValue={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          autoComplete={index === 0 ? 'honorific-prefix' : 'off'}
        >
          <option value="">{t('fields.choose')}</option>
          {titlesFor[type].map((each) => (
            <option key={each} value={each}>
              {t(`titles.${each}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field('given')}
          label={t('fields.given')}
          defaultValue={given}
          onChange={(event) => setGiven(event.currentTarget.value)}
          autoComplete={index === 0 ? 'given-name' : 'off'}
          spellCheck={false}
          maxLength={120}
        />
        <TextField
          {...field('surname')}
          label={t('fields.surname')}
          defaultValue={surname}
          onChange={(event) => setSurname(event.currentTarget.value)}
          autoComplete={index === 0 ? 'family-name' : 'off'}
          spellCheck={false}
          maxLength={120}
        />
      </div>
      <Checkbox
        name={name('single')}
        label={t('fields.single')}
        hint={
          issuers.some(({ rules }) => rules.filler === 'father')
            ? t('fields.singleFather', {
                airline: formatWords(
                  issuers.filter(({ rules }) => rules.filler === 'father').map((one) => one.name),
                  language,
                ),
              })
            : t('fields.singleHint')
        }
        defaultChecked={single}
        onChange={(event) => setSingle(event.currentTarget.checked)}
      />
      <p className="passenger__ticket" data-ticket-name>
        <span className="muted small">{t('passengers.onTicket')}</span>{' '}
        {previews.map(([preview, of]) => (
          <Fragment key={preview}>
            <bdi className="passenger__ticket-name">{preview === '/' ? '—' : preview}</bdi>
            {previews.length > 1 && (
              <span className="muted small">
                {formatWords(
                  of.map((one) => one.name),
                  language,
                )}
              </span>
            )}
          </Fragment>
        ))}
        <span className="muted small">{t('passengers.checkLetters')}</span>
      </p>
      {issuers.map((issuer) => (
        <NameNotes key={issuer.name} issuer={issuer} letters={lettersOnTicket(named, issuer.rules)} lap={type === 'infant'} />
      ))}
      <div className="passenger__grid">
        <DateFields
          prefix={name('birth')}
          label={t('fields.birth')}
          value={value}
          part="birth"
          error={errors[name('birthDay')]}
          autoComplete={index === 0}
        />
        <CountryField {...field('nationality')} label={t('fields.nationality')} value={value('nationality')} countries={countries} />
        <CountryField
          {...field('residence')}
          label={t('fields.residence')}
          optional={t('optional')}
          value={value('residence')}
          countries={countries}
        />
      </div>
      {international && (
        <FieldGroup id={name('passport')} legend={t('fields.passport')} hint={t('fields.passportHint')}>
          <div className="passenger__grid">
            <TextField
              {...field('number')}
              label={t('fields.number')}
              defaultValue={value('number')}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="characters"
              dir="ltr"
              maxLength={20}
            />
            <DateFields prefix={name('expiry')} label={t('fields.expiry')} value={value} part="expiry" error={errors[name('expiryDay')]} />
            <CountryField {...field('issuedBy')} label={t('fields.issuedBy')} value={value('issuedBy')} countries={countries} />
            {issuedFor.length > 0 && (
              <DateFields
                prefix={name('issued')}
                label={t('fields.issued')}
                value={value}
                part="issued"
                error={errors[name('issuedDay')]}
                hint={t('fields.issuedHint', { countries: issuedFor.join(comma(language)) })}
              />
            )}
          </div>
        </FieldGroup>
      )}
      <details
        className="passenger__more"
        open={
          ['native', 'flyerAirline', 'flyerNumber'].some((key) => value(key) !== '' || errors[name(key)]) ||
          assistanceNeeds.some((need) => typed[name(`assist.${need}`)])
        }
      >
        <summary>
          <Icon name="plus" small /> {t('passengers.more')}
        </summary>
        <FieldGroup id={name('assist')} legend={t('assist.legend')} hint={t('assist.hint')}>
          <div className="passenger__needs">
            {needsFor({ type, title: (title || null) as Title | null }).map((need) => (
              <Checkbox
                key={need}
                id={name(`assist.${need}`)}
                name={name('assist')}
                value={need}
                label={t(`assist.${need}`)}
                defaultChecked={typed[name(`assist.${need}`)] === 'on'}
              />
            ))}
          </div>
        </FieldGroup>
        <div className="passenger__grid">
          <SelectField
            {...field('flyerAirline')}
            label={t('fields.flyerAirline')}
            optional={t('optional')}
            defaultValue={value('flyerAirline')}
          >
            <option value="">{t('fields.choose')}</option>
            {airlines.map((airline) => (
              <option key={airline.code} value={airline.code}>
                {airline.name}
              </option>
            ))}
          </SelectField>
          <TextField
            {...field('flyerNumber')}
            label={t('fields.flyerNumber')}
            optional={t('optional')}
            defaultValue={value('flyerNumber')}
            dir="ltr"
            maxLength={20}
          />
          <TextField
            {...field('native')}
            label={t('fields.native')}
            hint={t('fields.nativeHint')}
            optional={t('optional')}
            defaultValue={value('native')}
            maxLength={80}
          />
        </div>
      </details>
      {keeps && filled[index] === '' && (
        <Checkbox
          name={name('keep')}
          label={t('passengers.keep')}
          hint={t(type === 'adult' ? 'passengers.keepHint' : 'passengers.keepHintMinor')}
          defaultChecked={value('keep') === 'on'}
        />
      )}
    </section>
  );
}

/** What a passport's zone says, under the names of a card. It knows no titles; only some follow from sex and age. */
function fieldsOfZone(read: MrzReading, type: PassengerType, title: string) {
  const [birthYear = '', birthMonth = '', birthDay = ''] = read.birthDate.split('-');
  const [expiryYear = '', expiryMonth = '', expiryDay = ''] = read.expires.split('-');
  const { surname, givenNames: given, nationality, number, issuedBy } = read;
  const minor = { M: 'MSTR', F: 'MISS', X: '' }[read.sex];
  const meant = type !== 'adult' ? minor : read.sex === 'M' ? 'MR' : '';
  return {
    title: meant || title,
    surname,
    given,
    nationality,
    number,
    issuedBy,
    birthYear,
    birthMonth,
    birthDay,
    expiryYear,
    expiryMonth,
    expiryDay,
  };
}

/** The address with which the server fills one card more; ids of the book only, never what they stand for. */
function fillWith(filled: readonly string[], index: number, id: string): URLSearchParams {
  const params = new URLSearchParams();
  filled.forEach((each, at) => {
    const value = at === index ? id : each;
    if (value !== '') params.set(`p${at}`, value);
  });
  return params;
}

/** Day, month and year apart: quicker than paging a calendar back by decades. */
function DateFields({
  prefix,
  part,
  label,
  value,
  error,
  hint,
  autoComplete,
}: {
  prefix: string;
  part: 'birth' | 'expiry' | 'issued';
  label: string;
  value: (field: string) => string;
  error: string | undefined;
  hint?: string;
  autoComplete?: boolean;
}) {
  const t = useTexts('booking');
  const language = useLanguage();
  const months = new Intl.DateTimeFormat(language === 'tl' ? 'fil' : language === 'ar' ? 'ar-AE' : language, {
    month: 'short',
    timeZone: 'UTC',
  });
  const described = [hint && `${prefix}Day-hint`, error && `${prefix}Day-error`].filter(Boolean).join(' ') || undefined;
  const auto = (of: string) => (autoComplete ? `bday-${of}` : 'off');
  return (
    <fieldset className={`dates${error ? ' field--error' : ''}`}>
      <legend className="field__label">{label}</legend>
      <div className="dates__parts">
        <span className="control">
          <input
            id={`${prefix}Day`}
            name={`${prefix}Day`}
            defaultValue={value(`${part}Day`)}
            inputMode="numeric"
            maxLength={2}
            placeholder={t('fields.dd')}
            aria-label={t('fields.day')}
            aria-invalid={error ? true : undefined}
            aria-describedby={described}
            autoComplete={auto('day')}
            dir="ltr"
          />
        </span>
        <span className="control control--select">
          <select
            id={`${prefix}Month`}
            name={`${prefix}Month`}
            defaultValue={value(`${part}Month`).padStart(value(`${part}Month`) ? 2 : 0, '0')}
            aria-label={t('fields.month')}
            aria-describedby={described}
            autoComplete={auto('month')}
          >
            <option value="">{t('fields.month')}</option>
            {Array.from({ length: 12 }, (_, month) => (
              <option key={month} value={String(month + 1).padStart(2, '0')}>
                {months.format(Date.UTC(2000, month, 15))}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
        <span className="control">
          <input
            id={`${prefix}Year`}
            name={`${prefix}Year`}
            defaultValue={value(`${part}Year`)}
            inputMode="numeric"
            maxLength={4}
            placeholder={t('fields.yyyy')}
            aria-label={t('fields.year')}
            aria-describedby={described}
            autoComplete={auto('year')}
            dir="ltr"
          />
        </span>
      </div>
      {hint && (
        <p className="field__hint" id={`${prefix}Day-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${prefix}Day-error`}>
          <Icon name="fault" small />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}

export function CountryField({
  name,
  label,
  hint,
  error,
  optional,
  value,
  countries,
}: {
  name: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  optional?: string;
  value: string;
  countries: readonly CountryName[];
}) {
  const t = useTexts('booking');
  return (
    <SelectField name={name} label={label} hint={hint} error={error} {...(optional ? { optional } : {})} defaultValue={value}>
      <option value="">{t('fields.choose')}</option>
      {countries.map((country) => (
        <option key={country.code} value={country.code}>
          {country.name}
        </option>
      ))}
    </SelectField>
  );
}

/** Who writes a ticket, and what it takes of a name. */
export interface Issuer {
  readonly name: string;
  readonly rules: NameRules;
}

/** How long a name may be with an airline, and what it corrects afterwards. */
function NameNotes({ issuer: { name, rules }, letters, lap }: { issuer: Issuer; letters: number; lap: boolean }) {
  const t = useTexts('booking');
  const language = useLanguage();
  const { correction, checked } = rules;
  const values = correction && { airline: name, letters: correction.freeLetters, fee: formatMoney(correction.fee, language) };
  const told = [
    rules.together !== null &&
      t(letters > 0 ? 'passengers.togetherHere' : 'passengers.together', { airline: name, most: rules.together, count: letters }),
    lap && rules.withInfant !== null && t('passengers.withInfant', { airline: name, most: rules.withInfant - 1 }),
    values
      ? t(`passengers.correction.${correction.freeLetters > 0 ? 'letters' : correction.once ? 'once' : 'fee'}`, values)
      : t('passengers.correction.unknown', { airline: name }),
    checked && t('passengers.saidBy', { date: formatDate(checked, language) }),
  ];
  return <p className="passenger__script muted small">{told.filter(Boolean).join(' ')}</p>;
}
