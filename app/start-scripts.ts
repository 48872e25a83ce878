/** What a browser takes for text: `scriptsLast` gives it to the module that begins the page's scripts. */
export const waitingType = 'text/waiting-module';

/**
 * Asks for the scripts of a page, and for the texts that they need, once it has been painted: nothing is drawn before the styles are there, so the first
 * frame comes after them. A page in the background is never drawn, and one whose styles hang should still work.
 */
export const startScripts = `(() => {
  const waiting = document.querySelector('script[type="${waitingType}"]');
  let begun = !waiting;
  const begin = () => {
    if (begun) return;
    begun = true;
    const add = (name, facts) => document.head.append(Object.assign(document.createElement(name), { nonce: waiting.nonce }, facts));
    for (const href of waiting.dataset.files.split(' ')) if (href) add('link', { rel: 'modulepreload', href });
    const { texts, textsAt } = document.documentElement.dataset;
    for (const name of texts.split(' ')) add('link', { rel: 'preload', as: 'fetch', href: textsAt + '/' + name + '.json', crossOrigin: '' });
    add('script', { type: 'module', textContent: waiting.textContent });
  };
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 3000);
})()`.replace(/\n\s*/g, '');
