/*
 * A traveller without a browser: fetch, a cookie jar and a reader of forms. It knows nothing of scripts, so a journey
 * that it completes works without them.
 */

export interface FormButton {
  readonly name: string;
  readonly value: string;
  readonly words: string;
  readonly action: string | null;
}

export interface PageForm {
  readonly action: string;
  readonly method: 'GET' | 'POST';
  /** What a browser would send untouched, in the order of the page. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Every control by name, the empty ones too. */
  readonly names: ReadonlySet<string>;
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly buttons: readonly FormButton[];
}

export interface ReadPage {
  readonly url: URL;
  readonly status: number;
  readonly type: string;
  readonly html: string;
  /** Words of the page, without marks. */
  readonly text: string;
  readonly heading: string;
  readonly forms: readonly PageForm[];
}

type Attributes = Readonly<Record<string, string>>;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function unescape(text: string): string {
  return text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    return String.fromCodePoint(name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
  });
}

function attributesOf(tag: string): Attributes {
  const found: Record<string, string> = {};
  for (const [, name, quoted, bare] of tag.matchAll(/\s([\w:-]+)(?:="([^"]*)"|=([^\s">]+))?/g))
    found[name!.toLowerCase()] = unescape(quoted ?? bare ?? '');
  return found;
}

/** The words between marks, one space between each two. */
export function wordsOf(html: string): string {
  return unescape(
    html
      .replace(/<(script|style|svg|template)\b[\s\S]*?<\/\1>/g, ' ')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();
}

interface Growing {
  readonly id: string | null;
  readonly action: string;
  readonly method: 'GET' | 'POST';
  readonly fields: [string, string][];
  readonly names: Set<string>;
  readonly options: Map<string, readonly string[]>;
  readonly buttons: FormButton[];
}

/** Reads the forms of a page, with controls that stand outside their form and name it. */
export function readForms(html: string, url: URL): PageForm[] {
  const forms: Growing[] = [];
  let open: Growing | null = null;
  const later: { form: string; add: (form: Growing) => void }[] = [];
  let disabled = 0;
  const text = html.replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '');
  for (const match of text.matchAll(/<(\/?)(form|input|select|textarea|button|fieldset)\b([^>]*)>/g)) {
    const [whole, slash, tag, rest] = match as unknown as [string, string, string, string];
    const attributes = attributesOf(rest);
    const end = match.index + whole.length;
    if (tag === 'form') {
      if (slash) open = null;
      else {
        open = {
          id: attributes['id'] ?? null,
          action: attributes['action'] ?? `${url.pathname}${url.search}`,
          method: attributes['method']?.toLowerCase() === 'post' ? 'POST' : 'GET',
          fields: [],
          names: new Set(),
          options: new Map(),
          buttons: [],
        };
        forms.push(open);
      }
      continue;
    }
    if (tag === 'fieldset') {
      if ('disabled' in attributes || disabled > 0) disabled += slash ? -1 : 1;
      continue;
    }
    if (slash) continue;
    const name = attributes['name'] ?? '';
    const add = readControl(tag, name, attributes, text, end);
    if (!add || 'disabled' in attributes || disabled > 0) continue;
    const owner = attributes['form'];
    if (owner !== undefined) later.push({ form: owner, add });
    else if (open) add(open);
  }
  for (const each of later) {
    const form = forms.find(({ id }) => id === each.form);
    if (form) each.add(form);
  }
  return forms;
}

function readControl(tag: string, name: string, attributes: Attributes, html: string, end: number): ((form: Growing) => void) | null {
  const inner = () => html.slice(end, html.indexOf(`</${tag}>`, end));
  if (tag === 'button') {
    if (attributes['type'] === 'button') return null;
    const words = wordsOf(attributes['aria-label'] ?? inner());
    return (form) => form.buttons.push({ name, value: attributes['value'] ?? '', words, action: attributes['formaction'] ?? null });
  }
  if (name === '') return null;
  if (tag === 'select') {
    const options = [...inner().matchAll(/<option\b([^>]*)>([^<]*)/g)].map(([, marks, words]) => {
      const each = attributesOf(marks!);
      return { value: each['value'] ?? unescape(words!), chosen: 'selected' in each };
    });
    const value = (options.find((option) => option.chosen) ?? options[0])?.value ?? '';
    return (form) => {
      form.names.add(name);
      form.options.set(
        name,
        options.map((option) => option.value),
      );
      form.fields.push([name, value]);
    };
  }
  const type = attributes['type'] ?? 'text';
  const value = tag === 'textarea' ? unescape(inner()) : (attributes['value'] ?? (type === 'checkbox' || type === 'radio' ? 'on' : ''));
  return (form) => {
    form.names.add(name);
    if (type === 'radio' || type === 'checkbox') form.options.set(name, [...(form.options.get(name) ?? []), value]);
    if ((type === 'radio' || type === 'checkbox') && !('checked' in attributes)) return;
    form.fields.push([name, value]);
  };
}

