import { data, Form, redirect } from 'react-router';
import { EditionChanges, EditionLanguages, EditionVersions, NextEdition } from '#app/commerce/supply/edition-panels.tsx';
import { KeptForm, KeptLeft, KeptSaid, keptOf, reloadRefused, typedIn } from '#app/commerce/supply/kept-fields.tsx';
import { editionWorks } from '#app/commerce/supply/work-editions.server.ts';
import { countriesToChoose } from '#app/commerce/supply/countries-to-choose.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { formatWords } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import { isSlug } from '#app/values/ids.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { ActivityHead } from './activity-head.tsx';
import { changeExperience, workExperienceEdition } from './edit-experience.server.ts';
import { experienceParts, readExperiencePart, writtenParts } from './experience-form.ts';
import { FactsForm, PricesForm, TimesForm } from './experience-forms.tsx';
import { Preview } from './experience-preview.tsx';
import { WordsForm } from './experience-words-form.tsx';
import { openExperienceRecord, type ExperienceRecord } from './open-experience-desk.server.ts';
import { workSupply } from './work-supply.server.ts';
import type { Route } from './+types/activity-builder-page.ts';
import '#app/commerce/supply/supply-desk.css';
import './activities.css';

export const handle = { texts: ['staff-activities', 'staff-editions', 'staff-posters', 'experiences', 'holidays'] };

/** One experience: what is told and asked of it, part by part, and what may be done with it. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const asked = url.searchParams;
  const record = await openExperienceRecord(platform, params.activity, Number(asked.get('edition')) || null);
  if (!record) throw new Response('Not found', { status: 404 });
  const lang = asked.get('lang');
  const mayWork = may(viewer, 'products:edit');
  return {
    title: record.content.words[language].title || record.content.words.en.title || record.id,
    record,
    part: experienceParts.find((one) => one === asked.get('part')) ?? 'overview',
    lang: isLanguageCode(lang) ? lang : language,
    mayWork,
    mayWrite: mayWork && record.edition?.status !== 'in_review' && record.status !== 'archived',
    wroteIt: record.edition?.writers.includes(viewer.user.id) ?? false,
    did: asked.get('did'),
    refused: asked.get('refused'),
    iWroteLast: record.edition?.lastBy === viewer.user.id,
    countries: countriesToChoose(language),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const experienceId = params.activity;
  if (viewer.kind !== 'staff' || !isSlug(experienceId)) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const who = { experienceId, staffId: viewer.user.id };
  const version = plainVersion(form.get('version'));
  const back = (part: string, said: Readonly<Record<string, string>>) => {
    const lang = form.get('language');
    const search = new URLSearchParams({ ...(part === 'overview' ? {} : { part }), ...(isLanguageCode(lang) ? { lang } : {}), ...said });
    return redirect(`/admin/supply/activities/${experienceId}/builder?${search}`, 303);
  };
  const work = editionWorks.find((one) => one === form.get('work'));
  if (work) {
    const worked = await workExperienceEdition(platform, { ...who, version, work, reason: plainText(form.get('reason'), 300) });
    return back('overview', worked.ok ? { did: work } : { refused: worked.refused });
  }
  const event = (['archive', 'reopen'] as const).find((one) => one === form.get('event'));
  if (event) {
    const moved = await workSupply(platform, { ...who, work: { do: 'move', event } });
    return back('overview', moved.ok ? { did: event } : { refused: moved.refused });
  }
  const part = writtenParts.find((one) => one === form.get('part'));
  if (!part) throw new Response('Not found', { status: 404 });
  let unread: readonly string[] = [];
  const changed = await changeExperience(platform, {
    ...who,
    version,
    part,
    change: (content) => {
      const read = readExperiencePart(part, form, content);
      unread = read.unread;
      return read.content;
    },
  });
  if (changed.ok && unread.length === 0) return back(part, { did: 'saved' });
  const refused = changed.ok ? 'unread' : changed.refused;
  return data({ part, refused, kept: { typed: typedIn(form), unread, overtaken: refused === 'changed-meanwhile' } }, 422);
}

export { reloadRefused as shouldRevalidate };

export default function ActivityBuilderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { record, part, lang, mayWrite, did } = loaderData;
  const t = useTexts('staff-activities');
  const editions = useTexts('staff-editions');
  const shop = useTexts('experiences');
  const base = `/admin/supply/activities/${record.id}/builder`;
  const version = record.edition?.version ?? 0;
  const kept = keptOf(actionData, part, lang);
  const refused = actionData ? !kept && actionData.refused : loaderData.refused;
  const form = { record, mayWrite, version, formKey: `${version} ${Boolean(kept)}` };
  return (
    <div className="dl">
      <ActivityHead id={record.id} title={loaderData.title} status={record.status} known={record.known} tab={part}>
        {record.operator}
        {record.edition && <span className="dl-state dl-state--now">{editions(`edition.${record.edition.status}`)}</span>}
      </ActivityHead>
      <DeskSaid
        refused={refused && t(`refused.${refused}`, { defaultValue: t('refused.not-possible') })}
        did={!actionData && did && t(`did.${did}`, { defaultValue: t('did.saved') })}
      />
      {kept && (
        <KeptSaid
          kept={kept}
          by={record.edition && { mine: loaderData.iWroteLast, name: record.edition.changedBy }}
          nameOf={(field) => fieldName(field, t, shop)}
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
      {part === 'overview' && <Overview data={loaderData} base={base} />}
      <KeptForm value={kept}>
        {part === 'facts' && <FactsForm {...form} countries={loaderData.countries} />}
        {part === 'times' && <TimesForm {...form} />}
        {part === 'prices' && <PricesForm {...form} />}
        {part === 'words' && <WordsForm {...form} lang={lang} base={base} />}
      </KeptForm>
      {part === 'preview' && <Preview record={record} lang={lang} base={base} />}
    </div>
  );
}

/** A field as its form calls it, of an age with the age. */
function fieldName(field: string, t: Translate, shop: Translate): string {
  const [, column, band] = /^(from|to|price)-(.+)$/.exec(field) ?? [];
  return column ? `${shop(`bands.${band}`)}: ${t(`prices.${column}`)}` : t(`unread.${field}`, { defaultValue: field });
}

