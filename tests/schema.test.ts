import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { openTestPlatform } from './support/test-platform.ts';

const platform = await openTestPlatform();

/** Tables that only SQL touches: counters, chains, declared edges. */
const untyped = new Set([
  'schema_migrations',
  'rate_limits',
  'status_edges',
  'audit_head',
  'invoice_series',
  'invoice_prefixes',
  'desk_lists',
  'vat_days',
]);

interface Column {
  readonly type: string;
  readonly required: boolean;
}

/** `timestamp with time zone`, `text[]` and friends, as both sides spell them. */
function plain(type: string): string {
  return type
    .toLowerCase()
    .replace(/^bigserial$/, 'bigint')
    .replace(/^serial$/, 'integer')
    .replace(/^timestamp(\(\d\))? with time zone$/, 'timestamptz')
    .replace(/^(varchar|char|numeric)\(.*\)$/, '$1');
}

async function typedTables(): Promise<Map<string, Map<string, Column>>> {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tables.ts'));
  const found = new Map<string, Map<string, Column>>();
  for (const file of files) {
    const module = (await import(/* @vite-ignore */ join('..', 'app', file))) as Record<string, unknown>;
    for (const value of Object.values(module)) {
      if (!(value instanceof PgTable)) continue;
      const { name, columns } = getTableConfig(value);
      found.set(name, new Map(columns.map((column) => [column.name, { type: plain(column.getSQLType()), required: column.notNull }])));
    }
  }
  return found;
}

async function realTables(): Promise<Map<string, Map<string, Column>>> {
  const result = (await platform.db.execute(sql`
    select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`)) as unknown as {
    rows: { name: string; column: string; type: string; required: boolean }[];
  };
  const found = new Map<string, Map<string, Column>>();
  for (const row of result.rows) {
    if (untyped.has(row.name)) continue;
    const columns = found.get(row.name) ?? new Map<string, Column>();
    columns.set(row.column, { type: plain(row.type), required: row.required });
    found.set(row.name, columns);
  }
  return found;
}

const asLines = (tables: Map<string, Map<string, Column>>) =>
  [...tables]
    .flatMap(([table, columns]) =>
      [...columns].map(([name, column]) => `${table}.${name} ${column.type}${column.required ? ' not null' : ''}`),
    )
    .sort();

it('has exactly the columns in the database that the typed tables declare', async () => {
  const [typed, real] = [asLines(await typedTables()), asLines(await realTables())];
  expect(typed.length).toBeGreaterThan(20);
  expect({ onlyTyped: typed.filter((line) => !real.includes(line)), onlyReal: real.filter((line) => !typed.includes(line)) }).toEqual({
    onlyTyped: [],
    onlyReal: [],
  });
});
