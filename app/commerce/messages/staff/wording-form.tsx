import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import { Overtaken, StandsNow } from './notification-tabs.tsx';

interface Line {
  readonly key: string;
  readonly house: string;
  readonly text: string;
  readonly variables: readonly string[];
}

/** The texts of one mail in one language, with the variables that each must say. */
export function WordingForm({
  language,
  lines,
  typed,
  overtaken,
  open,
  mayWrite,
}: {
  language: LanguageCode;
  lines: readonly Line[];
  /** What was sent and refused. */
  typed: {
    readonly lines: Readonly<Record<string, string>>;
    readonly sameMeaning: boolean;
    readonly note: string;
    readonly version: number;
  } | null;
  /** Who changed it while it was being typed, so that it was refused; null where nobody did. */
  overtaken: { readonly by: string | null } | null;
  open: { readonly status: string; readonly version: number; readonly sameMeaning: boolean; readonly note: string } | null;
  mayWrite: boolean;
}) {
  const t = useTexts('staff-mails');
  const editable = mayWrite && open?.status !== 'in_review';
  const groups = Map.groupBy(lines, ({ key }) => key.split('.').slice(0, -1).join('.'));
  return (
    <section className="dl-card" aria-labelledby="words">
      <h2 id="words">{t('template.words')}</h2>
      {overtaken && editable && <Overtaken by={overtaken.by} />}
      <DeskForm sends={editable} facts method="post" className="nt-form">
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="version" value={(overtaken ? null : typed?.version) ?? open?.version ?? 0} />
        {[...groups].map(([group, own]) => (
          <div key={group} className="nt-group">
            {groups.size > 1 && <bdi className="nt-code">{group}</bdi>}
            {own.map((line) => {
              const part = line.key.split('.').at(-1)!;
              const id = `vars-${line.key}`;
              return (
                <div key={line.key}>
                  <label>
                    <span>
                      {t(`part.${part}`, { defaultValue: part })}{' '}
                      {line.text !== line.house && <em className="dl-quiet">{t('template.changed')}</em>}
                    </span>
                    <textarea
                      name={`line:${line.key}`}
                      defaultValue={typed?.lines[line.key] ?? line.text}
                      rows={line.text.length > 90 ? 4 : 2}
                      maxLength={1200}
                      lang={language}
                      dir={language === 'ar' ? 'rtl' : 'ltr'}
                      aria-describedby={line.variables.length > 0 ? id : undefined}
                    />
                  </label>
                  {overtaken && typed && <StandsNow now={line.text} typed={typed.lines[line.key] ?? line.text} />}
                  {line.variables.length > 0 && (
                    <p className="nt-vars" id={id}>
                      <span className="dl-quiet">{t('template.variables')}</span>
                      {line.variables.map((name) => (
                        <code key={name} dir="ltr">{`{{${name}}}`}</code>
                      ))}
                    </p>
                  )}
                </div>
              );
            })}
          </div>
        ))}
        {editable && (
          <>
            <label className="nt-tick">
              <input type="checkbox" name="sameMeaning" value="yes" defaultChecked={typed?.sameMeaning ?? open?.sameMeaning} />
              <span>{t('template.sameMeaning')}</span>
            </label>
            <label>
              {t('template.note')}
              <input name="note" defaultValue={typed?.note ?? open?.note} maxLength={200} autoComplete="off" />
            </label>
            {overtaken && typed && open && <StandsNow now={open.note} typed={typed.note} />}
            <button className="bo-btn bo-btn--p" name="work" value={overtaken ? 'save-over' : 'save'}>
              {t(overtaken ? 'over.save' : 'template.save')}
            </button>
          </>
        )}
      </DeskForm>
    </section>
  );
}
