import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { RecordFacts } from '#app/ui/desk-list/record-facts.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { decideBatch, issueBatch, withdrawBatch } from '../give-voucher-batch.server.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { longestReason } from '../voucher-form.ts';
import { batchStandings } from '../voucher-rules.ts';
import { openBatch, type OpenBatch } from './open-voucher-batches.server.ts';
import { BatchState } from './voucher-batch-parts.tsx';
import { batchRefusal, type SaidBatchRefusal } from './voucher-said.ts';
import type { Route } from './+types/voucher-batch-page.ts';
import './loyalty-desk.css';

export const handle = { texts: ['staff-loyalty'] };

const base = '/admin/loyalty/vouchers';
const did = ['drafted', 'issuing', 'asked', 'declined', 'withdrawn', 'thrown-away'] as const;
const said: Readonly<Record<string, (typeof did)[number]>> = {
  agree: 'issuing',
  decline: 'declined',
  withdraw: 'withdrawn',
  'throw-away': 'thrown-away',
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const standing = batchStandings.find((one) => one === url.searchParams.get('standing')) ?? null;
  const batch = viewer.kind === 'staff' && (await isLoyaltyOn(platform)) ? await openBatch(platform, viewer, params.batch, standing) : null;
  if (!batch) throw new Response('Not found', { status: 404 });
  return { batch, did: did.find((one) => one === url.searchParams.get('did')) ?? null, title: batch.campaign };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const intent = String(form.get('intent') ?? '');
  const why = plainText(form.get('why'), longestReason).slice(0, longestReason);
  const seen = { id: params.batch, version: plainVersion(form.get('version')) };
  const press = () => {
    switch (intent) {
      case 'issue':
        return issueBatch(platform, viewer, seen);
      case 'agree':
        return decideBatch(platform, viewer, seen, { agrees: true });
      case 'decline':
        return decideBatch(platform, viewer, seen, { agrees: false, why });
      case 'withdraw':
      case 'throw-away':
        return withdrawBatch(platform, viewer, seen, { event: intent, why });
      default:
        throw new Response('Bad request', { status: 400 });
    }
  };
  const pressed = await press();
  if (!pressed.ok)
    return data<{ intent: string; refused: SaidBatchRefusal; why: string }>({ intent, refused: batchRefusal(pressed.refused), why }, 422);
  return redirect(`${base}/bulk/${encodeURIComponent(params.batch)}?did=${said[intent] ?? pressed.value}`, 303);
}

