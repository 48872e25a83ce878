import { Form, Link } from 'react-router';
import { DubaiTime } from '#app/commerce/orders/pages/order-parts.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { AskedForm } from '../../evisa/pages/asked-form.tsx';
import { RefundTable } from '../../evisa/pages/refund-table.tsx';
import { UploadField } from '../../evisa/pages/upload-field.tsx';
import { VisaStaySection } from '../../compliance/pages/visa-stay-section.tsx';
import type { VisaStayView } from '../../compliance/read-visa-stay.server.ts';
import type { HeldAnswer } from '../../evisa/take-answer-form.server.ts';
import { DoorSection, type DoorSaid } from '../../delivery/pages/door-section.tsx';
import { AwayWords } from './passport-away.tsx';
import type { AssistedApplicationView, CaseView, PartyTraveller } from '../open-assisted-application.server.ts';

/** How one traveller's case stands: what is asked, the appointment, where the passport is, what can still be done. */
export function AssistedCaseStep({
  view,
  traveller,
  saved,
  busy,
  stay,
  staySaid,
  door,
  held,
}: {
  view: AssistedApplicationView;
  traveller: PartyTraveller;
  saved: string | null;
  busy: boolean;
  stay: VisaStayView | null;
  staySaid: string | null;
  door: DoorSaid;
  /** An answer that could not be passed on yet. */
  held: HeldAnswer | null;
}) {
  const t = useTexts('assisted');
  const words = useTexts('evisas');
  const order = view.order!;
  const one = traveller.view;
  const base = `/visa-assistance/apply/${view.id}`;
  if (!one)
    return (
      <div className="ev-review">
        <Notice tone="info" boxed title={words('case.unpaid')}>
          {words('case.unpaidText')}
        </Notice>
        <p>
          <ButtonLink look="go" to={`/checkout/${order.reference}`} icon="lock">
            {words('case.pay')}
          </ButtonLink>
        </p>
      </div>
    );
  const values = { authority: view.authority, city: t(`cities.${view.city}`), tracking: one.tracking ?? '' };
  return (
    <div className="ev-review">
      {saved && (
        <Notice tone={saved === 'passport-first' ? 'warn' : 'ok'} live>
          {t([`saved.${saved}`, 'saved.1'])}
        </Notice>
      )}
      <section>
        <h2>
          <bdi>{traveller.name || words('people.traveller', { number: traveller.number })}</bdi>
        </h2>
        <p>
          <Tag tone={one.tone}>{t(`states.${one.status}.title`)}</Tag>
        </p>
        <p>
          {t(one.outcome ? `states.${one.status}.${one.outcome}` : `states.${one.status}.text`, {
            ...values,
            defaultValue: t(`states.${one.status}.text`, values),
          })}
        </p>
        {one.refusal && (
          <p>
            <a className="link" href={`${base}/papers/${one.refusal}`} download>
              <Icon name="download" small /> {words('case.refusal')}
            </a>
          </p>
        )}
      </section>
      {traveller.away && (
        <Notice tone="warn" boxed icon="passport" title={t('away.title')}>
          <AwayWords away={traveller.away} /> {t('away.next')}
        </Notice>
      )}
      {stay && <VisaStaySection stay={stay} traveller={traveller.number} said={staySaid} />}
      {one.appointment && (
        <Appointment
          one={one.appointment}
          order={order.reference}
          city={values.city}
          calendar={`${base}/appointment/${traveller.number}`}
        />
      )}
      {one.request && (
        <AskedForm base={base} authority={view.authority} request={one.request} traveller={traveller} held={held} busy={busy} />
      )}
      {one.status === 'opened' && !one.request && (
        <Form method="post" encType="multipart/form-data" className="ev-form" key={saved}>
          <input type="hidden" name="traveller" value={traveller.number} />
          <h2>{t('papers.checklist')}</h2>
          <p>{t('papers.checklistText')}</p>
          <fieldset>
            <legend className="sr-only">{t('papers.checklist')}</legend>
            {traveller.papers.map((paper) => (
              <UploadField key={paper.code} base={base} paper={paper} missing={!paper.sent} />
            ))}
          </fieldset>
          <p>
            <Button look="go" name="intent" value="papers" icon="upload" busy={busy && words('form.busy')}>
              {t('papers.send')}
            </Button>
          </p>
        </Form>
      )}
      {one.package !== 'check' && <Passport one={one.passport} />}
      <DoorSection door={view.door} traveller={traveller.number} last={door} busy={busy} />
      <section>
        <h2>{words('case.history')}</h2>
        <ol className="ev-timeline">
          {one.history.map((event, index) => (
            <li key={index}>
              <span className="small muted num">
                <DubaiTime at={event.at} />
              </span>{' '}
              {t(`states.${event.status}.title`)}
            </li>
          ))}
        </ol>
        <p className="small">
          <Link className="link" to={`/track?order=${order.reference}`}>
            {words('case.order')} <bdi>{order.reference}</bdi>
          </Link>
        </p>
      </section>
      <section>
        <h2 id="refund">{t('refund.title')}</h2>
        <RefundTable refund={view.refund} labelledBy="refund" />
        {one.withdrawable && !one.withdrawalAsked && (
          <Form method="post" className="ev-form">
            <input type="hidden" name="traveller" value={traveller.number} />
            <p>{t('withdraw.text')}</p>
            <p>
              <Button look="danger" name="intent" value="withdraw">
                {t('withdraw.button')}
              </Button>
            </p>
          </Form>
        )}
        {one.withdrawalAsked && one.status !== 'withdrawn' && <Notice tone="warn">{t('saved.passport-first')}</Notice>}
      </section>
    </div>
  );
}

