import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { RecordWatch } from '#app/commerce/record-notes/record-watch.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { parseReference } from '#app/values/ids.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { flightsContext } from '../../flights-context.ts';
import { DeskMoment, TimeLeft, useDeskNow } from '#app/commerce/orders/staff/desk-time.tsx';
import { oneOf, staffWith } from '../../staff/read-staff.server.ts';
import { findFlightQuoteAsStaff } from '../flight-quotes-store.server.ts';
import { PriceChanges } from '../price-changes.tsx';
import { quoteWorks, workFlightQuote } from '../work-flight-quote.server.ts';
import { OptionDiscount } from './option-discount.tsx';
import { OptionFlights } from './option-flights.tsx';
import { showFlightQuote, type ShownQuote } from './show-flight-quote.server.ts';
import { StandingChip } from './standing-chip.tsx';
import type { Route } from './+types/quote-desk-page.ts';
import '../../staff/flight-desk.css';
import './quote-desk.css';

export const handle = { texts: ['staff-flight-quotes', 'staff-records', 'staff-orders', 'flights', 'flight-search', 'fares', 'price'] };

const list = '/admin/orders/flights/quotes';
const dids = ['made', 'edited', 'discount-granted', 'discount-asked', 'discount-withdrawn', ...quoteWorks] as const;
const refusals = ['changed-meanwhile', 'expired', 'not-possible'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const quote = await findFlightQuoteAsStaff(platform.db, platform.crypto, parseReference(params.reference) ?? '');
  if (!quote) throw new Response('Not found', { status: 404 });
  const desk = await openNotes(platform, context.get(viewerContext), deskRecord('flight-quote', { id: quote.id, handle: quote.reference }));
  const shown = await showFlightQuote(
    platform,
    context.get(flightsContext),
    context.get(viewerContext),
    quote,
    context.get(requestContext).language,
  );
  return {
    title: quote.reference,
    desk,
    quote: shown,
    now: platform.clock.now(),
    did: oneOf(dids, url.searchParams.get('did')),
    refused: url.searchParams.has('refused') ? (oneOf(refusals, url.searchParams.get('refused')) ?? 'not-possible') : null,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const quote = await findFlightQuoteAsStaff(platform.db, platform.crypto, parseReference(params.reference) ?? '');
  if (!quote) throw new Response('Not found', { status: 404 });
  const here = `${list}/${quote.reference}`;
  const staffId = staffWith(context.get(viewerContext), 'flight-orders:work', here);
  const form = await request.formData();
  const work = oneOf(quoteWorks, String(form.get('work') ?? ''));
  if (!work) throw data(null, { status: 400 });
  const worked = await workFlightQuote(platform, { quoteId: quote.id, version: plainVersion(form.get('version')), work, staffId });
  const refused = worked.ok ? null : (oneOf(refusals, worked.refused) ?? 'not-possible');
  return redirect(refused === null ? `${here}?did=${work}` : `${here}?refused=${refused}`, 303);
}

export default function QuoteDeskPage({ loaderData }: Route.ComponentProps) {
  const { quote, did, refused } = loaderData;
  const t = useTexts('staff-flight-quotes');
  const now = useDeskNow(loaderData.now);
  const here = `${list}/${quote.reference}`;
  return (
    <div className="dl fq">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          {t('record.title')} <bdi>{quote.reference}</bdi>
        </h1>
        <StandingChip standing={quote.standing} />
        <Link className="bo-btn" to={list}>
          {t('build.toList')}
        </Link>
      </header>
      <RecordWatch desk={loaderData.desk} />
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={did && t(`did.${did}`)} />
      {quote.order && (
        <p className={`dl-said${quote.standing === 'accepted' ? '' : ' dl-said--warn'}`}>
          <Icon name="plane" />
          <span>
            {t('record.order', { number: quote.taken })}{' '}
            <Link to={`/admin/orders/flights/${quote.order.reference}`}>
              <bdi>{quote.order.reference}</bdi>
            </Link>
            {quote.order.until && quote.standing === 'accepted' && <KeptUntil until={quote.order.until} />}
          </span>
        </p>
      )}
      <div className="dl-record">
        <div>
          <ul className="fq-options">
            {quote.options.map((option) => (
              <li key={option.shown.number} className="fq-option">
                <Option option={option} quote={quote} here={here} />
              </li>
            ))}
          </ul>
          {quote.message && (
            <section className="dl-card">
              <h2>{t('field.message')}</h2>
              <p className="dl-words" dir="auto">
                {quote.message}
              </p>
            </section>
          )}
        </div>
        <aside>
          <Facts quote={quote} now={now} />
          {quote.mayWork && <Acts quote={quote} here={here} />}
          <section className="dl-card">
            <h2>{t('record.line')}</h2>
            <ol className="fq-line">
              {quote.events.map((event) => (
                <li key={event.number}>
                  {t(`event.${event.event}`)} {event.detail && <bdi>{event.detail}</bdi>}
                  <small>
                    <DeskMoment at={event.at} /> · <bdi>{event.by ?? t('record.caller')}</bdi>
                  </small>
                </li>
              ))}
            </ol>
          </section>
          <RecordNotes desk={loaderData.desk} />
        </aside>
      </div>
    </div>
  );
}

function KeptUntil({ until }: { until: string }) {
  const t = useTexts('staff-flight-quotes');
  return (
    <>
      {' '}
      · {t('record.kept')} <DeskMoment at={until} />
    </>
  );
}

type QuotedOption = ShownQuote['options'][number];

function Option({ option, quote, here }: { option: QuotedOption; quote: ShownQuote; here: string }) {
  const t = useTexts('staff-flight-quotes');
  const price = useTexts('price');
  const language = useLanguage();
  const { shown, now, later } = option;
  const had = now !== null && ['as-quoted', 'cheaper', 'dearer'].includes(now.kind);
  return (
    <>
      <h2>
        {t('option', { number: shown.number })}{' '}
        {quote.taken === shown.number && quote.standing === 'accepted' && (
          <span className="dl-state dl-state--good">{t('record.taken')}</span>
        )}
      </h2>
      <OptionFlights option={shown} />
      <table className="fq-lines">
        <tbody>
          {shown.lines.map((line, index) => (
            <tr key={index}>
              <th scope="row">
                {price(`line.${line.words}`)}
                {line.traveller && ` · ${price(`traveller.${line.traveller}`)} × ${line.travellers}`}
              </th>
              <td>
                <bdi>{formatMoney(line.amount, language)}</bdi>
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('record.total')}</th>
            <td>
              <bdi>{formatMoney(shown.total, language)}</bdi>
            </td>
          </tr>
        </tbody>
      </table>
      {now && (
        <p className={now.kind === 'as-quoted' || now.kind === 'cheaper' ? 'dl-quiet' : 'dl-late'}>
          {'price' in now ? t(`now.${now.kind}`, { total: formatMoney(now.price.total, language) }) : t(`now.${now.kind}`)}
        </p>
      )}
      {now && 'changes' in now && <PriceChanges changes={now.changes} />}
      <OptionDiscount number={shown.number} discount={option.discount} quote={quote} here={here} />
      {quote.living && quote.mayWork && had && later && (
        <p>
          {'until' in later ? (
            <Link className="bo-btn" to={`${here}/hold?option=${shown.number}`}>
              {t('record.hold', { number: shown.number })}
            </Link>
          ) : (
            <span className="dl-quiet">{t(`hold.because.${later.because}`)}</span>
          )}
        </p>
      )}
    </>
  );
}

function Facts({ quote, now }: { quote: ShownQuote; now: number }) {
  const t = useTexts('staff-flight-quotes');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <dl className="fq-facts">
        <div>
          <dt>{t('column.caller')}</dt>
          <dd>{quote.forgotten ? t('record.forgotten') : <Caller contact={quote.contact} />}</dd>
        </div>
        <div>
          <dt>{t('column.validUntil')}</dt>
          <dd>
            <TimeLeft until={quote.validUntil} now={now} />
          </dd>
        </div>
        <div>
          <dt>{t('column.language')}</dt>
          <dd>{t(`language.${quote.language}`)}</dd>
        </div>
        <div>
          <dt>{t('record.sent')}</dt>
          <dd>{quote.sentAt ? <DeskMoment at={quote.sentAt} /> : t('record.notYet')}</dd>
        </div>
        <div>
          <dt>{t('record.seen')}</dt>
          <dd>{quote.seenAt ? <DeskMoment at={quote.seenAt} /> : t('record.notYet')}</dd>
        </div>
        {quote.inquiry && (
          <div>
            <dt>{t('record.inquiry')}</dt>
            <dd>
              <Link to={`/admin/inquiries/${quote.inquiry}`}>
                <bdi>{quote.inquiry}</bdi>
              </Link>
            </dd>
          </div>
        )}
        {quote.customer && (
          <div>
            <dt>{t('record.customer')}</dt>
            <dd>
              <Link to={`/admin/customers/${quote.customer}`}>{t('list.ofCustomer')}</Link>
            </dd>
          </div>
        )}
      </dl>
      <p className="dl-quiet">{t('record.quotedOn', { date: sayDay(quote.options[0]!.shown.pricedAt, language, 'long') })}</p>
    </section>
  );
}

function Caller({ contact }: Pick<ShownQuote, 'contact'>) {
  return (
    <>
      <bdi>{contact.name}</bdi>
      <br />
      <bdi dir="ltr">{contact.email}</bdi>
      {contact.phone && (
        <>
          <br />
          <bdi dir="ltr">{contact.phone}</bdi>
        </>
      )}
    </>
  );
}

/** What can be done with it as it stands; each press names the version that was looked at. */
function Acts({ quote, here }: { quote: ShownQuote; here: string }) {
  const t = useTexts('staff-flight-quotes');
  const busy = useNavigation().state === 'submitting';
  const draft = quote.standing === 'draft';
  return (
    <section className="dl-card fq-acts">
      <h2>{t('record.acts')}</h2>
      {quote.address && (
        <a className="bo-btn bo-btn--wide" href={quote.address} target="_blank" rel="noreferrer">
          {t('record.page')}
        </a>
      )}
      {quote.living && (
        <Form method="post">
          <input type="hidden" name="version" value={quote.version} />
          {draft && (
            <button className="bo-btn bo-btn--p bo-btn--wide" name="work" value="send" type="submit" disabled={busy}>
              <Icon name="mail" small /> {t('act.send')}
            </button>
          )}
          <button className="bo-btn bo-btn--wide" name="work" value="withdraw" type="submit" disabled={busy}>
            {t(draft ? 'act.drop' : 'act.withdraw')}
          </button>
        </Form>
      )}
      {draft && (
        <Link className="bo-btn bo-btn--wide" to={`${here}/edit`}>
          {t('act.edit')}
        </Link>
      )}
      <Link className="bo-btn bo-btn--wide" to={`${list}/new?of=${quote.reference}`}>
        {t('act.copy')}
      </Link>
    </section>
  );
}
