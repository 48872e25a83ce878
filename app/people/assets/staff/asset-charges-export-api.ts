import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { assetChargesExport } from './write-asset-charges.server.ts';
import type { Route } from './+types/asset-charges-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** Charges for damage as they are filtered, for payroll; text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('damage-charges', assetChargesExport, request);
}
