import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { formatSearch } from './flight-search-form.ts';
import type { FlightSearch } from '../offer.ts';
import { onDays } from './day-searches.ts';
import { figureWords, moneyWords } from './flight-words.tsx';
import type { FlexCell, FlexGrid as Grid, PriceLevel } from './flex-pairs.ts';

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Days out by days back with the lowest total of each pair, as links. With a script the arrow keys walk the grid
 * and it is one stop of the tab key; Home and End go to the ends of a row.
 */
export function FlexGrid({ grid, search, who }: { grid: Grid; search: FlightSearch; who: string }) {
  const t = useTexts('flights');
  const language = useLanguage();
  const table = useRef<HTMLTableElement>(null);
  const [out, back] = search.slices.map((slice) => slice.date);
  const chosen = [Math.max(0, grid.backs.indexOf(back as CalendarDate)), Math.max(0, grid.outs.indexOf(out as CalendarDate))] as const;
  const [walked, setWalked] = useState<readonly [number, number] | null>(null);
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);

  const walk = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = (event.target as HTMLElement).closest('td');
    if (!cell || !table.current) return;
    const row = (cell.parentElement as HTMLTableRowElement).sectionRowIndex;
    const column = cell.cellIndex - 1;
    const rows = table.current.tBodies[0]!.rows;
    const turned = getComputedStyle(table.current).direction === 'rtl' ? -1 : 1;
    const step = steps[event.key];
    const edge = event.key === 'Home' ? [0, 1] : event.key === 'End' ? [grid.outs.length - 1, -1] : null;
    if (!step && !edge) return;
    event.preventDefault();
    const [down, across] = step ? [step[0], step[1] * turned] : [0, edge![1]!];
    let next = step ? [row + down, column + across] : [row, edge![0]!];
    // Cells without flights are stepped over.
    while (rows[next[0]!]?.cells[next[1]! + 1] && next[1]! >= 0) {
      const link = rows[next[0]!]!.cells[next[1]! + 1]!.querySelector('a');
      if (link) {
        setWalked([next[0]!, next[1]!]);
        link.focus();
        return;
      }
      next = [next[0]! + down, next[1]! + across];
    }
  };
  const day = (date: string) => formatDate(date, language, 'day');
  const at = walked ?? chosen;
  const reachable = scripted && grid.rows[at[0]]?.[at[1]]?.total ? at : null;
  const cellOf = (cell: FlexCell, row: number, column: number) => {
    const [dayOut, dayBack] = [grid.outs[column]!, grid.backs[row]!];
    const current = dayOut === out && dayBack === back;
    if (!cell.total) {
      return (
        <td key={dayOut} className="fx-none">
          <span aria-hidden="true">{cell.total === null ? '–' : '?'}</span>
          <span className="sr-only">{t(cell.total === null ? 'flex.none' : 'flex.unknown')}</span>
        </td>
      );
    }
    const level = t(cell.least ? 'flex.least' : `flex.${cell.level}`);
    return (
      <td key={dayOut} className={`fx-${cell.level}`} data-least={cell.least || undefined}>
        <Link
          to={`?${formatSearch(onDays(search, dayOut, dayBack))}`}
          preventScrollReset
          rel="nofollow"
          aria-current={current ? 'true' : undefined}
          aria-label={t('flex.cell', { out: day(dayOut), back: day(dayBack), price: moneyWords(cell.total, language), level })}
          tabIndex={reachable && (reachable[0] !== row || reachable[1] !== column) ? -1 : undefined}
        >
          <bdi>{figureWords(cell.total, language)}</bdi>
          <Pips level={cell.level!} />
        </Link>
      </td>
    );
  };
  return (
    <section className="wrap fx" aria-labelledby="flex-title">
      <div className="fx-head">
        <h2 id="flex-title">{t('flex.title')}</h2>
        <p>{t('flex.text', { who })}</p>
      </div>
      <div className="fx-scroll">
        <table ref={table} onKeyDown={walk} aria-labelledby="flex-title">
          <thead>
            <tr>
              <th scope="col" className="fx-corner">
                <span>{t('flex.out')}</span>
                <span>{t('flex.back')}</span>
              </th>
              {grid.outs.map((date) => (
                <th key={date} scope="col" data-chosen={date === out || undefined}>
                  <DayHead date={date} prefix={t('flex.outOn')} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row, index) => (
              <tr key={grid.backs[index]}>
                <th scope="row" data-chosen={grid.backs[index] === back || undefined}>
                  <DayHead date={grid.backs[index]!} prefix={t('flex.backOn')} />
                </th>
                {row.map((cell, column) => cellOf(cell, index, column))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {grid.limits && (
        <ul className="fx-key">
          {(['low', 'mid', 'high'] as const).map((level) => (
            <li key={level} className={`fx-${level}`}>
              <Pips level={level} />
              <b>{t(`flex.${level}`)}</b>
              <bdi>
                {level === 'high'
                  ? t('flex.above', { price: moneyWords(wholeUnits(grid.limits!.mid), language) })
                  : t('flex.upTo', { price: moneyWords(wholeUnits(grid.limits![level]), language) })}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Limits are said in whole units: they only divide. */
function wholeUnits(value: Money): Money {
  return money(Math.floor(value.amount / 100) * 100, value.currency);
}

/** One, two or three marks: the level for eyes that do not tell the colours apart. */
function Pips({ level }: { level: PriceLevel }) {
  const filled = { low: 1, mid: 2, high: 3 }[level];
  return (
    <i className="fx-pips" aria-hidden="true">
      {[1, 2, 3].map((pip) => (
        <u key={pip} data-on={pip <= filled || undefined} />
      ))}
    </i>
  );
}

function DayHead({ date, prefix }: { date: CalendarDate; prefix: string }) {
  const language = useLanguage();
  const words = formatDate(date, language, 'day');
  return (
    <>
      <span className="sr-only">{prefix} </span>
      <time dateTime={date}>{words}</time>
    </>
  );
}
