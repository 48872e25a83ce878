import type { PoolClient, QueryConfig } from 'pg';

/** So many texts at most are remembered and prepared: each costs a connection some 30 kB at the server. */
const mostTexts = 600;

/**
 * Gives statements with parameters that come again a name, under which PostgreSQL keeps what it made of their text: a
 * sale asks some six hundred questions with 130 texts, and reading and planning them anew was half of the server's
 * work. What comes once is asked without a name.
 */
export function openStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string | null>();
  let given = 0;
  return (text) => {
    const known = names.get(text);
    if (known) return known;
    if (known === undefined) {
      if (names.size < mostTexts) names.set(text, null);
      return undefined;
    }
    given += 1;
    const name = `again_${given}`;
    names.set(text, name);
    return name;
  };
}

type Given = string | (QueryConfig & { readonly submit?: unknown });

/**
 * Puts names on whatever a connection is asked from now on. With `silentAfterMs` a connection that says nothing for so
 * long over one statement is closed: one that a network swallowed would keep its place in the pool for ever.
 */
export function prepareStatements(client: PoolClient, nameOf: (text: string) => string | undefined, silentAfterMs?: number): void {
  const ask = client.query.bind(client) as (given: unknown, ...rest: readonly unknown[]) => unknown;
  const patience = silentAfterMs === undefined ? {} : { query_timeout: silentAfterMs };
  const named = (given: Given, values: unknown): Given => {
    // A script without places for values, such as a migration, takes the time it takes.
    if (typeof given === 'string' && !Array.isArray(values)) return given;
    const asked: Exclude<Given, string> = typeof given === 'string' ? { text: given } : given;
    if (asked.submit || asked.name || !asked.text) return given;
    const parameters = asked.values ?? values;
    const name = Array.isArray(parameters) && parameters.length > 0 ? nameOf(asked.text) : undefined;
    return { ...asked, ...patience, ...(name ? { name } : {}) };
  };
  client.query = ((given: Given, ...rest: readonly unknown[]) => ask(named(given, rest[0]), ...rest)) as typeof client.query;
}
