import { data, Form, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { EditionChanges, EditionLanguages, EditionVersions, NextEdition } from '#app/commerce/supply/edition-panels.tsx';
import { KeptForm, KeptLeft, KeptSaid, keptOf, reloadRefused, typedIn } from '#app/commerce/supply/kept-fields.tsx';
import { editionWorks } from '#app/commerce/supply/work-editions.server.ts';
import { may } from '#app/platform/access.ts';
import { isEarlyOn } from '#app/platform/early-access.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { formatDate, formatNumber, formatWords } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import { isSlug } from '#app/values/ids.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { stayCountries } from '../staycation.ts';
import { changeStay, moveStay, takeUpEdition, workStayEdition } from './edit-stay.server.ts';
import { HouseHead } from './house-head.tsx';
import { openHouse, type HouseRecord } from './open-stay-desk.server.ts';
import { readStayPart, stayParts, writtenParts } from './stay-form.ts';
import { FactsForm, PlansForm, RoomsForm, TermsForm } from './stay-forms.tsx';
import { Preview } from './stay-preview.tsx';
import { WordsForm } from './stay-words-form.tsx';
import type { Route } from './+types/house-page.ts';
import '#app/commerce/supply/supply-desk.css';

export const handle = { texts: ['staff-stays', 'staff-editions', 'staff-posters', 'staycations', 'staff-records'] };

const base = '/admin/supply/staycations';
const events = ['pause', 'resume', 'archive', 'take-back', 'begin-again'] as const;

/** One house: what is told and asked of it, part by part, and what may be done with it. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  // While the page of all houses says that it is to come, so does each of them.
  if (!(await isEarlyOn(platform.db, 'staycations'))) throw redirect(base);
  const { language } = context.get(requestContext);
  const asked = url.searchParams;
  const record = await openHouse(platform, params.house, Number(asked.get('edition')) || null);
  if (!record) throw new Response('Not found', { status: 404 });
  const notes = await openNotes(platform, viewer, deskRecord('house', { id: record.id, handle: record.id }));
  const lang = asked.get('lang');
  const mayWork = may(viewer, 'products:edit');
  return {
    title: record.content.words[language].title || record.content.words.en.title || record.id,
    notes,
    record,
    part: stayParts.find((one) => one === asked.get('part')) ?? 'overview',
    lang: isLanguageCode(lang) ? lang : language,
    countries: stayCountries.map((code) => ({ code, name: countryName(code, language) })),
    mayWork,
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
  const thing = params.house;
  if (viewer.kind !== 'staff' || !isSlug(thing) || !(await isEarlyOn(platform.db, 'staycations')))
    throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const who = { thing, staffId: viewer.user.id };
  const version = plainVersion(form.get('version'));
  const back = (part: string, said: Readonly<Record<string, string>>) => {
    const lang = form.get('language');
    const search = new URLSearchParams({ ...(part === 'overview' ? {} : { part }), ...(isLanguageCode(lang) ? { lang } : {}), ...said });
    return redirect(`${base}/${thing}?${search}`, 303);
  };
  const work = editionWorks.find((one) => one === form.get('work'));
  if (work) {
    const worked = await workStayEdition(platform, { ...who, version, work, reason: plainText(form.get('reason'), 300) });
    return back('overview', worked.ok ? { did: work } : { refused: worked.refused });
  }
  const event = events.find((one) => one === form.get('event'));
  if (event) {
    const moved = await moveStay(platform, { ...who, event });
    return back('overview', moved.ok ? { did: event } : { refused: moved.refused });
  }
  if (form.has('earlier')) {
    const taken = await takeUpEdition(platform, { ...who, version, number: plainVersion(form.get('earlier')) });
    return back('overview', taken.ok ? { did: 'earlier' } : { refused: taken.refused });
  }
  const part = writtenParts.find((one) => one === form.get('part'));
  if (!part) throw new Response('Not found', { status: 404 });
  let unread: readonly string[] = [];
  const changed = await changeStay(platform, {
    ...who,
    version,
    part,
    change: (content) => {
      const read = readStayPart(part, form, content);
      ({ unread } = read);
      return read.content;
    },
  });
  if (changed.ok && unread.length === 0) return back(part, { did: 'saved' });
  const refused = changed.ok ? 'unread' : changed.refused;
  return data({ part, refused, kept: { typed: typedIn(form), unread, overtaken: refused === 'changed-meanwhile' } }, 422);
}

export { reloadRefused as shouldRevalidate };

export default function HousePage({ loaderData, actionData }: Route.ComponentProps) {
  const { record, part, lang, mayWrite, did } = loaderData;
  const t = useTexts('staff-stays');
  const editions = useTexts('staff-editions');
  const here = `${base}/${record.id}`;
  const version = record.edition?.version ?? 0;
  const kept = keptOf(actionData, part, lang);
  const refused = actionData ? !kept && actionData.refused : loaderData.refused;
  const form = { record, mayWrite, version, formKey: `${version} ${Boolean(kept)}` };
  return (
    <div className="dl">
      <HouseHead id={record.id} title={loaderData.title} status={record.status} known={record.known} tab={part}>
        {record.edition && <span className="dl-state dl-state--now">{editions(`edition.${record.edition.status}`)}</span>}
      </HouseHead>
      <DeskSaid
        refused={refused && t(`refused.${refused}`, { defaultValue: t('refused.not-possible') })}
        did={!actionData && did && t(`did.${did}`, { defaultValue: t('did.saved') })}
      />
      {kept && (
        <KeptSaid
          kept={kept}
          by={record.edition && { mine: loaderData.iWroteLast, name: record.edition.changedBy }}
          nameOf={(field) => fieldName(field, t)}
        />
      )}
      {actionData?.refused === 'not-possible' && (
        <KeptForm value={actionData.kept}>
          <KeptLeft gone={(name) => !['version', 'part', 'language'].includes(name)} />
        </KeptForm>
      )}
      {record.edition?.status === 'in_review' && part !== 'overview' && part !== 'preview' && (
        <p className="td-hint">{editions('lockedByReview')}</p>
      )}
      {part === 'overview' && <Overview data={loaderData} base={here} version={version} />}
      <KeptForm value={kept}>
        {part === 'facts' && <FactsForm {...form} countries={loaderData.countries} />}
        {part === 'rooms' && <RoomsForm {...form} />}
        {part === 'plans' && <PlansForm {...form} />}
        {part === 'terms' && <TermsForm {...form} />}
        {part === 'words' && <WordsForm {...form} lang={lang} base={here} />}
      </KeptForm>
      {part === 'preview' && <Preview record={record} lang={lang} base={here} />}
      {part === 'overview' && <RecordNotes desk={loaderData.notes} />}
    </div>
  );
}

/** A field as its form calls it, with its row as people count. */
function fieldName(field: string, t: Translate): string {
  const [, name = field, row] = /^(.+)-(\d+)$/.exec(field) ?? [];
  const called = t(`unread.${name}`);
  return row === undefined ? called : t('unread.row', { row: Number(row) + 1, field: called });
}

/** Where it stands: what is missing, who may put it on sale, what its next edition changes, and what was before. */
function Overview({
  data: { record, mayWork, mayWrite, wroteIt },
  base,
  version,
}: {
  data: { readonly record: HouseRecord; readonly mayWork: boolean; readonly mayWrite: boolean; readonly wroteIt: boolean };
  base: string;
  version: number;
}) {
  const t = useTexts('staff-stays');
  const editions = useTexts('staff-editions');
  const language = useLanguage();
  const { words } = record.content;
  const named = (missing: HouseRecord['languages'][number]['missing']) =>
    formatWords(
      missing.map((field) => t(`field.${field}`)),
      language,
    );
  const faults = record.faults.map((fault) => {
    if (fault !== 'english') return t(`fault.${fault}`);
    const { missing } = record.languages.find(({ code }) => code === 'en')!;
    return `${t('fault.english')} ${editions('words.fields', { fields: named(missing) })}`;
  });
  // What keeps nothing from going on sale, and would be read in English.
  const lacking = record.edition
    ? record.languages
        .filter(({ code, missing }) => code !== 'en' && missing.length > 0)
        .map(({ code, missing }) => t('languageLacks', { language: editions(`lang.${code}`), fields: named(missing) }))
    : [];
  const tooFew = record.tooFew.map(({ key, count, why, night, sold }) =>
    t(`tooFew.${why}`, {
      room: words[language].rooms[key]?.name || (words.en.rooms[key]?.name ?? key),
      night: formatDate(night, language),
      sold: formatNumber(sold, language),
      asked: formatNumber(count, language),
    }),
  );
  return (
    <div className="dl-record td-record">
      <div>
        <NextEdition
          edition={record.edition}
          faults={[...faults, ...tooFew, ...lacking]}
          blocked={record.faults.length > 0}
          mayWork={mayWork}
          mayDrop={record.known}
          wroteIt={wroteIt}
        />
        <EditionChanges
          number={record.compared ?? 0}
          changes={record.changes}
          field={(step) => t(`field.${step}`, { defaultValue: step })}
        />
        {mayWrite && record.earlier && record.compared !== null && (
          <Form method="post" className="td-acts">
            <input type="hidden" name="version" value={version} />
            <button className="bo-btn" name="earlier" value={record.compared}>
              {t('earlierEdition', { number: record.compared })}
            </button>
            <span className="td-hint">{t('earlierHint')}</span>
          </Form>
        )}
        <EditionVersions versions={record.versions} compared={record.compared} to={(number) => `${base}?edition=${number}`} />
      </div>
      <aside>
        <EditionLanguages languages={record.languages} to={(code) => `${base}?part=words&lang=${code}`} />
        {mayWork && record.moves.length > 0 && (
          <section className="dl-card">
            <h2>{t('standing')}</h2>
            <Form method="post" className="td-acts">
              {record.moves.map((event) => (
                <button key={event} className="bo-btn" name="event" value={event}>
                  {t(`event.${event}`)}
                </button>
              ))}
            </Form>
            <p className="td-hint">{t('standingHint')}</p>
          </section>
        )}
      </aside>
    </div>
  );
}