export default function VoucherBatchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { batch } = loaderData;
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const number = (count: number) => formatNumber(count, language);
  const open = batch.status === 'draft' || batch.status === 'asked';
  const worth = batch.amount
    ? formatMoney(batch.amount, language)
    : t('voucher.share', { percent: number(batch.percent ?? 0), most: formatMoney(batch.most, language) });
  return (
    <div className="dl ly-batch">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{batch.campaign}</bdi>
        </h1>
        <BatchState status={batch.status} />
        <p>
          {t('bulk.one')} · <bdi>{batch.madeBy}</bdi>
        </p>
        <Link className="bo-btn" to={`${base}/bulk`}>
          {t('bulk.back')}
        </Link>
        {batch.works && <ExportMenu to={`${base}/bulk/${batch.id}/export`} />}
      </header>
      <DeskSaid
        refused={actionData?.refused && t(`bulk.refused.${actionData.refused}`)}
        did={!actionData && loaderData.did && t(`bulk.did.${loaderData.did}`)}
      />
      <RecordFacts
        facts={[
          { id: 'members', name: t(open ? 'bulk.wouldGet' : 'bulk.waiting'), value: number(batch.waits) },
          ...(open
            ? [{ id: 'total', name: t('bulk.total'), value: <bdi>{formatMoney(batch.total, language)}</bdi> }]
            : [
                { id: 'given', name: t('bulk.given'), value: number(batch.given) },
                { id: 'back', name: t('bulk.takenBack'), value: number(batch.takenBack) },
              ]),
          { id: 'left', name: t('bulk.leftOut'), value: number(batch.leftOut.reduce((sum, { members }) => sum + members, 0)) },
          { id: 'worth', name: t('voucher.column.worth'), value: <bdi>{worth}</bdi> },
          { id: 'until', name: t('voucher.column.until'), value: formatDate(batch.validUntil, language, 'day') },
        ]}
      />
      <div className="dl-record">
        <div>
          <LeftOut batch={batch} />
          <Rows batch={batch} />
        </div>
        <aside>
          <Presses batch={batch} why={actionData?.why ?? ''} intent={actionData?.intent ?? null} />
          <section className="dl-card">
            <h2>{t('voucher.terms')}</h2>
            <dl className="ly-ends">
              <Fact name={t('voucher.column.occasion')}>{t(`voucher.occasion.${batch.occasion}`)}</Fact>
              <Fact name={t('voucher.column.products')}>
                {batch.kinds.length === 0 ? t('voucher.all') : batch.kinds.map((kind) => t(`product.${kind}`)).join(comma(language))}
              </Fact>
              {batch.least.amount > 0 && <Fact name={t('voucher.column.least')}>{formatMoney(batch.least, language)}</Fact>}
              <Fact name={t('voucher.column.reason')}>
                <bdi>{batch.reason}</bdi>
              </Fact>
              {batch.approvedBy && (
                <Fact name={t('voucher.column.second')}>
                  <bdi>{batch.approvedBy}</bdi>
                </Fact>
              )}
              {batch.withdrawnBy && (
                <Fact name={t('voucher.column.withdrawnBy')}>
                  <bdi>{[batch.withdrawnBy, batch.why].filter(Boolean).join(': ')}</bdi>
                </Fact>
              )}
            </dl>
            {open && <p className="dl-quiet">{t('voucher.takes')}</p>}
          </section>
        </aside>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Who gets none and why, and what of a paste is of nobody. */
function LeftOut({ batch }: { batch: OpenBatch }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  if (batch.leftOut.length === 0 && batch.unknownLines.length === 0) return null;
  return (
    <section className="dl-card">
      <h2>{t('bulk.leftOut')}</h2>
      <ul className="ly-list">
        {batch.leftOut.map(({ why, members }) => (
          <li key={why}>
            <b>{formatNumber(members, language)}</b> {t(`bulk.why.${why}`)}
          </li>
        ))}
        {batch.unknownLines.length > 0 && (
          <li>
            {t('bulk.unknownLines')} <bdi dir="ltr">{batch.unknownLines.join(comma(language))}</bdi>
          </li>
        )}
      </ul>
    </section>
  );
}

/** What can be done with it, and by whom. */
function Presses({ batch, why, intent }: { batch: OpenBatch; why: string; intent: string | null }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const press = (name: string, words: string, more: { readonly asks?: boolean; readonly look?: string } = {}) => (
    <Form method="post" className="ly-form" noValidate>
      <input type="hidden" name="version" value={batch.version} />
      {more.asks && (
        <label>
          {t('voucher.column.reason')}
          <textarea name="why" rows={2} maxLength={longestReason} required dir="auto" defaultValue={intent === name ? why : ''} />
        </label>
      )}
      <button className={`bo-btn ${more.look ?? ''}`} name="intent" value={name}>
        {words}
      </button>
    </Form>
  );
  const card = (title: string, text: string, form: ReactNode) => (
    <section className="dl-card">
      <h2>{title}</h2>
      <p className="dl-quiet">{text}</p>
      {form}
    </section>
  );
  const { status, works, second } = batch;
  const limits = { batch: formatMoney(batch.limits.batch, language), member: formatMoney(batch.limits.member, language) };
  return (
    <>
      {status === 'draft' &&
        works &&
        card(
          t('bulk.issue.title'),
          t(second ? `bulk.second.${second}` : 'bulk.issue.text', { ...limits, limit: second === 'member' ? limits.member : limits.batch }),
          press('issue', t(second ? 'bulk.issue.ask' : 'bulk.issue.go'), { look: 'bo-btn--p' }),
        )}
      {status === 'draft' && works && card(t('voucher.throwAway'), t('bulk.throwAwayText'), press('throw-away', t('voucher.throwAway')))}
      {status === 'asked' && !batch.approves && !batch.declines && <p className="dl-note">{t('voucher.waits')}</p>}
      {status === 'asked' &&
        batch.approves &&
        card(t('bulk.agree.title'), t('bulk.agree.text'), press('agree', t('bulk.agree.go'), { look: 'bo-btn--p' }))}
      {status === 'asked' &&
        batch.declines &&
        card(
          t('voucher.decline.title'),
          t('bulk.declineText'),
          press('decline', t('voucher.decline.go'), { asks: true, look: 'bo-btn--danger' }),
        )}
      {(status === 'issuing' || status === 'done') &&
        works &&
        card(
          t('bulk.withdraw.title'),
          t('bulk.withdraw.text'),
          press('withdraw', t('bulk.withdraw.go'), { asks: true, look: 'bo-btn--danger' }),
        )}
    </>
  );
}

/** What became of each; the file has all of them. */
function Rows({ batch }: { batch: OpenBatch }) {
  const t = useTexts('staff-loyalty');
  return (
    <section className="dl-card">
      <h2 id="members">{t('bulk.members')}</h2>
      <nav className="dl-tabs" aria-labelledby="members">
        {[null, ...batchStandings].map((one) => (
          <Link
            key={one ?? 'all'}
            to={`${base}/bulk/${batch.id}${one ? `?standing=${one}` : ''}`}
            aria-current={batch.standing === one ? 'page' : undefined}
          >
            {t(one ? `bulk.standing.${one}` : 'queue.all')}
          </Link>
        ))}
      </nav>
      {batch.rows.length === 0 ? (
        <p className="dl-none">{t('bulk.noRows')}</p>
      ) : (
        <ScrollRegion labelledBy="members" className="ly-rows">
          <table className="ly-table">
            <thead>
              <tr>
                <th scope="col">{t('voucher.column.member')}</th>
                <th scope="col">{t('voucher.column.state')}</th>
                <th scope="col">{t('voucher.column.voucher')}</th>
              </tr>
            </thead>
            <tbody>
              {batch.rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to={`/admin/loyalty/${row.id}`}>
                      <bdi>{row.name}</bdi>
                    </Link>
                  </td>
                  <td>
                    {t(`bulk.standing.${row.standing}`)} {row.why && <small>{t(`bulk.why.${row.why}`)}</small>}
                  </td>
                  <td>
                    {row.voucher ? (
                      <>
                        <Link to={`${base}/${row.voucher.id}`}>
                          <bdi className="num">{row.voucher.code}</bdi>
                        </Link>{' '}
                        {row.voucher.status && <small>{t(`voucher.state.${row.voucher.status}`)}</small>}
                      </>
                    ) : (
                      '–'
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
