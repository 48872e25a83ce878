import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { recogniserFiles, recogniserFolder, recogniserVersion } from '../app/ui/recogniser/recogniser-files.ts';

const packages = resolve('node_modules');
const read = (path: string) => readFileSync(join(packages, path));

/** Puts what recognises text in pictures where browsers ask for it: nothing of it is loaded from anywhere else. */
export function recogniserInBuild(): Plugin {
  return {
    name: 'recogniser',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const { version } = JSON.parse(read('tesseract.js/package.json').toString()) as { version: string };
      if (version !== recogniserVersion)
        this.error(`tesseract.js is ${version}: say so in recogniser-files.ts, or browsers keep the old one`);
      for (const [name, path] of Object.entries(recogniserFiles))
        this.emitFile({ type: 'asset', fileName: `${recogniserFolder.slice(1)}/${name}`, source: read(path) });
    },
    configureServer(server) {
      server.middlewares.use(recogniserFolder, (request, response, next) => {
        const path = Object.entries(recogniserFiles).find(([name]) => `/${name}` === request.url)?.[1];
        if (!path) return next();
        response.setHeader(
          'Content-Type',
          path.endsWith('.js') ? 'text/javascript' : path.endsWith('.wasm') ? 'application/wasm' : 'application/gzip',
        );
        response.end(read(path));
      });
    },
  };
}
