import { data, Form, Link, redirect } from 'react-router';
import { readStandardRate } from '#app/commerce/pricing/pricing-store.server.ts';
import { may } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { findInquiryAsStaff, readContact, readMessage } from '../../inquiries/inquiries-store.server.ts';
import { findOrderAsSystem } from '../../orders/orders-store.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { findOffer } from '../open-proposal.server.ts';
import { itemOf, longestRemark, mostVersions, readVersion } from '../proposal-form.ts';
import { proposalAddress } from '../proposal-link.server.ts';
import { priceOfLine, sumOfLines, totalOfLines } from '../proposal-price.ts';
import { proposalMachine, standingOf, type ProposalState, type Standing } from '../proposal-status.ts';
import { proposalZone } from '../proposal-terms-rules.ts';
import { findProposalOfInquiry, findRemarks, findVersions } from '../proposals-store.server.ts';
import { draftVersion, replyToCustomer, workVersion, type ProposalWork } from '../work-proposal.server.ts';
import { firstValues, valuesOf, VersionForm } from './version-form.tsx';
import type { Route } from './+types/proposal-desk-page.ts';
import './proposal-desk.css';

export const handle = { texts: ['staff-proposals'] };

const works: readonly ProposalWork[] = ['send', 'send-instead', 'discard', 'withdraw'];
const said = ['draft', 'reply', ...works];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, crypto } = platform;
  const inquiry = await findInquiryAsStaff(db, parseReference(params.reference) ?? '');
  if (!inquiry) throw new Response('Not found', { status: 404 });
  const mayWork = may(context.get(viewerContext), 'inquiries:work');
  const now = platform.clock.now();
  const proposal = await findProposalOfInquiry(db, inquiry.id);
  const [versions, remarks] = proposal
    ? await Promise.all([findVersions(db, crypto, proposal.id), findRemarks(db, crypto, proposal.id)])
    : [[], []];
  const orders = await Promise.all(versions.map(({ orderId }) => (orderId ? findOrderAsSystem(db, orderId) : null)));
  const names = await findStaffNames(db, [
    ...versions.map(({ madeBy }) => madeBy),
    ...remarks.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice(6)] : [])),
  ]);
  const copied = versions.find(({ number }) => number === Number(url.searchParams.get('from')));
  return {
    title: inquiry.reference,
    reference: inquiry.reference,
    language: inquiry.language,
    name: readContact(crypto, inquiry).name,
    message: readMessage(crypto, inquiry).slice(0, 600),
    startsOn: inquiry.startsOn,
    endsOn: inquiry.endsOn,
    adults: inquiry.adults,
    children: inquiry.children,
    budget: inquiry.budgetAmount === null ? null : money(inquiry.budgetAmount, 'AED'),
    // The link is the customer's key: only who answers them may take it.
    address: mayWork && proposal && versions.some(({ sentAt }) => sentAt !== null) ? proposalAddress(platform.secret, proposal.id) : null,
    openedAt: proposal?.openedAt?.toISOString() ?? null,
    versions: versions.toReversed().map((version) => {
      const { net, margin, vat } = sumOfLines(version.content.lines);
      const order = orders[version.number - 1];
      return {
        number: version.number,
        state: (standingOf(version, now) ?? version.status) as Standing | ProposalState,
        title: version.content.title,
        item: version.item,
        startsOn: version.startsOn,
        endsOn: version.endsOn,
        lines: version.content.lines.map((line) => ({
          words: line.quantity > 1 ? `${line.words} × ${line.quantity}` : line.words,
          amount: money(priceOfLine(line).gross, 'AED'),
        })),
        cost: mayWork && version.item === null ? { net: money(net, 'AED'), margin: money(margin, 'AED'), vat: money(vat, 'AED') } : null,
        total: money(version.total, 'AED'),
        depositPercent: version.depositPercent,
        validUntil: dateIn(proposalZone, instant(version.expiresAt.getTime() - 1)),
        by: names.get(version.madeBy) ?? null,
        order: order ? { id: order.id, reference: order.reference } : null,
        moves: mayWork ? movesFrom(proposalMachine, version.status, 'staff') : [],
        others: versions.some((other) => other.status === 'sent' && other.number !== version.number),
        sent: version.sentAt !== null,
        remarks: remarks
          .filter(({ number }) => number === version.number)
          .map(({ id, line, actor, words, at }) => ({
            id,
            line: line === null ? null : (version.content.lines[line]?.words ?? null),
            position: line,
            by: actor === 'customer' ? null : (names.get(actor.slice(6)) ?? '–'),
            words,
            at: at.toISOString(),
          })),
      };
    }),
    full: versions.length >= mostVersions,
    mayWork,
    start: copied ? valuesOf(copied) : firstValues(inquiry, dateIn(proposalZone, now)),
    key: newFormKey(),
    did: said.find((word) => word === url.searchParams.get('did')) ?? null,
    refused: url.searchParams.has('refused'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const inquiry = await findInquiryAsStaff(platform.db, parseReference(params.reference) ?? '');
  if (!inquiry || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const staffId = viewer.user.id;
  const here = `/admin/inquiries/${inquiry.reference}/proposal`;
  const form = await request.formData();
  const about = `proposal ${inquiry.reference}`;
  if (form.get('work') === 'draft') {
    const today = dateIn(proposalZone, platform.clock.now());
    const item = itemOf(form);
    const found = item === null ? null : await findOffer(context.get(productCountersContext), item, inquiry.language);
    const read = readVersion(form, today, found?.offered ?? null, await readStandardRate(platform.db, platform.clock.now()));
    const { version } = read;
    if (!version) return data({ typed: read.typed, faults: read.faults }, { status: 422 });
    const total = found?.offered.total ?? totalOfLines(version.content.lines);
    const drafted = await onceForForm(platform, { actor: `user:${staffId}`, form, about }, () =>
      draftVersion(platform, { inquiry, version, itemKind: found?.kind ?? null, total, staffId }),
    );
    return redirect(drafted.ok ? `${here}?did=draft` : `${here}?refused`, 303);
  }
  const proposal = await findProposalOfInquiry(platform.db, inquiry.id);
  const number = plainVersion(form.get('version'));
  if (!proposal || number < 1 || number > mostVersions) return redirect(`${here}?refused`, 303);
  const ok = await onceForForm<boolean>(platform, { actor: `user:${staffId}`, form, about }, async (progress) => {
    const work = works.find((one) => one === form.get('work'));
    if (work) return (await workVersion(platform, { proposalId: proposal.id, number, work, staffId })).ok;
    const words = plainText(form.get('words'), longestRemark).slice(0, longestRemark);
    const version = (await findVersions(platform.db, platform.crypto, proposal.id)).find((one) => one.number === number);
    const typed = String(form.get('line') ?? '');
    const line = /^\d$/.test(typed) && version?.content.lines[Number(typed)] ? Number(typed) : null;
    if (words === '' || !version || version.sentAt === null) return false;
    await replyToCustomer(platform, { proposalId: proposal.id, number, line, words, staffId }, progress.answer);
    return true;
  });
  const done = said.find((word) => word === form.get('work')) ?? 'reply';
  return redirect(ok ? `${here}?did=${done}#v${number}` : `${here}?refused`, 303);
}

export default function ProposalDeskPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-proposals');
  const language = useLanguage();
  const facts: readonly (readonly [string, string | null])[] = [
    ['dates', [page.startsOn, page.endsOn].flatMap((day) => (day ? [formatDate(day, language)] : [])).join(' – ') || null],
    ['party', page.adults === null ? null : t('people', { count: page.adults + (page.children ?? 0) })],
    ['budget', page.budget && formatMoney(page.budget, language)],
    ['language', t(`language.${page.language}`)],
    ['opened', page.openedAt ? sayDay(page.openedAt, language, 'long') : page.address ? t('notOpened') : null],
  ];
  return (
    <div className="dl pd">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          {t('title')} · <bdi>{page.name}</bdi>
        </h1>
        <p>
          <bdi>{page.reference}</bdi>
        </p>
        <Link className="bo-btn" to={`/admin/inquiries/${page.reference}`}>
          {t('back')}
        </Link>
        {page.address && (
          <a className="bo-btn" href={page.address} target="_blank" rel="noreferrer">
            {t('customerPage')}
          </a>
        )}
      </header>
      <DeskSaid refused={page.refused && t('refused')} did={page.did && t(`did.${page.did}`)} />
      <section className="dl-card pd-asked">
        <p className="dl-words" dir="auto">
          {page.message}
        </p>
        <dl>
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{t(`fact.${name}`)}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
        </dl>
      </section>
      {page.versions.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        <div className="pd-versions">
          {page.versions.map((version) => (
            <VersionCard key={version.number} version={version} page={page} />
          ))}
        </div>
      )}
      {page.mayWork && !page.full && (
        <VersionForm
          key={`${page.versions.length}-${page.start.from}`}
          values={actionData?.typed ?? page.start.values}
          faults={actionData?.faults ?? []}
          formKey={page.key}
          number={page.versions.length + 1}
          language={page.language}
        />
      )}
      {page.full && <p className="dl-quiet">{t('full', { count: mostVersions })}</p>}
    </div>
  );
}

