import { buildIfStale } from '../../scripts/build.mjs';

/** Tests that start real servers start what is built. */
export default function setup(): void {
  buildIfStale();
}
