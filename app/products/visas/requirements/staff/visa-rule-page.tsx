import { data, Form, Link, redirect } from 'react-router';
import { may, type Viewer } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { countryName } from '#app/ui/country-name.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { visaToday } from '../find-requirement.server.ts';
import { stayText } from '../read-register.ts';
import { entryConditions, honouredVisas, visaNeeds, visitPurposes } from '../requirement.ts';
import { dueOn } from '../requirement-rules.ts';
import { readRuleForm } from '../rule-form.ts';
import { houseReviewer, listEditions } from '../visa-rules-store.server.ts';
import { checkAgain, draftEdition, endEdition, factsOf, verifyDraft, type RuleRefusal } from '../work-rule.server.ts';
import { tabOf } from './rule-list.ts';
import type { Route } from './+types/visa-rule-page.ts';
import './visa-rules.css';

export const handle = { texts: ['staff-visa-rules', 'requirements'] };

const list = '/admin/visa-compliance';
const acts = ['check', 'draft', 'verify', 'drop', 'retire'] as const;

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const rule = `${params.sheet}/${params.line}`;
  const editions = await listEditions(platform.db, rule);
  const [latest] = editions;
  if (!latest) throw new Response('Not found', { status: 404 });
  const people = editions.flatMap(({ draftedBy, verifiedBy }) => [draftedBy, verifiedBy ?? '']);
  const names = await findStaffNames(
    platform.db,
    people.flatMap((by) => (by.startsWith('staff:') ? [by.slice(6)] : [])),
  );
  const nameOf = (by: string | null) => (by === null || by === houseReviewer ? null : (names.get(by.slice(6)) ?? by));
  const today = visaToday(platform);
  const verified = editions.find(({ status }) => status === 'verified') ?? null;
  const draft = editions.find(({ status }) => status === 'draft') ?? null;
  const me = viewer.kind === 'staff' ? `staff:${viewer.user.id}` : '';
  return {
    rule,
    country: latest.destination === 'SCHENGEN' ? 'Schengen' : countryName(latest.destination, context.get(requestContext).language),
    verified: verified && { id: verified.id, due: dueOn(verified), state: tabOf(verified, today) },
    draft: draft && {
      id: draft.id,
      isMine: draft.draftedBy === me,
      changes: verified ? differences(factsOf(verified), factsOf(draft)) : [],
    },
    // The form begins from what is in force, or from what was last.
    facts: { ...factsOf(verified ?? latest), stay: stayText(verified ?? latest) },
    editions: editions.map((edition) => ({
      id: edition.id,
      edition: edition.edition,
      status: edition.status,
      need: edition.need,
      stay: edition.stayDays,
      checkedOn: edition.checkedOn,
      draftedBy: nameOf(edition.draftedBy),
      verifiedBy: nameOf(edition.verifiedBy),
    })),
    today,
    mayDecide: may(viewer, 'visas:decide'),
    mayPublish: may(viewer, 'visas:publish'),
    did: acts.find((one) => one === url.searchParams.get('did')) ?? null,
    title: rule,
  };
}

