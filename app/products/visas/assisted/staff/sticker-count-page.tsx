import { Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { comma } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainText } from '#app/values/plain-text.ts';
import { findCounts } from '../assisted-store.server.ts';
import { type CountedSafe, recordCount } from '../count-custody.server.ts';
import type { Route } from './+types/sticker-count-page.ts';
import './sticker-desk.css';

export const handle = { texts: ['staff-assisted'] };

const here = '/admin/sticker-visa-management/count';

/** What was found before. What should lie in the safe now is not shown: whoever counts must not know it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const counts = await findCounts(db, 30);
  const names = await findStaffNames(
    db,
    counts.map(({ countedBy }) => countedBy),
  );
  return {
    key: newFormKey(),
    did: url.searchParams.get('did'),
    refused: url.searchParams.get('refused'),
    counts: counts.map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      by: names.get(one.countedBy) ?? '–',
      found: one.found.length,
      missing: one.missing,
      unexpected: one.unexpected,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const typed = plainText(form.get('seals'), 20_000);
  const found = [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];
  if (found.some((seal) => !/^[\w-]{1,40}$/.test(seal))) return redirect(`${here}?refused=seals`, 303);
  const staffId = viewer.user.id;
  const to = await onceForForm<string>(platform, { actor: `user:${staffId}`, form, about: 'count' }, async (progress) => {
    const { requestId } = context.get(requestContext);
    const toldOf = ({ missing, unexpected }: CountedSafe) => `${here}?did=${missing.length + unexpected.length > 0 ? 'differs' : 'fits'}`;
    return toldOf(await recordCount(platform, { staffId, found, requestId }, (tx, counted) => progress.answer(tx, toldOf(counted))));
  });
  return redirect(to, 303);
}

export default function StickerCountPage({ loaderData }: Route.ComponentProps) {
  const { key, did, refused, counts } = loaderData;
  const t = useTexts('staff-assisted');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('count.title')}</h1>
        <p>{t('count.text')}</p>
        <Link className="bo-btn" to="/admin/sticker-visa-management">
          {t('back')}
        </Link>
      </header>
      {(did || refused) && (
        <p className={`dl-said${did === 'fits' ? '' : ' dl-said--warn'}`} role={did === 'fits' ? 'status' : 'alert'}>
          <Icon name={did === 'fits' ? 'done' : 'warning'} />
          {refused ? t('refused.seals') : t(`count.${did === 'fits' ? 'fits' : 'differs'}`)}
        </p>
      )}
      <div className="dl-record">
        <div className="dl-sheet">
          <table>
            <thead>
              <tr>
                {(['at', 'by', 'found', 'missing', 'unexpected'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`count.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map((one) => (
                <tr key={one.id}>
                  <td>{sayMoment(one.at, language)}</td>
                  <td>
                    <bdi>{one.by}</bdi>
                  </td>
                  <td>{one.found}</td>
                  <td className={one.missing.length > 0 ? 'dl-late' : undefined}>
                    <bdi>{one.missing.join(comma(language)) || '–'}</bdi>
                  </td>
                  <td className={one.unexpected.length > 0 ? 'dl-late' : undefined}>
                    <bdi>{one.unexpected.join(comma(language)) || '–'}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {counts.length === 0 && <p className="dl-none">{t('count.none')}</p>}
        </div>
        <aside>
          <form method="post" className="dl-card sv-form">
            <input type="hidden" name="key" value={key} />
            <h2>{t('count.now')}</h2>
            <label>
              {t('count.seals')}
              <textarea name="seals" rows={8} maxLength={20000} dir="ltr" autoComplete="off" spellCheck={false} />
            </label>
            <p className="dl-quiet">{t('count.hint')}</p>
            <button className="bo-btn bo-btn--p bo-btn--wide" type="submit">
              {t('count.record')}
            </button>
          </form>
        </aside>
      </div>
    </div>
  );
}
