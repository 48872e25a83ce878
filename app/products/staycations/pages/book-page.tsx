import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { BookerFields } from '#app/commerce/bookings/booker-fields.tsx';
import { knownBooker, readBooker } from '#app/commerce/bookings/booker-form.server.ts';
import { newFormKey, readFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { StepBar } from '#app/ui/step-bar.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { withoutPolicy } from '#app/commerce/pricing/apply-policy.ts';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { unheard } from '#app/commerce/pricing/promo-code.ts';
import { takeGuess, trusted, trustedOrder } from '#app/commerce/pricing/promo-codes.server.ts';
import { PromoField, useAddedWords } from '#app/commerce/pricing/promo-field.tsx';
import { addedLines, summarise } from '#app/commerce/pricing/quote-summary.ts';
import { addDays } from '#app/values/dates.ts';
import { isCurrencyCode, money } from '#app/values/money.ts';
import { depositOf, freeUntilOf, partsOfStay } from '../open-staycation.server.ts';
import { openRooms, placeStayOrder, type OpenRooms } from '../place-stay-order.server.ts';
import { momentWords, partyWords } from '../stay-words.tsx';
import type { Route } from './+types/book-page.ts';
import '#app/commerce/bookings/book.css';

export const handle = { texts: ['staycations', 'booker', 'promo'] };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language, address } = context.get(requestContext);
  const typed = url.searchParams.get('promo');
  const code = await takeGuess(platform, address, typed);
  const asked = new URLSearchParams(url.searchParams);
  if (code === null) asked.delete('promo');
  const open = await openRooms(platform, params.id, asked, language, shopperOf(context.get(viewerContext)));
  // Gone, full or not whole: the page of the house says what can be had instead.
  if (!open) throw redirect(`/staycations/${encodeURIComponent(params.id)}${url.search}`);
  const { stay, room, rooms, terms, plan, promo } = open;
  await trusted(platform, address, promo);
  asked.delete('promo');
  return {
    title: textsFor(language).t('staycations:book.title', { title: stay.words.title }),
    id: stay.id,
    words: { title: stay.words.title, area: stay.words.area },
    room: stay.words.rooms[room.key]?.name ?? room.key,
    rooms,
    board: terms.board,
    checkIn: stay.checkIn,
    checkOut: stay.checkOut,
    freeUntil: freeUntilOf(terms, stay.checkIn, plan.arrival),
    plan,
    departure: addDays(plan.arrival, plan.nights),
    ...priceOf(platform, open, asked),
    promo: promo ?? unheard(typed, code),
    visit: asked.toString(),
    booker: await knownBooker(platform, context.get(viewerContext)),
    formKey: newFormKey(),
  };
}

