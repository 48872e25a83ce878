import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { readOfferedWays } from '#app/commerce/payments/offered-ways.server.ts';
import { refusedWay } from '#app/commerce/payments/payment-ways.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { changedLines } from '#app/commerce/pricing/quote.ts';
import { passportRulesContext } from '#app/commerce/trip-line/passport-rules-context.ts';
import { fingerprintOf, newFormKey, notRunResponse, readFormKey, sameFormKey, withIdempotency } from '#app/platform/idempotency.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { money, type Money } from '#app/values/money.ts';
import { issuedFor } from '../../booking/issued-for.server.ts';
import { CountryField, PassengerCard } from '../../booking/passenger-card.tsx';
import { usePassengerFaults } from '../../booking/use-passenger-faults.ts';
import { passengerTypes } from '../../booking/booking-draft.ts';
import { brandOf } from '../../fares/fare-rules.ts';
import { flightsContext } from '../../flights-context.ts';
import { nameRulesOf } from '../../world/open-ground-facts.server.ts';
import { journeyFacts } from '../../journey-facts.ts';
import { payLaterFor } from '../../order/keep-flights.server.ts';
import {
  checkPassengersForm,
  typedFields,
  type FormProblem,
  type FormWorld,
  type PassengerWarning,
  type Typed,
} from '../../booking/passenger-form.ts';
import { isPhoneCountry, readPhone } from '../../booking/read-phone.server.ts';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { ticketingOffice } from '../../tickets/ticket-deadline.ts';
import { isOpenQuote } from '../flight-quote-status.ts';
import { findFlightQuoteAsStaff, findOptions } from '../flight-quotes-store.server.ts';
import { holdForCaller, keepsEnough, type HoldOutcome } from '../hold-for-caller.server.ts';
import { PriceChanges } from '../price-changes.tsx';
import { priceQuoted, type LineChange } from '../price-option.server.ts';
import { showOption } from '../show-option.server.ts';
import { findStanding } from '../work-flight-quote.server.ts';
import { OptionFlights } from './option-flights.tsx';
import type { Route } from './+types/quote-hold-page.ts';
import '../../booking/booking.css';
import '../../staff/flight-desk.css';
import './quote-desk.css';

export const handle = {
  texts: ['staff-flight-quotes', 'staff-orders', 'booking', 'passport-photo', 'flights', 'flight-search', 'fares', 'price'],
};

const list = '/admin/orders/flights/quotes';

/** The option of the address, by the stock and prices of this moment; a redirect to the record where it cannot be kept. */
async function openHold(context: Route.LoaderArgs['context'], reference: string, url: URL) {
  const platform = context.get(platformContext);
  const flights = context.get(flightsContext);
  const { db, crypto, clock } = platform;
  const now = clock.now();
  const quote = await findFlightQuoteAsStaff(db, crypto, parseReference(reference) ?? '');
  const option = quote && (await findOptions(db, quote.id)).find(({ number }) => String(number) === url.searchParams.get('option'));
  if (!quote || !option) throw new Response('Not found', { status: 404 });
  const standing = await findStanding(db, quote, now);
  const here = `${list}/${quote.reference}`;
  if (standing !== 'draft' && !isOpenQuote(standing)) return { quote, option, here, ready: null };
  const fresh = await priceQuoted(flights, await getPricingRules(db, now, 'desk'), option, now);
  if (typeof fresh === 'string') return { quote, option, here, ready: null };
  const later = payLaterFor(flights, [{ offer: fresh.offer, brand: brandOf(fresh.offer, fresh.brand) }], now);
  const unoffered = refusedWay(await readOfferedWays(db), 'later', { kind: 'flight', total: fresh.price.total.amount });
  if (!later.allowed || unoffered) return { quote, option, here, ready: null };
  const journey = journeyFacts([fresh.offer], passengerTypes(fresh.offer.passengers), (airport) => flights.geography.country(airport));
  const world: FormWorld = {
    journey,
    today: dateIn(ticketingOffice.zone, now),
    isCountry: isPhoneCountry,
    phone: readPhone,
    namesOf: nameRulesOf,
    passport: await context.get(passportRulesContext)(),
  };
  return { quote, option, here, ready: { fresh, later, journey, world } };
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { quote, option, here, ready } = await openHold(context, params.reference, url);
  if (!ready) throw redirect(`${here}?refused=not-possible`);
  const flights = context.get(flightsContext);
  const { language } = context.get(requestContext);
  const { journey, fresh, later, world } = ready;
  const [surname = '', ...given] = quote.contact.name.split(/\s+/).toReversed();
  const typed: Typed = {
    email: quote.contact.email,
    phone: quote.contact.phone,
    'p0.surname': surname,
    'p0.given': given.toReversed().join(' '),
  };
  return {
    title: quote.reference,
    here,
    typed,
    option: showOption(flights, option.number, fresh, language),
    quoted: option.price.total,
    changes: changedLines(option.price.lines, fresh.price.lines),
    until: new Date(later.until).toISOString(),
    types: journey.types,
    lastFlight: journey.flights.last,
    international: journey.international,
    issuedFor: issuedFor(journey, world.passport, language),
    issuers: journey.issuers.map((code) => ({ name: flights.geography.airline(code), rules: nameRulesOf(code) })),
    airlines: journey.airlines.map((code) => ({ code, name: flights.geography.airline(code) })),
    countries: countryNames(language),
    key: newFormKey(),
  };
}

