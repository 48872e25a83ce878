import { data, Form, Link, redirect } from 'react-router';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { settingSections, type SettingSection } from '#app/platform/setting-status.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { comma } from '#app/ui/number-format.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { BrandPreview } from './branding-fields.tsx';
import { coveredContentContext } from './content-coverage-context.ts';
import { LanguageCoverageTable } from './language-coverage.tsx';
import { coverLanguages } from './language-coverage.server.ts';
import { openSetting } from './open-setting.server.ts';
import { SettingFields, useSettingFieldName } from './setting-fields.tsx';
import { withUntaken } from './payments-setting.ts';
import { readSettingForm, typedOf } from './setting-forms.ts';
import type { FaultyField, TypedSetting } from './setting-values.ts';
import { logoOfToken } from './branding-setting.ts';
import { logosAtHand, removeUnusedLogos, takeLogo } from './take-logo.server.ts';
import { SettingDifferences, SettingFacts, useSettingWords } from './setting-words.tsx';
import { decideSetting, draftSetting, putBackSetting, settingDecisions, type SettingRefusal } from './work-setting.server.ts';
import type { Route } from './+types/setting-page.ts';
import './settings.css';

export const handle = { texts: ['staff-settings', 'staff', 'price'] };

const base = '/admin/settings';
const dids = ['drafted', 'applied', 'asked', 'sent-back', 'dropped'] as const;

function sectionIn(params: Route.LoaderArgs['params']): SettingSection {
  const section = settingSections.find((one) => one === params.section);
  if (!section) throw new Response('Not found', { status: 404 });
  return section;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const section = sectionIn(params);
  const asked = Number(url.searchParams.get('page'));
  const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, 1000) : 1;
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  const [opened, coverage] = await Promise.all([
    openSetting(platform, viewer, section, page),
    section === 'languages' && viewer.kind === 'staff'
      ? coverLanguages(platform, viewer, { language, readContent: context.get(coveredContentContext) })
      : null,
  ]);
  const { methods } = context.get(paymentProviderContext);
  return {
    ...opened,
    lines: withUntaken(section, opened.lines, methods),
    untaken: section === 'payments' && !methods.includes('four'),
    coverage,
    did: dids.find((one) => one === url.searchParams.get('did')) ?? null,
  };
}

interface Refused {
  readonly refused: 'invalid' | SettingRefusal;
  /** Null when a decision was refused: nothing was typed. */
  readonly typed: TypedSetting | null;
  readonly wrong: readonly FaultyField[];
}

const statusOf = (refused: SettingRefusal) =>
  refused === 'permission' || refused === 'finance'
    ? 403
    : ['same', 'no-reason', 'own-factor', 'past-day', 'past-year', 'prefix-taken'].includes(refused)
      ? 422
      : 409;
const refusal = (refused: SettingRefusal, typed: TypedSetting | null = null) =>
  data<Refused>({ refused, typed, wrong: [] }, { status: statusOf(refused) });

export async function action({ request, context, params }: Route.ActionArgs) {
  const section = sectionIn(params);
  const platform = context.get(platformContext);
  const form = await request.formData();
  const version = form.get('version') === '' ? 0 : plainVersion(form.get('version'));
  const ask = { viewer: context.get(viewerContext), section, requestId: context.get(requestContext).requestId, version };
  const decision = settingDecisions.find((one) => one === form.get('intent'));
  const mayEdit = may(ask.viewer, 'settings:edit');
  const logos = section === 'branding' && mayEdit ? await logosAtHand(platform, form) : [];
  if (decision) {
    const decided = await decideSetting(platform, { ...ask, decision, answer: plainLine(form.get('answer'), 200) });
    if (decided.ok) await removeUnusedLogos(platform, logos);
    return decided.ok ? redirect(`${base}/${section}?did=${decided.value}`, 303) : refusal(decided.refused);
  }
  if (form.get('intent') === 'put-back') {
    const back = await putBackSetting(platform, {
      ...ask,
      id: String(form.get('change') ?? ''),
      reason: plainLine(form.get('reason'), 200),
    });
    return back.ok ? redirect(`${base}/${section}?did=drafted`, 303) : refusal(back.refused);
  }
  if (form.get('intent') !== 'draft') throw new Response('Bad request', { status: 400 });
  // A file of somebody who may not change it is neither drawn nor kept.
  const ofFile = section === 'branding' && mayEdit ? await takeLogo(platform, form) : null;
  const read = readSettingForm(section, form);
  if (!read.ok || ofFile) {
    await removeUnusedLogos(platform, logos, logoOfToken(form.get('logo')));
    const typed = read.ok ? { ...typedOf(section, read.value.value), reason: read.value.reason } : read.typed;
    const wrong = [...(ofFile ? [{ field: 'logoFile', fault: ofFile }] : []), ...(read.ok ? [] : read.wrong)];
    return data<Refused>({ refused: 'invalid', typed, wrong }, { status: 422 });
  }
  const drafted = await draftSetting(platform, { ...ask, ...read.value });
  if (drafted.ok) {
    await removeUnusedLogos(platform, logos);
    return redirect(`${base}/${section}?did=drafted`, 303);
  }
  const typed: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') typed[name] = value;
  return refusal(drafted.refused, typed);
}

