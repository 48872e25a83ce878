import { KeptForm, KeptLeft, KeptSaid, keptOf, reloadRefused, typedIn } from '#app/commerce/supply/kept-fields.tsx';
import { data, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { countriesToChoose } from '#app/commerce/supply/countries-to-choose.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import { isSlug } from '#app/values/ids.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import type { TourContent } from '../tour-content.ts';
import type { TourEvent } from '../tour-supply-status.ts';
import { readCatalogueTourOf } from '../tours-store.server.ts';
import { changeTour, moveTour, workEdition, type EditionWork } from './edit-tour.server.ts';
import { openTourRecord } from './open-tour-desk.server.ts';
import { listTourHeads } from './tour-editions-store.server.ts';
import { CostsForm, PricesForm } from './tour-prices-form.tsx';
import { DaysForm } from './tour-days-form.tsx';
import { FactsForm } from './tour-facts-form.tsx';
import { readTourPart, tourParts, writtenParts } from './tour-form.ts';
import { Overview } from './tour-overview.tsx';
import { Preview } from './tour-preview.tsx';
import { WordsForm } from './tour-words-form.tsx';
import type { Route } from './+types/tour-record-page.ts';
import '#app/commerce/supply/supply-desk.css';

export const handle = { texts: ['staff-tours', 'staff-editions', 'staff-posters', 'holidays', 'tour-booking', 'staff-records'] };

const works: readonly EditionWork[] = ['submit', 'send-back', 'publish', 'drop'];
const events: readonly TourEvent[] = ['pause', 'resume', 'archive', 'take-back', 'begin-again'];

/** One tour: what is told and asked of it, part by part, and what may be done with it. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const asked = url.searchParams;
  const record = await openTourRecord(platform, params.tour, Number(asked.get('edition')) || null);
  if (!record) throw new Response('Not found', { status: 404 });
  const notes = await openNotes(
    context.get(platformContext),
    context.get(viewerContext),
    deskRecord('tour', { id: record.id, handle: record.id }),
  );
  const part = tourParts.find((one) => one === asked.get('part')) ?? 'overview';
  const lang = asked.get('lang');
  const seasons =
    part === 'prices' ? (await listTourHeads(platform.db)).filter(({ row }) => row.terms?.seasons && row.id !== params.tour) : [];
  const mayWork = may(viewer, 'products:edit');
  return {
    title: record.content.words[language].title || record.content.words.en.title || record.id,
    notes,
    record,
    part,
    lang: isLanguageCode(lang) ? lang : language,
    countries: countriesToChoose(language),
    seasonsOf: seasons.map(({ row, texts }) => ({ id: row.id, title: texts.find((text) => text.language === 'en')?.title ?? row.id })),
    mayWork,
    seesBookings: may(viewer, 'booking-orders:view'),
    mayWrite: mayWork && record.edition?.status !== 'in_review' && record.status !== 'archived',
    wroteIt: record.edition?.writers.includes(viewer.user.id) ?? false,
    iWroteLast: record.edition?.lastBy === viewer.user.id,
    did: asked.get('did'),
    refused: asked.get('refused'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const tourId = params.tour;
  if (!isSlug(tourId)) throw new Response('Not found', { status: 404 });
  const who = { tourId, staffId: viewer.user.id };
  const version = plainVersion(form.get('version'));
  const back = (part: string, said: Readonly<Record<string, string>>) => {
    const lang = form.get('language');
    const search = new URLSearchParams({ ...(part === 'overview' ? {} : { part }), ...(isLanguageCode(lang) ? { lang } : {}), ...said });
    return redirect(`/admin/supply/holiday-packages/${tourId}?${search}`, 303);
  };
  const work = works.find((one) => one === form.get('work'));
  if (work) {
    const worked = await workEdition(platform, { ...who, version, work, reason: plainText(form.get('reason'), 300) });
    return back('overview', worked.ok ? { did: work } : { refused: worked.refused });
  }
  const event = events.find((one) => one === form.get('event'));
  if (event) {
    const moved = await moveTour(platform, { ...who, event });
    return back('overview', moved.ok ? { did: event } : { refused: moved.refused });
  }
  const part = writtenParts.find((one) => one === form.get('part'));
  if (!part) throw new Response('Not found', { status: 404 });
  const source = part === 'prices' ? String(form.get('seasons-of') ?? '') : '';
  const seasons = isSlug(source) ? ((await readCatalogueTourOf(platform.db, source))?.tour.facts.terms?.seasons ?? null) : null;
  let unread: readonly string[] = [];
  const change = (content: TourContent) => {
    const read = readTourPart(part, form, content);
    ({ unread } = read);
    const written = read.content;
    return seasons && written.terms && unread.length === 0 ? { ...written, terms: { ...written.terms, seasons } } : written;
  };
  const changed = await changeTour(platform, { ...who, version, part, change });
  if (changed.ok && unread.length === 0) return back(part, { did: 'saved' });
  const refused = changed.ok ? 'unread' : changed.refused;
  return data({ part, refused, kept: { typed: typedIn(form), unread, overtaken: refused === 'changed-meanwhile' } }, 422);
}

export { reloadRefused as shouldRevalidate };

export default function TourRecordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { record, part, lang, mayWrite, did } = loaderData;
  const t = useTexts('staff-tours');
  const editions = useTexts('staff-editions');
  const booking = useTexts('tour-booking');
  const base = `/admin/supply/holiday-packages/${record.id}`;
  const version = record.edition?.version ?? 0;
  const kept = keptOf(actionData, part, lang);
  const refused = actionData ? !kept && actionData.refused : loaderData.refused;
  const form = { record, mayWrite, version, formKey: `${version} ${Boolean(kept)}` };
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{loaderData.title}</bdi>
        </h1>
        <p>
          <bdi className="td-code">{record.code}</bdi>{' '}
          <span className={`dl-state ${record.status === 'published' ? 'dl-state--good' : ''}`}>{t(`state.${record.status}`)}</span>{' '}
          {record.edition && record.edition.status !== record.status && (
            <span className="dl-state dl-state--now">{editions(`edition.${record.edition.status}`)}</span>
          )}
        </p>
        <Link className="bo-btn" to={`/admin/supply/photographs/tour/${record.id}`}>
          {editions('photographs')}
        </Link>
        {record.onSale && (
          <>
            <a className="bo-btn" href={`/tour/${record.id}`}>
              {t('inShop')}
            </a>
            <Link className="bo-btn" to={`${base}/departures`}>
              {t('departures')}
            </Link>
            {loaderData.seesBookings && (
              <Link className="bo-btn" to={`/admin/orders/holidays?item=${record.id}`}>
                {t('bookings')}
              </Link>
            )}
          </>
        )}
      </header>
      <DeskSaid
        refused={refused && t(`refused.${refused}`, { defaultValue: t('refused.not-possible') })}
        did={!actionData && did && t(`did.${did}`, { defaultValue: t('did.saved') })}
      />
      {kept && (
        <KeptSaid
          kept={kept}
          by={record.edition && { mine: loaderData.iWroteLast, name: record.edition.changedBy }}
          nameOf={(field) => fieldName(field, t, booking, editions)}
        />
      )}
      <nav className="dl-tabs" aria-label={t('parts')}>
        {tourParts.map((one) => (
          <Link key={one} to={one === 'overview' ? base : `${base}?part=${one}`} aria-current={one === part ? 'page' : undefined}>
            {t(`part.${one}`)}
          </Link>
        ))}
      </nav>
      {actionData?.refused === 'not-possible' && (
        <KeptForm value={actionData.kept}>
          <KeptLeft gone={(name) => !['version', 'part', 'language', 'step'].includes(name)} />
        </KeptForm>
      )}
      {record.edition?.status === 'in_review' && part !== 'overview' && part !== 'preview' && (
        <p className="td-hint">{editions('lockedByReview')}</p>
      )}
      <KeptForm value={kept}>
        {part === 'overview' && <Overview data={loaderData} base={base} />}
        {part === 'facts' && <FactsForm {...form} countries={loaderData.countries} />}
        {part === 'days' && <DaysForm {...form} />}
        {part === 'words' && <WordsForm {...form} lang={lang} base={base} />}
        {part === 'prices' && <PricesForm {...form} seasonsOf={loaderData.seasonsOf} />}
        {part === 'costs' && <CostsForm {...form} />}
      </KeptForm>
      {part === 'preview' && <Preview record={record} lang={lang} base={base} />}
      {part === 'overview' && <RecordNotes desk={loaderData.notes} />}
    </div>
  );
}

const fieldNames: Readonly<Record<string, string>> = {
  price: 'prices.sharing',
  single: 'prices.single',
  tripleLess: 'prices.triple',
  child: 'prices.child',
  infant: 'prices.infant',
  from: 'prices.from',
  until: 'prices.until',
  season: 'prices.sharing',
  what: 'costs.what',
  amount: 'prices.amount',
  people: 'costs.people',
  nights: 'column.nights',
  groupSize: 'facts.groupSize',
  minAge: 'facts.minAge',
  stars: 'facts.stars',
  weekday: 'facts.weekday',
  deposit: 'facts.deposit',
  'stop-name': 'facts.place',
  'stop-lat': 'facts.latitude',
  'stop-lon': 'facts.longitude',
  'stop-nights': 'column.nights',
};

/** A field as its form calls it, with its row as people count. */
function fieldName(field: string, t: Translate, booking: Translate, editions: Translate): string {
  const [, extra] = /^extra-(.+)$/.exec(field) ?? [];
  if (extra) return booking(`extras.${extra}.title`);
  const [, country] = /^country-(\d+)$/.exec(field) ?? [];
  if (country) return editions('country', { number: Number(country) + 1 });
  const [, name = field, row] = /^(.+)-(\d+)$/.exec(field) ?? [];
  const called = t(fieldNames[name] ?? field);
  return row === undefined ? called : t('unread.row', { row: Number(row) + 1, field: called });
}
