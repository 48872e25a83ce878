import { redirect } from 'react-router';
import { BookFrame } from '#app/commerce/bookings/book-frame.tsx';
import { knownBooker } from '#app/commerce/bookings/booker-form.server.ts';
import { takeBookForm } from '#app/commerce/bookings/take-book-form.server.ts';
import { unheard } from '#app/commerce/pricing/promo-code.ts';
import { takeGuess, trusted } from '#app/commerce/pricing/promo-codes.server.ts';
import { PromoField, useAddedWords } from '#app/commerce/pricing/promo-field.tsx';
import { rememberShownPrice } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { momentWords } from '../experience-words.tsx';
import { findExperience } from '../experiences-store.server.ts';
import { visitLines } from '../open-experience.server.ts';
import { openVisit, placeExperienceOrder, type OpenVisit } from '../place-experience-order.server.ts';
import { visitParams } from '../visit-form.ts';
import type { Route } from './+types/book-page.ts';

export const handle = { texts: ['experiences', 'booker', 'promo'] };

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language, address } = context.get(requestContext);
  const typed = url.searchParams.get('promo');
  const code = await takeGuess(platform, address, typed);
  const asked = new URLSearchParams(url.searchParams);
  if (code === null) asked.delete('promo');
  const open = await openVisit(platform, params.activityId, asked, language);
  // Gone, full or not whole: the page of the experience says what can be had instead.
  if (!open) throw redirect(`/experience/${encodeURIComponent(params.activityId)}${url.search}`);
  const { experience, visit, promo } = open;
  await trusted(platform, address, promo);
  await rememberShownPrice(platform.db, platform.clock.now(), { request, address }, open.quote);
  return {
    title: textsFor(language).t('experiences:book.title', { title: experience.words.title }),
    id: experience.id,
    words: { title: experience.words.title, city: experience.words.city, meeting: experience.words.meeting },
    instant: experience.instant,
    pickup: experience.pickup,
    option: visit.option,
    session: visit.session!,
    ...priceOf(open),
    promo: promo ?? unheard(typed, code),
    visit: visitParams(visit).toString(),
    booker: await knownBooker(platform, context.get(viewerContext)),
    formKey: newFormKey(),
  };
}

/** The price as it stands, and the address under which it stands: with the code only where that counts. */
function priceOf({ visit, quote, promo }: OpenVisit) {
  const address = visitParams(visit);
  if (promo?.state === 'applies') address.set('promo', promo.code);
  return { total: quote.total, lines: visitLines(quote.lines), query: `?${address}` };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  return takeBookForm(
    { request, url, context },
    {
      fetched: async (language) => (await findExperience(platform.db, params.activityId, language))?.pickup ?? false,
      place: (ask) => placeExperienceOrder(platform, { ...ask, experienceId: params.activityId }),
      async anew(visit, language) {
        const open = await openVisit(platform, params.activityId, visit, language);
        return open && { ...priceOf(open), promo: null };
      },
    },
  );
}

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('experiences');
  const language = useLanguage();
  const { id, words, session, option } = loaderData;
  const { total, lines, query, promo } = actionData?.anew ?? loaderData;
  const back = `/experience/${id}?${loaderData.visit}`;
  const addedWords = useAddedWords();
  return (
    <BookFrame
      texts="experiences"
      title={words.title}
      lede={t(loaderData.instant ? 'book.lede' : 'book.ledeRequest')}
      back={back}
      to={`/experience/${id}/book${query}`}
      formKey={loaderData.formKey}
      booker={actionData?.booker ?? loaderData.booker}
      faults={actionData?.faults ?? []}
      refused={actionData?.refused ?? null}
      noteLabel={t('book.note')}
      fetched={loaderData.pickup}
      total={total}
      place={t(loaderData.instant ? 'book.place' : 'book.placeRequest', { amount: formatMoney(total, language) })}
      hold={t(loaderData.instant ? 'book.hold' : 'book.holdRequest')}
    >
      <MoneyList
        groups={[
          {
            title: (
              <>
                <DateText date={session.date} form="day" />, <bdi>{session.start}</bdi> {t('visit.to')} <bdi>{session.end.slice(11)}</bdi>
              </>
            ),
            lines: lines.map(({ added, mark, band, count, amount }) => ({
              label: added
                ? addedWords({ added, mark })
                : band === null
                  ? t([`option.${option.key}`, 'option.standard'])
                  : t(`visit.line.${band}`, { count }),
              value: amount,
            })),
          },
        ]}
        total={{ label: t('visit.total'), value: total, note: t('visit.vat') }}
      />
      <PromoField answer={promo} action={`/experience/${id}/book`} keeps={Object.fromEntries(new URLSearchParams(loaderData.visit))} />
      <Notice tone={session.freeUntil ? 'ok' : 'plain'} icon="refund">
        {session.freeUntil
          ? t('visit.freeUntil', { moment: momentWords(t, session.freeUntil, language), city: words.city })
          : t('cancel.noLonger')}
      </Notice>
      <Notice tone="plain" icon="place">
        {words.meeting}
      </Notice>
    </BookFrame>
  );
}
