import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseCalendarDate } from '#app/values/dates.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { isRounding } from '../display-conversion.ts';
import { isSettable, readRate, readSpread } from '../rate-rules.ts';
import { mostFeedBytes } from '../read-daily-rates.ts';
import {
  applyFeed,
  decideRate,
  endOverride,
  fetchFeed,
  readFeed,
  setPolicy,
  setRate,
  setRounding,
  showCurrency,
} from '../work-rates.server.ts';
import { paymentProviderContext } from '../../payments/payment-provider-context.ts';
import { CurrencyCard } from './currency-card.tsx';
import { FeedDiff } from './feed-diff.tsx';
import { openCurrencySettings, type CurrencySettings } from './open-currency-settings.server.ts';
import { Decided, Moved, RateOf, sourceOf } from './rate-words.tsx';
import { ratesHistoryPage, ratesPage, type RateRefusalShown } from './rates-list.ts';
import type { Route } from './+types/currency-settings-page.ts';
import './currency-settings.css';

export const handle = { texts: ['staff-currencies'] };

export function loader({ context, url }: Route.LoaderArgs) {
  const { name, currencies } = context.get(paymentProviderContext);
  const charging = { provider: name, takes: currencies };
  return openCurrencySettings(context.get(platformContext), context.get(viewerContext), url.searchParams, charging);
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'currencies:edit')) throw redirect(`/admin/unauthorized?from=${ratesPage}`);
  const staffId = viewer.user.id;
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 300);
  const target = text('currency');
  const at = isSettable(target) ? `${ratesPage}?currency=${target}&` : `${ratesPage}?`;
  const say = (
    answer: { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refused: RateRefusalShown },
    did?: string,
  ) => redirect(`${at}${answer.ok ? `did=${did ?? String(answer.value)}` : `refused=${answer.refused}`}`, 303);
  switch (text('intent')) {
    case 'fetch':
    case 'file': {
      const file = form.get('file');
      const small = file instanceof File && file.size > 0 && file.size <= mostFeedBytes;
      const actor = `staff:${staffId}`;
      const read =
        text('intent') === 'fetch'
          ? await fetchFeed(platform, actor)
          : await readFeed(platform, { text: small ? await file.text() : '', origin: 'file', actor });
      return read.ok ? redirect(`${ratesPage}?did=read&feed=${read.value}`, 303) : say(read);
    }
    case 'apply': {
      const id = text('feed');
      if (!/^[0-9a-f-]{36}$/.test(id)) return say({ ok: false, refused: 'no-feed' });
      return say(await applyFeed(platform, { feedId: id, actor: `staff:${staffId}` }), 'applied');
    }
    case 'approve':
    case 'refuse': {
      const id = text('id');
      if (!/^[0-9a-f-]{36}$/.test(id)) return say({ ok: false, refused: 'no-such-change' });
      return say(await decideRate(platform, { id, approve: text('intent') === 'approve', staffId }));
    }
  }
  if (!isSettable(target)) return say({ ok: false, refused: 'rate-wrong' });
  switch (text('intent')) {
    case 'set': {
      const day = parseCalendarDate(text('until'));
      // To the end of that day in Dubai, where the desk is.
      const until = day ? new Date(Date.parse(`${day}T23:59:59+04:00`)) : null;
      const rate = readRate(text('rate'));
      const answer = rate
        ? await setRate(platform, { target, rate, until, reason: text('reason'), staffId })
        : ({ ok: false, refused: 'rate-wrong' } as const);
      if (answer.ok) return say(answer);
      return data(
        {
          form: 'set',
          refused: answer.refused as RateRefusalShown,
          typed: { rate: text('rate'), until: text('until'), reason: text('reason') },
        },
        422,
      );
    }
    case 'policy': {
      const spread = readSpread(text('spread'));
      if (spread === null)
        return data({ form: 'policy', refused: 'spread-wrong' as RateRefusalShown, typed: { spread: text('spread') } }, 422);
      const follows = text('follows') === 'feed' ? 'feed' : 'house';
      return say(await setPolicy(platform, { target, follows, spread, version: plainVersion(text('version')), staffId }));
    }
    case 'show':
    case 'hide': {
      const shown = text('intent') === 'show';
      const asked = { target, shown, reason: text('reason'), version: plainVersion(form.get('version')), staffId };
      return say(await showCurrency(platform, asked));
    }
    case 'round': {
      const rounding = text('rounding');
      if (!isRounding(rounding)) return say({ ok: false, refused: 'rounding-wrong' });
      return say(await setRounding(platform, { target, rounding, version: plainVersion(form.get('version')), staffId }));
    }
    case 'end-override':
      return say(await endOverride(platform, { target, staffId }));
    default:
      return say({ ok: false, refused: 'changed-meanwhile' });
  }
}

