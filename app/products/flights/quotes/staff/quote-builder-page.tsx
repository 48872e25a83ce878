import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { mostSeats } from '../../search/flight-search-form.ts';
import { flightsContext } from '../../flights-context.ts';
import { readPhone } from '../../booking/read-phone.server.ts';
import { bagsWords, fareName, ruleWords } from '../../search/flight-words.tsx';
import type { FlightCard } from '../../search/results-view.ts';
import { longestMessage, mostDays, mostOptions, quoteZone, readQuoteForm, type TypedQuote } from '../flight-quote-form.ts';
import { findFlightQuoteAsStaff, findOptions, type FlightQuote } from '../flight-quotes-store.server.ts';
import { searchOf } from '../price-option.server.ts';
import { answerAskedQuote, draftFlightQuote, editFlightQuote } from '../work-flight-quote.server.ts';
import { findSource, firstDeparture, openSearch, pricePicks, showPicks, typedOf } from './open-builder.server.ts';
import { OptionFlights, SliceLine } from './option-flights.tsx';
import { addressOfOptions, builderAddress, formatPick, sources } from './quote-picks.ts';
import { SearchFieldset } from './search-fieldset.tsx';
import type { Route } from './+types/quote-builder-page.ts';
import './quote-desk.css';

export const handle = { texts: ['staff-flight-quotes', 'flights', 'flight-search', 'fares', 'price'] };

const list = '/admin/orders/flights/quotes';

/** The draft that is written anew; null for a new quote. Anything else of that name is not there, or is no draft any more. */
async function draftOf(context: Route.LoaderArgs['context'], reference: string | undefined): Promise<FlightQuote | null> {
  if (reference === undefined) return null;
  const { db, crypto } = context.get(platformContext);
  const quote = await findFlightQuoteAsStaff(db, crypto, parseReference(reference) ?? '');
  if (!quote) throw new Response('Not found', { status: 404 });
  if (quote.status !== 'draft') throw redirect(`${list}/${quote.reference}?refused=changed-meanwhile`);
  return quote;
}

const baseOf = (quote: FlightQuote | null) => (quote ? `${list}/${quote.reference}/edit` : `${list}/new`);

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const flights = context.get(flightsContext);
  const { language } = context.get(requestContext);
  const query = url.searchParams;
  const quote = await draftOf(context, 'reference' in params ? params.reference : undefined);
  const source = await findSource(platform, context.get(viewerContext), query);
  const copied = quote ?? source.of;
  // What is there already goes into the address, where everything of the builder stands.
  if (copied && !query.has('picked')) {
    const options = await findOptions(platform.db, copied.id);
    const more: Record<string, string> = quote ? {} : { of: copied.reference };
    throw redirect(addressOfOptions(baseOf(quote), options, searchOf(options[0]!.offer), more));
  }
  const priced = await pricePicks(platform, flights, query, language);
  const [picks, search] = await Promise.all([
    showPicks(platform, flights, priced, language),
    openSearch(platform, flights, query, source.search, language),
  ]);
  const today = dateIn(quoteZone, platform.clock.now());
  return {
    title: quote?.reference ?? null,
    base: baseOf(quote),
    query: query.toString(),
    editing: quote && { reference: quote.reference, version: quote.version },
    source: {
      inquiry: source.inquiry?.reference ?? null,
      customer: source.customer && { id: source.customer.id, masked: source.customer.masked, hasPhone: source.customer.phone !== '' },
      of: source.of?.reference ?? null,
      larger: source.larger ?? null,
    },
    typed: quote ? typedOf(quote) : source.typed,
    picks,
    search,
    days: { first: today, last: addDays(today, mostDays) },
    key: newFormKey(),
  };
}

/** A colleague was quicker: who it was and what stands now. */
interface Conflict {
  readonly by: string;
  readonly at: string;
  readonly version: number;
}

