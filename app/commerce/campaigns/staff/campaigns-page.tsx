import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { NotificationTabs, MailMoment, Said, StateChip } from '#app/commerce/messages/staff/notification-tabs.tsx';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine } from '#app/values/plain-text.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { campaignAudiences, campaignList, type CampaignColumn, type ListedCampaign } from './campaign-list.ts';
import { Told } from './told-number.tsx';
import { readCampaigns } from './read-campaigns.server.ts';
import { beginCampaign } from './work-campaign.server.ts';
import type { Route } from './+types/campaigns-page.ts';

export const handle = { texts: ['staff-mails', 'staff-lists'] };

const here = '/admin/notifications/campaigns';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const { campaigns, asOf } = await readCampaigns(platform);
  return {
    asOf,
    maySend: may(viewer, 'notifications:send'),
    list: await openShortList(platform.db, 'campaigns', campaignList, campaigns, { viewer, search: url.searchParams, language }),
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
  const { list, maySend, asOf } = loaderData;
  const t = useTexts('staff-mails');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('tabs.campaigns')}</h1>
        <p>
          {t('campaign.lead')} {asOf && t('campaign.countedAt', { time: asOf })}
        </p>
      </header>
      <NotificationTabs here="campaigns" />
      <Said did={null} refused={actionData?.refused} />
      {maySend && (
        <Form method="post" action={here} className="dl-filters">
          <label>
            <span className="sr-only">{t('campaign.name')}</span>
            <input name="name" required maxLength={80} placeholder={t('campaign.name')} autoComplete="off" />
          </label>
          <button className="bo-btn bo-btn--p" name="work" value="begin">
            {t('campaign.begin')}
          </button>
        </Form>
      )}
      <ShortListSheet
        base={here}
        list={campaignList}
        open={list}
        queueName={(queue) => (queue === 'all' ? t('state.all') : t(`campaignState.${queue}`))}
        find={t('campaign.name')}
        filters={{
          language: {
            label: t('column.language'),
            any: t('log.anyLanguage'),
            options: languageCodes.map((id) => ({ id, name: t(`language.${id}`) })),
          },
          audience: {
            label: t('campaign.column.audience'),
            any: t('campaign.anyAudience'),
            options: campaignAudiences.map((id) => ({ id, name: t(`campaign.customers.kind.${id}`) })),
          },
        }}
        none={t('campaign.none')}
        exports={`${here}/export`}
        name={(column) => t(`campaign.column.${column}`)}
        rowKey={({ id }) => id}
        cell={(column, row) => <Cell column={column} row={row} />}
        cellClass={(column) => (column === 'campaign' ? 'nt-name' : undefined)}
        figures={['readers', 'sent', 'bounced', 'failed', 'unsubscribed']}
        plain={['campaign', 'state']}
      />
    </div>
  );
}

function Cell({ column, row }: { column: CampaignColumn; row: ListedCampaign }): ReactNode {
  const t = useTexts('staff-mails');
  const language = useLanguage();
  switch (column) {
    case 'campaign':
      return (
        <Link to={`${here}/${row.id}`}>
          <bdi>{row.name}</bdi>
        </Link>
      );
    case 'state':
      return <StateChip state={row.state} of="campaignState" />;
    case 'languages':
      return row.languages.map((code) => t(`language.${code}`)).join(comma(language));
    case 'starts':
      return row.startsAt ? <MailMoment at={row.startsAt} /> : '–';
    case 'begun':
      return <MailMoment at={row.createdAt} />;
    case 'readers':
      return <Told of={row.all} />;
    case 'audience':
      return t(`campaign.customers.kind.${row.audience}`);
    case 'sent':
    case 'bounced':
    case 'failed':
    case 'unsubscribed':
      return <Told of={row.results[column]} />;
  }
}
