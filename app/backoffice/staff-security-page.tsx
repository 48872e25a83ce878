import { data, Form, redirect, useNavigation } from 'react-router';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { owesFactor } from '#app/platform/second-factor-rule.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { isLanguageCode, languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { chooseOwnLanguage } from './own-language.server.ts';
import { offerSecondFactor, renewCodes, showSecondFactor, switchOff, switchOn } from './second-factor.server.ts';
import type { Route } from './+types/staff-security-page.ts';

export const handle = { texts: ['staff', 'staff-security'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const platform = context.get(platformContext);
  const [factor, account] = await Promise.all([
    showSecondFactor(platform, viewer.user, url.searchParams.has('setup')),
    findStaffAccount(platform.db, viewer.user.id),
  ]);
  return {
    ...factor,
    closed: owesFactor(viewer, platform.clock.now()),
    mails: account!.language,
    languages: languageCodes.map((code) => ({ code, name: languageName(code, code) })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const act = form.get('act');
  if (act === 'begin') {
    await offerSecondFactor(platform, viewer.user.id);
    return redirect('/admin/security?setup=1', 303);
  }
  if (act === 'language') {
    const language = form.get('language');
    if (!isLanguageCode(language)) return data({ act, error: 'unknown', waitMinutes: 0, codes: null }, { status: 422 });
    await chooseOwnLanguage(platform, { userId: viewer.user.id, language, requestId: context.get(requestContext).requestId });
    return data({ act, error: null, waitMinutes: 0, codes: null });
  }
  const turns = { on: switchOn, renew: renewCodes, off: switchOff } as const;
  if (act !== 'on' && act !== 'renew' && act !== 'off') throw new Response('Bad request', { status: 400 });
  const typed = form.get('code');
  const { address, language } = context.get(requestContext);
  const session = await platform.auth.api.getSession({ headers: request.headers });
  const done = await turns[act](platform, {
    person: viewer.user,
    sessionId: session?.session.id ?? '',
    typed: typeof typed === 'string' ? typed.slice(0, 40) : '',
    address,
    language,
  });
  if (done.ok) return data({ act, error: null, waitMinutes: 0, codes: done.value });
  const status = done.refused === 'too-many-tries' ? 429 : 422;
  return data({ act, error: done.refused, waitMinutes: Math.ceil((done.waitSeconds ?? 0) / 60), codes: null }, { status });
}

/** Recovery codes are in the answer to the form that made them, and nowhere afterwards. */
export function headers() {
  return { 'Cache-Control': 'no-store' };
}

export default function StaffSecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-security');
  const language = useLanguage();
  const { state, wasReset, since, codesLeft, offer, closed, mails, languages } = loaderData;
  const errorOf = (act: string) =>
    actionData?.act === act && actionData.error ? t(`error.${actionData.error}`, { count: actionData.waitMinutes }) : null;
  return (
    <div className="bo-page bo-secure">
      <h1 tabIndex={-1}>{t('title')}</h1>
      <p className="muted">{t('lede')}</p>
      {closed && state !== 'on' && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(wasReset ? 'closedByReset' : 'closed')}
        </p>
      )}
      {actionData?.codes && (
        <section className="bo-secure__codes" role="status">
          <h2>{t('codes.title')}</h2>
          <p>{t('codes.text')}</p>
          <ol dir="ltr">
            {actionData.codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </section>
      )}
      {state === 'off' && (
        <section>
          <h2>{t('off.title')}</h2>
          <p>{t('off.text')}</p>
          <Form method="post">
            <button className="bo-btn bo-btn--p" name="act" value="begin" type="submit">
              {t('off.go')}
            </button>
          </Form>
        </section>
      )}
      {offer && (
        <section className="bo-secure__offer">
          <img src={offer.picture} alt={t('offer.picture')} width="200" height="200" />
          <div>
            <h2>{t('offer.title')}</h2>
            <p>{t('offer.scan')}</p>
            <p>
              {t('offer.type')}
              <br />
              <code dir="ltr">{offer.secret}</code>
            </p>
            <CodeForm act="on" label={t('offer.code')} go={t('offer.go')} error={errorOf('on')} main />
          </div>
        </section>
      )}
      {state === 'on' && since && (
        <>
          <section>
            <h2>{t('on.title')}</h2>
            <p>
              {t('on.since')} <time dateTime={since}>{sayDay(since, language, 'long')}</time>
            </p>
            <p>{t('on.left', { count: codesLeft })}</p>
          </section>
          <section>
            <h2>{t('renew.title')}</h2>
            <p>{t('renew.text')}</p>
            <CodeForm act="renew" label={t('step.code')} go={t('renew.go')} error={errorOf('renew')} />
          </section>
          <section>
            <h2>{t('turnOff.title')}</h2>
            <p>{t('turnOff.text')}</p>
            <CodeForm act="off" label={t('turnOff.code')} go={t('turnOff.go')} error={errorOf('off')} />
          </section>
        </>
      )}
      <DeskLanguage languages={languages} />
      <MailLanguage mails={mails} languages={languages} told={actionData?.act === 'language' ? actionData : null} />
    </div>
  );
}

/** All five for the desk, whatever the shop offers; without scripts too. */
function DeskLanguage({ languages }: { languages: readonly { readonly code: LanguageCode; readonly name: string }[] }) {
  const t = useTexts('staff-security');
  const now = useLanguage();
  return (
    <section>
      <h2>{t('desk.title')}</h2>
      <p>{t('desk.text')}</p>
      <form method="post" action="/preferences" className="bo-actions">
        <input type="hidden" name="back" value="/admin/security" />
        {languages.map(({ code, name }) => (
          <button
            key={code}
            className={`bo-btn${code === now ? ' bo-btn--p' : ''}`}
            name="language"
            value={code}
            lang={code}
            aria-current={code === now || undefined}
          >
            {name}
          </button>
        ))}
      </form>
    </section>
  );
}

/** Each language stands under its own name, so that whoever reads no other finds theirs. */
function MailLanguage({
  mails,
  languages,
  told,
}: {
  mails: LanguageCode;
  languages: readonly { readonly code: LanguageCode; readonly name: string }[];
  told: { readonly error: string | null } | null;
}) {
  const t = useTexts('staff-security');
  const busy = useNavigation().state === 'submitting';
  const wrong = told?.error ? t('mails.unknown') : null;
  return (
    <section>
      <h2>{t('mails.title')}</h2>
      <p id="mail-language-text">{t('mails.text')}</p>
      {told && !wrong && (
        <p className="dl-said" role="status">
          {t('mails.kept')}
        </p>
      )}
      <Form method="post" className="bo-secure__form">
        <label htmlFor="mail-language">{t('mails.label')}</label>
        <div className="bo-actions">
          <select
            id="mail-language"
            name="language"
            defaultValue={mails}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? 'mail-language-error' : 'mail-language-text'}
          >
            {languages.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
          <button className="bo-btn" name="act" value="language" type="submit" aria-disabled={busy}>
            {t('mails.go')}
          </button>
        </div>
        {wrong && (
          <p id="mail-language-error" className="bo-wrong" role="alert">
            {wrong}
          </p>
        )}
      </Form>
    </section>
  );
}

function CodeForm({ act, label, go, error, main }: { act: string; label: string; go: string; error: string | null; main?: boolean }) {
  const busy = useNavigation().state === 'submitting';
  const id = `code-${act}`;
  return (
    <Form method="post" className="bo-secure__form">
      <label htmlFor={id}>{label}</label>
      <div className="bo-actions">
        <input
          id={id}
          name="code"
          dir="ltr"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          required
        />
        <button className={main ? 'bo-btn bo-btn--p' : 'bo-btn'} name="act" value={act} type="submit" aria-disabled={busy}>
          {go}
        </button>
      </div>
      {error && (
        <p id={`${id}-error`} className="bo-wrong" role="alert">
          {error}
        </p>
      )}
    </Form>
  );
}
