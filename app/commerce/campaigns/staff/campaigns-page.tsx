import { data, Form, Link, redirect } from 'react-router';
import { NotificationTabs, MailMoment, Said, StateChip } from '#app/commerce/messages/staff/notification-tabs.tsx';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine } from '#app/values/plain-text.ts';
import { campaignStates } from '../campaign-status.ts';
import { countLetters, listCampaigns } from '../campaigns-store.server.ts';
import { beginCampaign } from './work-campaign.server.ts';
import type { Route } from './+types/campaigns-page.ts';

export const handle = { texts: ['staff-mails'] };

const here = '/admin/notifications/campaigns';
const mostShown = 200;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const status = campaignStates.find((one) => one === url.searchParams.get('state')) ?? null;
  const all = await listCampaigns(db, mostShown);
  const shown = all.filter((one) => status === null || one.status === status);
  const counts = await countLetters(
    db,
    shown.map(({ id }) => id),
  );
  return {
    status,
    maySend: may(context.get(viewerContext), 'notifications:send'),
    rows: shown.map(({ id, name, status: state, languages, startsAt }) => {
      const own = counts.get(id) ?? {};
      const all = Object.values(own).reduce((sum, one) => sum + one, 0);
      return { id, name, state, languages, startsAt: startsAt?.toISOString() ?? null, all, sent: own.sent ?? 0, failed: own.failed ?? 0 };
    }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const form = await request.formData();
  if (viewer.kind !== 'staff' || form.get('work') !== 'begin') throw new Response('Not found', { status: 404 });
  const begun = await beginCampaign(platform, {
    viewer,
    name: plainLine(form.get('name'), 80),
    requestId: context.get(requestContext).requestId,
  });
  if (!begun.ok) return data({ refused: begun.refused }, 422);
  return redirect(`${here}/${begun.value}`, 303);
}

export default function CampaignsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, status, maySend } = loaderData;
  const t = useTexts('staff-mails');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('tabs.campaigns')}</h1>
        <p>{t('campaign.lead')}</p>
      </header>
      <NotificationTabs here="campaigns" />
      <Said did={null} refused={actionData?.refused} />
      <nav className="nt-languages" aria-label={t('log.states')}>
        {[null, ...campaignStates].map((one) => (
          <Link key={one ?? 'all'} to={one ? `${here}?state=${one}` : here} aria-current={one === status ? 'page' : undefined}>
            {one ? t(`campaignState.${one}`) : t('state.all')}
          </Link>
        ))}
      </nav>
      {maySend && (
        <Form method="post" className="dl-filters">
          <label>
            <span className="sr-only">{t('campaign.name')}</span>
            <input name="name" required maxLength={80} placeholder={t('campaign.name')} autoComplete="off" />
          </label>
          <button className="bo-btn bo-btn--p" name="work" value="begin">
            {t('campaign.begin')}
          </button>
        </Form>
      )}
      {rows.length === 0 ? (
        <p className="dl-none">{t(status ? 'campaign.noneMatch' : 'campaign.none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['campaign', 'state', 'languages', 'starts', 'readers', 'sent', 'failed'] as const).map((column) => (
                  <th key={column} scope="col" className={['readers', 'sent', 'failed'].includes(column) ? 'dl-figure' : undefined}>
                    {t(`campaign.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="nt-name">
                    <Link to={`${here}/${row.id}`}>
                      <bdi>{row.name}</bdi>
                    </Link>
                  </td>
                  <td>
                    <StateChip state={row.state} of="campaignState" />
                  </td>
                  <td data-label={t('campaign.column.languages')}>{row.languages.map((code) => t(`language.${code}`)).join(', ')}</td>
                  <td data-label={t('campaign.column.starts')}>{row.startsAt ? <MailMoment at={row.startsAt} /> : '–'}</td>
                  {(
                    [
                      ['readers', row.all],
                      ['sent', row.sent],
                      ['failed', row.failed],
                    ] as const
                  ).map(([column, count]) => (
                    <td key={column} className="dl-figure" data-label={t(`campaign.column.${column}`)}>
                      {formatNumber(count, language)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
