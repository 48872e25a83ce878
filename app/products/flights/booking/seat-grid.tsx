import type { KeyboardEvent } from 'react';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { CabinView, SeatRowView, SeatView } from '../seats/seat-view.ts';

export interface SeatGridProps {
  readonly cabin: CabinView;
  /** The traveller who chooses now. */
  readonly traveller: number;
  /** Initials by traveller, for seats of the party. */
  readonly initials: readonly string[];
  readonly onFocusSeat: (seat: SeatView | null) => void;
}

/** Words for a seat: place, kind, price, and why not, if so. */
export function useSeatWords() {
  const t = useTexts('booking');
  const language = useLanguage();
  return (seat: SeatView): string => {
    const parts = [seat.designator, ...seat.features.map((feature) => t(`seatFeatures.${feature}`))];
    if (seat.kind === 'unavailable') parts.push(t('seatKinds.unavailable'));
    else parts.push(seat.price.amount === 0 ? t('seats.freeOfCharge') : formatMoney(seat.price, language));
    if (seat.notFor) parts.push(t(`problems.${seat.notFor}`));
    return parts.join(comma(language));
  };
}

/**
 * The cabin from above, nose at the top: radio buttons in rows, always left to right. Arrow keys move through the
 * cabin, space or Enter chooses; without JavaScript they are plain radio buttons.
 */
export function SeatGrid({ cabin, traveller, initials, onFocusSeat }: SeatGridProps) {
  const t = useTexts('booking');
  const words = useSeatWords();
  const template = cabin.columns.map((letter) => (letter === null ? 'minmax(20px, 0.8fr)' : 'minmax(0, 1fr)')).join(' ');
  return (
    <fieldset
      className="cabin"
      aria-label={t('seats.title')}
      dir="ltr"
      style={{ '--seats': template } as React.CSSProperties}
      data-columns={cabin.columns.length}
    >
      <div className="cabin__row cabin__letters" aria-hidden="true">
        {cabin.columns.map((letter, column) => (
          <span key={column}>{letter}</span>
        ))}
      </div>
      {cabin.runs.map((run, index) => (
        <div key={index} className={`cabin__run${run.overWing ? ' cabin__run--wing' : ''}`}>
          {run.rows.map((row) => (
            <Row
              key={row.number}
              row={row}
              traveller={traveller}
              initials={initials}
              words={words}
              onFocusSeat={onFocusSeat}
              exitWord={t('seats.exit')}
              beforeWords={(what) => t(`seats.${what}`)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function Row({
  row,
  traveller,
  initials,
  words,
  onFocusSeat,
  exitWord,
  beforeWords,
}: {
  row: SeatRowView;
  traveller: number;
  initials: readonly string[];
  words: (seat: SeatView) => string;
  onFocusSeat: (seat: SeatView | null) => void;
  exitWord: string;
  beforeWords: (what: SeatRowView['before'][number]) => string;
}) {
  return (
    <>
      {row.before.length > 0 && (
        <div className="cabin__before" aria-hidden="true">
          {row.before.map((what, index) => (
            <span key={index}>{beforeWords(what)}</span>
          ))}
        </div>
      )}
      {row.exit && (
        <div className="cabin__exit" aria-hidden="true">
          <span>{exitWord}</span>
          <span>{exitWord}</span>
        </div>
      )}
      <div className="cabin__row" data-row={row.number}>
        {row.cells.map((cell, column) => {
          if (cell === null) {
            return (
              <span key={column} className="cabin__number" aria-hidden="true">
                {row.number}
              </span>
            );
          }
          if (cell === 'none') return <span key={column} />;
          const mine = cell.takenBy === traveller;
          const other = cell.takenBy !== null && !mine ? cell.takenBy : null;
          const shut = cell.kind === 'unavailable' || other !== null || cell.notFor !== null;
          return (
            <label
              key={column}
              className={`seat seat--${cell.kind}${other === null ? '' : ' seat--companion'}${cell.notFor ? ' seat--not-for' : ''}`}
              title={words(cell)}
            >
              <input
                type="radio"
                name="seat"
                value={cell.designator}
                defaultChecked={mine}
                disabled={shut}
                aria-label={words(cell)}
                data-column={column}
                onKeyDown={moveFocus}
                onFocus={() => onFocusSeat(cell)}
                onBlur={() => onFocusSeat(null)}
              />
              <span aria-hidden="true" onMouseEnter={() => onFocusSeat(cell)} onMouseLeave={() => onFocusSeat(null)}>
                {other === null ? <i>{initials[traveller]}</i> : initials[other]}
              </span>
            </label>
          );
        })}
      </div>
    </>
  );
}

/** Arrow keys go to the nearest seat in that direction that can be had; they never choose by themselves. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const from = event.currentTarget;
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  if (event.key === 'Enter') {
    event.preventDefault();
    from.click();
    return;
  }
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = [...from.closest('.cabin')!.querySelectorAll<HTMLElement>('[data-row]')];
  let row = rows.indexOf(from.closest<HTMLElement>('[data-row]')!);
  let column = Number(from.dataset.column);
  for (let tries = 0; tries < 80; tries += 1) {
    row += step[0];
    column += step[1];
    if (row < 0 || row >= rows.length || column < 0 || column > 20) return;
    const seat = rows[row]!.querySelector<HTMLInputElement>(`input[data-column="${column}"]:not(:disabled)`);
    if (seat) {
      seat.focus();
      return;
    }
  }
}

/** The same seats as a list, for those who prefer words. */
export function SeatList({ cabin, traveller }: { cabin: CabinView; traveller: number }) {
  const t = useTexts('booking');
  const words = useSeatWords();
  const rows = cabin.runs.flatMap((run) => run.rows);
  return (
    <ol className="seat-list">
      {rows.map((row) => {
        const seats = row.cells.filter(
          (cell): cell is SeatView =>
            cell !== null && cell !== 'none' && cell.kind !== 'unavailable' && (cell.takenBy === null || cell.takenBy === traveller),
        );
        if (seats.length === 0) return null;
        return (
          <li key={row.number}>
            <fieldset>
              <legend>{t('seats.row', { row: row.number })}</legend>
              {seats.map((seat) => (
                <label key={seat.designator} className="seat-list__seat">
                  <input
                    type="radio"
                    name="seat"
                    value={seat.designator}
                    defaultChecked={seat.takenBy === traveller}
                    disabled={seat.notFor !== null}
                  />
                  <span>{words(seat)}</span>
                </label>
              ))}
            </fieldset>
          </li>
        );
      })}
    </ol>
  );
}
