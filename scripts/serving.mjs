import { join } from 'node:path';
import { root } from './install.mjs';

export const serverFlags = [
  // Without a bound the nursery of short-lived objects grows to 128 MB under load, and no request gets faster by it.
  '--max-semi-space-size=16',
  /*
   * The embedded engine is the only WebAssembly here. Compiling it a second time for speed took a third of all the processor
   * time of a start, and 500 MB for one function of 100 KB, the loop in which it works out expressions. Pages cost the same
   * without it; a statement that adds up tens of thousands of rows takes up to twice as long, which PostgreSQL is for.
   */
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
];

export const serverEnv = {
  /*
   * The C library of Linux gives every thread pools of memory of its own and seldom gives them back: with two for all a
   * server under load stays about 150 MB smaller. Other systems do not read it.
   */
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  // From its first file on, which is TypeScript: what strips its types is itself read only where nothing is kept.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'build', 'server', 'compiled'),
};