/** Says which page was there instead, so that a failed journey can be read from its message. */
function missing(page: ReadPage, what: string): Error {
  return new Error(`${what} on ${page.url.pathname}${page.url.search} (${page.status}): ${page.text.slice(0, 600)}`);
}

export class HttpTraveller {
  readonly #base: URL;
  readonly #language: string;
  readonly #cookies: Map<string, string>;

  constructor(base: string, language = 'en', cookies: ReadonlyMap<string, string> = new Map()) {
    this.#base = new URL(base);
    this.#language = language;
    this.#cookies = new Map(cookies);
  }

  /** What the shop has given it so far, by name. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    headers.set('Accept', 'text/html');
    headers.set('Accept-Language', this.#language);
    // The bank is another site: it sees none of the shop's cookies.
    if (cookies && url.origin === this.#base.origin) headers.set('Cookie', cookies);
    if (init.method === 'POST') headers.set('Origin', url.origin);
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    if (url.origin === this.#base.origin) {
      for (const line of answer.headers.getSetCookie()) {
        const [pair, ...marks] = line.split(';');
        const at = pair!.indexOf('=');
        const gone = marks.some((mark) => /^\s*max-age=0$/i.test(mark));
        if (gone) this.#cookies.delete(pair!.slice(0, at));
        else this.#cookies.set(pair!.slice(0, at), pair!.slice(at + 1));
      }
    }
    return answer;
  }

  /** Follows redirects as a browser does: each with GET. */
  async #follow(url: URL, init: RequestInit): Promise<{ url: URL; answer: Response }> {
    let answer = await this.#send(url, init);
    let at = url;
    for (let hops = 0; answer.status >= 300 && answer.status < 400; hops += 1) {
      if (hops === 10) throw new Error(`Too many redirects at ${at}`);
      at = new URL(answer.headers.get('Location')!, at);
      answer = await this.#send(at, { method: 'GET' });
    }
    return { url: at, answer };
  }

  async #read(url: URL, init: RequestInit): Promise<ReadPage> {
    const { url: at, answer } = await this.#follow(url, init);
    const html = await answer.text();
    const heading = wordsOf(/<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '');
    return {
      url: at,
      status: answer.status,
      type: answer.headers.get('Content-Type') ?? '',
      html,
      text: wordsOf(html.replace(/<head\b[\s\S]*?<\/head>/, '')),
      heading,
      forms: readForms(html, at),
    };
  }

  open(path: string): Promise<ReadPage> {
    return this.#read(new URL(path, this.#base), { method: 'GET' });
  }

  async download(path: string): Promise<{ status: number; type: string; bytes: Uint8Array }> {
    const { answer } = await this.#follow(new URL(path, this.#base), { method: 'GET' });
    return { status: answer.status, type: answer.headers.get('Content-Type') ?? '', bytes: new Uint8Array(await answer.arrayBuffer()) };
  }

  /** Where the link with these words leads. */
  addressOf(page: ReadPage, words: RegExp): string {
    for (const [, marks, inner] of page.html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)) {
      const { href } = attributesOf(marks!);
      if (href !== undefined && words.test(wordsOf(inner!))) return new URL(href, page.url).href;
    }
    throw missing(page, `No link ${words}`);
  }

  follow(page: ReadPage, words: RegExp): Promise<ReadPage> {
    return this.open(this.addressOf(page, words));
  }

  /** Presses the button with these words; `typed` fills controls that the page must have. */
  submit(page: ReadPage, words: RegExp, typed: Readonly<Record<string, string>> = {}): Promise<ReadPage> {
    const form = page.forms.find((each) => each.buttons.some((button) => words.test(button.words)));
    const button = form?.buttons.find((each) => words.test(each.words));
    if (!form || !button) throw missing(page, `No button ${words}`);
    for (const name of Object.keys(typed)) if (!form.names.has(name)) throw missing(page, `No field ${name}`);
    const sent = new URLSearchParams();
    for (const [name, value] of form.fields) if (!(name in typed)) sent.append(name, value);
    for (const [name, value] of Object.entries(typed)) sent.append(name, value);
    if (button.name) sent.append(button.name, button.value);
    const url = new URL(button.action ?? form.action, page.url);
    if (form.method === 'GET') {
      url.search = sent.toString();
      return this.#read(url, { method: 'GET' });
    }
    return this.#read(url, { method: 'POST', body: sent });
  }
}
