import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../icon.tsx';
import { useTexts } from '../texts.tsx';

export interface DeskTableProps<Row, Column extends string> {
  /** In the order they stand. The first is the head of a row's card on a phone. */
  readonly columns: readonly Column[];
  readonly name: (column: Column) => string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** What a cell says. A column's name is told beside it on a phone, unless it is among `plain`. */
  readonly cell: (column: Column, row: Row) => ReactNode;
  readonly cellClass?: (column: Column, row: Row) => string | undefined;
  /** Columns of numbers: they end where the column ends. */
  readonly figures?: readonly Column[];
  /** Columns that explain themselves: a reference, a name, a state. */
  readonly plain?: readonly Column[];
  readonly sort?: DeskSort<Column>;
  /** A box in every row for the bulk form of the page (its id is `bulk`). */
  readonly pick?: {
    readonly name: string;
    /** Null for a row that cannot be picked. */
    readonly value: (row: Row) => string | null;
    readonly reference: (row: Row) => string;
  } | null;
}

/** How a list is sorted, and where its heads lead. */
export interface DeskSort<Column extends string> {
  readonly columns: readonly Column[];
  readonly by: string;
  readonly descending: boolean;
  /** What a column that was not sorted by begins with. */
  readonly begins?: 'ascending' | 'descending';
  readonly to: (column: Column, descending: boolean) => string;
}

/** The rows of a staff list: sortable heads, boxes to pick, and on a phone one card for each row. */
export function DeskTable<Row, Column extends string>(props: DeskTableProps<Row, Column>) {
  const { columns, name, rows, rowKey, cell, cellClass, figures = [], plain = [], sort, pick } = props;
  const lists = useTexts('staff-lists');
  const figure = (column: Column) => figures.includes(column);
  return (
    <div className="dl-sheet dl-sheet--cards">
      <table>
        <thead>
          <tr>
            {pick && (
              <th scope="col" className="dl-pick">
                <span className="sr-only">{lists('bulk.pick')}</span>
              </th>
            )}
            {columns.map((column) =>
              sort?.columns.includes(column) ? (
                <SortHead key={column} column={column} name={name(column)} sort={sort} figure={figure(column)} />
              ) : (
                <th key={column} scope="col" className={figure(column) ? 'dl-figure' : undefined}>
                  {name(column)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {pick && (
                <td className="dl-pick">
                  <PickBox name={pick.name} value={pick.value(row)} reference={pick.reference(row)} />
                </td>
              )}
              {columns.map((column, index) => (
                <td
                  key={column}
                  className={[figure(column) && 'dl-figure', cellClass?.(column, row)].filter(Boolean).join(' ') || undefined}
                  data-label={index === 0 || plain.includes(column) ? undefined : name(column)}
                >
                  {cell(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PickBox({ name, value, reference }: { name: string; value: string | null; reference: string }) {
  const t = useTexts('staff-lists');
  return value === null ? null : (
    <input type="checkbox" form="bulk" name={name} value={value} aria-label={t('bulk.pickOne', { reference })} />
  );
}

function SortHead<Column extends string>({
  column,
  name,
  sort,
  figure,
}: {
  column: Column;
  name: string;
  sort: DeskSort<Column>;
  figure: boolean;
}) {
  const mine = sort.by === column;
  const descending = mine ? !sort.descending : sort.begins === 'descending';
  return (
    <th
      scope="col"
      className={figure ? 'dl-figure' : undefined}
      aria-sort={mine ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <Link to={sort.to(column, descending)}>
        {name}
        {mine && <Icon name={sort.descending ? 'chevron-down' : 'chevron-up'} small />}
      </Link>
    </th>
  );
}
