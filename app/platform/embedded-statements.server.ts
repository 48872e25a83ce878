import { messages, protocol, type PGlite, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { heldText } from './held-text.ts';

/** So many texts at most are kept prepared: each costs the engine some 30 kB. */
const mostPrepared = 400;
/** So many are remembered as having come once. */
const mostTexts = 2_000;

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** What the engine said of a statement: the types of its parameters, and the columns of its answer. */
interface Described {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly fields: readonly Field[];
}

type Ask = <Row>(text: string, values?: unknown[], options?: QueryOptions) => Promise<Results<Row>>;
type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

const changesTables = /^\s*(create|alter|drop|truncate|deallocate|discard)\b/i;
const { serialize } = protocol;

/**
 * The driver calls the engine six times for every statement, and each time has its text read and planned anew. Here one
 * call does what several did, and a text that comes again is prepared, as on PostgreSQL: its answer takes one call.
 */
export function quickenStatements(client: PGlite): void {
  const texts = new Set<string>();
  const prepared = new Map<string, Described>();
  let given = 0;

  const send = (...parts: readonly Uint8Array[]) => client.execProtocolStream(Buffer.concat(parts), { syncToFs: false });

  /** Has a statement read, under a name where it came before, so that it can be asked for again. */
  const describe = async (text: string): Promise<Described> => {
    const again = texts.has(text) && prepared.size < mostPrepared;
    if (!again && texts.size < mostTexts) texts.add(text);
    if (again) given += 1;
    const name = again ? `again_${given}` : '';
    const answer = await send(serialize.parse({ text, name }), serialize.describe({ type: 'S', name }), serialize.flush());
    const described = { name, ...readDescription(answer) };
    if (again) prepared.set(text, described);
    return described;
  };

  const asked = async <Row>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<Row>> => {
    if (changesTables.test(text)) prepared.clear();
    let synced = false;
    try {
      const known = prepared.get(text) ?? (await describe(text));
      const bound = values.map(heldText).map((value, at) => {
        if (value === null || value === undefined) return null;
        const type = known.parameters[at]!;
        const write = options?.serializers?.[type] ?? client.serializers[type];
        return write ? write(value) : String(value);
      });
      synced = true;
      const answer = await send(serialize.bind({ statement: known.name, values: bound }), serialize.execute({}), serialize.sync());
      return readRows<Row>(answer, known.fields, client, options);
    } catch (fault) {
      // What it returns may have changed with a table, or it is gone: it is read anew the next time.
      prepared.delete(text);
      if (!synced) await send(serialize.sync());
      throw fault;
    }
  };

  const query = client.query.bind(client);
  client.query = (async (text: string, values: unknown[] = [], options?: QueryOptions) => {
    if (options?.blob) return query(text, values, options);
    await client._checkReady();
    return client._runExclusiveTransaction(() =>
      client._runExclusiveQuery(async () => {
        const results = await asked(text, values, options);
        await client.syncToFs();
        return results;
      }),
    );
  }) as Ask;

  const script = client.exec.bind(client);
  client.exec = (text, options) => {
    prepared.clear();
    return script(text, options);
  };

  const transaction = client.transaction.bind(client);
  client.transaction = ((work: (tx: Transaction) => Promise<unknown>) =>
    transaction((tx) => {
      const ask: Ask = (text, values = [], options) => {
        if (tx.closed) throw new Error('Transaction is closed');
        if (options?.blob) return tx.query(text, values, options);
        return client._runExclusiveQuery(() => asked(text, values, options));
      };
      return work(Object.create(tx, { query: { value: ask } }) as Transaction);
    })) as PGlite['transaction'];
}

function readDescription(answer: readonly Message[]): { parameters: readonly number[]; fields: readonly Field[] } {
  let parameters: readonly number[] = [];
  let fields: readonly Field[] = [];
  for (const message of answer) {
    if (message instanceof messages.ParameterDescriptionMessage) parameters = message.dataTypeIDs;
    if (message instanceof messages.RowDescriptionMessage) fields = message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
  }
  return { parameters, fields };
}

function readRows<Row>(
  answer: readonly Message[],
  fields: readonly Field[],
  client: PGlite,
  options: QueryOptions | undefined,
): Results<Row> {
  const readers = fields.map(({ dataTypeID }) => options?.parsers?.[dataTypeID] ?? client.parsers[dataTypeID]);
  const rows: unknown[] = [];
  let command = '';
  for (const message of answer) {
    if (message instanceof messages.DataRowMessage) {
      const values = message.fields.map((text, at) => {
        const read = readers[at];
        return text === null || !read ? text : read(text, fields[at]!.dataTypeID);
      });
      rows.push(options?.rowMode === 'array' ? values : Object.fromEntries(values.map((value, at) => [fields[at]!.name, value])));
    } else if (message instanceof messages.CommandCompleteMessage) command = message.text;
  }
  // "SELECT 2", "UPDATE 3", "INSERT 0 5"; others end in a word.
  const count = Number.parseInt(command.slice(command.lastIndexOf(' ') + 1), 10);
  const changed = /^(INSERT|UPDATE|DELETE|COPY|MERGE)/.test(command) ? count : 0;
  return {
    rows: rows as Row[],
    fields: [...fields],
    affectedRows: changed,
    command: command.split(' ')[0]!,
    ...(Number.isNaN(count) ? {} : { rowCount: count }),
  } as Results<Row>;
}
