import { Form } from 'react-router';
import { EditionChanges, EditionLanguages, EditionVersions, NextEdition } from '#app/commerce/supply/edition-panels.tsx';
import { formatMoney, formatNumber, formatWords } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { TourRecord } from './open-tour-desk.server.ts';
import { Margins } from './tour-prices-form.tsx';

/** Where a tour stands: what is missing, who may put it on sale, what its next edition changes, and what was before. */
export function Overview({
  data: { record, mayWork, wroteIt },
  base,
}: {
  data: { readonly record: TourRecord; readonly mayWork: boolean; readonly wroteIt: boolean };
  base: string;
}) {
  const t = useTexts('staff-tours');
  const editions = useTexts('staff-editions');
  const language = useLanguage();
  const { faults } = record;
  return (
    <div className="dl-record td-record">
      <div>
        <NextEdition
          edition={record.edition}
          faults={faults.map((fault) => {
            if (fault !== 'english') return t(`fault.${fault}`);
            const missing = record.languages.find(({ code }) => code === 'en')!.missing.filter((field) => field !== 'places');
            const fields = formatWords(
              missing.map((field) => t(`field.${field}`)),
              language,
            );
            return `${t('fault.english')} ${editions('words.fields', { fields })}`;
          })}
          blocked={faults.some((fault) => fault !== 'below-cost')}
          mayWork={mayWork}
          mayDrop={record.status !== 'draft'}
          wroteIt={wroteIt}
        />
        <EditionChanges
          number={record.compared ?? 0}
          changes={record.changes}
          field={(step) => t(`field.${step}`, { defaultValue: step })}
        />
        <EditionVersions versions={record.versions} compared={record.compared} to={(number) => `${base}?edition=${number}`} />
      </div>
      <aside>
        <EditionLanguages languages={record.languages} to={(code) => `${base}?part=words&lang=${code}`} />
        <Margins record={record} />
        {record.watching.highest && (
          <section className="dl-card">
            <h2>{t('watching.title')}</h2>
            <p>
              {t('watching.text', { count: record.watching.count, shown: formatNumber(record.watching.count, language) })}{' '}
              {t('watching.highest', { amount: formatMoney(record.watching.highest, language) })}
            </p>
          </section>
        )}
        {mayWork && record.moves.length > 0 && (
          <section className="dl-card">
            <h2>{t('standing')}</h2>
            <Form method="post" className="td-acts">
              {record.moves.map((event) => (
                <button key={event} className="bo-btn" name="event" value={event}>
                  {t(`event.${event}`)}
                </button>
              ))}
            </Form>
          </section>
        )}
      </aside>
    </div>
  );
}