function Appointment({
  one,
  order,
  city,
  calendar,
}: {
  one: NonNullable<CaseView['appointment']>;
  order: string;
  city: string;
  calendar: string;
}) {
  const t = useTexts('assisted');
  const language = useLanguage();
  const clock = (local: string) => `${formatDate(local.slice(0, 10), language, 'long')}${comma(language)}${local.slice(11)}`;
  return (
    <section className="as-slot">
      <h2>{t('appointment.title', { city })}</h2>
      <dl>
        <div>
          <dt>{t('appointment.counterTime')}</dt>
          <dd>{clock(one.counter)}</dd>
        </div>
        <div>
          <dt>{t('appointment.houseTime')}</dt>
          <dd>{clock(one.house)}</dd>
        </div>
        <div>
          <dt>{t('appointment.reference')}</dt>
          <dd>
            <bdi>{one.reference}</bdi>
          </dd>
        </div>
      </dl>
      <p>
        <b>{t('appointment.bring')}</b> {t('appointment.bringText')}
      </p>
      <p>
        <a className="link" href={calendar} download>
          <Icon name="calendar" small /> {t('appointment.calendar')}
        </a>
      </p>
      {one.letter && (
        <p>
          <a className="link" href={`/documents/${order}/${one.letter}`} download>
            <Icon name="download" small /> {t('appointment.letter')}
          </a>
        </p>
      )}
    </section>
  );
}

/** The way of the passport so far, place by place. */
function Passport({ one }: { one: CaseView['passport'] }) {
  const t = useTexts('assisted');
  return (
    <section>
      <h2>{t('passport.title')}</h2>
      <p>
        <Icon name="passport" small /> <b>{t(`passportPlaces.${one.place}`)}</b>
      </p>
      {one.moves.length > 0 && (
        <ol className="ev-timeline">
          {one.moves.map((move, index) => (
            <li key={index}>
              <span className="small muted num">
                <DubaiTime at={move.at} />
              </span>{' '}
              {t(`passportPlaces.${move.to}`)}
            </li>
          ))}
        </ol>
      )}
      <p className="small muted">{t('passport.text')}</p>
    </section>
  );
}
