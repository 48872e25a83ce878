import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { flightsContext } from '../../flights-context.ts';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { oneOf } from '../../staff/read-staff.server.ts';
import { findFlightQuoteAsStaff, findOptions } from '../flight-quotes-store.server.ts';
import { findDiscount } from '../quote-discounts-store.server.ts';
import { showOption } from '../show-option.server.ts';
import { decideDiscount, roomOfPrice } from '../work-quote-discount.server.ts';
import { OptionFlights } from './option-flights.tsx';
import type { Route } from './+types/discount-decision-page.ts';
import '../../staff/flight-desk.css';
import './quote-desk.css';

export const handle = { texts: ['staff-flight-quotes', 'staff-orders', 'flights', 'flight-search', 'fares', 'price'] };

const list = '/admin/orders/flights/quotes';
const refusals = ['changed-meanwhile', 'expired', 'below-floor', 'second-person', 'not-possible'] as const;

async function openDiscount(context: Route.LoaderArgs['context'], reference: string, id: string) {
  const { db, crypto } = context.get(platformContext);
  const [quote, discount] = await Promise.all([findFlightQuoteAsStaff(db, crypto, parseReference(reference) ?? ''), findDiscount(db, id)]);
  if (!quote || discount?.quoteId !== quote.id) throw new Response('Not found', { status: 404 });
  return { quote, discount };
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { quote, discount } = await openDiscount(context, params.reference, params.discount);
  // A draft that was written anew has other options: there is nothing to look at but what became of it.
  const option = (await findOptions(db, quote.id)).find(({ number }) => number === discount.option) ?? null;
  const room = option && (await roomOfPrice(db, option.price));
  const actors = [discount.askedBy, discount.decidedBy ?? ''].map((actor) => actor.replace('staff:', ''));
  const names = await findStaffNames(db, actors);
  const { currency, amount, total } = discount;
  return {
    title: discount.id,
    reference: quote.reference,
    id: discount.id,
    status: discount.status,
    amount: money(amount, currency),
    basisPoints: discount.basisPoints,
    total: money(total, currency),
    after: money(total - amount, currency),
    margin: room && {
      before: money(room.margin, currency),
      after: money(room.margin - amount, currency),
      floor: money(room.floor, currency),
    },
    reason: discount.reason,
    answer: discount.answer,
    by: names.get(actors[0]!) ?? '–',
    at: discount.askedAt.toISOString(),
    decidedBy: names.get(actors[1]!) ?? null,
    decidedAt: discount.decidedAt?.toISOString() ?? null,
    mine: viewer.kind === 'staff' && discount.askedBy === `staff:${viewer.user.id}`,
    option: option && showOption(context.get(flightsContext), option.number, option, context.get(requestContext).language),
    did: url.searchParams.has('did'),
    refused: url.searchParams.has('refused') ? (oneOf(refusals, url.searchParams.get('refused')) ?? 'not-possible') : null,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { quote, discount } = await openDiscount(context, params.reference, params.discount);
  const form = await request.formData();
  const event = oneOf(['grant', 'refuse'] as const, String(form.get('intent') ?? ''));
  if (!event) throw data(null, { status: 400 });
  const answer = plainLine(form.get('answer'), 300).slice(0, 300);
  const decided = await decideDiscount(platform, { id: discount.id, event, answer, staffId: viewer.user.id });
  const here = `${list}/${quote.reference}/discounts/${discount.id}`;
  if (decided.ok) return redirect(`${here}?did`, 303);
  if (decided.refused === 'no-reason') return data({ answer }, { status: 422 });
  return redirect(`${here}?refused=${oneOf(refusals, decided.refused) ?? 'not-possible'}`, 303);
}

/** What a second person is asked to say yes or no to, with what it does to the margin. */
export default function DiscountDecisionPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-flight-quotes');
  const language = useLanguage();
  const busy = useNavigation().state === 'submitting';
  const faults = actionData ? [{ field: 'answer', message: t('discount.fault.reason-missing') }] : [];
  const amount = (value: typeof page.total) => <bdi>{formatMoney(value, language)}</bdi>;
  const waits = page.status === 'asked';
  return (
    <div className="dl fq">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          {t('discount.heading')} <bdi>{page.id}</bdi>
        </h1>
        <span className={`dl-state${page.status === 'granted' ? ' dl-state--good' : waits ? ' dl-state--now' : ''}`}>
          {t(`discount.state.${page.status}`)}
        </span>
        <Link className="bo-btn" to={`${list}/${page.reference}`}>
          <bdi>{page.reference}</bdi>
        </Link>
      </header>
      <DeskSaid refused={page.refused && t(`discount.refused.${page.refused}`, { room: '' })} did={page.did && t('discount.decided')} />
      <ErrorSummary faults={faults} />
      <div className="dl-record">
        <div>
          {page.option && (
            <section className="dl-card">
              <h2>{t('option', { number: page.option.number })}</h2>
              <OptionFlights option={page.option} />
            </section>
          )}
          <section className="dl-card">
            <p className="dl-words" dir="auto">
              {page.reason}
            </p>
            <p className="dl-quiet">
              <bdi>{page.by}</bdi> · <DeskMoment at={page.at} />
            </p>
          </section>
        </div>
        <aside>
          <section className="dl-card">
            <table className="fq-lines">
              <tbody>
                <tr>
                  <th scope="row">{t('discount.was')}</th>
                  <td>{amount(page.total)}</td>
                </tr>
                <tr>
                  <th scope="row">
                    {t('discount.off')}
                    {page.basisPoints !== null && ` · \u2066${formatNumber(page.basisPoints / 100, language, 2)} %\u2069`}
                  </th>
                  <td>
                    <bdi>−{formatMoney(page.amount, language)}</bdi>
                  </td>
                </tr>
                {page.margin && (
                  <>
                    <tr>
                      <th scope="row">{t('discount.marginBefore')}</th>
                      <td>{amount(page.margin.before)}</td>
                    </tr>
                    <tr>
                      <th scope="row">{t('discount.marginAfter')}</th>
                      <td>{amount(page.margin.after)}</td>
                    </tr>
                    <tr>
                      <th scope="row">{t('discount.floor')}</th>
                      <td>{amount(page.margin.floor)}</td>
                    </tr>
                  </>
                )}
                <tr>
                  <th scope="row">{t('discount.after')}</th>
                  <td>{amount(page.after)}</td>
                </tr>
              </tbody>
            </table>
          </section>
          {waits ? (
            <section className="dl-card fq-acts">
              {page.mine ? (
                <p className="dl-quiet">{t('discount.refused.second-person')}</p>
              ) : (
                <Form method="post" noValidate>
                  <TextArea
                    name="answer"
                    label={t('discount.answer')}
                    hint={t('discount.answerHint')}
                    rows={2}
                    maxLength={300}
                    defaultValue={actionData?.answer}
                    error={faults[0]?.message}
                  />
                  <button className="bo-btn bo-btn--p bo-btn--wide" name="intent" value="grant" disabled={busy}>
                    {t('discount.grant')}
                  </button>
                  <button className="bo-btn bo-btn--danger bo-btn--wide" name="intent" value="refuse" disabled={busy}>
                    {t('discount.refuse')}
                  </button>
                </Form>
              )}
            </section>
          ) : (
            page.decidedAt && (
              <section className="dl-card">
                {page.answer && <p dir="auto">{page.answer}</p>}
                <p className="dl-quiet">
                  <bdi>{page.decidedBy ?? t('record.caller')}</bdi> · <DeskMoment at={page.decidedAt} />
                </p>
              </section>
            )
          )}
        </aside>
      </div>
    </div>
  );
}
