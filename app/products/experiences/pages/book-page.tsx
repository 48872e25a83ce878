import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { BookerFields } from '#app/commerce/bookings/booker-fields.tsx';
import { knownBooker, readBooker } from '#app/commerce/bookings/booker-form.server.ts';
import { unheard } from '#app/commerce/pricing/promo-code.ts';
import { takeGuess, trusted, trustedOrder } from '#app/commerce/pricing/promo-codes.server.ts';
import { PromoField, useAddedWords } from '#app/commerce/pricing/promo-field.tsx';
import { newFormKey, readFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { StepBar } from '#app/ui/step-bar.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { isCurrencyCode, money } from '#app/values/money.ts';
import { momentWords } from '../experience-words.tsx';
import { visitLines } from '../open-experience.server.ts';
import { openVisit, placeExperienceOrder, type OpenVisit } from '../place-experience-order.server.ts';
import { visitParams } from '../visit-form.ts';
import type { Route } from './+types/book-page.ts';
import '#app/commerce/bookings/book.css';

export const handle = { texts: ['experiences', 'booker', 'promo'] };

export async function loader({ params, url, context }: Route.LoaderArgs) {
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
  const placed = await placeExperienceOrder(platform, {
    viewer: context.get(viewerContext),
    experienceId: params.activityId,
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
    const open = await openVisit(platform, params.activityId, visit, language);
    return data({ booker, faults, refused: placed.refused, anew: open && { ...priceOf(open), promo: null } }, { status: 409 });
  }
  if (!placed.ok) return data({ ...none, booker, faults, refused: placed.refused }, { status: 409 });
  await trustedOrder(platform, address, placed.value.orderId);
  return redirect(`/checkout/${placed.value.reference}`, { headers: { 'Set-Cookie': placed.value.cookie } });
}

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('experiences');
  const tb = useTexts('booker');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const { id, words, session, option } = loaderData;
  const { total, lines, query, promo } = actionData?.anew ?? loaderData;
  const booker = actionData?.booker ?? loaderData.booker;
  const faults = actionData?.faults ?? [];
  const back = `/experience/${id}?${loaderData.visit}`;
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
        <p className="lede">{t(loaderData.instant ? 'book.lede' : 'book.ledeRequest')}</p>
      </div>
      <div className="bk">
        <Form method="post" action={`/experience/${id}/book${query}`} className="bk__form" noValidate>
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
          <BookerFields booker={booker} faults={faults} noteLabel={t(loaderData.pickup ? 'book.notePickup' : 'book.note')} />
          <input type="hidden" name="key" value={loaderData.formKey} />
          <input type="hidden" name="seen" value={total.amount} />
          <input type="hidden" name="currency" value={total.currency} />
          <Button look="go" icon="lock" busy={busy && tb('busy')}>
            {t(loaderData.instant ? 'book.place' : 'book.placeRequest', { amount: formatMoney(total, language) })}
          </Button>
          <p className="small muted">{t(loaderData.instant ? 'book.hold' : 'book.holdRequest')}</p>
        </Form>
        <aside className="bk__sum card card--in" aria-label={t('book.summary')}>
          <MoneyList
            groups={[
              {
                title: (
                  <>
                    <DateText date={session.date} form="day" />, <bdi>{session.start}</bdi> {t('visit.to')}{' '}
                    <bdi>{session.end.slice(11)}</bdi>
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
