import type { ReactNode } from 'react';
import { useTexts } from '../texts.tsx';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from './desk-list-parts.tsx';
import { ExportMenu } from './export-menu.tsx';
import { DeskTable, type DeskTableProps } from './desk-table.tsx';
import { listAddress, longestFind, noListFilters, type DeskList, type ListView } from './list-address.ts';
import { ColumnChooser, NamedViews } from './list-views.tsx';
import type { NamedView, ViewSaid } from './named-views.ts';
import type { ShortPage } from './short-list.ts';
import './desk-tools.css';

/** What the loader of a short list gives to its sheet. */
export interface OpenShortList<Row, Queue extends string, Filter extends string, Column extends string> extends ShortPage<Row> {
  readonly view: ListView<Queue, Filter, Column>;
  readonly named: readonly NamedView[];
  readonly said: ViewSaid | null;
}

/** Takes the list as it is asked for out of the house, from among its filters. */
export function ExportButton({ to }: { to: string }) {
  return (
    <div className="dl-take">
      <ExportMenu to={to} />
    </div>
  );
}

/** A short list with all that a list of the desk has: tabs, filters, columns, names, sorting, pages, its file, and what is said of none. */
export function ShortListSheet<Row, Queue extends string, Filter extends string, Column extends string>({
  base,
  list,
  open,
  queueName,
  find,
  filters = {},
  none,
  exports,
  columns = list.columns,
  searchKept = true,
  ...table
}: {
  base: string;
  list: DeskList<Queue, Filter, Column>;
  open: OpenShortList<Row, Queue, Filter, Column>;
  queueName: (queue: Queue) => string;
  /** What the search looks in. */
  find: string;
  filters?: Partial<
    Readonly<
      Record<
        Filter,
        { readonly label: string; readonly any: string; readonly options: readonly { readonly id: string; readonly name: string }[] }
      >
    >
  >;
  /** What is said where there is nothing at all: how the first comes here. */
  none: ReactNode;
  /** Where its file is asked for; null for whoever may not have it. */
  exports: string | null;
  /** Those that the viewer may see, where not all of them. */
  columns?: readonly Column[];
  /** Whether a search is kept with a name: not where it may name a person. */
  searchKept?: boolean;
} & Omit<DeskTableProps<Row, Column>, 'rows' | 'columns' | 'sort'>) {
  const lists = useTexts('staff-lists');
  const { view, counts, next } = open;
  const to = (change: Parameters<typeof listAddress<Queue, Filter, Column>>[2] = {}) => `${base}${listAddress(list, view, change)}`;
  const here = listAddress(list, view);
  const unfiltered = listAddress(list, view, noListFilters(list));
  const filtered = unfiltered !== here;
  const shown = view.columns.filter((column) => columns.includes(column));
  return (
    <>
      <QueueTabs
        label={lists('list.queues')}
        queues={list.queues.map((queue) => ({
          id: queue,
          name: queueName(queue),
          to: to({ queue }),
          count: counts[queue] ?? 0,
          here: queue === view.queue,
        }))}
      />
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={unfiltered}
          find={{ label: find, value: view.find, most: longestFind(list) }}
          apply={lists('list.apply')}
          clear={filtered ? { to: `${base}${unfiltered}`, label: lists('list.clear') } : null}
        >
          {(Object.keys(list.filters) as Filter[]).map((name) => {
            const filter = filters[name];
            return filter && <FilterChoice key={name} name={name} value={view.filters[name]} {...filter} />;
          })}
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={columns.map((id) => ({ id, name: table.name(id), fixed: id === columns[0] }))}
          shown={shown}
        />
        {exports !== null && <ExportButton to={`${exports}${here}`} />}
      </div>
      <NamedViews base={base} views={open.named} here={searchKept ? here : listAddress(list, view, { find: '' })} said={open.said} />
      {open.rows.length === 0 ? (
        <p className="dl-none">{filtered || view.queue !== list.queues[0] ? lists('list.noneMatch') : none}</p>
      ) : (
        <DeskTable
          {...table}
          columns={shown}
          rows={open.rows}
          sort={{
            columns: list.sorts,
            by: view.sort,
            descending: view.descending,
            to: (sort, descending) => to({ sort, descending }),
          }}
        />
      )}
      <DeskFoot first={view.after ? to() : null} next={next && to({ after: next })} />
    </>
  );
}
