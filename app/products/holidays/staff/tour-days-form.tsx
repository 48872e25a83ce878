import { KeptInput, KeptLeft, KeptText, KeptTick } from '#app/commerce/supply/kept-fields.tsx';
import { useRef, useState, type DragEvent } from 'react';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { PartForm } from './tour-facts-form.tsx';

/**
 * The days of a tour in English. A day is moved with its buttons, and with a mouse by its handle; every other language
 * and the meals move with it. Each step saves what is typed first, so that nothing is lost on the way.
 */
export function DaysForm({ record, mayWrite, version, formKey }: PartForm) {
  const t = useTexts('staff-tours');
  const { facts, words } = record.content;
  const form = useRef<HTMLFormElement>(null);
  const step = useRef<HTMLButtonElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    setOver(null);
    if (dragged === null || dragged === to || !step.current) return;
    step.current.value = `move:${dragged}:${to}`;
    form.current?.requestSubmit(step.current);
  };
  return (
    <DeskForm sends={mayWrite} facts method="post" className="td-form" ref={form} key={formKey}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="part" value="days" />
      <fieldset className="td-form__body">
        <legend className="sr-only">{t('part.days')}</legend>
        {/* Pressed by the Enter key: saves and moves nothing. */}
        <button className="sr-only" name="step" value="" tabIndex={-1}>
          {t('save')}
        </button>
        <button ref={step} className="sr-only" name="step" value="" tabIndex={-1} aria-hidden="true" />
        <ol className="td-days">
          {facts.meals.map((meals, at) => {
            const day = words.en.days[at];
            const number = at + 1;
            return (
              <li
                key={at}
                className={`dl-card td-day${over === at && dragged !== at ? ' td-day--over' : ''}`}
                onDragOver={(event) => {
                  event.preventDefault();
                  setOver(at);
                }}
                onDragLeave={() => setOver(null)}
                onDrop={(event) => drop(event, at)}
              >
                <div className="td-day__head">
                  <span
                    className="td-day__number"
                    draggable={mayWrite}
                    title={t('days.drag')}
                    onDragStart={() => setDragged(at)}
                    onDragEnd={() => setDragged(null)}
                  >
                    {t('days.number', { number })}
                  </span>
                  {mayWrite && (
                    <span className="td-day__steps">
                      <button className="bo-btn" name="step" value={`up:${at}`} disabled={at === 0} aria-label={t('days.up', { number })}>
                        <Icon name="chevron-up" small />
                      </button>
                      <button
                        className="bo-btn"
                        name="step"
                        value={`down:${at}`}
                        disabled={at === facts.days - 1}
                        aria-label={t('days.down', { number })}
                      >
                        <Icon name="chevron-down" small />
                      </button>
                      <button
                        className="bo-btn bo-btn--danger"
                        name="step"
                        value={`remove:${at}`}
                        disabled={facts.days === 1}
                        aria-label={t('days.remove', { number })}
                      >
                        <Icon name="close" small />
                      </button>
                    </span>
                  )}
                </div>
                <label>
                  {t('days.title')}
                  <KeptInput name={`title-${at}`} defaultValue={day?.title ?? ''} maxLength={120} />
                </label>
                <label>
                  {t('days.text')}
                  <KeptText name={`text-${at}`} defaultValue={day?.text ?? ''} rows={3} maxLength={1200} />
                </label>
                <fieldset className="td-checks">
                  <legend>{t('days.meals')}</legend>
                  {(['B', 'L', 'D'] as const).map((meal) => (
                    <label key={meal}>
                      <KeptTick name={`meals-${at}`} value={meal} defaultChecked={meals.includes(meal)}>
                        {t(`days.meal.${meal}`)}
                      </KeptTick>
                    </label>
                  ))}
                </fieldset>
              </li>
            );
          })}
        </ol>
        <KeptLeft gone={(name) => /^(?:title|text)-\d+$/.test(name) && Number(name.split('-')[1]) >= facts.meals.length} />
        {mayWrite && (
          <p className="td-save">
            <button className="bo-btn bo-btn--p" name="step" value="">
              {t('save')}
            </button>
            <button className="bo-btn" name="step" value="add">
              {t('days.add')}
            </button>
          </p>
        )}
      </fieldset>
    </DeskForm>
  );
}
