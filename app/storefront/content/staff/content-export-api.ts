import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { contentList } from './content-list.ts';
import { readContent } from './read-content.server.ts';
import type { Route } from './+types/content-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The texts of the house as text/csv: what there is of each, not what it says. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'texts',
    action: 'content.exported',
    list: contentList,
    read: ({ db }, _viewer, language) => readContent(db, language),
    head: 'address,title,kind,topic,state,public,languages,helped,not_helped,changed_utc',
    line: (row) => [
      row.slug,
      row.title,
      row.kind,
      row.topic,
      row.status,
      row.live ? '1' : '0',
      row.languages.join(' '),
      String(row.useful),
      String(row.useless),
      row.changed,
    ],
  });
}
