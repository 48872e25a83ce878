import { randomUUID } from 'node:crypto';
import { data, Link, redirect } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { chooseMembers } from '../choose-members.server.ts';
import { draftBatch } from '../give-voucher-batch.server.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { tiers } from '../tier-rules.ts';
import { activities, choiceFaults, longestCampaign, typedChoice, type ChoiceField, type ChoiceTyped } from '../voucher-choice-form.ts';
import { readVoucher, typedVoucher, type VoucherField, type VoucherTyped } from '../voucher-form.ts';
import { batchLimit, lastVoucherDay, mostInBatch } from '../voucher-rules.ts';
import { openBatches } from './open-voucher-batches.server.ts';
import { BatchState } from './voucher-batch-parts.tsx';
import { VoucherFields } from './voucher-fields.tsx';
import { batchRefusal, type SaidBatchRefusal } from './voucher-said.ts';
import type { Route } from './+types/voucher-bulk-page.ts';
import './loyalty-desk.css';

export const handle = { texts: ['staff-loyalty'] };

const base = '/admin/loyalty/vouchers';
/** What a new voucher is good for unless another day is chosen. */
const usualDays = 90;

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const today = dateIn('Asia/Dubai', platform.clock.now());
  return {
    batches: await openBatches(platform),
    days: { first: today, last: lastVoucherDay(today), usual: addDays(today, usualDays) },
    batch: randomUUID(),
  };
}

interface Refused {
  readonly typed: VoucherTyped;
  readonly choice: ChoiceTyped;
  readonly faults: readonly VoucherField[];
  readonly choiceFaults: readonly ChoiceField[];
  readonly refused: SaidBatchRefusal | null;
  readonly batch: string;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const batch = plainLine(form.get('batch'), 36);
  if (!/^[0-9a-f-]{36}$/.test(batch)) throw new Response('Bad request', { status: 400 });
  const [typed, choice] = [typedVoucher(form), typedChoice(form)];
  const read = readVoucher(typed, dateIn('Asia/Dubai', platform.clock.now()));
  const wrong = choiceFaults(choice);
  const refuse = (more: Partial<Refused>) =>
    data<Refused>({ typed, choice, faults: [], choiceFaults: [], refused: null, batch, ...more }, 422);
  if (!read.ok || wrong.length > 0) return refuse({ faults: read.ok ? [] : read.faults, choiceFaults: wrong });
  const chosen = await chooseMembers(platform, choice);
  const drafted = await draftBatch(platform, viewer, { id: batch, campaign: choice.campaign, values: read.values, ...chosen });
  return drafted.ok ? redirect(`${base}/bulk/${drafted.value}?did=drafted`, 303) : refuse({ refused: batchRefusal(drafted.refused) });
}

export default function VoucherBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { batches, days } = loaderData;
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const typed: VoucherTyped = actionData?.typed ?? {
    email: '',
    occasion: 'thanks',
    way: 'amount',
    amount: '',
    percent: '',
    most: '',
    kinds: [],
    least: '',
    validUntil: days.usual,
    reason: '',
  };
  const choice: ChoiceTyped = actionData?.choice ?? { campaign: '', choose: 'filter', tier: '', activity: '', pasted: '' };
  const faults = actionData?.faults ?? [];
  const wrong = actionData?.choiceFaults ?? [];
  const known = (field: ChoiceField) => ({
    id: field,
    name: field,
    ...(wrong.includes(field) ? { 'aria-invalid': true, 'aria-describedby': `${field}-fault` } : {}),
  });
  const fault = (field: ChoiceField) =>
    wrong.includes(field) && (
      <small id={`${field}-fault`} className="ly-fault">
        {t(`bulk.fault.${field}`)}
      </small>
    );
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('bulk.title')}</h1>
        <p>{t('bulk.lead', { limit: formatMoney(money(batchLimit, 'AED'), language) })}</p>
        <Link className="bo-btn" to={base}>
          {t('voucher.back')}
        </Link>
      </header>
      <DeskSaid
        refused={actionData?.refused && t(`bulk.refused.${actionData.refused}`, { most: formatNumber(mostInBatch, language) })}
        did={null}
      />
      {faults.length + wrong.length > 0 && (
        <div className="dl-said dl-said--warn" role="alert">
          <ul className="ly-faults">
            {wrong.map((field) => (
              <li key={field}>
                <a href={`#${field}`}>{t(`bulk.fault.${field}`)}</a>
              </li>
            ))}
            {faults.map((field) => (
              <li key={field}>
                <a href={`#${field}`}>{t(`voucher.fault.${field}`)}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="dl-record">
        <section className="dl-card ly-voucher">
          <DeskForm method="post" className="ly-form" noValidate>
            <input type="hidden" name="batch" value={actionData?.batch ?? loaderData.batch} />
            <label>
              {t('bulk.campaign')}
              <input
                {...known('campaign')}
                maxLength={longestCampaign}
                required
                dir="auto"
                autoComplete="off"
                defaultValue={choice.campaign}
              />
              <small className="dl-quiet">{t('bulk.campaignHint')}</small>
              {fault('campaign')}
            </label>
            <fieldset className="ly-ways">
              <legend>{t('bulk.whom')}</legend>
              <label className="ly-tick">
                <input type="radio" name="choose" value="filter" defaultChecked={choice.choose === 'filter'} /> {t('bulk.byFilter')}
              </label>
              <label>
                {t('column.tier')}
                <select name="tier" defaultValue={choice.tier}>
                  <option value="">{t('bulk.anyTier')}</option>
                  {tiers.map((tier) => (
                    <option key={tier} value={tier}>
                      {t(`tier.${tier}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                {t('bulk.activity')}
                <select name="activity" defaultValue={choice.activity}>
                  <option value="">{t('bulk.anyActivity')}</option>
                  {activities.map((one) => (
                    <option key={one} value={one}>
                      {t(`bulk.activities.${one}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label className="ly-tick">
                <input type="radio" name="choose" value="pasted" defaultChecked={choice.choose === 'pasted'} /> {t('bulk.byPaste')}
              </label>
              <label>
                {t('bulk.pasted')}
                <textarea {...known('pasted')} rows={5} dir="ltr" spellCheck={false} autoComplete="off" defaultValue={choice.pasted} />
                <small className="dl-quiet">{t('bulk.pastedHint', { most: formatNumber(mostInBatch, language) })}</small>
                {fault('pasted')}
              </label>
            </fieldset>
            <VoucherFields typed={typed} faults={faults} asksWhom={false} days={days} />
            <p className="dl-quiet">{t('bulk.nothingYet')}</p>
            <button className="bo-btn bo-btn--p">{t('bulk.try')}</button>
          </DeskForm>
        </section>
        <aside>
          <section className="dl-card">
            <h2>{t('bulk.before')}</h2>
            {batches.length === 0 && <p className="dl-quiet">{t('bulk.none')}</p>}
            <ul className="ly-list">
              {batches.map((one) => (
                <li key={one.id}>
                  <Link to={`${base}/bulk/${one.id}`}>
                    <bdi>{one.campaign}</bdi>
                  </Link>{' '}
                  <BatchState status={one.status} />{' '}
                  <small className="dl-quiet">
                    <bdi>{one.by}</bdi> · {sayDay(one.at, language, 'day')}
                  </small>
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </div>
  );
}
