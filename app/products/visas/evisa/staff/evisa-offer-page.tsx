import { Fragment } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { findCountry, type CountryRow } from '../evisa-editions-store.server.ts';
import { approveOffer, draftOffer, dropOffer, offerToday, rollBackOffer, standCountry } from '../work-offer.server.ts';
import { readOfferForm } from './evisa-offer-form.ts';
import { newOffer } from './new-offer.ts';
import { OfferForm } from './offer-form.tsx';
import { OfferStanding } from './offer-standing.tsx';
import { openOfferDesk } from './open-offer-desk.server.ts';
import type { SaidValue } from './say-offer-changes.server.ts';
import type { Route } from './+types/evisa-offer-page.ts';
import './evisa-offers.css';

export const handle = { texts: ['staff-evisa-offers', 'evisas', 'staff-records'] };

const acts = ['draft', 'approve', 'drop', 'back', 'pause', 'resume', 'retire'] as const;
type Act = (typeof acts)[number];

/** A country of the catalogue, or one that could be added; 404 for anything else. */
async function countryOf(platform: Platform, code: string): Promise<CountryRow> {
  const known = await findCountry(platform.db, code);
  if (known) return known;
  if (!countryNames('en').some((one) => one.code === code)) throw new Response('Not found', { status: 404 });
  return {
    code,
    slug: '',
    status: 'draft',
    offer: newOffer(code, offerToday(platform)),
    version: 0,
    changedAt: new Date(platform.clock.now()),
  };
}

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const country = await countryOf(platform, params.code);
  const desk = await openOfferDesk(platform, context.get(viewerContext), country, context.get(requestContext).language);
  // A country of which nothing is written yet has no record to write on.
  const notes =
    country.version > 0
      ? await openNotes(platform, context.get(viewerContext), deskRecord('evisa-offer', { id: country.code, handle: country.code }))
      : null;
  return { desk, notes, did: acts.find((one) => one === url.searchParams.get('did')) ?? null, title: desk.name };
}

/** Officers write; what is sold changes by somebody who may publish. */
const mayAct = (viewer: Viewer, act: Act) =>
  may(viewer, act === 'draft' || act === 'back' || act === 'drop' ? 'visas:decide' : 'visas:publish');

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const country = await countryOf(platform, params.code);
  const here = `/admin/visa-management/${country.code}`;
  const form = await request.formData();
  const act = acts.find((one) => one === form.get('act'));
  if (viewer.kind !== 'staff' || !act || !mayAct(viewer, act)) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
  const work = { code: country.code, id: plainLine(form.get('id'), 64), staffId: viewer.user.id };
  const reason = plainLine(form.get('reason'), 300);
  if (act === 'draft') {
    const { offer, note, wrong } = readOfferForm(country.code, form, offerToday(platform));
    const typed = Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name).map(String)]));
    if (!offer) return data({ typed, wrong, refused: null }, { status: 422 });
    const drafted = await draftOffer(platform, { offer, note, staffId: work.staffId, create: country.version === 0 });
    return drafted.ok ? redirect(`${here}?did=draft`, 303) : data({ typed, wrong, refused: drafted.refused }, { status: 409 });
  }
  const outcome = await (() => {
    switch (act) {
      case 'approve':
        return approveOffer(platform, {
          ...work,
          writtenAt: plainLine(form.get('writtenAt'), 40),
          from: parseCalendarDate(plainLine(form.get('from'), 10)),
        });
      case 'drop':
        return dropOffer(platform, { ...work, reason });
      case 'back':
        return rollBackOffer(platform, { ...work, note: reason });
      case 'pause':
      case 'resume':
      case 'retire':
        return standCountry(platform, { code: work.code, event: act, reason, staffId: work.staffId });
    }
  })();
  return outcome.ok ? redirect(`${here}?did=${act}`, 303) : data({ typed: null, wrong: [], refused: outcome.refused }, { status: 409 });
}