interface Answer {
  /** Under which the form is sent next: what was refused has used its own up. */
  readonly key: string;
  readonly typed: Typed;
  readonly problems: readonly FormProblem[];
  readonly warnings: readonly PassengerWarning[];
  readonly read: string;
  readonly refused: string | null;
  /** An order that stands in the way, or whose answer is not known yet. */
  readonly reference: string | null;
  readonly dearer: { readonly total: Money; readonly changes: readonly LineChange[] } | null;
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { quote, option, here, ready } = await openHold(context, params.reference, url);
  const form = await request.formData();
  const { address, requestId } = context.get(requestContext);
  const key = readFormKey(form);
  const typed = typedFields(form, passengerTypes(option.offer.passengers).length);
  const none: Answer = {
    key: sameFormKey(form),
    typed,
    problems: [],
    warnings: [],
    read: '',
    refused: null,
    reference: null,
    dearer: null,
  };
  const answer = (more: Partial<Answer>, status: number) => data<Answer>({ ...none, ...more }, { status });
  if (!key) return answer({ refused: 'form-keyless' }, 400);
  const seen = Number(form.get('seen'));
  const seenTotal = money(Number.isSafeInteger(seen) && seen > 0 ? seen : 0, option.price.currency);
  const check = ready && checkPassengersForm(typed, ready.world);
  if (check && check.problems.length > 0) return answer({ problems: check.problems }, 422);
  const warned = check ? check.warnings.map(warningKey).join(' ') : '';
  if (check && warned !== '' && form.get('read') !== warned) return answer({ warnings: check.warnings, read: warned }, 422);
  if (check && (await keepsEnough(platform, check.contact.email))) return answer({ refused: 'too-many-kept' }, 409);
  const fingerprint = sha256(JSON.stringify([quote.id, option.number, fingerprintOf(form)]));
  const sent = await withIdempotency<HoldOutcome>(platform, { actor: `user:${viewer.user.id}`, key, fingerprint }, () =>
    holdForCaller(platform, context.get(flightsContext), {
      viewer,
      quote,
      number: option.number,
      // Where the quote was taken meanwhile, by this very form, its order is the answer, and the key knows it.
      option: ready?.fresh ?? option,
      passengers: check?.passengers ?? [],
      contact: check?.contact ?? { email: typed['email'] ?? '', phone: '', secondPhone: '' },
      seenTotal,
      key,
      address,
      requestId,
    }),
  );
  // The quote is taken by then, and this page has nothing more to show: the frame says why the form was not worked on.
  if (sent.kind !== 'done') throw notRunResponse(sent);
  const held = sent.value;
  if (held.ok) return redirect(`/admin/orders/flights/${held.reference}?${held.until ? 'did=held-for-caller' : 'refused=not-kept'}`);
  if (!ready) return redirect(`${here}?refused=not-possible`);
  if (held.refused === 'price-changed') {
    const { quote: price } = held.rise;
    return answer(
      {
        key: newFormKey(),
        refused: 'price-changed',
        dearer: { total: price.total, changes: changedLines(option.price.lines, price.lines) },
      },
      409,
    );
  }
  if (held.refused === 'form-reused') return answer({ key: newFormKey(), refused: 'form-reused' }, 422);
  return answer({ key: newFormKey(), refused: held.refused, reference: held.reference ?? null }, 409);
}

const warningKey = (warning: PassengerWarning) => `${warning.passenger}.${warning.kind}.${'country' in warning ? warning.country : ''}`;

