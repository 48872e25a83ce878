import { data, Form, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import { plainText } from '#app/values/plain-text.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { productCountersContext } from '../../product-counter.ts';
import { decideCheck } from '../await-check.server.ts';
import { findByReference } from '../orders-store.server.ts';
import { readRecordCheck } from './read-record-check.server.ts';
import type { Route } from './+types/payment-check-page.ts';
import '../../disputes/staff/dispute.css';

export const handle = { texts: ['staff-orders'] };

const longestReason = 500;
const decisions = ['release', 'end'] as const;

/** The look at a paid order whose buyer took money back before: it goes on, or it ends. Held-back flights are looked at on their own record. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const counters = context.get(productCountersContext);
  const order = await findByReference(platform.db, parseReference(params.order) ?? '-');
  const check = order && (await readRecordCheck(platform.db, context.get(viewerContext), order));
  if (!check || order.status === 'on_hold') throw new Response('Not found', { status: 404 });
  return {
    check,
    title: (await counters.of(order.kind).describe(order.id, language)).title,
    total: money(order.total, order.currency),
    placed: order.createdAt.toISOString(),
    ends: movesFrom(counters.product(order.kind).machine, order.status, 'staff').includes('give-up'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findByReference(platform.db, parseReference(params.order) ?? '-');
  if (!order || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const decision = decisions.find((one) => one === form.get('decision'));
  if (!decision) throw new Response('Bad request', { status: 400 });
  const reason = plainText(form.get('reason'), longestReason).trim();
  const wrong = (fault: 'reason-missing' | 'reason-long' | 'not-possible', status: number) => data({ reason, fault }, { status });
  if (reason === '') return wrong('reason-missing', 400);
  if (reason.length > longestReason) return wrong('reason-long', 400);
  const { requestId } = context.get(requestContext);
  const product = context.get(productCountersContext).product(order.kind);
  const decided = await decideCheck(platform, product, { orderId: order.id, decision, who: `staff:${viewer.user.id}`, reason, requestId });
  return decided.ok ? redirect(`/admin/orders/${order.reference}`, 303) : wrong('not-possible', 409);
}

export default function PaymentCheckPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const { check, title, total, placed, ends } = loaderData;
  const fault = actionData?.fault ?? null;
  const ofField = fault !== null && fault !== 'not-possible';
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('check.title')}</h1>
        <p>
          {title} · <bdi>{check.reference}</bdi> · <bdi>{formatMoney(total, language)}</bdi> · {sayMoment(placed, language)}
        </p>
        <Link className="bo-btn" to={`/admin/orders/${check.reference}`}>
          {t('check.back')}
        </Link>
      </header>
      {fault && (
        <p className="dl-said dl-said--warn" role="alert" tabIndex={-1}>
          <Icon name="warning" /> {ofField ? <a href="#reason">{t(`check.wrong.${fault}`)}</a> : t(`check.wrong.${fault}`)}
        </p>
      )}
      <section className="dl-card">
        <h2>{t('check.why')}</h2>
        {check.causes.map((cause) => (
          <p key={cause}>{t(`check.cause.${cause}`)}</p>
        ))}
        <p className="dl-quiet">
          {t('check.begun')} {sayMoment(check.begunAt, language)}
        </p>
        {check.decision ? <p>{t(`check.${check.decision}`)}</p> : <p>{t('check.waits')}</p>}
        {check.mayDecide && (
          <Form method="post" className="dp-form">
            <label>
              <span>{t('check.reason')}</span>
              <textarea
                id="reason"
                name="reason"
                rows={3}
                maxLength={longestReason}
                dir="auto"
                required
                defaultValue={actionData?.reason ?? ''}
                {...(ofField ? { 'aria-invalid': true, 'aria-describedby': 'reason-wrong' } : {})}
              />
              {ofField && (
                <small className="dp-wrong" id="reason-wrong">
                  {t(`check.wrong.${fault}`)}
                </small>
              )}
            </label>
            <div className="bo-actions">
              <button className="bo-btn bo-btn--p" name="decision" value="release">
                {t('check.release')}
              </button>
              {ends && (
                <button className="bo-btn bo-btn--danger" name="decision" value="end">
                  {t('check.end')}
                </button>
              )}
            </div>
            {!ends && <p className="dl-quiet">{t('check.endElsewhere')}</p>}
          </Form>
        )}
      </section>
    </div>
  );
}
