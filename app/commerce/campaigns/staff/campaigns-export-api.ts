import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { sayTold } from '../campaign-rules.ts';
import { campaignList } from './campaign-list.ts';
import { readCampaigns } from './read-campaigns.server.ts';
import type { Route } from './+types/campaigns-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The campaigns as text/csv: readers are counted in it and never listed, a few of them only as such. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'campaigns',
    action: 'campaigns.exported',
    list: campaignList,
    read: async (platform) => (await readCampaigns(platform)).campaigns,
    head: 'name,state,languages,begun_utc,leaves_utc,audience,letters,sent,bounced,failed,unsubscribed',
    line: (row) => [
      row.name,
      row.state,
      row.languages.join(' '),
      row.createdAt,
      row.startsAt ?? '',
      row.audience,
      sayTold(row.all),
      sayTold(row.results.sent),
      sayTold(row.results.bounced),
      sayTold(row.results.failed),
      sayTold(row.results.unsubscribed),
    ],
  });
}