export default function QuoteHoldPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-flight-quotes');
  const booking = useTexts('booking');
  const language = useLanguage();
  const busy = useNavigation().state === 'submitting';
  const typed = actionData?.typed ?? page.typed;
  const total = actionData?.dearer?.total ?? page.option.total;
  const changes = actionData?.dearer?.changes ?? page.changes;
  const { faults, errors } = usePassengerFaults(actionData?.problems ?? []);
  const countryName = (code: string) => page.countries.find((country) => country.code === code)?.name ?? code;
  return (
    <div className="dl fq fq-hold">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('hold.title', { number: page.option.number })}</h1>
        <p>
          {t('hold.lead')} <DeskMoment at={page.until} />
        </p>
        <Link className="bo-btn" to={page.here}>
          {t('build.back')}
        </Link>
      </header>
      {actionData?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          <span>
            {t(`hold.refused.${actionData.refused}`)}{' '}
            {actionData.reference && (
              <Link to={`/admin/orders/flights/${actionData.reference}`}>
                <bdi>{actionData.reference}</bdi>
              </Link>
            )}
          </span>
        </p>
      )}
      <ErrorSummary faults={faults} />
      <section className="dl-card">
        <OptionFlights option={page.option} />
        <p className="fq-total">
          <bdi>{formatMoney(total, language)}</bdi>
        </p>
        {total.amount !== page.quoted.amount && (
          <>
            <p className={total.amount > page.quoted.amount ? 'dl-late' : 'dl-quiet'}>
              {t('hold.was', { before: formatMoney(page.quoted, language), now: formatMoney(total, language) })}
            </p>
            <PriceChanges changes={changes} />
          </>
        )}
      </section>
      <Form method="post" noValidate className="fq-hold__form">
        <input type="hidden" name="key" value={actionData?.key ?? page.key} />
        <input type="hidden" name="intent" value="hold" />
        <input type="hidden" name="seen" value={total.amount} />
        {page.types.map((type, index) => (
          <PassengerCard
            key={`${index}-${type}`}
            index={index}
            type={type}
            typed={typed}
            errors={errors}
            countries={page.countries}
            airlines={page.airlines}
            issuers={page.issuers}
            international={page.international}
            issuedFor={page.issuedFor}
            book={[]}
            filled={page.types.map(() => '')}
            keeps={false}
            onFilled={() => undefined}
            hint={booking(`types.${type}Hint`, { date: formatDate(page.lastFlight, language) })}
          />
        ))}
        <section className="block" aria-labelledby="contact-head">
          <h2 id="contact-head">{booking('contact.title')}</h2>
          <div className="passenger__grid passenger__grid--contact">
            <TextField
              name="email"
              type="email"
              label={booking('contact.email')}
              error={errors['email']}
              defaultValue={typed['email']}
              autoComplete="off"
              maxLength={100}
            />
            <CountryField
              name="phoneCountry"
              label={booking('contact.phoneCountry')}
              value={typed['phoneCountry'] ?? 'AE'}
              countries={page.countries}
            />
            <TextField
              name="phone"
              type="tel"
              label={booking('contact.phone')}
              error={errors['phone']}
              defaultValue={typed['phone']}
              autoComplete="off"
              maxLength={40}
            />
            <TextField
              name="secondPhone"
              type="tel"
              label={booking('contact.secondPhone')}
              optional={booking('optional')}
              error={errors['secondPhone']}
              defaultValue={typed['secondPhone']}
              autoComplete="off"
              maxLength={40}
            />
          </div>
        </section>
        {actionData && actionData.warnings.length > 0 && (
          <section className="block" aria-labelledby="warnings-head">
            <h2 id="warnings-head">{booking('warnings.title')}</h2>
            {actionData.warnings.map((warning, index) => (
              <Notice key={index} tone="warn" boxed title={booking('passengers.traveller', { number: warning.passenger + 1 })}>
                {booking(`warnings.${warning.kind}`, {
                  country: 'country' in warning ? countryName(warning.country) : '',
                  until: 'until' in warning ? formatDate(warning.until, language) : '',
                  source: 'source' in warning ? warning.source : '',
                })}
              </Notice>
            ))}
            <Checkbox name="read" value={actionData.read} label={t('hold.warningsTold')} />
          </section>
        )}
        <p className="fq-go">
          <button className="bo-btn bo-btn--p" type="submit" disabled={busy}>
            {busy ? t('build.saving') : t('hold.go', { total: formatMoney(total, language) })}
          </button>
          <span className="dl-quiet">{t('hold.after')}</span>
        </p>
      </Form>
    </div>
  );
}