interface Answer {
  readonly typed: TypedQuote;
  readonly faults: readonly { readonly field: string | null; readonly fault: string; readonly values?: Readonly<Record<string, string>> }[];
  readonly conflict: Conflict | null;
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const flights = context.get(flightsContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const staffId = viewer.user.id;
  const query = url.searchParams;
  const quote = await draftOf(context, 'reference' in params ? params.reference : undefined);
  const source = await findSource(platform, viewer, query);
  const form = await request.formData();
  const priced = await pricePicks(platform, flights, query, language);
  const options = priced.flatMap((each) => (each.gone === null ? [each.option] : []));
  const read = readQuoteForm(withRecord(form, source.customer), {
    now: platform.clock.now(),
    departsOn: firstDeparture(options),
    phone: (typed) => readPhone(typed, 'AE'),
  });
  const typed = {
    ...read.typed,
    email: String(form.get('email') ?? '').slice(0, 100),
    phone: String(form.get('phone') ?? '').slice(0, 40),
  };
  const answer = (faults: Answer['faults'], status: number, conflict: Conflict | null = null) =>
    data<Answer>({ typed, faults, conflict }, { status });
  if (!read.words) return answer(read.faults, 422);
  if (priced.length === 0) return answer([{ field: 'options', fault: 'no-options' }], 422);
  const lost = priced.flatMap((each, index) => (each.gone === null ? [] : [{ number: index + 1, gone: each.gone }]));
  if (lost.length > 0)
    return answer(
      lost.map(({ number, gone }) => ({ field: 'options', fault: `option-${gone}`, values: { number: String(number) } })),
      409,
    );
  // The clerk has told the caller what the page said: another price by now is looked at first.
  const seen = form.getAll('seen').map(String);
  const moved = options.flatMap(({ price }, index) => (seen[index] === String(price.total.amount) ? [] : [String(index + 1)]));
  if (moved.length > 0)
    return answer(
      moved.map((number) => ({ field: 'options', fault: 'option-price', values: { number } })),
      409,
    );
  const { words } = read;
  if (quote) {
    const edited = await editFlightQuote(platform, {
      quoteId: quote.id,
      version: plainVersion(form.get('version')),
      words,
      options,
      staffId,
    });
    if (edited.ok) return redirect(`${list}/${quote.reference}?did=edited`, 303);
    const now = (await findFlightQuoteAsStaff(platform.db, platform.crypto, quote.reference))!;
    if (now.status !== 'draft') return redirect(`${list}/${quote.reference}?refused=changed-meanwhile`, 303);
    const by = now.changedBy.replace(/^staff:/, '');
    const names = await findStaffNames(platform.db, [by]);
    return answer([], 409, { by: names.get(by) ?? '–', at: now.changedAt.toISOString(), version: now.version });
  }
  const reference = await onceForForm<string>(platform, { actor: `user:${staffId}`, form, about: `flight-quote ${query}` }, (progress) =>
    draftFlightQuote(
      platform,
      {
        words,
        options,
        inquiryId: source.inquiry?.id ?? source.of?.inquiryId ?? null,
        customerId: source.customer?.id ?? source.of?.customerId ?? null,
        staffId,
      },
      progress.answer,
    ),
  );
  if (source.of) await answerAskedQuote(platform, source.of.id, staffId);
  return redirect(`${list}/${reference}?did=made`, 303);
}

/** Fields that were left empty are those of the customer's record. */
function withRecord(form: FormData, customer: { readonly email: string; readonly phone: string } | null): FormData {
  if (!customer) return form;
  const whole = new FormData();
  for (const [name, value] of form) whole.append(name, value);
  for (const name of ['email', 'phone'] as const) if (String(form.get(name) ?? '').trim() === '') whole.set(name, customer[name]);
  return whole;
}

export default function QuoteBuilderPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-flight-quotes');
  const language = useLanguage();
  const busy = useNavigation().state === 'submitting';
  const { picks, source, editing, base } = page;
  const query = new URLSearchParams(page.query);
  const typed = actionData?.typed ?? page.typed;
  const faults = (actionData?.faults ?? []).map(({ field, fault, values }) => ({ field, message: t(`fault.${fault}`, values ?? {}) }));
  const errorOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
  const here = builderAddress(base, query, {});
  const ready = picks.length > 0 && picks.every(({ gone }) => gone === null);
  return (
    <div className="dl fq">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          {editing ? t('build.edit') : t('build.title')} {editing && <bdi>{editing.reference}</bdi>}
        </h1>
        <p>{t('build.lead', { most: mostOptions })}</p>
        {source.inquiry && (
          <Link to={`/admin/inquiries/${source.inquiry}`}>
            {t('list.ofInquiry')} <bdi>{source.inquiry}</bdi>
          </Link>
        )}
        {source.customer && <Link to={`/admin/customers/${source.customer.id}`}>{t('list.ofCustomer')}</Link>}
        <Link className="bo-btn" to={editing ? `${list}/${editing.reference}` : list}>
          {editing ? t('build.back') : t('build.toList')}
        </Link>
      </header>
      <ErrorSummary faults={faults} />
      {source.larger !== null && (
        <p className="dl-said dl-said--warn">
          <Icon name="warning" />
          <span>{t('build.larger', { asked: formatNumber(source.larger, language), most: formatNumber(mostSeats, language) })}</span>
        </p>
      )}
      {actionData?.conflict && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          <span>
            {t('build.conflict', { name: actionData.conflict.by, at: sayDay(actionData.conflict.at, language, 'long') })}{' '}
            <a href={`${list}/${editing!.reference}`}>{t('build.conflictLook')}</a>
          </span>
        </p>
      )}