// A draft that a colleague was quicker to change is shown as it stands now; the next press is made from it.
export { reloadOvertaken as shouldRevalidate };

export default function SettingPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-settings');
  const nameOf = useSettingFieldName();
  const language = useLanguage();
  const { section, lines, edits, open, did } = loaderData;
  const refused = actionData ?? null;
  const errorOf = (field: string) => {
    const found = refused?.wrong.find((one) => one.field === field);
    return found && t(`fault.${found.fault}`);
  };
  const typed = refused?.typed ?? loaderData.typed;
  return (
    <div className="dl">
      <p>
        <Link to={base}>{t('back')}</Link>
      </p>
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(`section.${section}.title`)}</h1>
        <p>{t(`section.${section}.text`)}</p>
      </header>
      {did && !refused && (
        <p className="dl-said" role="status">
          {t(`did.${did}`)}
        </p>
      )}
      {refused && refused.refused !== 'invalid' && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${refused.refused}`)}
        </p>
      )}
      <ErrorSummary
        faults={(refused?.wrong ?? []).map(({ field, fault }) => ({
          field,
          message: t('faultOf', { field: nameOf(section, field), fault: t(`fault.${fault}`) }),
        }))}
      />
      <UnderWay key={open?.version ?? 0} {...loaderData} />
      <section className="dl-card" aria-labelledby="now">
        <h2 id="now">{t('now')}</h2>
        <SettingFacts section={section} lines={lines} />
      </section>
      {loaderData.coverage && <LanguageCoverageTable coverage={loaderData.coverage} />}
      {!edits ? (
        <p className="dl-quiet">{t('ownerOnly')}</p>
      ) : (
        open?.status !== 'waiting' && (
          <section className="dl-card" aria-labelledby="change">
            <h2 id="change">{t(open ? 'rewrite' : 'change')}</h2>
            <p className="dl-quiet">{t('changeText')}</p>
            {/* A new form for each version of the draft; what was typed and refused stays. */}
            <Form
              method="post"
              action={`${base}/${section}`}
              key={open?.version ?? 0}
              encType={section === 'branding' ? 'multipart/form-data' : undefined}
              noValidate
              className="st-form"
            >
              <input type="hidden" name="version" value={open?.version ?? 0} />
              <SettingFields section={section} typed={typed} errorOf={errorOf} untaken={loaderData.untaken} />
              <TextField
                name="reason"
                label={t('reason')}
                hint={t('reasonHint')}
                defaultValue={typed.reason}
                error={errorOf('reason')}
                maxLength={200}
                autoComplete="off"
              />
              <div className="bo-actions">
                <button className="bo-btn bo-btn--p" name="intent" value="draft">
                  {t('draft')}
                </button>
              </div>
            </Form>
          </section>
        )
      )}
      <History {...loaderData} language={language} />
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** The draft, or what waits for a second person, line by line, and what may be done with it. */
function UnderWay({ section, open, edits, agrees, financeOnly }: Loaded) {
  const t = useTexts('staff-settings');
  const language = useLanguage();
  if (!open) return null;
  return (
    <section className="dl-card st-open" aria-labelledby="open">
      <h2 id="open">{t(`open.${open.status}`)}</h2>
      <p className="dl-quiet">
        <bdi>{open.by}</bdi>
        {comma(language)}
        {sayMoment(open.at, language)}: <bdi>{open.reason}</bdi>
      </p>
      {open.answer && (
        <p>
          {t('open.answer')} <q>{open.answer}</q>
        </p>
      )}
      <SettingDifferences lines={open.changes} />
      {open.branding && <BrandPreview branding={open.branding} />}
      {open.status === 'draft' && open.second && <p className="dl-quiet">{t('open.second')}</p>}
      <Form method="post" action={`${base}/${section}`} className="st-form">
        <input type="hidden" name="version" value={open.version} />
        {open.status === 'waiting' && agrees && !open.own && (
          <TextField name="answer" label={t('open.why')} hint={t('open.whyHint')} maxLength={200} autoComplete="off" />
        )}
        <div className="bo-actions">
          {open.status === 'draft' && edits && (
            <button className="bo-btn bo-btn--p" name="intent" value="apply">
              {t(open.second ? 'ask' : 'apply')}
            </button>
          )}
          {open.status === 'waiting' && agrees && !open.own && !financeOnly && (
            <button className="bo-btn bo-btn--p" name="intent" value="agree">
              {t('agree')}
            </button>
          )}
          {open.status === 'waiting' && agrees && (
            <button className="bo-btn" name="intent" value="send-back">
              {t(open.own ? 'takeBack' : 'sendBack')}
            </button>
          )}
          {edits && (
            <button className="bo-btn" name="intent" value="drop">
              {t('drop')}
            </button>
          )}
        </div>
        {open.status === 'waiting' && open.own && <p className="dl-quiet">{t('open.others')}</p>}
        {open.status === 'waiting' && financeOnly && !open.own && <p className="dl-quiet">{t('open.finance')}</p>}
      </Form>
    </section>
  );
}

/** What was changed before, each of which can be put back. */
function History({ section, history, open, edits, page, pages, language }: Loaded & { language: Parameters<typeof sayMoment>[1] }) {
  const t = useTexts('staff-settings');
  const { nameOf, saysOf } = useSettingWords();
  return (
    <section className="dl-card" aria-labelledby="history">
      <h2 id="history">{t('history.title')}</h2>
      {history.length === 0 ? (
        <p className="dl-quiet">{t('history.none')}</p>
      ) : (
        <ol className="st-history">
          {history.map((one) => (
            <li key={one.id}>
              <p>
                <span className={`dl-state${one.status === 'applied' ? ' dl-state--good' : ''}`}>{t(`history.${one.status}`)}</span>{' '}
                {sayMoment(one.at, language)}
                {comma(language)}
                <bdi>{one.by}</bdi>
                {one.decidedBy && one.decidedBy !== one.by && (
                  <>
                    {' '}
                    · {t('history.with')} <bdi>{one.decidedBy}</bdi>
                  </>
                )}
              </p>
              <p>
                <bdi>{one.reason}</bdi>
              </p>
              <ul className="dl-quiet">
                {one.changes.map((line, at) => (
                  <li key={at}>
                    {nameOf(line.name)}: {saysOf(line.before)} → {line.after ? saysOf(line.after) : t('diff.gone')}
                  </li>
                ))}
              </ul>
              {edits && one.status === 'applied' && !open && (
                <Form method="post" action={`${base}/${section}`}>
                  <input type="hidden" name="version" value="0" />
                  <input type="hidden" name="change" value={one.id} />
                  <input type="hidden" name="reason" value={t('history.undone', { version: one.version ?? 0 })} />
                  <button className="bo-btn bo-btn--s" name="intent" value="put-back">
                    {t('putBack')}
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ol>
      )}
      {pages > 1 && (
        <nav className="dl-foot" aria-label={t('history.title')}>
          {page > 1 && <Link to={`?page=${page - 1}`}>{t('history.newer')}</Link>}
          {page < pages && <Link to={`?page=${page + 1}`}>{t('history.older')}</Link>}
        </nav>
      )}
    </section>
  );
}
