import { lazy, Suspense, useState, type ComponentType, type JSX } from 'react';

/**
 * A part of a page that most visits never see. The server draws it like any other, so that it is there without a script;
 * a browser fetches its code when the part is shown, or before, when `fetch` is called. Its styles are imported by the page.
 * @param load Imports the part's module.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let here: ComponentType<Props> | undefined;
  const fetch = async () => (here ??= await load());
  // On the server the code is read with the page's own: what is waited for would be put in its place by a script.
  if (typeof document === 'undefined') void fetch();
  const Waited = lazy(async () => ({ default: await fetch() }));
  function Later(props: Props & JSX.IntrinsicAttributes) {
    // Once for each place: another component there would begin anew and forget what was typed.
    const [{ Part }] = useState<{ readonly Part: ComponentType<Props> }>(() => ({ Part: here ?? Waited }));
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(Later, { fetch });
}
