import { useRef } from 'react';
import { Form } from 'react-router';
import { fillFields, PassportPhoto } from '#app/commerce/customers/book/passport-photo.tsx';
import type { CountryName } from '#app/ui/country-names.server.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { EvisaField } from '../evisa-form.ts';
import type { FieldCode } from '../evisa-offer.ts';
import type { EvisaApplicationView, TravellerForm } from '../open-evisa-application.server.ts';
import { UploadField, uploadFieldId } from './upload-field.tsx';

const warnings = ['unread', 'no-ticket', 'ticket-later', 'ticket-closed'];

/** One traveller: passport, the country's own questions, and papers; sent together, kept whatever is still missing. */
export function TravellerStep({
  view,
  base,
  papersLater = false,
  traveller,
  countries,
  saved,
  busy,
}: {
  view: Pick<EvisaApplicationView, 'fields' | 'book' | 'country' | 'compared'>;
  /** Address of the application. */
  base: string;
  /** Papers may follow the payment. */
  papersLater?: boolean;
  traveller: TravellerForm;
  countries: readonly CountryName[];
  saved: string | null;
  busy: boolean;
}) {
  const t = useTexts('evisas');
  const { typed } = traveller;
  const zone = useRef<HTMLTextAreaElement>(null);
  // Nothing is called wrong before something was sent.
  const told = traveller.begun && saved !== null;
  const error = (field: EvisaField) => (told && traveller.faults[field] ? t(`faults.${traveller.faults[field]}`) : undefined);
  const faults = told ? (Object.keys(traveller.faults) as EvisaField[]) : [];
  const lacking = told && !papersLater ? traveller.papers.filter(({ sent }) => !sent) : [];
  const text = (field: EvisaField, more: { type?: string; hint?: string; dir?: 'ltr'; max?: number } = {}) => (
    <TextField
      name={field}
      label={t(`fields.${field}`)}
      defaultValue={typed[field] ?? ''}
      error={error(field)}
      hint={more.hint}
      maxLength={more.max ?? 120}
      autoComplete="off"
      {...(more.type ? { type: more.type } : {})}
      {...(more.dir ? { dir: more.dir } : {})}
    />
  );
  const country = (field: EvisaField) => (
    <SelectField name={field} label={t(`fields.${field}`)} defaultValue={typed[field] ?? ''} error={error(field)}>
      <option value="">{t('choose')}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
  return (
    <Form method="post" encType="multipart/form-data" className="ev-form" noValidate>
      <input type="hidden" name="traveller" value={traveller.number} />
      <h2>{traveller.name || t('people.traveller', { number: traveller.number })}</h2>
      {/* The first button is what the Enter key presses. */}
      <button type="submit" name="intent" value="next" className="sr-only" tabIndex={-1} aria-hidden="true">
        {t('form.next')}
      </button>
      {saved && saved !== 'faults' && (
        <Notice tone={warnings.includes(saved) ? 'warn' : 'ok'} live>
          {t([`saved.${saved}`, 'saved.1'])}
        </Notice>
      )}
      <ErrorSummary
        faults={[
          ...faults.map((field) => ({ field, message: `${t(`fields.${field}`)}: ${t(`faults.${traveller.faults[field]}`)}` })),
          ...lacking.map(({ code }) => ({ field: uploadFieldId(code), message: `${t(`documents.${code}`)}: ${t('upload.missing')}` })),
        ]}
      />
      {told && <Hindrances view={view} traveller={traveller} />}
      {view.book.length > 0 && (
        <fieldset>
          <legend>{t('form.book')}</legend>
          <SelectField name="person" label={t('form.person')}>
            {view.book.map((person) => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
          </SelectField>
          <p>
            <Button name="intent" value="fill">
              {t('form.fill')}
            </Button>
          </p>
        </fieldset>
      )}
      <fieldset>
        <legend>{t('form.passport')}</legend>
        {text('givenNames', { hint: t('form.asPassport'), dir: 'ltr' })}
        {text('surname', { dir: 'ltr' })}
        {text('birthDate', { type: 'date' })}
        <SelectField name="sex" label={t('fields.sex')} defaultValue={typed.sex ?? ''} error={error('sex')}>
          <option value="">{t('choose')}</option>
          {(['F', 'M', 'X'] as const).map((sex) => (
            <option key={sex} value={sex}>
              {t(`sex.${sex}`)}
            </option>
          ))}
        </SelectField>
        {country('nationality')}
        {country('residence')}
        {text('number', { dir: 'ltr', max: 14 })}
        {country('issuedBy')}
        {text('issuedOn', { type: 'date' })}
        {text('expires', { type: 'date' })}
        <div className="ev-wide">
          <PassportPhoto
            onFound={({ lines, value }) => {
              const { surname, givenNames, birthDate, sex, nationality, number, issuedBy, expires } = value;
              const read = { surname, givenNames, birthDate, sex, nationality, number, issuedBy, expires };
              if (!zone.current?.form) return;
              zone.current.value = lines.join('\n');
              fillFields(zone.current.form, read);
            }}
          />
        </div>
        <TextArea
          name="mrz"
          ref={zone}
          className="ev-wide"
          rows={3}
          dir="ltr"
          label={t('fields.mrz')}
          hint={t('form.mrzHint')}
          optional={t('form.optional')}
          defaultValue={typed.mrz ?? ''}
          spellCheck={false}
          maxLength={200}
        />
        <p className="ev-wide">
          <Button small name="intent" value="fill-zone">
            {t('form.fillZone')}
          </Button>
        </p>
      </fieldset>
      {view.fields.length > 0 && (
        <fieldset>
          <legend>{t('form.questions', { country: view.country })}</legend>
          {view.fields.map((field: FieldCode) => (
            <TextField
              key={field}
              name={field}
              label={t(`fields.${field}`)}
              hint={t(`fieldHints.${field}`, { defaultValue: '' }) || undefined}
              defaultValue={typed[field] ?? ''}
              error={error(field)}
              maxLength={120}
            />
          ))}
        </fieldset>
      )}
      <fieldset id="ticket">
        <legend>{t('ticket.title')}</legend>
        {view.compared ? (
          <p className="ev-wide">
            {t('ticket.compared', { reference: `\u2068${view.compared}\u2069` })}{' '}
            <Button small name="intent" value="ticket-off">
              {t('ticket.off')}
            </Button>
          </p>
        ) : (
          <>
            <p className="small ev-wide">{t('ticket.text')}</p>
            <TextField
              name="ticketReference"
              label={t('ticket.reference')}
              optional={t('form.optional')}
              maxLength={20}
              autoComplete="off"
              dir="ltr"
            />
            <TextField name="ticketWho" label={t('ticket.who')} optional={t('form.optional')} maxLength={254} autoComplete="off" />
            <p className="ev-wide">
              <Button small name="intent" value="ticket">
                {t('ticket.compare')}
              </Button>
            </p>
          </>
        )}
      </fieldset>
      <fieldset>
        <legend>{t('papers.title')}</legend>
        {traveller.papers.map((paper) => (
          <UploadField key={paper.code} base={base} paper={paper} missing={lacking.includes(paper)} />
        ))}
      </fieldset>
      <p className="ev-form__buttons">
        <Button look="go" name="intent" value="next" icon="arrow-end" busy={busy && t('form.busy')}>
          {t('form.next')}
        </Button>
        <Button name="intent" value="save">
          {t('form.save')}
        </Button>
      </p>
      <p className="small muted">{t('form.safe')}</p>
    </Form>
  );
}

/** What would stop this application at the authority, said before anything is paid. */
export function Hindrances({ view, traveller }: { view: Pick<EvisaApplicationView, 'country'>; traveller: TravellerForm }) {
  const t = useTexts('evisas');
  const { refusals, zone, ticket } = traveller;
  const differs = Array.isArray(zone) ? (zone as readonly EvisaField[]) : [];
  if (refusals.length === 0 && zone !== 'unread' && differs.length === 0 && !ticket) return null;
  return (
    <Notice tone="warn" boxed title={t('hindrances.title')}>
      <ul className="ev-faults">
        {refusals.map((each) => (
          <li key={each}>{t(`hindrances.${each}`, { country: view.country })}</li>
        ))}
        {zone === 'unread' && <li>{t('hindrances.zone-unread')}</li>}
        {differs.map((field) => (
          <li key={field}>{t('hindrances.zone-differs', { field: t(`fields.${field}`) })}</li>
        ))}
        {ticket && (
          <li>
            {ticket.name === null
              ? t('hindrances.named-ticket-differs', { reference: `\u2068${ticket.reference}\u2069` })
              : t('hindrances.ticket-differs', { name: `\u2068${ticket.name}\u2069`, reference: `\u2068${ticket.reference}\u2069` })}
          </li>
        )}
      </ul>
    </Notice>
  );
}
