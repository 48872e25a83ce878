import { data, Form, Link, redirect } from 'react-router';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { may } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { plainLine, plainText, plainVersion } from '#app/values/plain-text.ts';
import { isLanguageCode, languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { familyOf, isTransactional, mailKinds } from '../mail-kinds.ts';
import { orderTemplates } from '../message-jobs.server.ts';
import { variablesIn } from './mail-wording-rules.ts';
import { findWordings } from '../mail-wordings-store.server.ts';
import { textKinds } from '../text-kinds.ts';
import { findTextsOff } from '../texts-off-store.server.ts';
import { MailMoment, NotificationTabs, reloadRefused, Said, StateChip } from './notification-tabs.tsx';
import { previewMail } from './preview-mail.server.ts';
import { goBackTo, houseLines, mayApprove, moveWording, problemsIn, saveWording, subjectOf } from './work-wording.server.ts';
import { setTextKind } from './work-mail.server.ts';
import { WordingForm } from './wording-form.tsx';
import type { Route } from './+types/mail-template-page.ts';

export const handle = { texts: ['staff-mails'] };

function kindOf(params: { readonly kind?: string }) {
  const kind = mailKinds.find((one) => one === params.kind);
  if (!kind) throw new Response('Not found', { status: 404 });
  return kind;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const kind = kindOf(params);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = url.searchParams.get('language');
  const language: LanguageCode = isLanguageCode(asked) ? asked : 'en';
  const seesOrders = may(viewer, 'booking-orders:view');
  const reference = seesOrders ? plainLine(url.searchParams.get('order'), 20).toUpperCase() : '';
  const wordings = await findWordings(platform.db, kind);
  const live = wordings.find(({ status }) => status === 'live') ?? null;
  const open = wordings.find(({ status }) => status === 'draft' || status === 'in_review') ?? null;
  const house = houseLines(kind)[language] ?? {};
  const before = { ...house, ...live?.words[language] };
  // A draft began from what was live, and may have taken words of it back.
  const words = open ? { ...house, ...open.words[language] } : before;
  const [preview, off, names] = await Promise.all([
    previewMail(platform, context.get(productCountersContext), { kind, language, words, reference }),
    findTextsOff(platform.db),
    findStaffNames(
      platform.db,
      wordings.flatMap(({ writtenBy, decidedBy }) => (decidedBy ? [writtenBy, decidedBy] : [writtenBy])),
    ),
  ]);
  const nameOf = (id: string | null) => id && (names.get(id) ?? id);
  return {
    kind,
    family: familyOf(kind).name,
    subject: subjectOf(kind, context.get(requestContext).language),
    transactional: isTransactional(kind),
    language,
    reference,
    previewsOrders: seesOrders && orderTemplates.some((one) => kind === `orders.${one}`),
    unknownOrder: reference !== '' && preview.of === null,
    preview,
    lines: Object.entries(house).map(([key, text]) => ({
      key,
      house: text,
      live: before[key] ?? text,
      text: words[key] ?? text,
      variables: variablesIn(text),
    })),
    open: open && {
      number: open.number,
      status: open.status,
      version: open.version,
      sameMeaning: open.sameMeaning,
      note: open.note,
      writtenBy: nameOf(open.writtenBy),
      mine: open.touchedBy.includes(viewer.user.id),
      reason: open.reason,
      problems: problemsIn(open),
      changes: languageCodes.flatMap((code) =>
        Object.entries(open.words[code] ?? {}).map(([key, text]) => ({
          language: code,
          key,
          before: live?.words[code]?.[key] ?? houseLines(kind)[code]?.[key] ?? '',
          text,
        })),
      ),
    },
    live: live && { number: live.number },
    history: wordings
      .filter(({ status }) => status === 'live' || status === 'retired')
      .map((one) => ({
        number: one.number,
        status: one.status,
        note: one.note,
        goesBackTo: one.goesBackTo,
        writtenBy: nameOf(one.writtenBy),
        decidedBy: nameOf(one.decidedBy),
        at: (one.decidedAt ?? one.changedAt).toISOString(),
      })),
    phone: textKinds[kind]
      ? { when: textKinds[kind], off: off.has(kind), connected: platform.texting !== null, maySwitch: may(viewer, 'settings:edit') }
      : null,
    mayWrite: may(viewer, 'notifications:send'),
    mayApprove: mayApprove(viewer, kind),
    did: url.searchParams.get('did'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const kind = kindOf(params);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const asked = form.get('language');
  const language: LanguageCode = isLanguageCode(asked) ? asked : 'en';
  const version = plainVersion(form.get('version') ?? '0');
  const reason = plainText(form.get('reason'), 300);
  const ask = { viewer, kind, requestId: context.get(requestContext).requestId };
  const work = String(form.get('work') ?? '');
  const saves = work === 'save' || work === 'save-over';
  const typed = {
    lines: Object.fromEntries(
      [...form.keys()].filter((name) => name.startsWith('line:')).map((name) => [name.slice(5), plainText(form.get(name), 1300)]),
    ),
    sameMeaning: form.get('sameMeaning') === 'yes',
    note: plainLine(form.get('note'), 200),
  };
  const done = saves
    ? await saveWording(platform, { ...ask, language, version, ...typed, over: work === 'save-over' })
    : work === 'submit' || work === 'approve' || work === 'send-back' || work === 'discard'
      ? await moveWording(platform, { ...ask, event: work, version, reason })
      : work === 'go-back'
        ? await goBackTo(platform, { ...ask, number: plainVersion(form.get('number')), reason })
        : work === 'text-on' || work === 'text-off'
          ? await setTextKind(platform, { ...ask, to: work === 'text-on' ? 'on' : 'off' })
          : null;
  if (!done) throw new Response('Not found', { status: 404 });
  // What was written stays in its fields.
  if (!done.ok) return data({ refused: done.refused, typed: saves ? { ...typed, language, version } : null }, 422);
  return redirect(`/admin/notifications/templates/${kind}?language=${language}&did=${saves ? 'save' : work}`, 303);
}

export { reloadRefused as shouldRevalidate };

export default function MailTemplatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, family, subject, transactional, language, preview, open, live, history, reference, previewsOrders, unknownOrder } =
    loaderData;
  const t = useTexts('staff-mails');
  const here = `/admin/notifications/templates/${kind}`;
  // Written for one language; on the page of another it would say the wrong thing.
  const typed = actionData?.typed?.language === language ? actionData.typed : null;
  return (
    <div className="dl">
      <header className="dl-head">
        {/* In the reader's language, though it may begin with the name of a value: it runs as the page does. */}
        <h1 tabIndex={-1}>{subject}</h1>
        <p>
          <bdi className="nt-code">{kind}</bdi>
        </p>
        {open ? <StateChip state={open.status} of="wording" /> : live && <StateChip state="live" of="wording" />}
      </header>
      <NotificationTabs here="templates" />
      <Said did={actionData ? null : loaderData.did} refused={actionData?.refused} />
      <p className="dl-note">
        {t(`family.${family}.trigger`)} {t(transactional ? 'template.owed' : 'template.notOwed')}
      </p>
      <nav className="nt-languages" aria-label={t('column.language')}>
        {languageCodes.map((code) => (
          <Link
            key={code}
            to={`${here}?language=${code}${reference ? `&order=${encodeURIComponent(reference)}` : ''}`}
            aria-current={code === language ? 'page' : undefined}
          >
            {t(`language.${code}`)}
          </Link>
        ))}
      </nav>
      <div className="nt-words">
        <div>
          <WordingForm
            key={`${language} ${open?.version ?? 0} ${Boolean(typed)}`}
            language={language}
            lines={loaderData.lines}
            typed={typed}
            overtaken={
              typed && actionData?.refused === 'changed-meanwhile' ? { by: open?.writtenBy ?? history[0]?.decidedBy ?? null } : null
            }
            open={open}
            mayWrite={loaderData.mayWrite}
          />
          {open && <Standing open={open} language={language} mayWrite={loaderData.mayWrite} mayApprove={loaderData.mayApprove} />}
        </div>
        <div>
          <section className="dl-card" aria-labelledby="preview">
            <h2 id="preview">{t('template.preview')}</h2>
            {previewsOrders && (
              <Form className="dl-filters" method="get" action={here} role="search">
                <input type="hidden" name="language" value={language} />
                <label>
                  <span className="sr-only">{t('template.order')}</span>
                  <input
                    type="search"
                    name="order"
                    defaultValue={reference}
                    placeholder={t('template.order')}
                    maxLength={20}
                    aria-invalid={unknownOrder || undefined}
                    aria-describedby={unknownOrder ? 'order-wrong' : undefined}
                  />
                </label>
                <button className="bo-btn" type="submit">
                  {t('template.draw')}
                </button>
              </Form>
            )}
            {unknownOrder && (
              <p className="bo-wrong" id="order-wrong">
                {t('template.unknownOrder')}
              </p>
            )}
            <p className="dl-quiet">{preview.of ? t('template.real', { reference: preview.of }) : t('template.sample')}</p>
            <p>
              <b dir="auto">{preview.subject}</b>
            </p>
            {/* No script runs in it and nothing it holds can reach this page. */}
            <iframe className="nt-frame" title={t('mail.frame')} sandbox="" srcDoc={preview.html} />
            <details>
              <summary>{t('template.plain')}</summary>
              <pre className="nt-plain" dir="auto">
                {preview.text}
              </pre>
            </details>
          </section>
          {loaderData.phone && <Phone phone={loaderData.phone} words={preview.phone} language={language} />}
          <History history={history} live={live !== null} mayApprove={loaderData.mayApprove} />
        </div>
      </div>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** The text that goes beside this mail to whoever wishes it, and the owner's switch for it. */
function Phone({ phone, words, language }: { phone: NonNullable<Loaded['phone']>; words: string | null; language: LanguageCode }) {
  const t = useTexts('staff-mails');
  return (
    <section className="dl-card" aria-labelledby="phone">
      <h2 id="phone">
        {t('text.title')} <StateChip state={phone.off ? 'off' : 'on'} of="text" />
      </h2>
      <p className="dl-quiet">
        {t('text.lead')} {t(`text.${phone.when}`)}
      </p>
      {!phone.connected && <p className="dl-note">{t('text.notConnected')}</p>}
      <pre className="nt-plain" dir={language === 'ar' ? 'rtl' : 'ltr'} lang={language}>
        {words}
      </pre>
      {phone.maySwitch && (
        <Form method="post" className="nt-form">
          <input type="hidden" name="language" value={language} />
          <button className="bo-btn" name="work" value={phone.off ? 'text-on' : 'text-off'}>
            {t(phone.off ? 'text.switchOn' : 'text.switchOff')}
          </button>
        </Form>
      )}
    </section>
  );
}

/** What a draft changes, what stands in its way, and who may do what with it. */
function Standing({
  open,
  language,
  mayWrite,
  mayApprove: approves,
}: {
  open: NonNullable<Loaded['open']>;
  language: LanguageCode;
  mayWrite: boolean;
  mayApprove: boolean;
}) {
  const t = useTexts('staff-mails');
  const button = (work: string, look = '') => (
    <button className={`bo-btn ${look}`} name="work" value={work}>
      {t(`template.${work}`)}
    </button>
  );
  return (
    <section className="dl-card" aria-labelledby="standing">
      <h2 id="standing">{t('template.changes', { number: open.number })}</h2>
      <p className="dl-quiet">
        {t('template.by', { name: open.writtenBy })} {open.note}
      </p>
      {open.reason && open.status === 'draft' && <p className="bo-note">{open.reason}</p>}
      {open.problems.length > 0 && (
        <ul className="nt-problems">
          {open.problems.map((one, index) => (
            <li key={index}>
              {t(`language.${one.language}`)}
              {comma(language)}
              <bdi>{one.key}</bdi>: {t(`problem.${one.problem}`, { name: one.name ?? '' })}
            </li>
          ))}
        </ul>
      )}
      <div className="nt-diff">
        {open.changes.map((one) => (
          <div key={`${one.language} ${one.key}`}>
            <p className="dl-quiet">
              {t(`language.${one.language}`)} · <bdi>{one.key}</bdi>
            </p>
            <del dir="auto">{one.before}</del>
            <ins dir="auto">{one.text}</ins>
          </div>
        ))}
      </div>
      <DeskForm method="post" className="nt-form">
        <input type="hidden" name="version" value={open.version} />
        <input type="hidden" name="language" value={language} />
        {open.status === 'in_review' && approves && !open.mine && (
          <label>
            {t('work.reason')}
            <input name="reason" maxLength={300} autoComplete="off" />
          </label>
        )}
        <p className="bo-actions">
          {open.status === 'draft' && mayWrite && button('submit', 'bo-btn--p')}
          {open.status === 'in_review' && approves && !open.mine && button('approve', 'bo-btn--p')}
          {open.status === 'in_review' && (approves || open.mine) && button('send-back')}
          {mayWrite && button('discard', 'bo-btn--danger')}
        </p>
        {open.status === 'in_review' && open.mine && <p className="dl-quiet">{t('template.waits')}</p>}
      </DeskForm>
    </section>
  );
}

/** What was live before, each with the way back to it. */
function History({ history, live, mayApprove: approves }: { history: Loaded['history']; live: boolean; mayApprove: boolean }) {
  const t = useTexts('staff-mails');
  const back = (number: number) => (
    <details>
      <summary>{t('template.goBack')}</summary>
      <Form method="post" className="nt-form">
        <input type="hidden" name="number" value={number} />
        <label>
          {t('work.reason')}
          <input name="reason" required maxLength={300} autoComplete="off" />
        </label>
        <button className="bo-btn" name="work" value="go-back">
          {t('template.goBackButton')}
        </button>
      </Form>
    </details>
  );
  return (
    <section className="dl-card" aria-labelledby="history">
      <h2 id="history">{t('template.history')}</h2>
      <ol className="nt-history">
        {history.map((one) => (
          <li key={one.number}>
            <p>
              <b>{t('template.number', { number: one.number })}</b> <StateChip state={one.status} of="wording" /> <MailMoment at={one.at} />
            </p>
            <p className="dl-quiet">
              {one.goesBackTo === null
                ? t('template.two', { writer: one.writtenBy, checker: one.decidedBy ?? '' })
                : t('template.wentBack', { name: one.writtenBy, number: one.goesBackTo })}{' '}
              {one.note}
            </p>
            {approves && one.status === 'retired' && back(one.number)}
          </li>
        ))}
        <li>
          <p>
            <b>{t('template.house')}</b> {!live && <StateChip state="live" of="wording" />}
          </p>
          {approves && live && back(0)}
        </li>
      </ol>
    </section>
  );
}