type Page = Route.ComponentProps['loaderData'];
type Card = Page['versions'][number];

const states: Readonly<Record<string, string>> = { open: 'dl-state--now', draft: 'dl-state--now', accepted: 'dl-state--good' };

function VersionCard({ version, page }: { version: Card; page: Page }) {
  const t = useTexts('staff-proposals');
  const language = useLanguage();
  const { number, cost } = version;
  const wide = version.moves.length > 0;
  return (
    <section className="dl-card pd-card" id={`v${number}`}>
      <header>
        <h2>
          {t('version', { number })} · <span dir="auto">{version.title}</span>
        </h2>
        <span className={`dl-state ${states[version.state] ?? ''}`}>{t(`state.${version.state}`)}</span>
      </header>
      <p className="dl-quiet">
        {formatDate(version.startsOn, language)} – {formatDate(version.endsOn, language)} ·{' '}
        {t('valid', { date: formatDate(version.validUntil, language) })}
        {version.by && (
          <>
            {' '}
            · <bdi>{version.by}</bdi>
          </>
        )}
      </p>
      {version.item && (
        <p className="dl-quiet">
          {t('fromShop')} <a href={version.item}>{t('seeInShop')}</a>
        </p>
      )}
      <table className="pd-money">
        <tbody>
          {version.lines.map((line, index) => (
            <tr key={index}>
              <th scope="row" dir="auto">
                {line.words}
              </th>
              <td>{formatMoney(line.amount, language)}</td>
            </tr>
          ))}
          {cost &&
            (['net', 'margin', 'vat'] as const).map((name) => (
              <tr key={name} className="pd-ours">
                <th scope="row">{t(`cost.${name}`)}</th>
                <td>{formatMoney(cost[name], language)}</td>
              </tr>
            ))}
          <tr className="pd-total">
            <th scope="row">{t('total')}</th>
            <td>{formatMoney(version.total, language)}</td>
          </tr>
        </tbody>
      </table>
      {version.depositPercent > 0 && <p className="dl-quiet">{t('deposit', { percent: version.depositPercent })}</p>}
      {version.order && (
        <p>
          {t('order')}{' '}
          <Link to={`/admin/orders/${version.order.id}`}>
            <bdi>{version.order.reference}</bdi>
          </Link>
        </p>
      )}
      {version.remarks.length > 0 && (
        <ul className="pd-talk">
          {version.remarks.map((remark) => (
            <li key={remark.id} className={remark.by ? 'pd-house' : undefined}>
              <b>{remark.by ?? t('customer')}</b>
              {remark.line && (
                <em dir="auto">
                  {t('onLine')} {remark.line}
                </em>
              )}
              <span dir="auto">{remark.words}</span>
              <small>{sayDay(remark.at, language, 'long')}</small>
            </li>
          ))}
        </ul>
      )}
      {page.mayWork && (
        <>
          {version.sent && <Reply version={version} formKey={page.key} />}
          <div className="pd-acts">
            {wide && (
              <Form method="post">
                <input type="hidden" name="key" value={`${page.key}-work-${number}`} />
                <input type="hidden" name="version" value={number} />
                {version.moves.includes('send') && (
                  <>
                    <button className="bo-btn bo-btn--p" name="work" value="send" type="submit">
                      {t(version.others ? 'act.sendBeside' : 'act.send')}
                    </button>
                    {version.others && (
                      <button className="bo-btn" name="work" value="send-instead" type="submit">
                        {t('act.sendInstead')}
                      </button>
                    )}
                  </>
                )}
                {(['discard', 'withdraw'] as const)
                  .filter((event) => version.moves.includes(event))
                  .map((event) => (
                    <button className="bo-btn" name="work" value={event} key={event} type="submit">
                      {t(`act.${event}`)}
                    </button>
                  ))}
              </Form>
            )}
            {!page.full && version.item === null && (
              <Link className="bo-btn" to={`?from=${number}#new`}>
                {t('act.copy')}
              </Link>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function Reply({ version, formKey }: { version: Card; formKey: string }) {
  const t = useTexts('staff-proposals');
  const id = `words-${version.number}`;
  const last = version.remarks.findLast(({ by }) => by === null);
  return (
    <details className="pd-reply" open={version.remarks.at(-1)?.by === null}>
      <summary>{t('act.reply')}</summary>
      <Form method="post" key={version.remarks.length}>
        <input type="hidden" name="key" value={`${formKey}-reply-${version.number}`} />
        <input type="hidden" name="version" value={version.number} />
        {last && last.position !== null && <input type="hidden" name="line" value={last.position} />}
        <label htmlFor={id}>{t('words')}</label>
        <textarea id={id} name="words" rows={3} dir="auto" maxLength={longestRemark} required />
        <button className="bo-btn" type="submit">
          <Icon name="mail" small />
          {t('act.sendReply')}
        </button>
      </Form>
    </details>
  );
}
