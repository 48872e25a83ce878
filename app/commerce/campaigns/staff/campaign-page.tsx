import { data, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { letterHtml } from '#app/commerce/messages/letter.ts';
import { letterBrand } from '#app/commerce/messages/post-letter.server.ts';
import { MailMoment, NotificationTabs, reloadRefused, Said, StateChip } from '#app/commerce/messages/staff/notification-tabs.tsx';
import { customerTags, type CustomersWanted } from '#app/commerce/customers/records/customer-kinds.ts';
import { countriesOfCustomers } from '#app/commerce/customers/staff/customer-desk-store.server.ts';
import { interests } from '#app/commerce/newsletter/reader-taste.ts';
import { may } from '#app/platform/access.ts';
import { CostlyRead } from '#app/platform/kept-read.server.ts';
import { findMailHours } from '#app/platform/mail-log-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine, plainText, plainVersion } from '#app/values/plain-text.ts';
import { isLanguageCode, languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { instant, parseCalendarDate, type Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { countAudience, leftOutReasons, type CountedAudience } from '../audience-store.server.ts';
import { campaignProblems, leastTold, toldCount } from '../campaign-rules.ts';
import { findCampaign } from '../campaigns-store.server.ts';
import { shopPagesContext } from '../shop-pages-context.ts';
import { readLetterLimits } from '../letter-limits.server.ts';
import { campaignLetter, campaignZone, isQuiet } from '../send-campaign.server.ts';
import { CampaignForm } from './campaign-form.tsx';
import { tellCounts } from './count-letters.server.ts';
import { sayCustomers } from './say-customers.ts';
import { letterResults, tellLetters, tellResults } from './tell-results.ts';
import { Told } from './told-number.tsx';
import { moveCampaign, saveCampaign, tryCampaign, wroteAt } from './work-campaign.server.ts';
import type { Route } from './+types/campaign-page.ts';

export const handle = { texts: ['staff-mails', 'staff-records', 'staff-customers'] };

const list = '/admin/notifications/campaigns';

/** Counting every reader against every customer takes a while in a full house; whom it went to is counted when it leaves. */
const counted = new CostlyRead<CountedAudience & { readonly at: Instant }>();

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const campaign = await findCampaign(platform.db, params.campaign);
  if (!campaign || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const notes = await openNotes(
    context.get(platformContext),
    context.get(viewerContext),
    deskRecord('campaign', { id: campaign.id, handle: campaign.id, name: campaign.name }),
  );
  const { db, crypto, clock } = platform;
  const { language } = context.get(requestContext);
  // Whom it goes to is asked only as long as that is still to come.
  const ahead = ['draft', 'in_review', 'approved'].includes(campaign.status);
  const { languages, interests: topics, customers } = campaign;
  const [read, limits, hours, countries, counts, names, brand] = await Promise.all([
    ahead
      ? counted.read(db, JSON.stringify([languages, topics, customers]), async () => ({
          ...(await countAudience(db, crypto, campaign)),
          at: clock.now(),
        }))
      : null,
    readLetterLimits(db),
    findMailHours(db),
    countriesOfCustomers(db, clock.now()),
    tellCounts(platform, campaign.id, [campaign.id]),
    findStaffNames(platform.db, [campaign.writtenBy, ...(campaign.approvedBy ? [campaign.approvedBy] : [])]),
    letterBrand(platform),
  ]);
  const audience = read?.value ?? null;
  const letters = counts.letters.get(campaign.id) ?? {};
  const all = Object.values(letters).reduce((sum, count) => sum + count, 0);
  const nameOf = (id: string | null) => id && (names.get(id) ?? id);
  const told = (count: number) => toldCount(count, campaign.customers !== null);
  // Where one is not told none is: the others and the sum would say it.
  const byLanguage = languageCodes
    .filter((code) => campaign.languages.includes(code))
    .map((code) => ({ language: code, readers: told(audience?.readers.get(code) ?? 0) }));
  return {
    notes,
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    version: campaign.version,
    words: campaign.words,
    page: campaign.page,
    interests: campaign.interests,
    languages: campaign.languages,
    // In the clock of the house, as the field of the form wants it.
    startsLocal: campaign.startsAt ? new Date(campaign.startsAt.getTime() + 4 * 3_600_000).toISOString().slice(0, 16) : '',
    startsAt: campaign.startsAt?.toISOString() ?? null,
    writtenBy: nameOf(campaign.writtenBy),
    approvedBy: nameOf(campaign.approvedBy),
    mine: wroteAt(campaign, viewer.user.id),
    customers: campaign.customers,
    countries: countries
      .map((code) => ({ code, name: countryName(code, language) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    audience: audience && {
      asOf: read?.kept ? localTimeIn(campaignZone, audience.at).slice(11) : null,
      languages: byLanguage.some(({ readers }) => readers === null) ? [] : byLanguage,
      all: told(audience.all),
      leftOut: leftOutReasons
        .filter((reason) => audience.leftOut[reason] > 0 && (told(audience.all) !== null || reason !== 'other-customer'))
        .map((reason) => ({ reason, count: told(audience.leftOut[reason]) })),
    },
    // What leaves in the quiet hours waits for the morning.
    quiet:
      (ahead && campaign.startsAt && isQuiet(hours, instant(campaign.startsAt.getTime()))) ||
      (campaign.status === 'sending' && isQuiet(hours, clock.now()))
        ? { from: hours.quietFrom, until: hours.quietUntil }
        : null,
    alone: limits.alone,
    mayLetGo: audience !== null && limits.alone > 0 && audience.all <= limits.alone,
    // One by one they would say what is told above only in numbers by which nobody is known.
    listed: may(viewer, 'customers:view'),
    letters: all > 0 ? tellLetters(letters, campaign.customers !== null) : null,
    results: tellResults(letters, counts.leavings.get(campaign.id) ?? 0),
    countedAt: counts.asOf,
    // Those with the most readers first: what most of them will see is looked at first.
    previews: byReaders(audience?.readers).flatMap((code) => {
      const words = campaign.words[code];
      return words
        ? [{ language: code, html: letterHtml(campaignLetter(campaign, words, code, platform.env.publicUrl, null), brand) }]
        : [];
    }),
    problems:
      campaign.status === 'draft' || campaign.status === 'in_review'
        ? campaignProblems(campaign, platform.clock.now(), await context.get(shopPagesContext)(campaign.page))
        : [],
    maySend: may(viewer, 'notifications:send'),
    mayApprove: may(viewer, 'notifications:approve'),
    did: url.searchParams.get('did'),
  };
}

function byReaders(readers: ReadonlyMap<LanguageCode, number> | undefined): readonly LanguageCode[] {
  return languageCodes.toSorted((a, b) => (readers?.get(b) ?? 0) - (readers?.get(a) ?? 0));
}

/** Which customers a form says; what is not among the choices is none of them. */
function readCustomers(form: FormData): CustomersWanted | null {
  if (form.get('whom') !== 'customers') return null;
  const oneOf = <Word extends string>(words: readonly Word[], name: string): Word | '' => words.find((one) => one === form.get(name)) ?? '';
  const country = plainLine(form.get('country'), 2);
  return {
    account: oneOf(['with', 'without'], 'account'),
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    tag: oneOf(customerTags, 'tag'),
    orders: oneOf(['yes', 'no'], 'orders'),
    from: parseCalendarDate(plainLine(form.get('heardFrom'), 10)) ?? '',
    until: parseCalendarDate(plainLine(form.get('heardUntil'), 10)) ?? '',
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const version = plainVersion(form.get('version') ?? '0');
  const ask = { viewer, id: params.campaign, version, requestId: context.get(requestContext).requestId };
  const work = String(form.get('work') ?? '');
  const saves = work === 'save' || work === 'save-over';
  const starts = Date.parse(`${plainLine(form.get('startsAt'), 20)}:00+04:00`);
  const wordsOf = (code: string) => ({
    subject: plainLine(form.get(`${code}:subject`), 200),
    title: plainLine(form.get(`${code}:title`), 200),
    text: plainText(form.get(`${code}:text`), 4500),
    button: plainLine(form.get(`${code}:button`), 100),
  });
  const draft = {
    name: plainLine(form.get('name'), 80),
    page: plainLine(form.get('page'), 200),
    interests: interests.filter((one) => form.getAll('interest').includes(one)),
    languages: form.getAll('audience').filter(isLanguageCode),
    customers: readCustomers(form),
    startsAt: Number.isNaN(starts) ? null : new Date(starts),
    words: Object.fromEntries(
      languageCodes.map((code) => [code, wordsOf(code)] as const).filter(([, words]) => Object.values(words).some((one) => one !== '')),
    ),
  };
  const done = saves
    ? await saveCampaign(platform, { ...ask, draft, over: work === 'save-over' })
    : work === 'try'
      ? await tryCampaign(platform, ask)
      : work === 'submit' ||
          work === 'let-go' ||
          work === 'send-back' ||
          work === 'approve' ||
          work === 'pause' ||
          work === 'go-on' ||
          work === 'cancel'
        ? await moveCampaign(platform, { ...ask, event: work, isPage: context.get(shopPagesContext) })
        : null;
  if (!done) throw new Response('Not found', { status: 404 });
  if (!done.ok) {
    // What was written stays in its fields.
    const { startsAt: _, ...typed } = draft;
    return data(
      { refused: done.refused, typed: saves ? { ...typed, version, startsLocal: plainLine(form.get('startsAt'), 20) } : null },
      422,
    );
  }
  return redirect(`${list}/${params.campaign}?did=campaign-${saves ? 'save' : work}`, 303);
}

export { reloadRefused as shouldRevalidate };

export default function CampaignPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, status, letters, results, problems, previews } = loaderData;
  const t = useTexts('staff-mails');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <p>
          <Link to={list}>{t('tabs.campaigns')}</Link>
        </p>
        <StateChip state={status} of="campaignState" />
      </header>
      <NotificationTabs here="campaigns" />
      <Said did={actionData ? null : loaderData.did} refused={actionData?.refused} />
      <div className="dl-record">
        <div>
          {status === 'draft' && loaderData.maySend && (
            <CampaignForm
              key={`${loaderData.version} ${Boolean(actionData?.typed)}`}
              campaign={actionData?.typed ?? loaderData}
              countries={loaderData.countries}
              overtaken={actionData?.typed && actionData.refused === 'changed-meanwhile' ? loaderData : null}
            />
          )}
          {actionData?.typed && status !== 'draft' && <NotSaved words={actionData.typed.words} />}
          {previews.map((one, at) => (
            <details key={one.language} className="dl-card" open={status !== 'draft' && at === 0}>
              <summary>
                {t('template.preview')}: {t(`language.${one.language}`)}
              </summary>
              {/* No script runs in it and nothing it holds can reach this page. */}
              <iframe className="nt-frame" title={t('mail.frame')} sandbox="" srcDoc={one.html} />
            </details>
          ))}
        </div>
        <aside>
          <Audience campaign={loaderData} />
          {letters && (
            <section className="dl-card nt-progress" aria-labelledby="progress">
              <h2 id="progress">{t('campaign.progress')}</h2>
              {letters.all.is === 'exact' && letters.waiting.is === 'exact' && (
                <progress
                  max={letters.all.number}
                  value={letters.all.number - letters.waiting.number}
                  aria-label={t('campaign.progress')}
                />
              )}
              {status === 'sending' && loaderData.quiet && <p className="dl-quiet">{t('campaign.asleep', sayHours(loaderData.quiet))}</p>}
              <dl className="nt-facts">
                {(['waiting', 'later'] as const).map((state) => (
                  <div key={state}>
                    <dt>{t(`letter.${state}`)}</dt>
                    <dd>
                      <Told of={letters[state]} />
                    </dd>
                  </div>
                ))}
                {letterResults.map((result) => (
                  <div key={result}>
                    <dt>{t(`letter.${result}`)}</dt>
                    <dd>
                      <Told of={results[result]} />
                    </dd>
                  </div>
                ))}
              </dl>
              {loaderData.countedAt && <p className="dl-quiet">{t('campaign.countedAt', { time: loaderData.countedAt })}</p>}
              <p className="dl-quiet">
                {loaderData.listed ? (
                  <Link to={`/admin/notifications?campaign=${loaderData.id}`}>{t('campaign.letters')}</Link>
                ) : (
                  t('campaign.listedTo')
                )}
              </p>
            </section>
          )}
          <Next campaign={loaderData} problems={problems} />
          <RecordNotes desk={loaderData.notes} />
        </aside>
      </div>
    </div>
  );
}

const sayHours = ({ from, until }: { readonly from: number; readonly until: number }) => ({
  from: `${from}:00`.padStart(5, '0'),
  until: `${until}:00`.padStart(5, '0'),
});

/** As it would be now: to how many it goes, and who is left out and why. Before it is written whole nobody is asked to agree. */
function Audience({ campaign }: { campaign: Route.ComponentProps['loaderData'] }) {
  const t = useTexts('staff-mails');
  const customers = useTexts('staff-customers');
  const language = useLanguage();
  const { audience, quiet, countries } = campaign;
  const count = (value: number | null) =>
    value === null ? t('campaign.few', { number: formatNumber(leastTold, language) }) : formatNumber(value, language);
  const countryNamed = (code: string) => countries.find((one) => one.code === code)?.name ?? code;
  return (
    <section className="dl-card" aria-labelledby="audience">
      <h2 id="audience">{t('campaign.audience')}</h2>
      <p>{sayCustomers(campaign.customers, { t, customers, language, countryName: countryNamed })}</p>
      {audience && (
        <>
          <p className="dl-quiet">{audience.asOf ? t('campaign.audienceAsOf', { time: audience.asOf }) : t('campaign.audienceText')}</p>
          <dl className="nt-facts">
            {audience.languages.map((one) => (
              <div key={one.language}>
                <dt>{t(`language.${one.language}`)}</dt>
                <dd>{count(one.readers)}</dd>
              </div>
            ))}
            <div>
              <dt>
                <b>{t('campaign.all')}</b>
              </dt>
              <dd>
                <b>{count(audience.all)}</b>
              </dd>
            </div>
          </dl>
          {audience.leftOut.length > 0 && (
            <>
              <h3 className="nt-sub">{t('campaign.leftOut.title')}</h3>
              <dl className="nt-facts">
                {audience.leftOut.map((one) => (
                  <div key={one.reason}>
                    <dt>{t(`campaign.leftOut.${one.reason}`)}</dt>
                    <dd>{count(one.count)}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
          {quiet && <p className="dl-quiet">{t('campaign.quiet', sayHours(quiet))}</p>}
        </>
      )}
    </section>
  );
}

/** What was typed while a colleague handed the campaign in: to be copied, as there is no form any more that could keep it. */
function NotSaved({ words }: { words: Route.ComponentProps['loaderData']['words'] }) {
  const t = useTexts('staff-mails');
  return (
    <section className="dl-card nt-form" aria-labelledby="not-saved">
      <h2 id="not-saved">{t('over.notSaved')}</h2>
      <p className="dl-quiet">{t('over.notSavedText')}</p>
      {languageCodes.flatMap((code) => {
        const written = words[code];
        if (!written) return [];
        return [
          <label key={code}>
            {t(`language.${code}`)}
            <textarea
              readOnly
              rows={8}
              lang={code}
              dir={code === 'ar' ? 'rtl' : 'ltr'}
              value={[written.subject, written.title, written.text, written.button].filter((part) => part !== '').join('\n\n')}
            />
          </label>,
        ];
      })}
    </section>
  );
}

/** What stands in the way, and what may be done now. */
function Next({
  campaign,
  problems,
}: {
  campaign: Route.ComponentProps['loaderData'];
  problems: Route.ComponentProps['loaderData']['problems'];
}) {
  const language = useLanguage();
  const t = useTexts('staff-mails');
  const { status, maySend, mayApprove, mine } = campaign;
  const events: readonly (readonly [event: string, look: string])[] = [
    ...(status === 'draft' && maySend && campaign.mayLetGo ? ([['let-go', 'bo-btn--p']] as const) : []),
    ...(status === 'draft' && maySend ? ([['submit', campaign.mayLetGo ? '' : 'bo-btn--p']] as const) : []),
    ...(status === 'in_review' && mayApprove && !mine ? ([['approve', 'bo-btn--p']] as const) : []),
    ...(['in_review', 'approved'].includes(status) && maySend ? ([['send-back', '']] as const) : []),
    ...(status === 'sending' && maySend ? ([['pause', 'bo-btn--p']] as const) : []),
    ...(status === 'paused' && maySend ? ([['go-on', 'bo-btn--p']] as const) : []),
    ...(maySend && !['sent', 'cancelled'].includes(status) ? ([['try', '']] as const) : []),
  ];
  const mayCancel = ['draft', 'in_review', 'approved', 'sending', 'paused'].includes(status) && maySend;
  return (
    <section className="dl-card" aria-labelledby="next">
      <h2 id="next">{t('campaign.next')}</h2>
      <dl className="nt-facts">
        <div>
          <dt>{t('campaign.writer')}</dt>
          <dd>{campaign.writtenBy}</dd>
        </div>
        {campaign.approvedBy && (
          <div>
            <dt>{t('campaign.checker')}</dt>
            <dd>{campaign.approvedBy}</dd>
          </div>
        )}
        <div>
          <dt>{t('campaign.column.starts')}</dt>
          <dd>{campaign.startsAt ? <MailMoment at={campaign.startsAt} /> : '–'}</dd>
        </div>
      </dl>
      {problems.length > 0 && (
        <ul className="nt-problems">
          {problems.map((one, index) => (
            <li key={index}>
              {'language' in one
                ? `${t(`language.${one.language}`)}${comma(language)}${t(`part.${one.part}`)}: ${t(`problem.${one.problem}`)}`
                : t(`campaignProblem.${one.problem}`)}
            </li>
          ))}
        </ul>
      )}
      {status === 'draft' && (
        <p className="dl-quiet">
          {campaign.alone > 0
            ? t('campaign.alone', { count: campaign.alone, shown: formatNumber(campaign.alone, language) })
            : t('campaign.second')}
        </p>
      )}
      {status === 'in_review' && mine && <p className="dl-quiet">{t('template.waits')}</p>}
      <DeskForm sends={events.length > 0} method="post" className="bo-actions">
        <input type="hidden" name="version" value={campaign.version} />
        {events.map(([event, look]) => (
          <button key={event} className={`bo-btn ${look}`} name="work" value={event}>
            {t(`campaign.do.${event}`)}
          </button>
        ))}
      </DeskForm>
      {mayCancel && (
        <details className="nt-sure">
          <summary className="link">{t('campaign.do.cancel')}</summary>
          <DeskForm sends method="post">
            <input type="hidden" name="version" value={campaign.version} />
            <p>{t('campaign.cancelSure')}</p>
            <button className="bo-btn bo-btn--danger" name="work" value="cancel">
              {t('campaign.do.cancel')}
            </button>
          </DeskForm>
        </details>
      )}
    </section>
  );
}
