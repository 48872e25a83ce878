import { foldText } from '#app/values/fold-text.ts';

/*
 * A small part of Markdown: headings, paragraphs, lists, quotations, bold, italics, links. It becomes plain data that
 * React draws, so that nothing written here is ever markup: a tag is shown as the letters it is made of.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly of: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly of: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly id: string; readonly of: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly of: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] };

/** Our own paths, https and mail; everything else is not a link. Returns null for what is refused. */
export function safeAddress(given: string): string | null {
  // A browser drops control characters and reads a backslash as a slash, so both could hide another scheme or host.
  if (/[\p{Cc}\p{Cf}\s\\<>"]/u.test(given)) return null;
  if (/^\/(?!\/)/.test(given) || /^#[\w-]+$/.test(given)) return given;
  if (/^mailto:[^@]+@[^@]+$/.test(given)) return given;
  return /^https:\/\/[^/@]+(\/|$)/.test(given) && URL.canParse(given) ? given : null;
}

/** An address may hold one pair of parentheses. */
const linkPattern = /\[([^[\]]*)\]\(((?:[^()\n]|\([^()\n]*\))*)\)/g;
const inlinePattern = new RegExp(`${linkPattern.source}|\\*\\*([^*]+)\\*\\*|\\*([^*\\s][^*]*)\\*`, 'g');

export type MarkdownFault = 'html' | 'link';

/** What an editor may not save, though a reader would come to no harm by it: tags, and links that lead nowhere safe. */
export function findMarkdownFaults(source: string): MarkdownFault[] {
  const faults: MarkdownFault[] = [];
  if (/<[a-z!/?]/i.test(source)) faults.push('html');
  if ([...source.matchAll(linkPattern)].some(([, , address]) => safeAddress(address!.trim()) === null)) faults.push('link');
  return faults;
}

export function readInline(source: string): Inline[] {
  const found: Inline[] = [];
  const text = (words: string) => {
    if (words !== '') found.push({ kind: 'text', text: words });
  };
  let at = 0;
  for (const match of source.matchAll(inlinePattern)) {
    const [whole, words, address, strong, em] = match;
    text(source.slice(at, match.index));
    at = match.index + whole.length;
    if (strong !== undefined) found.push({ kind: 'strong', of: readInline(strong) });
    else if (em !== undefined) found.push({ kind: 'em', of: readInline(em) });
    else {
      const to = safeAddress(address!.trim());
      if (to && words!.trim() !== '') found.push({ kind: 'link', to, of: readInline(words!) });
      else text(words!);
    }
  }
  text(source.slice(at));
  return found;
}

export function plainText(inlines: readonly Inline[]): string {
  return inlines.map((one) => (one.kind === 'text' ? one.text : plainText(one.of))).join('');
}

/** A heading may end in `{#anchor}`; without one its own words become the anchor. Anchors are unique on the page. */
export function readMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  const taken = new Set<string>();
  const anchorOf = (given: string | undefined, words: string) => {
    const first = given ?? (foldText(words).replaceAll(' ', '-') || 'part');
    let id = first;
    for (let more = 2; taken.has(id); more += 1) id = `${first}-${more}`;
    taken.add(id);
    return id;
  };
  for (const part of source
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap(parted)) {
    const lines = part
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (lines.length === 0) continue;
    const heading = /^(##|###) (.+?)(?: *\{#([a-z0-9-]+)\})?$/.exec(lines[0]!);
    if (heading) {
      const of = readInline(heading[2]!);
      blocks.push({ kind: 'heading', level: heading[1] === '##' ? 2 : 3, id: anchorOf(heading[3], plainText(of)), of });
    } else if (lines.every((line) => line.startsWith('> '))) {
      blocks.push({ kind: 'quote', of: readInline(lines.map((line) => line.slice(2)).join(' ')) });
    } else if (/^(- |\d{1,3}\. )/.test(lines[0]!)) {
      const ordered = !lines[0]!.startsWith('- ');
      const items: string[] = [];
      for (const line of lines) {
        const item = /^(?:- |\d{1,3}\. )(.*)$/.exec(line);
        if (item) items.push(item[1]!);
        else items.push(`${items.pop() ?? ''} ${line}`);
      }
      blocks.push({ kind: 'list', ordered, items: items.map(readInline) });
    } else blocks.push({ kind: 'paragraph', of: readInline(lines.join(' ')) });
  }
  return blocks;
}

/** A heading or a list ends the lines before it even without an empty line between. */
function parted(part: string): string[] {
  const found: string[][] = [[]];
  let before = '';
  for (const line of part.split('\n').map((one) => one.trim())) {
    const sort = line.startsWith('##') ? 'heading' : line.startsWith('- ') ? 'bullet' : /^\d{1,3}\. /.test(line) ? 'number' : 'words';
    const goesOn = sort === before || (sort === 'words' && before !== 'heading');
    if (found.at(-1)!.length > 0 && (!goesOn || sort === 'heading')) found.push([]);
    found.at(-1)!.push(line);
    before = sort === 'words' && before !== 'heading' ? before || 'words' : sort;
  }
  return found.map((lines) => lines.join('\n'));
}

/** Words in all, as a reader counts them. */
export function countWords(source: string): number {
  return source.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
}
