import { Form } from 'react-router';
import type { RefundFault } from '#app/commerce/orders/staff/refund-form.ts';
import { wordOfLine } from '#app/commerce/pricing/quote-summary.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { RecordView } from './record-view.ts';

/** What was typed and what is wrong with it, when the form comes back. */
export interface RefundAnswer {
  readonly typed: Readonly<Record<string, string>>;
  readonly faults: readonly { readonly field: string; readonly fault: RefundFault }[];
}

/** Money back outside a cancellation: by price line or one amount, and what waits for a second person. */
export function RecordRefund({ record, formKey, answer }: { record: RecordView; formKey: string; answer: RefundAnswer | null }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const { refund } = record;
  if (!refund) return null;
  const { waiting, paid, cards } = refund;
  return (
    <section className="fd-card" aria-labelledby="card-refund">
      <header>
        <h2 id="card-refund">{t('refund.title')}</h2>
        <p>{t('refund.sub')}</p>
      </header>
      {waiting ? (
        <Waiting waiting={waiting} formKey={formKey} />
      ) : (
        <>
          <p className="fd-card__line">
            {t('refund.left', { amount: formatMoney(refund.left, language) })}{' '}
            {cards
              ? t('refund.destinations', { first: formatMoney(cards.first, language), ending: cards.ending, other: cards.other })
              : t('refund.destination', { amount: formatMoney(paid.amount, language), date: sayDay(paid.at, language) })}{' '}
            <span className="fd-quiet">{t('refund.limit', { amount: formatMoney(refund.limit, language) })}</span>
          </p>
          <details className="fd-refund" open={answer !== null}>
            <summary>{t('refund.open')}</summary>
            <Amounts record={record} formKey={formKey} answer={answer} />
          </details>
        </>
      )}
    </section>
  );
}

function Waiting({ waiting, formKey }: { waiting: NonNullable<NonNullable<RecordView['refund']>['waiting']>; formKey: string }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const amount = formatMoney(waiting.amount, language);
  return (
    <>
      <p className="fd-card__line">
        <b>{t('refund.waiting', { amount })}</b> {t('refund.askedBy', { name: waiting.by, reason: waiting.reason })}{' '}
        {!waiting.mayApprove && <span className="fd-quiet">{t(waiting.own ? 'refund.own' : 'refund.notYours')}</span>}
      </p>
      {(waiting.mayApprove || waiting.own) && (
        <div className="fd-refund__decide">
          {waiting.mayApprove && (
            <Decide intent="refund-approve" formKey={formKey} look="bo-btn--p" words={t('refund.approve', { amount })} />
          )}
          <Decide intent="refund-decline" formKey={formKey} look="" words={t(waiting.own ? 'refund.withdraw' : 'refund.decline')} />
        </div>
      )}
    </>
  );
}

function Decide({ intent, formKey, look, words }: { intent: string; formKey: string; look: string; words: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="key" value={`${formKey}-${intent}`} />
      <button className={`bo-btn ${look}`} type="submit">
        {words}
      </button>
    </Form>
  );
}

function Amounts({ record, formKey, answer }: { record: RecordView; formKey: string; answer: RefundAnswer | null }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const field = (name: string, label: string, note: string | null, more: { inputMode?: 'decimal'; maxLength: number }) => {
    const fault = answer?.faults.find((one) => one.field === name)?.fault;
    const wrong = `refund-${name.replace('.', '-')}-wrong`;
    return (
      <label key={name} className="fd-refund__field">
        <span>
          {label} {note && <small className="fd-quiet">{note}</small>}
        </span>
        <input
          name={name}
          defaultValue={answer?.typed[name] ?? ''}
          autoComplete="off"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? wrong : undefined}
          {...more}
        />
        {fault && (
          <span id={wrong} className="bo-wrong">
            {t(`refund.wrong.${fault}`)}
          </span>
        )}
      </label>
    );
  };
  const marks = (facts: RecordView['lines'][number]['facts']) =>
    [facts.taxCode, facts.seat, facts.flight, facts.airport].filter(Boolean).join(' ');
  return (
    <Form method="post" preventScrollReset className="fd-refund__form">
      <input type="hidden" name="intent" value="refund" />
      <input type="hidden" name="key" value={`${formKey}-refund`} />
      <input type="hidden" name="seen" value={record.refund!.left.amount} />
      <fieldset>
        <legend>{t('refund.byLine')}</legend>
        {record.refund!.lines.map(({ position, left }) => {
          const line = record.lines[position];
          return field(
            `line.${position}`,
            [t(`lines.${line ? wordOfLine(line) : 'fare'}`), line ? marks(line.facts) : ''].filter(Boolean).join(' '),
            t('refund.of', { amount: formatMoney(left, language) }),
            { inputMode: 'decimal', maxLength: 14 },
          );
        })}
      </fieldset>
      {field('amount', t('refund.free'), record.refund!.left.currency, { inputMode: 'decimal', maxLength: 14 })}
      {field('reason', t('actions.reason'), null, { maxLength: 500 })}
      <button className="bo-btn bo-btn--danger" type="submit">
        {t('refund.button')}
      </button>
    </Form>
  );
}
