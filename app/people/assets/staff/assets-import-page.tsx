import { data, Form, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { plainText } from '#app/values/plain-text.ts';
import { importHeading, judgeImport, mostImported } from '../import-rules.ts';
import { officeZone } from '../office-zone.ts';
import { registerAssets } from '../register-asset.server.ts';
import type { Route } from './+types/assets-import-page.ts';
import './assets.css';

export const handle = { texts: ['staff-assets', 'asset-papers'] };

const here = '/admin/hr/asset-management';
const mostShown = 50;
const longest = 200_000;

/** A file if one was chosen, otherwise what was pasted. */
async function tableOf(form: FormData): Promise<string> {
  const file = form.get('file');
  const text = file instanceof File && file.size > 0 && file.size <= longest ? await file.text() : form.get('table');
  return plainText(text, longest);
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const table = await tableOf(form);
  const report = judgeImport(table, dateIn(officeZone, platform.clock.now()));
  const sound = report.refused === null && report.faults.length === 0;
  const answer = { table, report: { ...report, things: report.things.length }, known: null as number | null, sound };
  if (!sound || form.get('act') !== 'import') return data(answer, sound ? 200 : 422);
  const made = await registerAssets(platform, {
    things: report.things,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  // Two are known only to the register: line 1 of the file is its heading.
  if (!made.ok) return data({ ...answer, sound: false, known: made.line + 2 }, 422);
  return redirect(`${here}/import?made=${made.value.length}`, 303);
}

export function loader({ url }: Route.LoaderArgs) {
  const made = Number(url.searchParams.get('made'));
  return { made: Number.isInteger(made) && made > 0 && made <= mostImported ? made : null };
}

export default function AssetsImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-assets');
  const report = actionData?.report;
  return (
    <div className="dl as-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('import.title')}</h1>
        <p>{t('import.lead', { n: mostImported })}</p>
        <Link className="bo-btn" to={here}>
          {t('back')}
        </Link>
      </header>
      {loaderData.made !== null && !actionData && (
        <p className="dl-said" role="status">
          {t('import.made', { n: loaderData.made })}
        </p>
      )}
      {report && (
        <section className={`dl-said${actionData.sound ? '' : ' dl-said--warn'}`} role={actionData.sound ? 'status' : 'alert'}>
          <div>
            <p>
              {report.refused
                ? t(`import.refused.${report.refused}`, { n: mostImported })
                : actionData.known !== null
                  ? t('import.known', { line: actionData.known })
                  : actionData.sound
                    ? t('import.sound', { n: report.things })
                    : t('import.faults', { n: report.faults.length })}
            </p>
            {report.faults.length > 0 && (
              <ul className="as-faults">
                {report.faults.slice(0, mostShown).map((fault) => (
                  <li key={fault.line}>
                    <b>{t('import.line', { line: fault.line })}</b>{' '}
                    {fault.fields.map((field) => t(field === 'twice' ? 'import.twice' : `wrong.${field}`)).join(' ')}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </section>
      )}
      <Form method="post" encType="multipart/form-data" className="dl-card as-form" key={actionData?.sound ? 'sound' : 'open'}>
        <label className="as-field">
          <span>{t('import.file')}</span>
          <input type="file" name="file" accept=".csv" />
        </label>
        <label className="as-field">
          <span>{t('import.paste')}</span>
          <textarea
            name="table"
            rows={10}
            dir="ltr"
            spellCheck={false}
            className="as-table"
            defaultValue={actionData?.table ?? `${importHeading}\n`}
          />
        </label>
        <p className="dl-quiet">{t('import.hint')}</p>
        <div className="bo-actions">
          <button className="bo-btn" name="act" value="check">
            {t('import.check')}
          </button>
          <button className="bo-btn bo-btn--p" name="act" value="import">
            {t('import.save')}
          </button>
        </div>
      </Form>
    </div>
  );
}
