import { Form } from 'react-router';
import type { CheckAnswer } from '#app/commerce/orders/payment-check-rules.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import type { RecordView } from './record-view.ts';

interface CheckCardProps {
  readonly record: RecordView;
  readonly mayReveal: boolean;
  readonly payer: CheckAnswer | null;
}

/** Why the tickets wait, and what the buyer said; their words are opened like all personal data, with a line in the audit. */
export function CheckCard({ record, mayReveal, payer }: CheckCardProps) {
  const t = useTexts('staff-orders');
  const { check } = record;
  if (!check) return null;
  return (
    <section className="fd-card" aria-labelledby="card-check">
      <header>
        <h2 id="card-check">{t('check.title')}</h2>
        {mayReveal && check.answeredAt && !payer && (
          <Form method="post" preventScrollReset>
            <button className="bo-btn" name="intent" value="reveal-payer">
              <Icon name="eye" small />
              {t('check.reveal')}
            </button>
          </Form>
        )}
      </header>
      <div className="fd-check">
        <ul>
          {check.causes.map((cause) => (
            <li key={cause}>{t(`check.cause.${cause}`)}</li>
          ))}
        </ul>
        <dl>
          <div>
            <dt>{t('check.begun')}</dt>
            <dd>
              <DeskMoment at={check.begunAt} />
            </dd>
          </div>
          <div>
            <dt>{t('check.asked')}</dt>
            <dd>{check.askedAt ? <DeskMoment at={check.askedAt} /> : t('check.notAsked')}</dd>
          </div>
          {check.askedAt && (
            <div>
              <dt>{t('check.answered')}</dt>
              <dd>{check.answeredAt ? <DeskMoment at={check.answeredAt} /> : t('check.notAnswered')}</dd>
            </div>
          )}
          {check.decision && (
            <div>
              <dt>{t('check.decision')}</dt>
              <dd>{t(`check.${check.decision}`)}</dd>
            </div>
          )}
          {payer && (
            <>
              <div>
                <dt>{t('check.cardholder')}</dt>
                <dd>
                  <bdi>{payer.cardholder}</bdi>
                </dd>
              </div>
              <div>
                <dt>{t('check.relation')}</dt>
                <dd>{t(`check.relations.${payer.relation}`)}</dd>
              </div>
              <div>
                <dt>{t('check.phone')}</dt>
                <dd>
                  <a href={`tel:${payer.phone}`}>
                    <bdi dir="ltr">{payer.phone}</bdi>
                  </a>
                </dd>
              </div>
            </>
          )}
        </dl>
        {payer?.words && <p dir="auto">{payer.words}</p>}
      </div>
    </section>
  );
}