export default function EvisaOfferPage({ loaderData, actionData }: Route.ComponentProps) {
  const { desk, did } = loaderData;
  const t = useTexts('staff-evisa-offers');
  const language = useLanguage();
  const refused = actionData?.refused ?? null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{desk.name}</h1>
        <OfferStanding state={desk.status} />
        <p>{desk.version > 0 ? t('version', { number: formatNumber(desk.version, language) }) : t('new')}</p>
        <Link className="bo-btn" to="/admin/visa-management">
          {t('back')}
        </Link>
      </header>
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={did && t(`did.${did}`)} />
      <div className="dl-record">
        <div>
          {desk.next && <Waiting desk={desk} next={desk.next} />}
          {desk.sold && (
            <section className="dl-card">
              <h2 id="sold">{t('sold')}</h2>
              <Preview preview={desk.sold} labelledBy="sold" />
            </section>
          )}
          {desk.mayDraft &&
            (desk.draft && !desk.draft.mine ? (
              <p className="dl-quiet">{t('draftOf', { name: desk.draft.by ?? '–' })}</p>
            ) : (
              <OfferForm
                key={desk.draft?.writtenAt ?? desk.version}
                begin={desk.begin}
                typed={actionData?.typed ?? null}
                wrong={actionData?.wrong ?? []}
                note={desk.draft?.note ?? ''}
                today={desk.today}
                moving={desk.moving}
              />
            ))}
        </div>
        <aside>
          <Standing desk={desk} />
          <History desk={desk} />
          {loaderData.notes && <RecordNotes desk={loaderData.notes} />}
        </aside>
      </div>
    </div>
  );
}

type Desk = Route.ComponentProps['loaderData']['desk'];

