import { exportTable } from '../../exports/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { decimalString, money } from '#app/values/money.ts';
import { openPricingEngine } from './open-pricing-engine.server.ts';
import { ruleQuery } from './rule-list.ts';
import type { Route } from './+types/rules-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The rules as filtered, with what they did in the last seven days; amounts in AED. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { rules, view } = await openPricingEngine(platform, viewer, url.searchParams, async () => []);
  const aed = (fils: number) => decimalString(money(fils, 'AED'));
  return exportTable(platform, {
    name: 'pricing-rules',
    by: viewer.user.id,
    action: 'pricing-rules.exported',
    subject: 'pricing_policies:rules',
    detail: { rows: rules.length, filtered: ruleQuery(view) },
    requestId: context.get(requestContext).requestId,
    lines: [
      [
        'rule',
        'name',
        'phase',
        'priority',
        'stacking',
        'percent',
        'amount',
        'per',
        'code',
        'sold_from',
        'sold_until',
        'state',
        'uses_7d',
        'revenue_7d',
        'effect_7d',
        'margin_7d',
      ],
      ...rules.map(({ rule, state, uses, revenue, amount, margin }) => [
        rule.id,
        rule.name,
        rule.phase,
        String(rule.priority),
        rule.stacking,
        rule.basisPoints === null ? '' : (rule.basisPoints / 100).toFixed(2),
        aed(rule.amount),
        rule.per,
        rule.scope.promo ?? '',
        rule.validFrom ?? '',
        rule.validUntil ?? '',
        state,
        String(uses),
        aed(revenue),
        aed(amount),
        aed(margin),
      ]),
    ],
  });
}