/** Where it stands: what is missing, who may put it on sale, what its next edition changes, and what was before. */
function Overview({
  data: { record, mayWork, wroteIt },
  base,
}: {
  data: { readonly record: ExperienceRecord; readonly mayWork: boolean; readonly wroteIt: boolean };
  base: string;
}) {
  const t = useTexts('staff-activities');
  const editions = useTexts('staff-editions');
  const language = useLanguage();
  // What the shop knows is moved beside its calendar.
  const moves = record.known ? [] : record.moves;
  return (
    <div className="dl-record td-record">
      <div>
        <NextEdition
          edition={record.edition}
          faults={record.faults.map((fault) => {
            if (fault !== 'english') return t(`fault.${fault}`);
            const { missing } = record.languages.find(({ code }) => code === 'en')!;
            const fields = formatWords(
              missing.map((field) => t(`field.${field}`)),
              language,
            );
            return `${t('fault.english')} ${editions('words.fields', { fields })}`;
          })}
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
        <EditionVersions versions={record.versions} compared={record.compared} to={(number) => `${base}?edition=${number}`} />
      </div>
      <aside>
        <EditionLanguages languages={record.languages} to={(code) => `${base}?part=words&lang=${code}`} />
        {mayWork && moves.length > 0 && (
          <section className="dl-card">
            <h2>{t('standing')}</h2>
            <Form method="post" className="td-acts">
              {moves.map((event) => (
                <button key={event} className="bo-btn" name="event" value={event}>
                  {t(`event.${event}`)}
                </button>
              ))}
            </Form>
          </section>
        )}
      </aside>
    </div>
  );
}
