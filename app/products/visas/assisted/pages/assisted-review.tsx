import { Form, Link } from 'react-router';
import { OrderMoney } from '#app/commerce/orders/pages/order-money.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/field.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { Hindrances } from '../../evisa/pages/evisa-traveller-step.tsx';
import { RefundTable } from '../../evisa/pages/refund-table.tsx';
import { AwayWords } from './passport-away.tsx';
import type { AssistedApplicationView } from '../open-assisted-application.server.ts';

/** Everything once more: who, what it costs line by line, what goes back when; then the order. */
export function AssistedReview({ view, formKey, busy }: { view: AssistedApplicationView; formKey: string; busy: boolean }) {
  const t = useTexts('assisted');
  const words = useTexts('evisas');
  const language = useLanguage();
  const ready = view.travellers.every((traveller) => traveller.ready) && view.contact.phone !== '';
  return (
    <div className="ev-review">
      <section>
        <h2>{words('review.title')}</h2>
        <ul className="ev-review__people">
          {view.travellers.map((traveller) => (
            <li key={traveller.number}>
              <b>
                <bdi>{traveller.name || words('people.traveller', { number: traveller.number })}</bdi>
              </b>
              <Tag tone={traveller.ready ? 'ok' : 'warn'}>{words(traveller.ready ? 'people.ready' : 'people.begun')}</Tag>
              <Link className="link small" to={`/visa-assistance/apply/${view.id}?traveller=${traveller.number}`}>
                {words('review.change')}
                <span className="sr-only"> {traveller.name}</span>
              </Link>
              {traveller.begun && <Hindrances view={view} traveller={traveller} />}
            </li>
          ))}
        </ul>
        {view.travellers.map(
          (traveller) =>
            traveller.away && (
              <Notice key={traveller.number} tone="warn" boxed icon="passport" title={t('away.title')}>
                <p>
                  <bdi>{traveller.name}</bdi>
                </p>
                <AwayWords away={traveller.away} /> {t('away.next')}
              </Notice>
            ),
        )}
        <p>{t('review.next')}</p>
      </section>
      <section>
        <h2>{words('review.money')}</h2>
        <OrderMoney kind="assisted-visa" lines={view.lines} total={{ label: words('review.total'), value: view.total }} />
        <p className="small muted">
          {words('review.official', { authority: view.authority, fee: view.official })}{' '}
          <a className="link" href={view.site} rel="noopener noreferrer nofollow">
            <bdi>{new URL(view.site).hostname}</bdi>
          </a>
        </p>
      </section>
      <section>
        <h2 id="refund">{t('refund.title')}</h2>
        <RefundTable refund={view.refund} labelledBy="refund" />
      </section>
      <Form method="post" className="ev-form">
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="seen" value={view.total.amount} />
        <input type="hidden" name="currency" value={view.total.currency} />
        {!ready && (
          <Notice tone="warn" boxed>
            {words('refused.not-ready')}
          </Notice>
        )}
        <Checkbox name="agree" value="yes" label={t('review.agree')} />
        <Button look="go" icon="lock" name="intent" value="place" busy={busy && words('form.busy')}>
          {words('review.place', { amount: formatMoney(view.total, language) })}
        </Button>
        <p className="small muted">{words('review.hold')}</p>
      </Form>
    </div>
  );
}
