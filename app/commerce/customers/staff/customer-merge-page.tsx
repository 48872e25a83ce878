import { Form, Link, redirect } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { mergeReasons } from '../records/customer-kinds.ts';
import { mergeCustomers } from './merge-customers.server.ts';
import { openMerge } from './open-merge.server.ts';
import type { Route } from './+types/customer-merge-page.ts';
import './customer.css';

export const handle = { texts: ['staff-customers'] };

const base = '/admin/customers';
/** What a colleague may say; the rest is the house's own work. */
const sayable = mergeReasons.filter((reason) => reason !== 'address-proved');

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const merge = await openMerge(context.get(platformContext), context.get(viewerContext), params.id, params.other);
  if (!merge) throw new Response('Not found', { status: 404 });
  return {
    merge,
    why: sayable.find((reason) => reason === url.searchParams.get('why')) ?? null,
    undecided: url.searchParams.get('refused') === 'company-undecided',
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const reason = sayable.find((one) => one === form.get('reason'));
  const here = `${base}/${encodeURIComponent(params.id)}`;
  if (!reason) return redirect(here, 303);
  const merged = await mergeCustomers(context.get(platformContext), viewer, {
    keptId: params.id,
    keptVersion: plainVersion(form.get('kept')),
    goneId: params.other,
    goneVersion: plainVersion(form.get('gone')),
    reason,
    companies: {
      kept: String(form.get('keptCompany') ?? '') || null,
      gone: String(form.get('goneCompany') ?? '') || null,
      after: (['kept', 'gone'] as const).find((one) => one === form.get('company')) ?? null,
    },
  });
  // What was not decided is decided on the same page.
  if (!merged.ok && merged.refused === 'company-undecided')
    return redirect(`${here}/merge/${encodeURIComponent(params.other)}?why=${reason}&refused=company-undecided`, 303);
  return redirect(merged.ok ? `${here}?did=merged` : `${here}?refused=${merged.refused}`, 303);
}

type Loaded = Route.ComponentProps['loaderData'];

export default function CustomerMergePage({ loaderData }: Route.ComponentProps) {
  const { merge, why, undecided } = loaderData;
  const { kept, gone, moves, after } = merge;
  const t = useTexts('staff-customers');
  const language = useLanguage();
  const two = kept.company && gone.company && kept.company.id !== gone.company.id ? { kept: kept.company, gone: gone.company } : null;
  const lines = [
    ...(gone.company && !kept.company ? [t('merge.moveCompany', { name: gone.company.name })] : []),
    ...(moves.accounts > 0 ? [t('merge.moveAccounts', { count: moves.accounts })] : []),
    ...(moves.mails > 0 ? [t('merge.moveMails', { count: moves.mails })] : []),
    ...(moves.orders > 0 ? [t('merge.moveOrders', { count: moves.orders })] : []),
    ...(moves.notes > 0 ? [t('merge.moveNotes', { count: moves.notes })] : []),
    ...(moves.tags.length > 0 ? [t('merge.moveTags', { tags: moves.tags.map((tag) => t(`tag.${tag}`)).join(comma(language)) })] : []),
  ];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('merge.title')}</h1>
        <p>{t('merge.lead')}</p>
      </header>
      <div className="cu-pair">
        <Side title={t('merge.goes')} side={gone} />
        <Icon name="arrow-end" />
        <Side title={t('merge.stays')} side={kept} />
      </div>
      <p className="dl-note">
        <Link to={`${base}/${gone.id}/merge/${kept.id}${why ? `?why=${why}` : ''}`}>
          <Icon name="swap" small /> {t('merge.swap')}
        </Link>
      </p>
      <section className="cu-card cu-after">
        <header>
          <h2>{t('merge.moves')}</h2>
        </header>
        <div className="cu-body">
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <h3>{t('merge.after')}</h3>
          <p>{t('merge.afterText', { orders: formatNumber(after.orders, language), lifetime: formatMoney(after.lifetime, language) })}</p>
          <Form method="post" action={`${base}/${kept.id}/merge/${gone.id}`} reloadDocument className="cu-form">
            <input type="hidden" name="kept" value={kept.version} />
            <input type="hidden" name="gone" value={gone.version} />
            <label>
              {t('merge.why')}
              <select name="reason" required defaultValue={why ?? ''}>
                <option value="" disabled>
                  –
                </option>
                {sayable.map((reason) => (
                  <option key={reason} value={reason}>
                    {t(`twins.why.${reason}`)}
                  </option>
                ))}
              </select>
            </label>
            <input type="hidden" name="keptCompany" value={kept.company?.id ?? ''} />
            <input type="hidden" name="goneCompany" value={gone.company?.id ?? ''} />
            {two && (
              <fieldset className="cu-tags" aria-describedby={undecided ? 'company-wrong' : undefined}>
                <legend>{t('merge.whichCompany')}</legend>
                {(['kept', 'gone'] as const).map((side) => (
                  <label key={side}>
                    <input type="radio" name="company" value={side} required /> <bdi>{two[side].name}</bdi>
                  </label>
                ))}
                {undecided && (
                  <span className="bo-wrong" id="company-wrong" role="alert">
                    {t('refused.company-undecided')}
                  </span>
                )}
              </fieldset>
            )}
            <div className="dl-note">
              <button className="bo-btn bo-btn--p" type="submit">
                {t('merge.go')}
              </button>
              <Link to={`${base}/${kept.id}`}>{t('merge.cancel')}</Link>
            </div>
          </Form>
        </div>
      </section>
    </div>
  );
}

function Side({ title, side }: { title: string; side: Loaded['merge']['kept'] }) {
  const t = useTexts('staff-customers');
  const language = useLanguage();
  return (
    <section className="cu-card">
      <header>
        <h2>{title}</h2>
      </header>
      <div className="cu-body">
        <dl className="cu-pairs">
          <div>
            <dt>{t('column.name')}</dt>
            <dd>
              <Link to={`${base}/${side.id}`}>
                <bdi>{side.name}</bdi>
              </Link>{' '}
              <span className="dl-quiet">{t(side.hasAccount ? 'account' : 'guest')}</span>
            </dd>
          </div>
          <div>
            <dt>{t('column.email')}</dt>
            <dd>
              <bdi dir="ltr">{side.email}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('column.phone')}</dt>
            <dd>{side.phone === null ? '–' : <bdi dir="ltr">{side.phone}</bdi>}</dd>
          </div>
          <div>
            <dt>{t('column.orders')}</dt>
            <dd>{formatNumber(side.orders, language)}</dd>
          </div>
          <div>
            <dt>{t('record.lifetime')}</dt>
            <dd>{formatMoney(side.lifetime, language)}</dd>
          </div>
          <div>
            <dt>{t('column.company')}</dt>
            <dd>{side.company ? <bdi>{side.company.name}</bdi> : '–'}</dd>
          </div>
          <div>
            <dt>{t('column.since')}</dt>
            <dd>{sayDay(side.since, language)}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
