import { Link } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { familyOf, isTransactional, mailFamilies, mailKinds } from '../mail-kinds.ts';
import { countByKind } from '#app/platform/mail-log-list-store.server.ts';
import { findOpenWordings } from '../mail-wordings-store.server.ts';
import { NotificationTabs, StateChip } from './notification-tabs.tsx';
import { problemsIn } from './work-wording.server.ts';
import { subjectOf } from './work-wording.server.ts';
import type { Route } from './+types/mail-templates-page.ts';

export const handle = { texts: ['staff-mails'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const [wordings, counts] = await Promise.all([findOpenWordings(db), countByKind(db, clock.now())]);
  const family = url.searchParams.get('family') ?? '';
  const shown = family in mailFamilies ? mailKinds.filter((kind) => familyOf(kind).name === family) : mailKinds;
  return {
    family: family in mailFamilies ? family : '',
    kinds: shown.map((kind) => {
      const own = wordings.filter((one) => one.kind === kind);
      const live = own.find(({ status }) => status === 'live');
      const open = own.find(({ status }) => status !== 'live');
      // A draft with a gap in a language counts without it, until it is filled or said to mean the same.
      const gaps = new Set(open ? problemsIn(open).map((problem) => problem.language) : []);
      return {
        kind,
        family: familyOf(kind).name,
        subject: subjectOf(kind, language),
        transactional: isTransactional(kind),
        live: live?.number ?? null,
        open: open ? { number: open.number, status: open.status } : null,
        languages: languageCodes.filter((code) => !gaps.has(code)),
        sent: counts.get(kind)?.sent ?? 0,
        failed: counts.get(kind)?.failed ?? 0,
      };
    }),
  };
}

export default function MailTemplatesPage({ loaderData }: Route.ComponentProps) {
  const { kinds, family } = loaderData;
  const t = useTexts('staff-mails');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('tabs.templates')}</h1>
        <p>{t('template.lead')}</p>
      </header>
      <NotificationTabs here="templates" />
      <form className="dl-filters" method="get" role="search">
        <label>
          <span className="sr-only">{t('column.kind')}</span>
          <select name="family" defaultValue={family}>
            <option value="">{t('log.anyKind')}</option>
            {Object.keys(mailFamilies).map((one) => (
              <option key={one} value={one}>
                {t(`family.${one}.name`)}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('log.apply')}
        </button>
      </form>
      <div className="dl-sheet dl-sheet--cards">
        <table>
          <thead>
            <tr>
              {(['template', 'trigger', 'languages', 'version', 'sent', 'failed'] as const).map((column) => (
                <th key={column} scope="col" className={column === 'sent' || column === 'failed' ? 'dl-figure' : undefined}>
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((one) => (
              <tr key={one.kind}>
                <td className="nt-name">
                  <Link to={`/admin/notifications/templates/${one.kind}`}>
                    <bdi>{one.subject}</bdi>
                  </Link>
                  <bdi className="nt-code">{one.kind}</bdi>
                </td>
                <td className="nt-name dl-quiet">{t(`family.${one.family}.trigger`)}</td>
                <td data-label={t('column.languages')}>
                  <bdi>
                    {formatNumber(one.languages.length, language)}/{formatNumber(languageCodes.length, language)}
                  </bdi>
                </td>
                <td data-label={t('column.version')}>
                  {one.live === null ? t('template.house') : t('template.number', { number: one.live })}{' '}
                  {one.open && <StateChip state={one.open.status} of="wording" />}
                </td>
                <td className="dl-figure" data-label={t('column.sent')}>
                  {formatNumber(one.sent, language)}
                </td>
                <td className="dl-figure" data-label={t('column.failed')}>
                  {one.failed > 0 ? <b className="dl-late">{formatNumber(one.failed, language)}</b> : formatNumber(0, language)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
