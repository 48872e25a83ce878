import { redirect } from 'react-router';
import { BookFrame } from '#app/commerce/bookings/book-frame.tsx';
import { knownBooker } from '#app/commerce/bookings/booker-form.server.ts';
import { takeBookForm } from '#app/commerce/bookings/take-book-form.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { withoutPolicy } from '#app/commerce/pricing/apply-policy.ts';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { unheard } from '#app/commerce/pricing/promo-code.ts';
import { takeGuess, trusted } from '#app/commerce/pricing/promo-codes.server.ts';
import { PromoField, useAddedWords } from '#app/commerce/pricing/promo-field.tsx';
import { addedLines, summarise } from '#app/commerce/pricing/quote-summary.ts';
import { rememberShownPrice } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { addDays } from '#app/values/dates.ts';
import { depositOf, freeUntilOf, partsOfStay } from '../open-staycation.server.ts';
import { openRooms, placeStayOrder, type OpenRooms } from '../place-stay-order.server.ts';
import { momentWords, partyWords } from '../stay-words.tsx';
import type { Route } from './+types/book-page.ts';

export const handle = { texts: ['staycations', 'booker', 'promo'] };

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
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
  await rememberShownPrice(platform.db, platform.clock.now(), { request, address }, open.quote);
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
  return takeBookForm(
    { request, url, context },
    {
      place: (ask) => placeStayOrder(platform, { ...ask, stayId: params.id }),
      async anew(visit, language) {
        const open = await openRooms(platform, params.id, visit, language, shopperOf(context.get(viewerContext)));
        return open && { ...priceOf(platform, open, visit), promo: null };
      },
    },
  );
}

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staycations');
  const language = useLanguage();
  const { id, words, plan, freeUntil } = loaderData;
  const { total, deposit, lines, added, query, promo } = actionData?.anew ?? loaderData;
  const back = `/staycations/${id}?${loaderData.visit}`;
  const addedWords = useAddedWords();
  return (
    <BookFrame
      texts="staycations"
      title={words.title}
      lede={
        <>
          {t('dates', { from: formatDate(plan.arrival, language, 'day'), to: formatDate(loaderData.departure, language, 'day') })} ·{' '}
          {partyWords(t, plan.party, 'guests')}
        </>
      }
      back={back}
      to={`/staycations/${id}/book${query}`}
      formKey={loaderData.formKey}
      booker={actionData?.booker ?? loaderData.booker}
      faults={actionData?.faults ?? []}
      refused={actionData?.refused ?? null}
      noteLabel={t('book.note')}
      total={total}
      place={t('book.place', { amount: formatMoney(deposit?.now ?? total, language) })}
      hold={t('book.hold')}
    >
      <MoneyList
        groups={[
          {
            title: `${loaderData.rooms > 1 ? `${loaderData.room} × ${loaderData.rooms}` : loaderData.room}${comma(language)}${t(`board.${loaderData.board}`)}`,
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
    </BookFrame>
  );
}