/** Fields whose words differ, each before and after. */
function differences(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const text = (value: unknown) => (Array.isArray(value) ? value.join(' ') : value === null ? '' : String(value));
  return Object.keys(after)
    .filter((key) => text(before[key]) !== text(after[key]))
    .map((key) => ({ field: key, before: text(before[key]), after: text(after[key]) }));
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const rule = `${params.sheet}/${params.line}`;
  const [latest] = await listEditions(platform.db, rule);
  if (!latest || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const act = acts.find((one) => one === form.get('act'));
  if (!act || !mayAct(viewer, act)) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(`${list}/${rule}`)}`);
  const work = { rule, staffId: viewer.user.id, id: String(form.get('id') ?? '') };
  const said = (wrong: readonly string[], refused: RuleRefusal | null) => data({ wrong, refused }, { status: refused ? 409 : 422 });
  if (act === 'draft') {
    const { facts, wrong } = readRuleForm(form, visaToday(platform));
    if (!facts) return said(wrong, null);
    const drafted = await draftEdition(platform, { ...work, facts: { ...facts, rule, destination: latest.destination } });
    return drafted.ok ? redirect(`${list}/${rule}?did=draft`, 303) : said([], drafted.refused);
  }
  const outcome =
    act === 'check'
      ? await checkAgain(platform, work)
      : act === 'verify'
        ? await verifyDraft(platform, work)
        : await endEdition(platform, { ...work, event: act, reason: String(form.get('reason') ?? '') });
  return outcome.ok ? redirect(`${list}/${rule}?did=${act}`, 303) : said([], outcome.refused);
}

/** Officers read and write; what changes an answer is put in force by somebody who may publish. */
function mayAct(viewer: Viewer, act: (typeof acts)[number]): boolean {
  return may(viewer, act === 'verify' || act === 'retire' ? 'visas:publish' : 'visas:decide');
}

export default function VisaRulePage({ loaderData: record, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-visa-rules');
  const words = useTexts('requirements');
  const language = useLanguage();
  const { verified, draft } = record;
  const refused = actionData?.refused ?? null;
  const button = (act: string, id: string, look = '') => (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <button className={`bo-btn ${look}`} name="act" value={act} type="submit">
        {t(`act.${act}`)}
      </button>
    </Form>
  );
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          {record.country} <bdi className="vr-line">{record.rule.split('/')[1]}</bdi>
        </h1>
        <p>
          <span className={`dl-state${verified?.state === 'fresh' ? ' dl-state--good' : verified ? ' dl-state--now' : ''}`}>
            {t(verified ? `tab.${verified.state}` : 'status.retired')}
          </span>
        </p>
        <Link className="bo-btn" to={list}>
          {t('back')}
        </Link>
      </header>
      {(refused || (record.did && !actionData)) && (
        <p className={`dl-said${refused ? ' dl-said--warn' : ''}`} role={refused ? 'alert' : 'status'}>
          <Icon name={refused ? 'warning' : 'done'} />
          {refused ? t(`refused.${refused}`) : t(`did.${record.did}`)}
        </p>
      )}
      <div className="dl-record">
        <div>
          {draft && (
            <section className="dl-card" aria-labelledby="draft">
              <h2 id="draft">{t('waiting')}</h2>
              <table className="vr-changes">
                <tbody>
                  {draft.changes.map(({ field, before, after }) => (
                    <tr key={field}>
                      <th scope="row">{t(`field.${field}`)}</th>
                      <td dir="auto">
                        <del>{before || '–'}</del>
                      </td>
                      <td dir="auto">
                        <ins>{after || '–'}</ins>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <div className="vr-acts">
                {record.mayPublish && !draft.isMine && button('verify', draft.id, 'bo-btn--p')}
                {record.mayDecide && button('drop', draft.id)}
              </div>
              {draft.isMine && <p className="dl-quiet">{t('secondPerson')}</p>}
            </section>
          )}
          <RuleFields record={record} wrong={actionData?.wrong ?? []} />
        </div>
        <aside>
          {verified && record.mayDecide && (
            <section className="dl-card" aria-labelledby="fresh">
              <h2 id="fresh">{t('freshness')}</h2>
              <p className={verified.state === 'due' ? 'dl-late' : undefined}>
                {t('test.due', { date: formatDate(verified.due, language) })}
              </p>
              <p className="dl-quiet">
                <a href={record.facts.source} rel="noreferrer" target="_blank">
                  {t('openSource')}
                </a>
              </p>
              {button('check', verified.id)}
              <p className="dl-quiet">{t('checkNote')}</p>
            </section>
          )}
          <section className="dl-card" aria-labelledby="editions">
            <h2 id="editions">{t('editions')}</h2>
            <ol className="vr-editions">
              {record.editions.map((edition) => (
                <li key={edition.id}>
                  <b>
                    {t('edition', { number: edition.edition })}: {words(`need.${edition.need}.short`)}
                  </b>
                  <span className="dl-state">{t(`status.${edition.status}`)}</span>
                  <span className="dl-quiet">
                    {t('by', {
                      date: formatDate(edition.checkedOn, language),
                      drafted: edition.draftedBy ?? t('house'),
                      verified: edition.status === 'draft' ? '–' : (edition.verifiedBy ?? t('house')),
                    })}
                  </span>
                </li>
              ))}
            </ol>
          </section>
          {verified && record.mayPublish && (
            <section className="dl-card" aria-labelledby="retire">
              <h2 id="retire">{t('act.retire')}</h2>
              <p className="dl-quiet">{t('retireNote')}</p>
              <Form method="post">
                <input type="hidden" name="id" value={verified.id} />
                <label className="vr-field">
                  <span>{t('reason')}</span>
                  <input name="reason" maxLength={300} required minLength={3} />
                </label>
                <button className="bo-btn" name="act" value="retire" type="submit">
                  {t('act.retire')}
                </button>
              </Form>
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}

/** What is in force, as the form of its next edition. */
function RuleFields({ record, wrong }: { record: Route.ComponentProps['loaderData']; wrong: readonly string[] }) {
  const t = useTexts('staff-visa-rules');
  const words = useTexts('requirements');
  const { facts, mayDecide, draft } = record;
  const text = (name: string, value: string, more: { readonly type?: string; readonly hint?: string; readonly max?: string } = {}) => (
    <label className="vr-field">
      <span>{t(`field.${name}`)}</span>
      <input
        name={name}
        type={more.type ?? 'text'}
        defaultValue={value}
        max={more.max}
        dir={more.type ? undefined : 'ltr'}
        aria-invalid={wrong.includes(name) || undefined}
        aria-describedby={`${name}-hint`}
      />
      <small id={`${name}-hint`} className={wrong.includes(name) ? 'dl-late' : 'dl-quiet'}>
        {wrong.includes(name) ? t(`wrong.${name}`) : (more.hint ?? '')}
      </small>
    </label>
  );
  const ticks = (name: string, values: readonly string[], chosen: readonly string[], say: (value: string) => string) => (
    <fieldset className="vr-held">
      <legend>{t(`field.${name}`)}</legend>
      {values.map((value) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} /> {say(value)}
        </label>
      ))}
      {wrong.includes(name) && <small className="dl-late">{t(`wrong.${name}`)}</small>}
    </fieldset>
  );
  return (
    <section className="dl-card" aria-labelledby="says">
      <h2 id="says">{t(mayDecide ? 'edit' : 'says')}</h2>
      <DeskForm sends={mayDecide && !draft} facts method="post" className="vr-form" key={`${record.rule}${record.editions[0]!.id}`}>
        <label className="vr-field">
          <span>{t('field.need')}</span>
          <select name="need" defaultValue={facts.need}>
            {visaNeeds.map((need) => (
              <option key={need} value={need}>
                {words(`need.${need}.short`)}
              </option>
            ))}
          </select>
        </label>
        {text('stay', facts.stay, { hint: t('hint.stay') })}
        {text('passport', facts.passport, { hint: t('hint.passport') })}
        {text('passports', facts.passports.join(' '), { hint: t('hint.passports') })}
        {text('residences', facts.residences.join(' '), { hint: t('hint.residences') })}
        {ticks('heldVisas', honouredVisas, facts.heldVisas, (visa) => words(`held.${visa}`))}
        {ticks('purposes', visitPurposes, facts.purposes, (purpose) => words(`purpose.${purpose}`))}
        {ticks('conditions', entryConditions, facts.conditions, (condition) => words(`condition.${condition}`))}
        {text('validFrom', facts.validFrom ?? '', { type: 'date' })}
        {text('validUntil', facts.validUntil ?? '', { type: 'date' })}
        {text('source', facts.source, { hint: t('hint.source') })}
        {text('checkedOn', mayDecide ? record.today : facts.checkedOn, { type: 'date', max: record.today })}
        {text('recheckDays', String(facts.recheckDays), { type: 'number' })}
        {text('note', facts.note)}
        {mayDecide && !draft && (
          <p className="vr-acts">
            <button className="bo-btn bo-btn--p" name="act" value="draft" type="submit">
              {t('act.draft')}
            </button>
            <span className="dl-quiet">{t('draftNote')}</span>
          </p>
        )}
        {draft && <p className="dl-quiet">{t('refused.draft-waits')}</p>}
      </DeskForm>
    </section>
  );
}
