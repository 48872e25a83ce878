import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { newFormKey, onceForForm, readFormKey, sameFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { Notice, Tag, type Tone } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { dubaiDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { isCurrencyCode, money } from '#app/values/money.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { BookerFields } from '../../bookings/booker-fields.tsx';
import { knownBooker, readBooker } from '../../bookings/booker-form.server.ts';
import { findInquiryAsSystem, readContact } from '../../inquiries/inquiries-store.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { acceptProposal } from '../accept-proposal.server.ts';
import { answerProposal } from '../answer-proposal.server.ts';
import { showProposal, type ShownVersion } from '../open-proposal.server.ts';
import { longestRemark, mostVersions } from '../proposal-form.ts';
import { readProposalToken } from '../proposal-link.server.ts';
import { findProposalAsSystem, findVersions, markOpened } from '../proposals-store.server.ts';
import type { Standing } from '../proposal-status.ts';
import type { Route } from './+types/proposal-page.ts';
import '../../bookings/book.css';
import './proposal.css';

export const handle = { texts: ['proposal', 'booker'] };

async function proposalOf(platform: Platform, token: string) {
  const id = readProposalToken(platform.secret, token);
  const proposal = id && (await findProposalAsSystem(platform.db, id));
  if (!proposal) throw new Response('Not found', { status: 404 });
  return proposal;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  const proposal = await proposalOf(platform, params.token);
  const [shown, inquiry, known] = await Promise.all([
    showProposal(platform, context.get(productCountersContext), proposal, language, context.get(viewerContext)),
    findInquiryAsSystem(platform.db, proposal.inquiryId),
    knownBooker(platform, viewer),
  ]);
  // Nothing was sent yet: the page does not exist for anybody.
  if (shown.versions.length === 0) throw new Response('Not found', { status: 404 });
  if (viewer.kind !== 'staff') await markOpened(platform.db, proposal.id, platform.clock.now());
  const contact = readContact(platform.crypto, inquiry!);
  const [givenNames = '', ...surname] = contact.name.split(/\s+/);
  return {
    ...shown,
    name: contact.name === '-' ? '' : contact.name,
    here: `/proposal/${params.token}`,
    booker: known.email ? known : { givenNames, surname: surname.join(' '), email: contact.email, phone: contact.phone ?? '', note: '' },
    said: ['asked', 'declined'].find((word) => word === url.searchParams.get('said')) ?? null,
    refused: url.searchParams.has('refused'),
    accepting: Number(url.searchParams.get('accept')) || null,
    formKey: newFormKey(),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { language, address, requestId } = context.get(requestContext);
  const proposal = await proposalOf(platform, params.token);
  const here = `/proposal/${params.token}`;
  const form = await request.formData();
  const number = plainVersion(form.get('version'));
  if (number < 1 || number > mostVersions) return redirect(`${here}?refused`, 303);
  if (form.get('intent') !== 'accept') {
    const declines = form.get('intent') === 'decline';
    const words = plainText(form.get('words'), longestRemark).slice(0, longestRemark);
    const line = /^\d$/.test(String(form.get('line') ?? '')) ? Number(form.get('line')) : null;
    if (words === '' && !declines) return redirect(`${here}?refused`, 303);
    const answered = await onceForForm<Awaited<ReturnType<typeof answerProposal>>>(
      platform,
      { actor: `proposal:${proposal.id}`, form, about: `answer ${number}` },
      (progress) => answerProposal(platform, { proposal, number, line, words, declines }, progress.answer),
    );
    return redirect(answered.ok ? `${here}?said=${declines ? 'declined' : 'asked'}#v${number}` : `${here}?refused`, 303);
  }
  const { booker, faults } = readBooker(form);
  const key = readFormKey(form);
  const [seen, currency] = [Number(form.get('seen')), String(form.get('currency') ?? '')];
  if (faults.length > 0) return data({ number, booker, faults, refused: null, key: sameFormKey(form) }, { status: 422 });
  if (!key || !Number.isSafeInteger(seen) || seen < 0 || !isCurrencyCode(currency))
    return data({ number, booker, faults, refused: 'form-reused' as const, key: newFormKey() }, { status: 422 });
  const version = (await findVersions(platform.db, platform.crypto, proposal.id)).find((one) => one.number === number);
  const offers = version?.itemKind ? (context.get(productCountersContext).of(version.itemKind).offers ?? null) : null;
  const toAccept = { viewer: context.get(viewerContext), proposal, number, booker, language, key, address, requestId };
  const accepted = await acceptProposal(platform, { ...toAccept, seenTotal: money(seen, currency) }, offers);
  if (!accepted.ok) return data({ number, booker, faults, refused: accepted.refused, key: newFormKey() }, { status: 409 });
  const to = 'to' in accepted.value ? accepted.value.to : `/checkout/${accepted.value.reference}`;
  return redirect(to, { status: 303, headers: { 'Set-Cookie': accepted.value.cookie } });
}

const tones: Readonly<Record<Standing, Tone>> = {
  open: 'info',
  accepted: 'ok',
  expired: 'warn',
  declined: 'plain',
  superseded: 'plain',
  withdrawn: 'plain',
};

export default function ProposalPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('proposal');
  const { versions, order } = loaderData;
  const open = versions.filter(({ standing }) => standing === 'open');
  const over = versions.filter(({ standing }) => standing !== 'open');
  return (
    <main id="main" className="wrap page-end pp">
      <header className="page-head">
        <h1 tabIndex={-1}>{loaderData.name ? t('titleFor', { name: loaderData.name }) : t('title')}</h1>
        <p className="lede">
          {order ? t('ledeAccepted') : open.length > 1 ? t('ledeSeveral') : open.length === 1 ? t('lede') : t('ledeOver')}
        </p>
      </header>
      {(loaderData.said || loaderData.refused) && (
        <Notice tone={loaderData.refused ? 'warn' : 'ok'} boxed live>
          {t(loaderData.refused ? 'refused.other' : `said.${loaderData.said}`)}
        </Notice>
      )}
      {order && (
        <Notice tone="ok" boxed>
          {t('order.made', { reference: order.reference })}{' '}
          <Link className="link" to={order.to}>
            {t('order.open')}
          </Link>
        </Notice>
      )}
      {open.length === 0 && !order && (
        <Notice tone="plain" boxed>
          {t('over.text')}{' '}
          <Link className="link" to="/contact">
            {t('over.ask')}
          </Link>
        </Notice>
      )}
      {open.length > 1 && <Compare versions={open} />}
      {open.map((version) => (
        <Version
          key={version.number}
          version={version}
          page={loaderData}
          tried={actionData?.number === version.number ? actionData : null}
          mayAccept={order === null}
        />
      ))}
      {over.map((version) =>
        // What was taken back or replaced is named and not shown: nobody should plan with it.
        version.standing === 'withdrawn' || version.standing === 'superseded' ? (
          <section className="pp-past" key={version.number} id={`v${version.number}`}>
            <h2>{t('version', { number: version.number })}</h2>
            <Tag>{t(`standing.${version.standing}`)}</Tag>
            <p>{t(`standingText.${version.standing}`)}</p>
          </section>
        ) : (
          <Version key={version.number} version={version} page={loaderData} tried={null} mayAccept={false} />
        ),
      )}
    </main>
  );
}

/** Several open versions in one table: what differs is seen at a glance. */
function Compare({ versions }: { versions: readonly ShownVersion[] }) {
  const t = useTexts('proposal');
  const language = useLanguage();
  const rows = [
    { name: t('facts.starts'), of: (one: ShownVersion) => formatDate(one.startsOn, language, 'long') },
    { name: t('facts.ends'), of: (one: ShownVersion) => formatDate(one.endsOn, language, 'long') },
    { name: t('facts.party'), of: (one: ShownVersion) => t('facts.people', { count: one.people }) },
    { name: t('facts.total'), of: (one: ShownVersion) => formatMoney(one.total, language) },
    { name: t('facts.validUntil'), of: (one: ShownVersion) => formatDate(one.validUntil, language, 'long') },
  ];
  return (
    <section className="pp-compare" aria-labelledby="compare">
      <h2 id="compare">{t('compare')}</h2>
      <ScrollRegion className="pp-scroll" labelledBy="compare">
        <table>
          <thead>
            <tr>
              <td />
              {versions.map((one) => (
                <th key={one.number} scope="col">
                  <a className="link" href={`#v${one.number}`}>
                    {t('version', { number: one.number })}
                  </a>
                  <span dir="auto">{one.title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                {versions.map((one) => (
                  <td key={one.number}>
                    <bdi>{row.of(one)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

type Page = Route.ComponentProps['loaderData'];

function Version({
  version,
  page,
  tried,
  mayAccept,
}: {
  version: ShownVersion;
  page: Page;
  tried: Route.ComponentProps['actionData'] | null;
  mayAccept: boolean;
}) {
  const t = useTexts('proposal');
  const { number, standing } = version;
  const speaks = standing !== 'declined';
  return (
    <article className="pp-version" id={`v${number}`} aria-labelledby={`v${number}-title`}>
      <header className="pp-head">
        <div>
          <p className="pp-kicker">{t('version', { number })}</p>
          <h2 id={`v${number}-title`} dir="auto">
            {version.title}
          </h2>
          <p className="pp-dates">
            <DateText date={version.startsOn} form="long" /> – <DateText date={version.endsOn} form="long" /> ·{' '}
            {t('facts.people', { count: version.people })}
          </p>
        </div>
        <Tag tone={tones[standing]}>{t(`standing.${standing}`)}</Tag>
      </header>
      {version.words && (
        <p className="pp-words" dir="auto">
          {version.words}
        </p>
      )}
      <div className="pp-body">
        <div className="pp-lines">
          {version.facts.length > 0 && (
            <dl className="pp-facts">
              {version.facts.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <ol>
            {version.lines.map((line, index) => (
              <li key={index}>
                <p className="pp-line">
                  <span dir="auto">{line.quantity > 1 ? `${line.words} × ${line.quantity}` : line.words}</span>
                  <PriceOf amount={line.amount} />
                </p>
                <Talk version={version} line={index} page={page} speaks={speaks} />
              </li>
            ))}
          </ol>
          <Talk version={version} line={null} page={page} speaks={speaks} />
        </div>
        <aside className="pp-side">
          <MoneyList
            groups={
              version.parts.length > 0
                ? [
                    {
                      title: t('plan.title'),
                      lines: version.parts.map(({ amount, dueOn }) => ({
                        label: dueOn === null ? t('plan.now') : <PlanDay date={dueOn} />,
                        value: amount,
                      })),
                    },
                  ]
                : []
            }
            total={{ label: t('facts.total'), value: version.total, note: <VatWords version={version} /> }}
          />
          {version.ladder && <LadderOf version={version} />}
          {standing === 'open' && <ValidUntil date={version.validUntil} />}
          {standing === 'open' && mayAccept && <Accept version={version} page={page} tried={tried} />}
          {standing !== 'open' && <p className="small muted">{t(`standingText.${standing}`)}</p>}
        </aside>
      </div>
    </article>
  );
}

function PriceOf({ amount }: { amount: ShownVersion['total'] }) {
  return <bdi className="price">{formatMoney(amount, useLanguage())}</bdi>;
}

function PlanDay({ date }: { date: string }) {
  const t = useTexts('proposal');
  return <>{t('plan.by', { date: formatDate(date, useLanguage(), 'long') })}</>;
}

function VatWords({ version }: { version: ShownVersion }) {
  const t = useTexts('proposal');
  const language = useLanguage();
  return <>{version.vat === null ? t('vat.in') : t('vat.of', { vat: formatMoney(version.vat, language) })}</>;
}

function ValidUntil({ date }: { date: string }) {
  const t = useTexts('proposal');
  return (
    <Notice tone="plain" icon="clock">
      {t('validUntil', { date: formatDate(date, useLanguage(), 'long') })}
    </Notice>
  );
}

function LadderOf({ version }: { version: ShownVersion }) {
  const t = useTexts('proposal');
  const language = useLanguage();
  return (
    <details className="pp-ladder">
      <summary>{t('ladder.title')}</summary>
      <ul>
        {version.ladder!.map(({ until, kept }) => (
          <li key={until ?? 'after'}>
            <span>{until === null ? t('ladder.after') : t('ladder.until', { date: formatDate(until, language, 'long') })}</span>
            <b>{kept.amount === 0 ? t('ladder.nothing') : t('ladder.kept', { amount: formatMoney(kept, language) })}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What was said about a line, or about the whole, and a place to say more. */
function Talk({ version, line, page, speaks }: { version: ShownVersion; line: number | null; page: Page; speaks: boolean }) {
  const t = useTexts('proposal');
  const id = `words-${version.number}-${line ?? 'all'}`;
  const said = version.remarks.filter((remark) => remark.line === line);
  return (
    <div className="pp-talk">
      {said.length > 0 && (
        <ul>
          {said.map((remark) => (
            <li key={remark.at + remark.words} className={remark.ours ? 'pp-ours' : undefined}>
              <b>{t(remark.ours ? 'talk.ours' : 'talk.yours')}</b> <span dir="auto">{remark.words}</span>{' '}
              <small>
                <DateText date={dubaiDay(remark.at)} />
              </small>
            </li>
          ))}
        </ul>
      )}
      {speaks && (
        <details>
          <summary>{t(line === null ? 'talk.askAll' : 'talk.ask')}</summary>
          <Form method="post" action={page.here} preventScrollReset>
            <input type="hidden" name="key" value={`${page.formKey}-${id}`} />
            <input type="hidden" name="version" value={version.number} />
            {line !== null && <input type="hidden" name="line" value={line} />}
            <TextArea id={id} name="words" rows={3} label={t('talk.words')} maxLength={longestRemark} required />
            <Button small name="intent" value="ask">
              {t('talk.send')}
            </Button>
          </Form>
        </details>
      )}
    </div>
  );
}

function Accept({ version, page, tried }: { version: ShownVersion; page: Page; tried: Route.ComponentProps['actionData'] | null }) {
  const t = useTexts('proposal');
  const tb = useTexts('booker');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const { number } = version;
  if (version.now === 'gone')
    return (
      <Notice tone="warn" boxed>
        {t('gone')}
      </Notice>
    );
  const total = version.now ?? version.total;
  const faults = tried?.faults ?? [];
  return (
    <>
      {version.now && (
        <Notice tone="warn" boxed>
          {t('changed', { before: formatMoney(version.total, language), now: formatMoney(version.now, language) })}
        </Notice>
      )}
      {tried?.refused && (
        <Notice tone="danger" boxed live>
          {t(`refused.${tried.refused}`)}
        </Notice>
      )}
      {tried === null && page.accepting !== number ? (
        <ButtonLink look="go" wide to={`${page.here}?accept=${number}#v${number}`} preventScrollReset>
          {t('accept.open')}
        </ButtonLink>
      ) : (
        <Form method="post" action={`${page.here}?accept=${number}`} className="pp-form" noValidate>
          <h3>{t('accept.who')}</h3>
          <ErrorSummary faults={faults.map((field) => ({ field, message: tb(`fault.${field}`) }))} />
          <BookerFields booker={tried?.booker ?? page.booker} faults={faults} noteLabel={version.onForm ? null : t('accept.note')} />
          <input type="hidden" name="key" value={tried?.key ?? `${page.formKey}-accept-${number}`} />
          <input type="hidden" name="version" value={number} />
          <input type="hidden" name="seen" value={total.amount} />
          <input type="hidden" name="currency" value={total.currency} />
          <Button look="go" icon={version.onForm ? 'arrow-end' : 'lock'} name="intent" value="accept" busy={busy && tb('busy')}>
            {version.onForm ? t('accept.form') : t('accept.go', { amount: formatMoney(version.parts[0]?.amount ?? total, language) })}
          </Button>
          <p className="small muted">{t(version.ladder ? 'accept.kept' : version.onForm ? 'accept.formNote' : 'accept.shop')}</p>
        </Form>
      )}
      <details className="pp-no">
        <summary>{t('decline.open')}</summary>
        <Form method="post" action={page.here} className="pp-form">
          <input type="hidden" name="key" value={`${page.formKey}-no-${number}`} />
          <input type="hidden" name="version" value={number} />
          <TextArea
            id={`why-${number}`}
            name="words"
            rows={3}
            label={t('decline.why')}
            optional={tb('optional')}
            maxLength={longestRemark}
          />
          <Button name="intent" value="decline">
            {t('decline.go')}
          </Button>
        </Form>
      </details>
    </>
  );
}
