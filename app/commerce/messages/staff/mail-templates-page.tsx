import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { mailFamilies } from '../mail-kinds.ts';
import { NotificationTabs, StateChip } from './notification-tabs.tsx';
import { readTemplates } from './read-templates.server.ts';
import { templateList, type ListedTemplate, type TemplateColumn } from './template-list.ts';
import type { Route } from './+types/mail-templates-page.ts';

export const handle = { texts: ['staff-mails', 'staff-lists'] };

const base = '/admin/notifications/templates';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const templates = await readTemplates(platform, viewer, language);
  return openShortList(platform.db, 'mail-templates', templateList, templates, { viewer, search: url.searchParams, language });
}

export default function MailTemplatesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-mails');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('tabs.templates')}</h1>
        <p>{t('template.lead')}</p>
      </header>
      <NotificationTabs here="templates" />
      <ShortListSheet
        base={base}
        list={templateList}
        open={loaderData}
        queueName={(queue) => (queue === 'all' ? t('state.all') : t(`template.queue.${queue}`))}
        find={t('template.find')}
        filters={{
          family: {
            label: t('column.kind'),
            any: t('log.anyKind'),
            options: Object.keys(mailFamilies).map((id) => ({ id, name: t(`family.${id}.name`) })),
          },
        }}
        none={t('template.none')}
        exports={`${base}/export`}
        name={(column) => t(column === 'phone' ? 'channel.text' : `column.${column}`)}
        rowKey={({ kind }) => kind}
        cell={(column, row) => <Cell column={column} row={row} />}
        cellClass={(column) => (column === 'template' ? 'nt-name' : column === 'trigger' ? 'nt-name dl-quiet' : undefined)}
        figures={['sent', 'failed']}
        plain={['template', 'trigger']}
      />
    </div>
  );
}

function Cell({ column, row }: { column: TemplateColumn; row: ListedTemplate }): ReactNode {
  const t = useTexts('staff-mails');
  const language = useLanguage();
  switch (column) {
    case 'template':
      return (
        <>
          <Link to={`${base}/${row.kind}`}>
            <bdi>{row.subject}</bdi>
          </Link>
          <bdi className="nt-code">{row.kind}</bdi>
        </>
      );
    case 'trigger':
      return t(`family.${row.family}.trigger`);
    case 'languages':
      return (
        <bdi>
          {formatNumber(row.languages.length, language)}/{formatNumber(languageCodes.length, language)}
        </bdi>
      );
    case 'version':
      return (
        <>
          {row.live === null ? t('template.house') : t('template.number', { number: row.live })}{' '}
          {row.open && <StateChip state={row.open.status} of="wording" />}
        </>
      );
    case 'phone':
      return row.phone ? <StateChip state={row.phone === 'off' ? 'off' : 'on'} of="text" /> : '–';
    case 'sent':
      return formatNumber(row.sent, language);
    case 'failed':
      return row.failed > 0 ? <b className="dl-late">{formatNumber(row.failed, language)}</b> : formatNumber(0, language);
  }
}
