import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { TextsProvider } from '#app/ui/texts.tsx';
import type { Texts } from '#app/ui/translate.ts';
import type { KeepPart } from './kept-part.tsx';

interface Drawn {
  readonly on: readonly unknown[];
  readonly markup: string;
}

/** Of one part: five languages in a few currencies. The oldest goes first. */
const mostDrawn = 24;
const drawn = new Map<string, Drawn[]>();

/** What `KeptPart` asks on the server: React's own markup of a part, drawn once for the same language, name and things. */
export function partKeeper(texts: Texts): KeepPart {
  return (name, on, children) => {
    const key = `${texts.language} ${name}`;
    let known = drawn.get(key);
    if (!known) drawn.set(key, (known = []));
    const found = known.find((one) => one.on.length === on.length && one.on.every((thing, at) => Object.is(thing, on[at])));
    if (found) return found.markup;
    const markup = renderToString(
      <TextsProvider texts={texts}>
        <StaticRouter location="/">{children}</StaticRouter>
      </TextsProvider>,
    );
    known.push({ on, markup });
    if (known.length > mostDrawn) known.shift();
    return markup;
  };
}