/** The price as it stands, and the address under which it stands: with the code only where that counts. */
function priceOf({ clock }: Pick<Platform, 'clock'>, { quote, promo, terms, stay, plan }: OpenRooms, asked: URLSearchParams) {
  const address = new URLSearchParams(asked);
  address.delete('promo');
  if (promo?.state === 'applies') address.set('promo', promo.code);
  return {
    total: quote.total,
    deposit: depositOf(partsOfStay(terms, quote.total, stay.zone, plan.arrival, clock.now())),
    lines: summarise({ lines: withoutPolicy(quote.lines) }),
    added: addedLines(quote.lines),
    query: `?${address}`,
  };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { language, address, requestId } = context.get(requestContext);
  const form = await request.formData();
  const { booker, faults } = readBooker(form);
  const key = readFormKey(form);
  const seen = Number(form.get('seen'));
  const currency = String(form.get('currency') ?? '');
  const none = { anew: null, refused: null };
  if (faults.length > 0) return data({ ...none, booker, faults }, { status: 422 });
  if (!key || !Number.isSafeInteger(seen) || seen < 0 || !isCurrencyCode(currency))
    return data({ ...none, booker, faults, refused: 'form-reused' as const }, { status: 422 });
  const typed = url.searchParams.get('promo');
  const visit = new URLSearchParams(url.searchParams);
  if ((await takeGuess(platform, address, typed)) === null) visit.delete('promo');
  const placed = await placeStayOrder(platform, {
    viewer: context.get(viewerContext),
    stayId: params.id,
    visit,
    booker,
    language,
    seenTotal: money(seen, currency),
    key,
    address,
    requestId,
  });
  if (!placed.ok && placed.refused === 'promo-used-up') {
    visit.delete('promo');
    const open = await openRooms(platform, params.id, visit, language, shopperOf(context.get(viewerContext)));
    return data(
      { booker, faults, refused: placed.refused, anew: open && { ...priceOf(platform, open, visit), promo: null } },
      { status: 409 },
    );
  }
  if (!placed.ok) return data({ ...none, booker, faults, refused: placed.refused }, { status: 409 });
  await trustedOrder(platform, address, placed.value.orderId);
  return redirect(`/checkout/${placed.value.reference}`, { headers: { 'Set-Cookie': placed.value.cookie } });
}

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staycations');
  const tb = useTexts('booker');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const { id, words, plan, freeUntil } = loaderData;
  const { total, deposit, lines, added, query, promo } = actionData?.anew ?? loaderData;
  const booker = actionData?.booker ?? loaderData.booker;
  const faults = actionData?.faults ?? [];
  const back = `/staycations/${id}?${loaderData.visit}`;
  const addedWords = useAddedWords();
  return (
    <main id="main" className="wrap page-end">
      <StepBar
        label={t('way.label')}
        steps={[
          { label: t('way.choose'), state: 'done', to: back },
          { label: t('way.details'), state: 'here' },
          { label: t('way.pay'), state: 'ahead' },
        ]}
      />
      <div className="page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="lede">
          {t('dates', { from: formatDate(plan.arrival, language, 'day'), to: formatDate(loaderData.departure, language, 'day') })} ·{' '}
          {partyWords(t, plan.party)}
        </p>
      </div>
      <div className="bk">
        <Form method="post" action={`/staycations/${id}/book${query}`} className="bk__form" noValidate>
          <h2>{t('book.who')}</h2>
          {actionData?.refused && (
            <Notice tone="danger" boxed live>
              {t(`book.refused.${actionData.refused}`)}{' '}
              <Link className="link" to={back}>
                {t('book.change')}
              </Link>
            </Notice>
          )}
          <ErrorSummary faults={faults.map((field) => ({ field, message: tb(`fault.${field}`) }))} />
          <BookerFields booker={booker} faults={faults} noteLabel={t('book.note')} />
          <input type="hidden" name="key" value={loaderData.formKey} />
          <input type="hidden" name="seen" value={total.amount} />
          <input type="hidden" name="currency" value={total.currency} />
          <Button look="go" icon="lock" busy={busy && tb('busy')}>
            {t('book.place', { amount: formatMoney(deposit?.now ?? total, language) })}
          </Button>
          <p className="small muted">{t('book.hold')}</p>
        </Form>
        <aside className="bk__sum card card--in" aria-label={t('book.summary')}>
          <MoneyList
            groups={[
              {
                title: `${loaderData.rooms > 1 ? `${loaderData.room} × ${loaderData.rooms}` : loaderData.room}, ${t(`board.${loaderData.board}`)}`,
                lines: [
                  ...lines.map((line) => ({ label: t(`line.${line.kind}`), value: line.amount })),
                  ...added.map((line) => ({ label: addedWords(line), value: line.amount })),
                ],
              },
            ]}
            total={{ label: t('forNights', { count: plan.nights }), value: total, note: t('book.vat') }}
          />
          <PromoField answer={promo} action={`/staycations/${id}/book`} keeps={Object.fromEntries(new URLSearchParams(loaderData.visit))} />
          <Notice tone={freeUntil ? 'ok' : 'plain'} icon="refund">
            {freeUntil ? t('rate.freeUntil', { moment: momentWords(t, freeUntil, language) }) : t('rate.fixedLong')}
          </Notice>
          {deposit && (
            <Notice tone="plain" icon="card">
              {t('rate.deposit', {
                now: formatMoney(deposit.now, language),
                rest: formatMoney(deposit.rest, language),
                date: formatDate(deposit.by, language, 'long'),
              })}
            </Notice>
          )}
          <Notice tone="plain" icon="clock">
            {t('book.times', { from: loaderData.checkIn, until: loaderData.checkOut })}
          </Notice>
          <p className="small">
            <Link className="link" to={back}>
              {t('book.change')}
            </Link>
          </p>
        </aside>
      </div>
    </main>
  );
}
