import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { newFormKey, onceForForm, sameFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import type { Outcome } from '#app/values/outcome.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { flightsContext } from '../../flights-context.ts';
import { oneOf } from '../../staff/read-staff.server.ts';
import { isOpenQuote } from '../flight-quote-status.ts';
import { findFlightQuoteAsStaff, findOptions } from '../flight-quotes-store.server.ts';
import { ownDiscountLimit } from '../discount-limits.ts';
import { readDiscountLimits } from '../discount-limits.server.ts';
import { discountKinds, readDiscountForm } from '../quote-discount-form.ts';
import { findLivingDiscounts } from '../quote-discounts-store.server.ts';
import { showOption } from '../show-option.server.ts';
import { findStanding } from '../work-flight-quote.server.ts';
import { askDiscount, roomOfPrice, withdrawDiscount, type DiscountAnswer, type DiscountRefusal } from '../work-quote-discount.server.ts';
import { OptionFlights } from './option-flights.tsx';
import type { Route } from './+types/quote-discount-page.ts';
import '../../staff/flight-desk.css';
import './quote-desk.css';

export const handle = { texts: ['staff-flight-quotes', 'flights', 'flight-search', 'fares', 'price'] };

const list = '/admin/orders/flights/quotes';
const refusals = ['changed-meanwhile', 'expired', 'below-floor', 'already', 'not-possible'] as const;

async function openOption(context: Route.LoaderArgs['context'], reference: string, url: URL) {
  const { db, crypto, clock } = context.get(platformContext);
  const quote = await findFlightQuoteAsStaff(db, crypto, parseReference(reference) ?? '');
  const option = quote && (await findOptions(db, quote.id)).find(({ number }) => String(number) === url.searchParams.get('option'));
  if (!quote || !option) throw new Response('Not found', { status: 404 });
  const standing = await findStanding(db, quote, clock.now());
  const discount = (await findLivingDiscounts(db, quote.id)).find((each) => each.option === option.number) ?? null;
  return { quote, option, discount, here: `${list}/${quote.reference}`, living: standing === 'draft' || isOpenQuote(standing) };
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { quote, option, discount, here, living } = await openOption(context, params.reference, url);
  // What waits or counts already is shown on the record, with what can be done about it.
  if (!living || discount) throw redirect(here);
  const { currency } = option.price;
  const { room } = await roomOfPrice(db, option.price);
  const limit = viewer.kind === 'staff' ? ownDiscountLimit(await readDiscountLimits(db), viewer.staff.roles) : 0;
  return {
    title: quote.reference,
    here,
    key: newFormKey(),
    version: quote.version,
    option: showOption(context.get(flightsContext), option.number, option, context.get(requestContext).language),
    room: money(room, currency),
    limit: money(Math.min(limit, room), currency),
  };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { quote, option, discount, here } = await openOption(context, params.reference, url);
  const form = await request.formData();
  if (form.get('intent') === 'withdraw') {
    const withdrawn = await withdrawDiscount(platform, { id: discount?.id ?? '', staffId: viewer.user.id });
    return redirect(
      withdrawn.ok ? `${here}?did=discount-withdrawn` : `${here}?refused=${oneOf(refusals, withdrawn.refused) ?? 'not-possible'}`,
      303,
    );
  }
  const { typed, faults, wish } = readDiscountForm(form);
  if (!wish) return data({ typed, faults, refused: null, key: sameFormKey(form) }, { status: 422 });
  const answer = await onceForForm<Outcome<DiscountAnswer, DiscountRefusal>>(
    platform,
    { actor: `user:${viewer.user.id}`, form, about: `flight-discount ${quote.id} ${option.number}` },
    (progress) =>
      askDiscount(
        platform,
        {
          quoteId: quote.id,
          version: plainVersion(form.get('version')),
          option: option.number,
          wish,
          staff: { id: viewer.user.id, roles: viewer.staff.roles },
        },
        progress.answer,
      ),
  );
  if (answer.ok) return redirect(`${here}?did=discount-${answer.value}`, 303);
  // The key of what was refused stands for that: what is asked for next is another thing.
  const refused = oneOf(refusals, answer.refused) ?? ('not-possible' as const);
  return data({ typed, faults: [], refused, key: newFormKey() }, { status: 409 });
}

export default function QuoteDiscountPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-flight-quotes');
  const language = useLanguage();
  const busy = useNavigation().state === 'submitting';
  const amount = (value: typeof page.room) => `\u2066${formatMoney(value, language)}\u2069`;
  const faults = (actionData?.faults ?? []).map(({ field, fault }) => ({ field, message: t(`discount.fault.${fault}`) }));
  const errorOf = (field: string) => faults.find((each) => each.field === field)?.message;
  return (
    <div className="dl fq">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('discount.title', { number: page.option.number })}</h1>
        <Link className="bo-btn" to={page.here}>
          {t('build.back')}
        </Link>
      </header>
      {actionData?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`discount.refused.${actionData.refused}`, { room: amount(page.room) })}
        </p>
      )}
      <ErrorSummary faults={faults} />
      <section className="dl-card">
        <OptionFlights option={page.option} />
        <p className="fq-total">
          <bdi>{formatMoney(page.option.total, language)}</bdi>
        </p>
        <p className="dl-quiet">
          {page.room.amount === 0
            ? t('discount.noRoom')
            : page.limit.amount === page.room.amount
              ? t('discount.roomIsOwn', { room: amount(page.room) })
              : t('discount.room', { room: amount(page.room), limit: amount(page.limit) })}
        </p>
      </section>
      {page.room.amount > 0 && (
        <Form method="post" noValidate className="dl-card fq-discount" aria-label={t('discount.title', { number: page.option.number })}>
          <input type="hidden" name="key" value={actionData?.key ?? page.key} />
          <input type="hidden" name="version" value={page.version} />
          <div className="fq-fields">
            <SelectField name="kind" label={t('discount.kind')} defaultValue={actionData?.typed.kind}>
              {discountKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`discount.as.${kind}`)}
                </option>
              ))}
            </SelectField>
            <TextField
              name="value"
              label={t('discount.value')}
              inputMode="decimal"
              maxLength={12}
              dir="ltr"
              defaultValue={actionData?.typed.value}
              error={errorOf('value')}
              autoComplete="off"
            />
          </div>
          <TextArea
            name="reason"
            label={t('discount.reason')}
            hint={t('discount.reasonHint')}
            rows={2}
            maxLength={300}
            defaultValue={actionData?.typed.reason}
            error={errorOf('reason')}
          />
          <button className="bo-btn bo-btn--p" type="submit" disabled={busy}>
            {t('discount.send')}
          </button>
        </Form>
      )}
    </div>
  );
}
