import chromium from '@sparticuz/chromium';

/** The Chromium that ships inside an npm package: no system browser is needed. Unpacked once into the temporary folder. */
export function chromiumPath(): Promise<string> {
  return chromium.executablePath();
}

/** Not the package's own arguments: those run one process for everything and end with the first closed page. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // A page of another security level than the blank one it is opened as asks for a second process, which takes longer to start
  // than the page: with one to a context the blank page's own is taken.
  '--renderer-process-limit=1',
];