      <section className="dl-card" aria-labelledby="options">
        <h2 id="options" tabIndex={-1}>
          {t('build.options')} <span className="dl-quiet">{t('build.count', { n: picks.length, most: mostOptions })}</span>
        </h2>
        {picks.length === 0 ? (
          <p className="dl-quiet">{t('build.noOptions')}</p>
        ) : (
          <ul className="fq-options">
            {picks.map(({ pick, gone, shown, families }, index) => {
              const others = picks.flatMap((each, at) => (at === index ? [] : [each.pick]));
              return (
                <li key={formatPick(pick)} className="fq-option">
                  <h3>{t('option', { number: index + 1 })}</h3>
                  {shown ? (
                    <>
                      <OptionFlights option={shown} />
                      <p className="fq-total">
                        <bdi>{formatMoney(shown.total, language)}</bdi>
                      </p>
                      <p className="fq-families">
                        {families.map((family) => (
                          <Link
                            key={family.code}
                            preventScrollReset
                            aria-current={family.here ? 'true' : undefined}
                            to={builderAddress(base, query, {
                              picks: picks.map((each, at) => (at === index ? { ...pick, brand: family.code } : each.pick)),
                            })}
                          >
                            <FamilyName nameKey={family.nameKey} /> <bdi>{formatMoney(family.total, language)}</bdi>
                          </Link>
                        ))}
                      </p>
                    </>
                  ) : (
                    <p className="dl-late" role="status">
                      {t(`gone.${gone}`)}
                    </p>
                  )}
                  <Link className="bo-btn" preventScrollReset to={builderAddress(base, query, { picks: others })}>
                    {t('build.remove', { number: index + 1 })}
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </section>

      <section className="dl-card" aria-labelledby="search">
        <h2 id="search">{t('build.search')}</h2>
        <Form method="get" action={base} className="fq-search" key={`search ${page.query}`}>
          {sources.map((name) => query.get(name) && <input key={name} type="hidden" name={name} value={query.get(name)!} />)}
          {picks.length > 0 && <input type="hidden" name="picked" value="1" />}
          {picks.map(({ pick }) => (
            <input key={formatPick(pick)} type="hidden" name="pick" value={formatPick(pick)} />
          ))}
          <SearchFieldset form={page.search.form} />
        </Form>
        {page.search.gone && (
          <p className="dl-late" role="alert">
            {t('build.directionGone')} <Link to={builderAddress(base, query, { chosen: [] })}>{t('build.again')}</Link>
          </p>
        )}
        {page.search.found && <Found found={page.search.found} base={base} query={query} full={picks.length >= mostOptions} />}
      </section>

      <Form method="post" action={here} className="dl-card fq-form" key={editing?.version ?? 'new'} noValidate>
        <h2>{t('build.words')}</h2>
        <input type="hidden" name="key" value={page.key} />
        {editing && <input type="hidden" name="version" value={actionData?.conflict?.version ?? editing.version} />}
        {picks.map(({ pick, shown }) => shown && <input key={formatPick(pick)} type="hidden" name="seen" value={shown.total.amount} />)}
        <div className="fq-fields">
          <TextField
            name="name"
            label={t('field.name')}
            defaultValue={typed.name}
            error={errorOf('name')}
            maxLength={120}
            autoComplete="off"
          />
          <TextField
            name="email"
            type="email"
            label={t('field.email')}
            hint={source.customer ? t('field.emailOnRecord', { email: source.customer.masked }) : undefined}
            defaultValue={typed.email}
            error={errorOf('email')}
            maxLength={100}
            autoComplete="off"
          />
          <TextField
            name="phone"
            type="tel"
            label={t('field.phone')}
            hint={source.customer?.hasPhone ? t('field.phoneOnRecord') : undefined}
            optional={t('field.optional')}
            defaultValue={typed.phone}
            error={errorOf('phone')}
            maxLength={40}
            autoComplete="off"
          />
          <SelectField name="language" label={t('field.language')} defaultValue={typed.language} error={errorOf('language')}>
            {languageCodes.map((code) => (
              <option key={code} value={code}>
                {t(`language.${code}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            name="validUntil"
            type="date"
            label={t('field.validUntil')}
            hint={t('field.validUntilHint', { n: mostDays })}
            defaultValue={typed.validUntil}
            error={errorOf('validUntil')}
            min={page.days.first}
            max={page.days.last}
          />
        </div>
        <TextArea
          name="message"
          label={t('field.message')}
          hint={t('field.messageHint')}
          optional={t('field.optional')}
          defaultValue={typed.message}
          rows={4}
          maxLength={longestMessage}
        />
        <button className="bo-btn bo-btn--p" type="submit" disabled={busy}>
          {busy ? t('build.saving') : editing ? (actionData?.conflict ? t('build.saveOver') : t('build.save')) : t('build.make')}
        </button>
        {!ready && <p className="dl-quiet">{t('build.notReady')}</p>}
      </Form>
    </div>
  );
}

function FamilyName({ nameKey }: { nameKey: string }) {
  return <>{fareName(useTexts('fares'), nameKey)}</>;
}

type FoundFlights = NonNullable<Route.ComponentProps['loaderData']['search']['found']>;

/** One page of what was found, for the direction that is being chosen. */
function Found({ found, base, query, full }: { found: FoundFlights; base: string; query: URLSearchParams; full: boolean }) {
  const t = useTexts('staff-flight-quotes');
  const language = useLanguage();
  const leg = found.legs[found.step]!;
  return (
    <div className="fq-found" aria-live="polite">
      {found.chosen.length > 0 && (
        <div className="fq-chosen">
          {found.chosen.map((slice, index) => (
            <SliceLine key={index} slice={slice} />
          ))}
          <Link to={builderAddress(base, query, { chosen: [] })} preventScrollReset>
            {t('build.again')}
          </Link>
        </div>
      )}
      <h3>
        {t('build.found', { from: leg.from, to: leg.to, date: formatDate(leg.date, language, 'day') })}{' '}
        <span className="dl-quiet">{t('build.matching', { shown: formatNumber(found.matching, language) })}</span>
      </h3>
      {found.failed > 0 && <p className="dl-late">{t('build.failed', { n: found.failed })}</p>}
      {full && <p className="dl-quiet">{t('build.full', { most: mostOptions })}</p>}
      {found.cards.length === 0 ? (
        found.failed === 0 && <p className="dl-none">{t('build.nothing')}</p>
      ) : (
        <ol className="fq-cards">
          {found.cards.map((card) => (
            <FoundCard key={card.offerId + card.brand} card={card} base={base} query={query} found={found} full={full} />
          ))}
        </ol>
      )}
      <p className="fq-pages">
        {found.page > 1 && (
          <Link to={builderAddress(base, query, { page: found.page - 1 })} preventScrollReset>
            {t('build.before')}
          </Link>
        )}
        {found.page < found.pages && (
          <Link to={builderAddress(base, query, { page: found.page + 1 })} preventScrollReset>
            {t('build.more')}
          </Link>
        )}
      </p>
    </div>
  );
}

function FoundCard({
  card,
  base,
  query,
  found,
  full,
}: {
  card: FlightCard;
  base: string;
  query: URLSearchParams;
  found: FoundFlights;
  full: boolean;
}) {
  const t = useTexts('staff-flight-quotes');
  const flights = useTexts('flights');
  const language = useLanguage();
  const pick = { offerId: card.offerId, brand: card.brand };
  const picks = query.getAll('pick');
  const picked = picks.includes(formatPick(pick));
  const told = `${card.slice.segments.map(({ flight }) => flight).join(' ')}${comma(language)}${formatMoney(card.total, language)}`;
  const added = new URLSearchParams(query);
  added.append('pick', formatPick(pick));
  return (
    <li className="fq-card">
      <div>
        <SliceLine slice={card.slice} />
        {card.included.map((slice, index) => (
          <SliceLine key={index} slice={slice} quiet />
        ))}
        <p className="dl-quiet">
          <FamilyName nameKey={card.brandNameKey} /> · {bagsWords(flights, card.cabinBag, card.checkedBag)} ·{' '}
          {ruleWords(flights, 'refund', card.refund, language)} · {ruleWords(flights, 'change', card.change, language)}
          {card.seatsLeft !== null && <> · {t('build.seats', { n: card.seatsLeft })}</>}
        </p>
      </div>
      <p className="fq-total">
        <bdi>{formatMoney(card.total, language)}</bdi>
      </p>
      <p className="fq-card__acts">
        {picked ? (
          <span className="dl-state dl-state--good">{t('build.picked')}</span>
        ) : (
          !full && (
            <Link
              className="bo-btn bo-btn--p"
              preventScrollReset
              to={builderAddress(base, added, { chosen: found.chosenKeys, page: found.page })}
            >
              {t('build.add')} <span className="sr-only">{told}</span>
            </Link>
          )
        )}
        {!found.last && (
          <Link className="bo-btn" preventScrollReset to={builderAddress(base, query, { chosen: [...found.chosenKeys, card.key] })}>
            {t('build.next')} <span className="sr-only">{told}</span>
          </Link>
        )}
      </p>
    </li>
  );
}
