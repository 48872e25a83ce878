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

/** Puts names on whatever a connection is asked from now on. */
export function prepareStatements(client: PoolClient, nameOf: (text: string) => string | undefined): void {
  const ask = client.query.bind(client) as (given: unknown, ...rest: readonly unknown[]) => unknown;
  const named = (given: Given, values: unknown): Given => {
    if (typeof given === 'string') {
      const name = Array.isArray(values) && values.length > 0 ? nameOf(given) : undefined;
      return name ? { text: given, name } : given;
    }
    const parameters = given.values ?? values;
    if (given.submit || given.name || !given.text || !Array.isArray(parameters) || parameters.length === 0) return given;
    const name = nameOf(given.text);
    return name ? { ...given, name } : given;
  };
  client.query = ((given: Given, ...rest: readonly unknown[]) => ask(named(given, rest[0]), ...rest)) as typeof client.query;
}
