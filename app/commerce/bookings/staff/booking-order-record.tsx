import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { TripOnDesk } from '#app/commerce/baskets/staff/trip-on-desk.tsx';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { heatOf, RecordFacts } from '#app/ui/desk-list/record-facts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { DisputeCard } from '../../disputes/staff/record-dispute-card.tsx';
import { stageOf } from '../../orders/order-stages.ts';
import { TimeLeft, useDeskNow } from '../../orders/staff/desk-time.tsx';
import { OrderCheckCard } from '../../orders/staff/record-check-card.tsx';
import { StillBooked } from '../../orders/staff/still-booked.tsx';
import type { TimelineShow } from '../../orders/staff/order-line.ts';
import { RecordNotes } from '../../record-notes/record-notes.tsx';
import { RecordWatch } from '../../record-notes/record-watch.tsx';
import { BookingLine } from './booking-line.tsx';
import type { BookingRecord, BookingWork } from './work-booking-order.server.ts';
import './booking-order-record.css';

interface ShownRecord extends BookingRecord {
  readonly key: string;
  readonly did: BookingWork | 'changed' | 'fetched' | null;
  readonly refused: boolean;
  readonly show: TimelineShow;
}

/** The record of a booked order. The page names the catalogues `staff-holidays`, `staff-orders` and `staff-records`. */
export function BookingOrderRecord({
  page,
  answer,
  back,
  children,
}: {
  page: ShownRecord;
  /** What a form that was sent lacks, with the reason that was typed. */
  answer: { readonly missing: readonly ('reason' | 'sure')[]; readonly reason: string; readonly key: string } | null;
  back: { to: string; words: string };
  children?: ReactNode;
}) {
  const t = useTexts('staff-holidays');
  const orders = useTexts('staff-orders');
  const language = useLanguage();
  const lacks = (field: 'reason' | 'sure') => answer?.missing.includes(field) ?? false;
  const invalid = (field: 'reason' | 'sure') =>
    lacks(field) ? ({ 'aria-invalid': true, 'aria-describedby': `operator-${field}-wrong` } as const) : {};
  const wrong = (field: 'reason' | 'sure') =>
    lacks(field) && (
      <span id={`operator-${field}-wrong`} className="bo-wrong" role="alert">
        {t(`order.wrong.${field}`)}
      </span>
    );
  return (
    <div className="dl br">
      <header className="dl-head">
        <h1 tabIndex={-1}>{page.title}</h1>
        <span className="dl-state">{t(`states.${page.standing}`)}</span>
        <p>
          <bdi>{page.reference}</bdi>
        </p>
        <Link className="bo-btn" to={back.to}>
          {back.words}
        </Link>
      </header>
      <Facts page={page} />
      <DeskSaid refused={page.refused && t('order.refused')} did={page.did && t(`order.did.${page.did}`)} />
      <RecordWatch desk={page.desk} />
      <TripOnDesk trip={page.trip} />
      <DisputeCard disputes={page.disputes} look="dl-card" />
      <OrderCheckCard check={page.check} />
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <h2>{t('order.trip')}</h2>
            <dl>
              {page.facts.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
              <div>
                <dt>{t('order.people')}</dt>
                <dd>{page.people.join(comma(language))}</dd>
              </div>
            </dl>
          </section>
          <section className="dl-card">
            <h2>{t('order.money')}</h2>
            <dl className="br-plan">
              {page.parts.map((part, index) => (
                <div key={index}>
                  <dt>{part.dueOn ? formatDate(part.dueOn, language, 'long') : t('order.now')}</dt>
                  <dd>
                    <span className="price">{formatMoney(part.amount, language)}</span> ·{' '}
                    {t(part.paid ? 'order.paid' : stageOf(page.status).ended ? 'order.dropped' : 'order.open')}
                  </dd>
                </div>
              ))}
              {page.reduced.amount > 0 && (
                <div>
                  <dt>{t('order.reduced')}</dt>
                  <dd className="price">{formatMoney(page.reduced, language)}</dd>
                </div>
              )}
              <div className="br-plan__total">
                <dt>{orders('price.total')}</dt>
                <dd className="price">{formatMoney(page.total, language)}</dd>
              </div>
            </dl>
            {page.cards.length > 0 && (
              <dl className="br-plan">
                {page.cards.map(({ card, ending, status, amount }, index) => (
                  <div key={index}>
                    <dt>
                      {ending ? <bdi className="num">•••• {ending}</bdi> : '–'}
                      {card && <> · {orders(`money.card.${card}`)}</>}
                    </dt>
                    <dd>
                      <span className="price">{formatMoney(amount, language)}</span> · {orders(`payments.${status}`)}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {page.refunds.length > 0 && (
              <dl className="br-plan">
                {page.refunds.map(({ id, ending, status, amount, at }) => (
                  <div key={id}>
                    <dt>
                      {orders('money.refund')} {ending && <bdi className="num">•••• {ending}</bdi>} · {sayMoment(at, language)}
                    </dt>
                    <dd>
                      <span className="price">{formatMoney(amount, language)}</span> · {orders(`refunds.${status}`)}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </section>
          <BookingLine line={page.line} show={page.show} />
        </div>
        <aside>
          {page.moves.length > 0 && (
            <section className="dl-card">
              <h2>{t('order.acts')}</h2>
              {page.back && <p>{t('order.back', { amount: formatMoney(page.back, language) })}</p>}
              <Form method="post">
                <input type="hidden" name="key" value={page.key} />
                <label>
                  {t('departures.reason')}
                  <input name="reason" maxLength={300} />
                </label>
                {page.moves
                  .filter((work) => work !== 'operator-cancel')
                  .map((work) => (
                    <button key={work} className="bo-btn" name="work" value={work}>
                      {t(`order.work.${work}`)}
                    </button>
                  ))}
              </Form>
              {page.moves.includes('operator-cancel') && (
                <details className="dl-sure" open={answer !== null}>
                  <summary>
                    {t('order.work.operator-cancel')} <Icon name="chevron-down" small />
                  </summary>
                  <Form method="post">
                    <input type="hidden" name="key" value={answer?.key ?? page.key} />
                    <p>{t('order.sureHint')}</p>
                    <label>
                      {t('departures.reason')}
                      <input name="reason" maxLength={300} required defaultValue={answer?.reason} {...invalid('reason')} />
                    </label>
                    {wrong('reason')}
                    <label className="dl-sure__yes">
                      <input type="checkbox" name="sure" value="yes" required {...invalid('sure')} /> {t('order.sure')}
                    </label>
                    {wrong('sure')}
                    <button className="bo-btn bo-btn--danger" name="work" value="operator-cancel">
                      {t('order.work.operator-cancel')}
                    </button>
                  </Form>
                </details>
              )}
            </section>
          )}
          {children}
          <StillBooked linked={page.stillBooked} />
          <RecordNotes desk={page.desk} />
        </aside>
      </div>
    </div>
  );
}

/** The next deadline first, then whose it is and how its money stands. */
function Facts({ page: { bar, total } }: { page: ShownRecord }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const now = useDeskNow(bar.now);
  const { kind, at } = bar.deadline;
  return (
    <RecordFacts
      facts={[
        {
          id: 'deadline',
          name: t(`limitKind.${kind}`),
          value: <TimeLeft until={at} now={now} />,
          heat: heatOf(at === null ? null : Date.parse(at) - now),
        },
        {
          id: 'owner',
          name: t('columns.owner'),
          value: bar.owner === null ? t('owner.none') : bar.owner.mine ? t('owner.you') : <bdi>{bar.owner.name}</bdi>,
        },
        {
          id: 'money',
          name: t('facts.money'),
          value: (
            <>
              <bdi>{formatMoney(total, language)}</bdi> <small>{t(`position.${bar.position}`)}</small>
            </>
          ),
        },
        {
          id: 'terms',
          name: t('facts.terms'),
          value:
            bar.termsEdition === null ? (
              '–'
            ) : (
              <Link to={`/terms?edition=${bar.termsEdition}`}>{t('facts.termsEdition', { number: bar.termsEdition })}</Link>
            ),
        },
      ]}
    />
  );
}