/** The draft, or what was approved for later: what it changes, what a traveller would see, what it would mean for open applications. */
function Waiting({ desk, next }: { desk: Desk; next: NonNullable<Desk['next']> }) {
  const t = useTexts('staff-evisa-offers');
  const language = useLanguage();
  const { draft, approved } = desk;
  const { simulation } = next;
  return (
    <section className="dl-card">
      <h2 id="waiting">
        {draft
          ? t('draft', { number: draft.edition, name: draft.by ?? '–' })
          : t('approved', { number: approved?.edition ?? 0, date: formatDate(approved?.from ?? desk.today, language) })}
      </h2>
      <p className="dl-quiet">{draft?.note ?? approved?.note}</p>
      {next.changes.length > 0 && (
        <ScrollRegion className="eo-scroll" labelledBy="waiting">
          <table className="eo-table">
            <thead>
              <tr>
                {(['field', 'before', 'after'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`change.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {next.changes.map((change) => (
                <tr key={change.key}>
                  <td>{change.what}</td>
                  <td>
                    <SaidValues values={change.before} mark="del" />
                  </td>
                  <td>
                    <SaidValues values={change.after} mark="ins" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <h3>{t('simulation.title')}</h3>
      <p className="dl-quiet">{t('simulation.text')}</p>
      <dl className="eo-figures">
        {(['applications', 'refused', 'withoutType', 'morePapers'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`simulation.${name}`)}</dt>
            <dd>{formatNumber(simulation[name], language)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('simulation.priceDifference')}</dt>
          <dd>
            <bdi>{formatMoney(money(simulation.priceDifference, 'AED'), language)}</bdi>
          </dd>
        </div>
      </dl>
      <h3 id="preview">{t('preview')}</h3>
      <Preview preview={next.preview} labelledBy="preview" />
      <div className="eo-acts">
        {draft && desk.mayPublish && (
          <Form method="post" className="eo-form">
            <input type="hidden" name="id" value={draft.id} />
            <input type="hidden" name="writtenAt" value={draft.writtenAt} />
            <label>
              {t('from')}
              <input type="date" name="from" min={desk.today} defaultValue={desk.today} />
            </label>
            <button
              className="bo-btn bo-btn--p"
              name="act"
              value="approve"
              type={draft.mine ? 'button' : 'submit'}
              aria-disabled={draft.mine || undefined}
              aria-describedby={draft.mine ? 'own' : undefined}
            >
              {t('act.approve')}
            </button>
            {draft.mine && (
              <span id="own" className="dl-quiet">
                {t('refused.own-draft')}
              </span>
            )}
          </Form>
        )}
        {desk.mayDraft && <Reasoned act="drop" id={draft?.id ?? approved?.id ?? ''} />}
      </div>
    </section>
  );
}

/** What stands on one side of a change; only what the other side has not is marked. */
function SaidValues({ values, mark: Mark }: { values: readonly SaidValue[]; mark: 'del' | 'ins' }) {
  const t = useTexts('staff-evisa-offers');
  const language = useLanguage();
  if (values.length === 0) return <span className="dl-quiet">{t('change.none')}</span>;
  return values.map(({ words, differs }, index) => (
    <Fragment key={words}>
      {index > 0 && comma(language)}
      {differs ? (
        <Mark>
          <bdi>{words}</bdi>
        </Mark>
      ) : (
        <bdi>{words}</bdi>
      )}
    </Fragment>
  ));
}

function Preview({ preview, labelledBy }: { preview: NonNullable<Desk['sold']>; labelledBy: string }) {
  const t = useTexts('staff-evisa-offers');
  const words = useTexts('evisas');
  const language = useLanguage();
  return (
    <>
      <ScrollRegion className="eo-scroll" labelledBy={labelledBy}>
        <table className="eo-table">
          <thead>
            <tr>
              {(['type', 'speed', 'by', 'government', 'service', 'total'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`choice.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.choices.map((choice) => (
              <tr key={choice.key}>
                <td>
                  {words(`types.purpose.${choice.purpose}`)}
                  {comma(language)}
                  {words(`types.entries.${choice.entries}`)}
                  {comma(language)}
                  <bdi>
                    {choice.stay}/{choice.validity}
                  </bdi>
                </td>
                <td>
                  {words(`speeds.${choice.speed}`)} <bdi>({choice.days})</bdi>
                </td>
                <td>{formatDate(choice.by, language, 'day')}</td>
                <td>
                  <bdi>{formatMoney(choice.government, language)}</bdi>
                </td>
                <td>
                  <bdi>{formatMoney(choice.service, language)}</bdi>
                </td>
                <td>
                  <b>
                    <bdi>{formatMoney(choice.total, language)}</bdi>
                  </b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {preview.holidays.length > 0 && (
        <p className="dl-quiet">
          {t('closedOn')} {preview.holidays.map((day) => formatDate(day, language, 'day')).join(' · ')}
        </p>
      )}
    </>
  );
}

/** Words of why, and the act. */
function Reasoned({ act, id = '', danger = true }: { act: Act; id?: string; danger?: boolean }) {
  const t = useTexts('staff-evisa-offers');
  return (
    <Form method="post" className="eo-form">
      <input type="hidden" name="id" value={id} />
      <label>
        {t('why')}
        <input name="reason" maxLength={300} required={act !== 'resume'} />
      </label>
      <button className={`bo-btn${danger ? ' bo-btn--danger' : ''}`} name="act" value={act} type="submit">
        {t(`act.${act}`)}
      </button>
    </Form>
  );
}

function Standing({ desk }: { desk: Desk }) {
  const t = useTexts('staff-evisa-offers');
  return (
    <section className="dl-card">
      <h2>{t('standingTitle')}</h2>
      <p className="dl-quiet">{t(`standingText.${desk.status}`)}</p>
      {desk.mayPublish && desk.moves.length > 0 && (
        <div className="eo-acts">
          {desk.moves.map((event) => (
            <Reasoned key={event} act={event as Act} danger={event !== 'resume'} />
          ))}
        </div>
      )}
    </section>
  );
}

function History({ desk }: { desk: Desk }) {
  const t = useTexts('staff-evisa-offers');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('history')}</h2>
      {desk.editions.length === 0 && <p className="dl-quiet">{t('noHistory')}</p>}
      <ol className="eo-history">
        {desk.editions.map((edition) => (
          <li key={edition.id}>
            <b>
              {t('number', { number: edition.edition })} · {t(`edition.${edition.status}`)}
            </b>
            <small>
              {sayDay(edition.on, language)} · <bdi>{edition.by ?? t('house')}</bdi>
              {edition.approvedBy && (
                <>
                  {' → '}
                  <bdi>{edition.approvedBy}</bdi>
                </>
              )}
            </small>
            {edition.note && <small>{edition.note}</small>}
            {edition.status === 'retired' && desk.mayDraft && !desk.draft && (
              <details>
                <summary>{t('act.back')}</summary>
                <Reasoned act="back" id={edition.id} danger={false} />
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
