import { Form, Link } from 'react-router';
import { PromoField } from '#app/commerce/pricing/promo-field.tsx';
import { OrderMoney } from '#app/commerce/orders/pages/order-money.tsx';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, TextField } from '#app/ui/field.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { AddressFields } from '../../delivery/pages/address-fields.tsx';
import type { EvisaApplicationView } from '../open-evisa-application.server.ts';
import type { TripAnswer } from '../take-trip-form.server.ts';
import { RefundTable } from './refund-table.tsx';
import { Hindrances } from './evisa-traveller-step.tsx';

/** Where we write, the door at which somebody rings, and the way back for later. */
export function TripStep({
  view,
  copy,
  saved,
  answer,
  busy,
}: {
  view: Pick<EvisaApplicationView, 'contact' | 'courier' | 'door'>;
  /** What a courier would bring, in words; null: nothing is brought. */
  copy: { readonly title: string; readonly label: string; readonly hint: string } | null;
  saved: string | null;
  answer: TripAnswer | null;
  busy: boolean;
}) {
  const t = useTexts('evisas');
  const doors = useTexts('delivery');
  const wordsOf = (field: string) => (field.startsWith('door-') ? doors(`fault.${field.slice(5)}`) : t(`trip.fault.${field}`));
  const error = (field: string) => (answer?.faults.includes(field) ? wordsOf(field) : undefined);
  const fields = (
    <AddressFields typed={answer?.typed.address ?? view.door.typed} faults={answer?.faults ?? []} regions={view.door.regions} />
  );
  return (
    <Form method="post" className="ev-form" noValidate key={saved ?? ''}>
      <h2>{t('trip.title')}</h2>
      {saved === 'link' && (
        <Notice tone="ok" live>
          {t('saved.link', { email: view.contact.email })}
        </Notice>
      )}
      <ErrorSummary faults={(answer?.faults ?? []).map((field) => ({ field, message: wordsOf(field) }))} />
      <fieldset>
        <legend>{t('trip.contact')}</legend>
        <TextField
          name="email"
          type="email"
          label={t('trip.email')}
          hint={t('trip.emailHint')}
          defaultValue={answer?.typed.email ?? view.contact.email}
          error={error('email')}
          autoComplete="email"
          maxLength={120}
        />
        <TextField
          name="phone"
          type="tel"
          label={t('trip.phone')}
          hint={t('trip.phoneHint')}
          defaultValue={answer?.typed.phone ?? view.contact.phone}
          error={error('phone')}
          autoComplete="tel"
          maxLength={30}
        />
      </fieldset>
      {view.door.runner ? (
        <fieldset>
          <legend>{doors('runner.title')}</legend>
          <p className="ev-wide">{doors('runner.text')}</p>
          {fields}
        </fieldset>
      ) : (
        copy && (
          <fieldset>
            <legend>{copy.title}</legend>
            <Checkbox
              name="courier"
              value="yes"
              className="ev-wide"
              label={copy.label}
              hint={copy.hint}
              defaultChecked={answer?.typed.courier ?? view.courier}
            />
            <div className="dv-door">{fields}</div>
          </fieldset>
        )
      )}
      <p className="ev-form__buttons">
        <Button look="go" name="intent" value="trip" icon="arrow-end" busy={busy && t('form.busy')}>
          {t('trip.next')}
        </Button>
        <Button name="intent" value="mail-link" icon="mail">
          {t('trip.mailLink')}
        </Button>
      </p>
    </Form>
  );
}

/** Everything once more: who, what it costs line by line, what goes back when; then the order. */
export function ReviewStep({ view, formKey, busy }: { view: EvisaApplicationView; formKey: string; busy: boolean }) {
  const t = useTexts('evisas');
  const language = useLanguage();
  const ready = view.travellers.every((traveller) => traveller.ready) && view.contact.phone !== '';
  return (
    <div className="ev-review">
      <section>
        <h2>{t('review.title')}</h2>
        <ul className="ev-review__people">
          {view.travellers.map((traveller) => (
            <li key={traveller.number}>
              <b>
                <bdi>{traveller.name || t('people.traveller', { number: traveller.number })}</bdi>
              </b>
              <Tag tone={traveller.ready ? 'ok' : 'warn'}>{t(traveller.ready ? 'people.ready' : 'people.begun')}</Tag>
              <Link className="link small" to={`/e-visa/apply/${view.id}?traveller=${traveller.number}`}>
                {t('review.change')}
                <span className="sr-only"> {traveller.name}</span>
              </Link>
              {traveller.begun && <Hindrances view={view} traveller={traveller} />}
            </li>
          ))}
        </ul>
        <p>
          {t('review.promise')}{' '}
          <b>
            <DateText date={view.promised} form="long" />
          </b>
          . {t('review.promiseNote')}
        </p>
      </section>
      <section>
        <h2>{t('review.money')}</h2>
        <OrderMoney kind="evisa" lines={view.lines} total={{ label: t('review.total'), value: view.total }} />
        <p className="small muted">
          {t('review.official', { authority: view.authority, fee: view.official === '0' ? t('official.none') : view.official })}{' '}
          <a className="link" href={view.site} rel="noopener noreferrer nofollow">
            <bdi>{new URL(view.site).hostname}</bdi>
          </a>
        </p>
      </section>
      <section>
        <h2 id="refund">{t('refund.title')}</h2>
        <RefundTable refund={view.refund} labelledBy="refund" />
        <p className="small muted">{t('refund.late')}</p>
      </section>
      <PromoField answer={view.promo} action={`/e-visa/apply/${view.id}`} keeps={{ step: 'review' }} />
      <Form method="post" className="ev-form">
        {view.promo?.state === 'applies' && <input type="hidden" name="promo" value={view.promo.code} />}
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="seen" value={view.total.amount} />
        <input type="hidden" name="currency" value={view.total.currency} />
        {!ready && (
          <Notice tone="warn" boxed>
            {t('refused.not-ready')}
          </Notice>
        )}
        <Checkbox name="agree" value="yes" label={t('review.agree')} />
        <Button look="go" icon="lock" name="intent" value="place" busy={busy && t('form.busy')}>
          {t('review.place', { amount: formatMoney(view.total, language) })}
        </Button>
        <p className="small muted">{t('review.hold')}</p>
      </Form>
    </div>
  );
}
