import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { decimalString, money } from '#app/values/money.ts';
import { experimentList, type ListedArm } from './experiment-list.ts';
import { readExperiments } from './read-experiments.server.ts';
import type { Route } from './+types/experiments-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const aed = (fils: number | null) => (fils === null ? '' : decimalString(money(Math.round(fils), 'AED')));
const figures = ['visitors', 'orders', 'sales', 'conversion_percent', 'revenue', 'margin', 'margin_per_sale'];
const cells = (arm: ListedArm) => [
  String(arm.visitors),
  String(arm.orders),
  String(arm.sales),
  arm.conversion === null ? '' : (arm.conversion * 100).toFixed(2),
  aed(arm.revenue),
  aed(arm.margin),
  aed(arm.marginPerSale),
];

/** The experiments as filtered, with the figures of both arms; text/csv, amounts in AED. Travellers are counted in it and never listed. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'price-experiments',
    action: 'price-experiments.exported',
    list: experimentList,
    read: readExperiments,
    head: [
      'experiment,question,state,over_because,products,control_policy,challenger_policy,share_percent,starts_on,ends_on',
      ...figures.map((name) => `control_${name}`),
      ...figures.map((name) => `challenger_${name}`),
      'conversion_verdict',
    ].join(','),
    line: (row) => [
      String(row.number),
      row.question,
      row.status,
      row.over ?? '',
      row.products.join(' '),
      row.control === null ? '' : String(row.control),
      String(row.challenger),
      String(row.share),
      row.startsOn,
      row.endsOn,
      ...cells(row.figures.control),
      ...cells(row.figures.challenger),
      row.verdict ?? '',
    ],
  });
}
