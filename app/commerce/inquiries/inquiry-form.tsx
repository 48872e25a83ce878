import { useEffect, useRef, type ComponentProps } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { asksFor, type InquiryKind } from './inquiry-kinds.ts';
import type { CountryName } from '#app/ui/country-names.server.ts';
import type { InquiryField } from './inquiry-form.ts';
import { inquiryCabins, inquiryPurposes } from './inquiry-needs.ts';
import type { InquiryFormFacts } from './open-inquiry-form.server.ts';
import type { InquiryAnswer } from './receive-inquiry.server.ts';
import './inquiry-form.css';

/** Ids of the fields are `ask-<field>`, so that a page may have other forms beside this one. */
const order: readonly InquiryField[] = [
  'name',
  'email',
  'phone',
  'from',
  'to',
  'nationality',
  'residence',
  'destination',
  'purpose',
  'refused',
  'startsOn',
  'endsOn',
  'adults',
  'children',
  'infants',
  'cabin',
  'budget',
  'order',
  'message',
];

export interface InquiryFormProps {
  readonly kind: InquiryKind;
  /** From `openInquiryForm` in the loader. */
  readonly facts: InquiryFormFacts;
  /** What the page's action returned, from `receiveInquiry`. */
  readonly answer: InquiryAnswer | null | undefined;
  /** Where it is sent: the address of this page with what it must keep. */
  readonly action: string;
  /** Values to begin with. */
  readonly begin?: Partial<Record<InquiryField, string>>;
  /** Days to choose from, instead of any day. */
  readonly days?: readonly string[];
  /** To choose from, where a visa is asked about. */
  readonly countries?: readonly CountryName[] | undefined;
  /** At most one saffron button per view. */
  readonly look?: 'go' | 'ink';
}

/**
 * Asks us about a trip, a stay, a group or anything else; after sending it says what happens next. Its page names the
 * catalogue `inquiries` in `handle.texts`. Place it in an element with the id `inquiry`.
 */