/** The columns of both sheets that hold numbers. */
const figures: ReadonlySet<string> = new Set(['rate', 'inverse', 'spread', 'day', 'orders', 'moved']);

/** Whether anything is charged in a currency. */
function Charge({ of, provider }: { of: CurrencySettings['dirhams']; provider: CurrencySettings['provider'] }) {
  const t = useTexts('staff-currencies');
  if (of === 'charged') return <span className="dl-state dl-state--good">{t('charge.charged')}</span>;
  return (
    <span className="dl-quiet">
      {of === 'provider' ? t('charge.provider', { provider: t(`provider.${provider}`) }) : t('charge.house')}
    </span>
  );
}

/** How many orders were shown in a currency, and of each product a link to them. */
function OrdersIn({ counts }: { counts: CurrencySettings['ordersInDirhams'] }) {
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  return (
    <>
      <bdi>
        {formatNumber(
          counts.reduce((sum, { all }) => sum + all, 0),
          language,
        )}
      </bdi>
      {counts.length > 0 && (
        <>
          <br />
          <ul className="cs-uses">
            {counts.map(({ kind, all, to }) => {
              const words = `${t(`kind.${kind}`)} ${formatNumber(all, language)}`;
              return <li key={kind}>{to ? <Link to={to}>{words}</Link> : words}</li>;
            })}
          </ul>
        </>
      )}
    </>
  );
}

