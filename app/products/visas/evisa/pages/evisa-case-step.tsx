import { Form, Link } from 'react-router';
import { DubaiTime } from '#app/commerce/orders/pages/order-parts.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { HeldAnswer } from '../take-answer-form.server.ts';
import { VisaStaySection } from '../../compliance/pages/visa-stay-section.tsx';
import type { VisaStayView } from '../../compliance/read-visa-stay.server.ts';
import type { EvisaApplicationView, TravellerView } from '../open-evisa-application.server.ts';
import { DoorSection, type DoorSaid } from '../../delivery/pages/door-section.tsx';
import { AskedForm } from './asked-form.tsx';
import { RefundTable } from './refund-table.tsx';

const unpaid: readonly string[] = ['held', 'payment_pending'];

/** How one traveller's application stands once it was placed: what is asked, the visa, what can still be done. */
export function CaseStep({
  view,
  traveller,
  saved,
  busy,
  stay,
  staySaid,
  door,
  held,
}: {
  view: EvisaApplicationView;
  traveller: TravellerView;
  saved: string | null;
  busy: boolean;
  stay: VisaStayView | null;
  staySaid: string | null;
  door: DoorSaid;
  /** An answer that could not be passed on yet. */
  held: HeldAnswer | null;
}) {
  const t = useTexts('evisas');
  const order = view.order!;
  if (unpaid.includes(order.status))
    return (
      <div className="ev-review">
        <Notice tone="info" boxed title={t('case.unpaid')}>
          {t('case.unpaidText')}
        </Notice>
        <p>
          <ButtonLink look="go" to={`/checkout/${order.reference}`} icon="lock">
            {t('case.pay')}
          </ButtonLink>
        </p>
      </div>
    );
  return (
    <div className="ev-review">
      {saved && (
        <Notice tone="ok" live>
          {t([`saved.${saved}`, 'saved.1'])}
        </Notice>
      )}
      <section>
        <h2>
          <bdi>{traveller.name || t('people.traveller', { number: traveller.number })}</bdi>
        </h2>
        <p>
          <Tag tone={traveller.tone}>{t(`states.${traveller.status}.title`)}</Tag>
        </p>
        <p>{t(`states.${traveller.status}.text`, { authority: view.authority })}</p>
        {traveller.deliverBy && traveller.status !== 'delivered' && !traveller.rejection && (
          <p>
            {t('case.promised')}{' '}
            <b>
              <DateText date={traveller.deliverBy} form="long" />
            </b>
          </p>
        )}
        {traveller.rejection && (
          <Notice tone="warn" boxed title={t(`rejections.${traveller.rejection}.title`)}>
            {t(`rejections.${traveller.rejection}.text`)} {t('case.rejectedNext')}{' '}
            <Link className="link" to="/visa-assistance/consultation?topic=refused">
              {t('case.consult')}
            </Link>
          </Notice>
        )}
        {traveller.refusal && (
          <p>
            <a className="link" href={`/e-visa/apply/${view.id}/papers/${traveller.refusal}`} download>
              <Icon name="download" small /> {t('case.refusal')}
            </a>
          </p>
        )}
        {traveller.reapply && <ReapplyList reapply={traveller.reapply} />}
        {traveller.receipt && (
          <p>
            <a className="link" href={`/e-visa/apply/${view.id}/papers/${traveller.receipt}`} download>
              <Icon name="download" small /> {t('case.receipt')}
            </a>
          </p>
        )}
        {traveller.visa && (
          <p>
            <a className="btn btn--go" href={`/documents/${order.reference}/${traveller.visa}`} download>
              <Icon name="download" /> {t('case.download')}
            </a>
          </p>
        )}
      </section>
      {stay && <VisaStaySection stay={stay} traveller={traveller.number} said={staySaid} />}
      {traveller.request && (
        <AskedForm
          base={`/e-visa/apply/${view.id}`}
          authority={view.authority}
          request={traveller.request}
          traveller={traveller}
          held={held}
          busy={busy}
        />
      )}
      <DoorSection door={view.door} traveller={traveller.number} last={door} busy={busy} />
      <section>
        <h2>{t('case.history')}</h2>
        <ol className="ev-timeline">
          {traveller.history
            .filter((event) => event.status !== 'pre_checked' && event.status !== 'draft')
            .map((event, index) => (
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
            {t('case.order')} <bdi>{order.reference}</bdi>
          </Link>
        </p>
      </section>
      <section>
        <h2 id="refund">{t('refund.title')}</h2>
        <RefundTable refund={view.refund} labelledBy="refund" />
        {traveller.withdrawable && (
          <Form method="post" className="ev-form">
            <input type="hidden" name="traveller" value={traveller.number} />
            <p>{t('case.withdrawText')}</p>
            <p>
              <Button look="danger" name="intent" value="withdraw">
                {t('case.withdraw')}
              </Button>
            </p>
          </Form>
        )}
      </section>
    </div>
  );
}

/** What would have to be otherwise before anybody pays a fee again. */
function ReapplyList({ reapply }: { reapply: NonNullable<TravellerView['reapply']> }) {
  const t = useTexts('evisas');
  return (
    <>
      <h3 className="ev-again__head">{t('again.title')}</h3>
      <ul className="ev-again">
        {reapply.first && <li>{t(`again.${reapply.first}`)}</li>}
        {reapply.papers.length > 0 && (
          <li>
            {t('again.papers')}
            <ul>
              {reapply.papers.map((code) => (
                <li key={code}>{t(`documents.${code}`)}</li>
              ))}
            </ul>
          </li>
        )}
        <li>{t('again.declare')}</li>
      </ul>
    </>
  );
}