export function InquiryForm({ kind, facts, answer, action, begin = {}, days, countries = [], look = 'ink' }: InquiryFormProps) {
  const t = useTexts('inquiries');
  const shared = useTexts('frame');
  const language = useLanguage();
  const navigation = useNavigation();
  useFollowedMessage(begin.message ?? '');
  if (facts.sent && !answer) return <InquirySent sent={facts.sent} again={action} />;
  const errors = answer?.errors ?? {};
  const value = (field: InquiryField) => answer?.typed[field] ?? begin[field] ?? '';
  const error = (field: InquiryField) => (errors[field] ? t(`error.${errors[field]}`) : undefined);
  const field = (name: InquiryField) => ({
    name,
    id: `ask-${name}`,
    label: t(`field.${name}`),
    defaultValue: value(name),
    error: error(name),
  });
  const optional = shared('ui.optional');
  const faults = [
    ...(answer?.refused ? [{ field: null, message: t(`refused.${answer.refused}`, { count: answer.waitMinutes }) }] : []),
    ...order.filter((name) => errors[name]).map((name) => ({ field: `ask-${name}`, message: error(name) })),
  ];
  const asks = (detail: Parameters<typeof asksFor>[1]) => asksFor(kind, detail);
  return (
    <Form method="post" action={`${action}#inquiry`} className="inq" noValidate preventScrollReset>
      <input type="hidden" name="key" value={facts.key} />
      <input type="hidden" name="stamp" value={facts.stamp} />
      <ErrorSummary faults={faults} />
      <div className="inq__pair">
        <TextField {...field('name')} defaultValue={value('name') || facts.person?.name} autoComplete="name" maxLength={80} required />
        <TextField
          {...field('email')}
          type="email"
          inputMode="email"
          defaultValue={value('email') || facts.person?.email}
          autoComplete="email"
          maxLength={254}
          required
        />
      </div>
      {asks('places') && (
        <div className="inq__pair">
          <TextField {...field('from')} maxLength={80} />
          <TextField {...field('to')} maxLength={80} />
        </div>
      )}
      {asks('visa') && (
        <>
          <div className="inq__pair">
            <CountryField {...field('nationality')} countries={countries} optional={optional} />
            <CountryField {...field('residence')} countries={countries} optional={optional} />
          </div>
          <div className="inq__pair">
            <CountryField {...field('destination')} countries={countries} optional={optional} />
            <SelectField {...field('purpose')} optional={optional}>
              <option value="">{t('field.choose')}</option>
              {inquiryPurposes.map((purpose) => (
                <option key={purpose} value={purpose}>
                  {t(`purpose.${purpose}`)}
                </option>
              ))}
            </SelectField>
          </div>
        </>
      )}
      {asks('refused') && (
        <SelectField {...field('refused')} hint={t('field.refusedHint')} optional={optional}>
          <option value="">{t('field.choose')}</option>
          <option value="no">{t('field.refusedNo')}</option>
          <option value="yes">{t('field.refusedYes')}</option>
        </SelectField>
      )}
      {asks('startsOn') && (
        <div className="inq__pair">
          {days ? (
            <SelectField {...field('startsOn')} label={t('field.departure')} optional={optional}>
              <option value="">{t('field.anyDeparture')}</option>
              {days.map((day) => (
                <option key={day} value={day}>
                  {formatDate(day, language, 'long')}
                </option>
              ))}
            </SelectField>
          ) : (
            <TextField {...field('startsOn')} type="date" optional={optional} />
          )}
          {asks('endsOn') && !days && <TextField {...field('endsOn')} type="date" optional={optional} />}
        </div>
      )}
      {asks('travellers') && (
        <div className="inq__pair">
          <TextField {...field('adults')} inputMode="numeric" maxLength={9} optional={optional} />
          <TextField {...field('children')} inputMode="numeric" maxLength={9} optional={optional} />
          {asks('infants') && <TextField {...field('infants')} inputMode="numeric" maxLength={9} optional={optional} />}
          {asks('budget') && <TextField {...field('budget')} inputMode="numeric" maxLength={16} optional={optional} />}
        </div>
      )}
      {asks('cabin') && (
        <SelectField {...field('cabin')} optional={optional}>
          <option value="">{t('field.choose')}</option>
          {inquiryCabins.map((cabin) => (
            <option key={cabin} value={cabin}>
              {t(`cabin.${cabin}`)}
            </option>
          ))}
        </SelectField>
      )}
      {asks('order') && (
        <TextField
          {...field('order')}
          hint={t('field.orderHint')}
          optional={optional}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
        />
      )}
      <TextArea {...field('message')} hint={t(`messageHint.${kind}`)} maxLength={4_000} required />
      <TextField {...field('phone')} type="tel" hint={t('field.phoneHint')} optional={optional} autoComplete="tel" maxLength={40} />
      <div className="inq__foot">
        <Button look={look} busy={navigation.state === 'submitting' && navigation.formData?.get('key') === facts.key && t('sending')}>
          {t('send')}
        </Button>
        <p>
          {t('privacy')}{' '}
          <Link className="link" to="/privacy">
            {t('privacyLink')}
          </Link>
        </p>
      </div>
    </Form>
  );
}

function CountryField({ countries, ...field }: ComponentProps<typeof SelectField> & { countries: readonly CountryName[] }) {
  const t = useTexts('inquiries');
  return (
    <SelectField {...field}>
      <option value="">{t('field.choose')}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** The words to begin with follow what is chosen on the page, until the visitor writes their own. */
function useFollowedMessage(begin: string): void {
  const before = useRef(begin);
  useEffect(() => {
    const box = document.querySelector<HTMLTextAreaElement>('#ask-message');
    if (box && box.value === before.current) box.value = begin;
    before.current = begin;
  }, [begin]);
}

/** Says that it arrived, when an answer comes, and that nothing is booked. */
function InquirySent({ sent, again }: { sent: NonNullable<InquiryFormFacts['sent']>; again: string }) {
  const t = useTexts('inquiries');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <div className="inq-sent" role="status" tabIndex={-1} ref={box}>
      <h3>
        <Icon name="done" />
        {t('sent.title')}
      </h3>
      <dl>
        <div>
          <dt>{t('sent.reference')}</dt>
          <dd className="num">
            <bdi>{sent.reference}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('sent.answerBy')}</dt>
          <dd>
            <DateText date={sent.answerBy} form="long" />, <bdi>18:00</bdi> {t('sent.dubai')}
          </dd>
        </div>
      </dl>
      <ol>
        <li>{t('sent.copy')}</li>
        <li>{t('sent.person')}</li>
        <li>{t('sent.nothingBooked')}</li>
      </ol>
      <Link className="link" to={again} preventScrollReset>
        {t('sent.again')}
      </Link>
    </div>
  );
}