export default function CurrencySettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { target, lines, waiting, history, did, refused, mayEdit, newest } = loaderData;
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  const open = lines.find((line) => line.target === target);
  return (
    <div className="dl cs">
      <header className="dl-head">
        <h1 tabIndex={-1} id="cs-title">
          {t('title')}
        </h1>
        <p>{t('lead')}</p>
        {mayEdit && (
          <Form method="post">
            <button className="bo-btn" name="intent" value="fetch">
              <Icon name="change" small /> {t('feed.fetch')}
            </button>
          </Form>
        )}
      </header>
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={did && t(`did.${did}`)} />
      {newest?.stale && (
        <p className="dl-said dl-said--warn">
          <Icon name="warning" /> {t('feed.stale', { day: formatDate(newest.day, language) })}
        </p>
      )}
      {loaderData.feed && <FeedDiff feed={loaderData.feed} mayEdit={mayEdit} />}
      {waiting.map((change) => (
        <section key={change.id} className="dl-card cs-wait">
          <h2>{t('waits', { currency: change.target })}</h2>
          <p>
            <RateOf value={change.rate} target={change.target} /> <Moved value={change.moved} />
            {change.endsAt && ` · ${t('until', { day: sayDay(change.endsAt, language) })}`}
          </p>
          <p className="dl-quiet">
            {change.reason && <bdi>{change.reason} · </bdi>}
            {t('askedBy', {
              name: `\u2068${change.proposedBy ?? t('machine')}\u2069`,
              day: sayDay(change.proposedAt, language),
            })}
          </p>
          {mayEdit && (
            <Form method="post" className="bo-actions">
              <input type="hidden" name="id" value={change.id} />
              <button className="bo-btn bo-btn--p" name="intent" value="approve" aria-disabled={change.mine || undefined}>
                {t('approve')}
              </button>
              <button className="bo-btn bo-btn--danger" name="intent" value="refuse">
                {t(change.mine ? 'withdraw' : 'refuse')}
              </button>
              {change.mine && <span className="dl-quiet">{t('refused.second-person')}</span>}
            </Form>
          )}
        </section>
      ))}
      <ScrollRegion className="dl-sheet" labelledBy="cs-title">
        <table>
          <thead>
            <tr>
              {(['currency', 'shown', 'rate', 'inverse', 'source', 'spread', 'day', 'since', 'charge', 'orders'] as const).map((column) => (
                <th key={column} scope="col" className={figures.has(column) ? 'dl-figure' : undefined}>
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">AED</th>
              <td>
                <span className="dl-state dl-state--good">{t('show.on')}</span> <span className="dl-quiet">{t('rounding.whole')}</span>
              </td>
              <td className="dl-figure">
                <bdi>1</bdi>
              </td>
              <td className="dl-figure">
                <bdi>1</bdi>
              </td>
              <td colSpan={4} className="dl-quiet">
                {t('fixed')}
              </td>
              <td>
                <Charge of={loaderData.dirhams} provider={loaderData.provider} />
              </td>
              <td className="dl-figure">
                <OrdersIn counts={loaderData.ordersInDirhams} />
              </td>
            </tr>
            {lines.map((line) => (
              <tr key={line.target} aria-current={line.target === target || undefined}>
                <th scope="row">
                  <Link to={line.target === target ? ratesPage : `${ratesPage}?currency=${line.target}`} preventScrollReset>
                    {line.target}
                  </Link>
                </th>
                <td>
                  <span className={`dl-state${line.isShown ? ' dl-state--good' : ''}`}>{t(line.isShown ? 'show.on' : 'show.off')}</span>{' '}
                  <span className="dl-quiet">{t(`rounding.${line.rounding}`)}</span>
                </td>
                <td className="dl-figure">
                  <bdi>{formatNumber(line.rate, language, 6)}</bdi>
                  {line.held !== null && (
                    <>
                      <br />
                      <span className="dl-state dl-state--now">
                        {t('state.proposed')} <bdi>{formatNumber(line.held, language, 6)}</bdi>
                      </span>
                    </>
                  )}
                </td>
                <td className="dl-figure">
                  <bdi>{formatNumber(1 / line.rate, language, 4)}</bdi>
                </td>
                <td>{sourceOf(line, t, language)}</td>
                <td className="dl-figure">
                  <bdi>{formatNumber(line.spread / 100, language, 2)} %</bdi>
                </td>
                <td className="dl-figure">
                  <Moved value={line.day} />
                </td>
                <td>
                  {line.decidedAt && sayDay(line.decidedAt, language)}{' '}
                  <span className="dl-quiet">{line.decidedBy ?? line.proposedBy ?? t('machine')}</span>
                </td>
                <td>
                  <Charge of={line.charge} provider={loaderData.provider} />
                </td>
                <td className="dl-figure">
                  <OrdersIn counts={line.orders} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="dl-quiet cs-note">
        {t('note')} {t('ordersNote')}{' '}
        {t('chargeNote', { provider: t(`provider.${loaderData.provider}`), currencies: loaderData.takes.join(comma(language)) })}
      </p>
      {open && <CurrencyCard line={open} data={loaderData} typed={actionData} key={`${open.target}${open.version}${open.id}`} />}
      {mayEdit && (
        <details className="dl-card">
          <summary>{t('feed.byFile')}</summary>
          <Form method="post" encType="multipart/form-data" className="bo-actions">
            <label>
              <span className="cs-label">{t('feed.file')}</span>
              <input type="file" name="file" accept=".xml,application/xml,text/xml" required />
            </label>
            <button className="bo-btn" name="intent" value="file">
              {t('feed.read')}
            </button>
          </Form>
        </details>
      )}
      <header className="dl-head cs-history">
        <h2>{t('newest')}</h2>
        <Link className="bo-btn" to={`${ratesHistoryPage}${target ? `?currency=${target}` : ''}`}>
          {t('wholeHistory')}
        </Link>
      </header>
      {history.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['currency', 'state', 'rate', 'moved', 'source', 'reason', 'by', 'when', 'decided'] as const).map((column) => (
                  <th key={column} scope="col" className={figures.has(column) ? 'dl-figure' : undefined}>
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {history.map((row) => (
                <tr key={row.id}>
                  <td>{row.target}</td>
                  <td data-label={t('column.state')}>
                    <span
                      className={`dl-state${row.status === 'live' ? ' dl-state--good' : row.status === 'proposed' ? ' dl-state--now' : ''}`}
                    >
                      {t(`state.${row.status}`)}
                    </span>
                  </td>
                  <td data-label={t('column.rate')} className="dl-figure">
                    <bdi>{formatNumber(row.rate, language, 6)}</bdi>
                  </td>
                  <td data-label={t('column.moved')} className="dl-figure">
                    <Moved value={row.moved} />
                  </td>
                  <td data-label={t('column.source')}>{t(`source.${row.source}`)}</td>
                  <td data-label={t('column.reason')} className="cs-reason">
                    <bdi>{row.reason || '–'}</bdi>
                  </td>
                  <td data-label={t('column.by')}>{row.proposedBy ?? t('machine')}</td>
                  <td data-label={t('column.when')}>{sayDay(row.proposedAt, language)}</td>
                  <td data-label={t('column.decided')}>
                    <Decided on={row.decidedAt} by={row.decidedBy} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
