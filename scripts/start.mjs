import { buildIfStale } from './build.mjs';
import { installIfNeeded } from './install.mjs';

installIfNeeded();
buildIfStale();
await import('./serve.mjs');
