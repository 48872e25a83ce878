import { Form, Link, redirect } from 'react-router';
import { inquiryPurposes } from '#app/commerce/inquiries/inquiry-needs.ts';
import { findInquiryAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { queueOf } from '#app/commerce/inquiries/inquiry-kinds.ts';
import { InquiryState } from '#app/commerce/inquiries/staff/inquiry-state.tsx';
import { tellNeeds, workInquiry } from '#app/commerce/inquiries/work-inquiry.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseCalendarDate } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { stayWords } from '../../requirements/requirement-result.tsx';
import { flagRuleGap } from '../flag-rule-gap.server.ts';
import { inviteToApply, type ApplyWish } from '../invite-to-apply.server.ts';
import { openVisaInquiry, type VisaInquiry } from '../open-visa-inquiry.server.ts';
import { InviteCard } from './invite-card.tsx';
import type { Route } from './+types/visa-inquiry-page.ts';
import '#app/commerce/inquiries/staff/inquiry-desk.css';
import './visa-inquiry.css';

export const handle = { texts: ['staff-visa-inquiries', 'staff-inquiries', 'requirements', 'assisted'] };

const longestWords = 8_000;
const acts = ['needs', 'answer', 'flag', 'invite'] as const;
const refusals = [
  'changed-meanwhile',
  'not-sold',
  'paused',
  'choose-type',
  'travellers',
  'arrival',
  'choose-purpose',
  'choose-package',
  'no-counter',
  'words',
] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const inquiry = await findInquiryAsStaff(platform.db, parseReference(params.reference) ?? '');
  const queue = inquiry && queueOf(inquiry.kind);
  if (!inquiry || viewer.kind !== 'staff' || (queue !== 'evisa' && queue !== 'visa-assistance'))
    throw new Response('Not found', { status: 404 });
  const refused = url.searchParams.get('refused');
  return {
    record: await openVisaInquiry(platform, viewer, inquiry, context.get(requestContext).language),
    did: acts.find((act) => act === url.searchParams.get('did')) ?? null,
    refused: refused === null ? null : (refusals.find((one) => one === refused) ?? 'changed-meanwhile'),
    title: inquiry.reference,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const inquiry = await findInquiryAsStaff(platform.db, parseReference(params.reference) ?? '');
  if (!inquiry || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const here = `/admin/inquiries/${inquiry.reference}/visa`;
  if (!may(viewer, 'inquiries:work')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
  const form = await request.formData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.toWellFormed().replace(/\r\n?/g, '\n').trim() : '';
  };
  const act = acts.find((one) => one === field('act'));
  const back = (refused: string | null) => redirect(`${here}?${refused === null ? `did=${act}` : `refused=${refused}`}`, 303);
  // What a colleague has changed since the page was opened is looked at first.
  if (!act || (act !== 'flag' && field('version') !== String(inquiry.version))) return back('changed-meanwhile');
  const staffId = viewer.user.id;
  const isCountry = new Set(countryNames('en').map(({ code }) => code));
  const country = (name: string) => (isCountry.has(field(name)) ? field(name) : null);
  switch (act) {
    case 'needs': {
      const refusedBefore = field('refused') === 'yes' ? true : field('refused') === 'no' ? false : null;
      const told = await tellNeeds(platform, {
        inquiry,
        needs: {
          nationality: country('nationality'),
          residence: country('residence'),
          destination: country('destination'),
          purpose: inquiryPurposes.find((one) => one === field('purpose')) ?? null,
          refusedBefore,
          startsOn: parseCalendarDate(field('startsOn')),
        },
        staffId,
      });
      return back(told.ok ? null : told.refused);
    }
    case 'answer': {
      const words = field('words');
      if (words === '' || words.length > longestWords) return back('words');
      const answered = await workInquiry(platform, { inquiry, event: 'answer', staffId, words });
      return back(answered.ok ? null : answered.refused);
    }
    case 'flag': {
      const [destination, passport] = [country('destination'), country('nationality')];
      if (!destination || !passport) return back('changed-meanwhile');
      await flagRuleGap(platform, { destination, passport, stale: field('stale') === 'yes', staffId });
      return back(null);
    }
    case 'invite': {
      const invited = await inviteToApply(platform, { inquiryId: inquiry.id, version: inquiry.version, wish: wishOf(field), staffId });
      return back(invited.ok ? null : invited.refused);
    }
  }
}

function wishOf(field: (name: string) => string): ApplyWish {
  const same = { slug: field('slug'), travellers: Number(field('travellers')), arrival: field('arrival') };
  if (field('route') === 'assisted')
    return { ...same, route: 'assisted', purpose: field('purpose'), package: field('package'), region: field('region') };
  const [type = '', speed = ''] = field('choice').split('|');
  return { ...same, route: 'evisa', type, speed };
}

export default function VisaInquiryPage({ loaderData: { record, did, refused } }: Route.ComponentProps) {
  const t = useTexts('staff-visa-inquiries');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{record.name}</bdi>
        </h1>
        <InquiryState state={record.status} />
        <p>
          {t('title')} · <bdi>{record.reference}</bdi>
        </p>
        <Link className="bo-btn" to={`/admin/inquiries/${record.reference}`}>
          {t('back')}
        </Link>
      </header>
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={did && t(`did.${did}`)} />
      <div className="dl-record">
        <div>
          <Register record={record} />
          {record.letter !== null && record.answers && <Letter record={record} letter={record.letter} />}
        </div>
        <aside>
          <Needs record={record} />
          <InviteCard record={record} />
        </aside>
      </div>
    </div>
  );
}

/** What the register says, with its source and its day; what it does not know is said and can be flagged. */
function Register({ record }: { record: VisaInquiry }) {
  const t = useTexts('staff-visa-inquiries');
  const words = useTexts('requirements');
  const language = useLanguage();
  const { shown, needs } = record;
  if (!shown)
    return (
      <section className="dl-card">
        <h2>{t('register')}</h2>
        <p>{t('tellFirst')}</p>
      </section>
    );
  const gap = shown.need === 'unknown' || shown.isStale;
  return (
    <section className="dl-card vi-answer">
      <h2>{t('register')}</h2>
      <p className="vi-need" data-need={gap ? 'unknown' : shown.need}>
        {words(`need.${shown.need}.title`)}
      </p>
      <p className="dl-quiet">
        {t('asks', { passport: shown.passport.name, country: shown.destination.name })}
        {shown.need !== 'unknown' && <> · {stayWords(words, shown.stayDays, shown.windowDays)}</>}
      </p>
      {shown.stayFits === false && <p className="dl-late">{words('stay.tooLong')}</p>}
      {shown.conditions.length > 0 && (
        <ul className="vi-conditions">
          {shown.conditions.map((one) => (
            <li key={one}>{words(`condition.${one}`)}</li>
          ))}
        </ul>
      )}
      {shown.source && (
        <p>
          {t('source')}{' '}
          <a href={shown.source.address} rel="noreferrer" target="_blank">
            <bdi>{shown.source.host}</bdi>
          </a>
          , {t('checked', { date: formatDate(shown.source.checkedOn, language, 'long') })}
        </p>
      )}
      {gap && (
        <div className="vi-gap">
          <p>
            <Icon name="warning" small /> {t(shown.need === 'unknown' ? 'unknown' : 'stale')}
            {shown.indicated && ` ${t('indicated', { need: words(`need.${shown.indicated.need}.short`) })}`}
          </p>
          {record.mayWork && (
            <Form method="post">
              <input type="hidden" name="destination" value={needs.destination ?? ''} />
              <input type="hidden" name="nationality" value={needs.nationality ?? ''} />
              <input type="hidden" name="stale" value={shown.isStale ? 'yes' : 'no'} />
              <button className="bo-btn" name="act" value="flag" type="submit">
                {t('flag')}
              </button>
            </Form>
          )}
        </div>
      )}
    </section>
  );
}

function Letter({ record, letter }: { record: VisaInquiry; letter: string }) {
  const t = useTexts('staff-visa-inquiries');
  const inquiries = useTexts('staff-inquiries');
  return (
    <Form method="post" className="dl-card iq-answer" key={`${record.version}${letter}`}>
      <h2>
        <label htmlFor="words">{t('letter')}</label>
      </h2>
      <p className="dl-quiet" id="words-hint">
        {t('letterHint', { language: inquiries(`language.${record.language}`) })}
      </p>
      <input type="hidden" name="version" value={record.version} />
      <textarea
        id="words"
        name="words"
        rows={14}
        lang={record.language}
        dir="auto"
        defaultValue={letter}
        maxLength={longestWords}
        aria-describedby="words-hint"
        required
      />
      <button className="bo-btn bo-btn--p" name="act" value="answer" type="submit">
        <Icon name="mail" small />
        {inquiries('act.answer')}
      </button>
    </Form>
  );
}

function Needs({ record }: { record: VisaInquiry }) {
  const t = useTexts('staff-visa-inquiries');
  const inquiries = useTexts('staff-inquiries');
  const { needs, countries } = record;
  return (
    <section className="dl-card">
      <h2>{t('needs')}</h2>
      <DeskForm facts method="post" className="vi-form" key={record.version}>
        <input type="hidden" name="version" value={record.version} />
        {(['nationality', 'residence', 'destination'] as const).map((name) => (
          <label key={name}>
            {inquiries(`fact.${name}`)}
            <select name={name} defaultValue={needs[name] ?? ''}>
              <option value="">{t('notTold')}</option>
              {countries.map(({ code, name: words }) => (
                <option key={code} value={code}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label>
          {inquiries('fact.purpose')}
          <select name="purpose" defaultValue={needs.purpose ?? ''}>
            <option value="">{t('notTold')}</option>
            {inquiryPurposes.map((purpose) => (
              <option key={purpose} value={purpose}>
                {inquiries(`purpose.${purpose}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {inquiries('column.startsOn')}
          <input type="date" name="startsOn" defaultValue={needs.startsOn ?? ''} />
        </label>
        <label>
          {inquiries('fact.refusedBefore')}
          <select name="refused" defaultValue={needs.refusedBefore === null ? '' : needs.refusedBefore ? 'yes' : 'no'}>
            <option value="">{t('notTold')}</option>
            <option value="no">{inquiries('no')}</option>
            <option value="yes">{inquiries('yes')}</option>
          </select>
        </label>
        {record.mayWork && (
          <button className="bo-btn" name="act" value="needs" type="submit">
            {t('keepNeeds')}
          </button>
        )}
      </DeskForm>
    </section>
  );
}
