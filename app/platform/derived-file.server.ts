import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** Where a program keeps what it has made of its files, and the digest of its own code: another program makes it anew. */
export interface DerivedFiles {
  readonly folder: string;
  readonly program: string;
}

const digestBytes = 32;

/**
 * What `make` gives, kept as a file for the next start of the same program on the same sources. A file that is damaged, or
 * of another program, engine or source, is never read: it is made anew and replaced. Where none can be written, every start
 * makes it. Only what `structuredClone` copies as it is may be kept.
 */
export async function derived<Made>(
  { folder, program }: DerivedFiles,
  name: string,
  sources: readonly (string | Buffer)[],
  make: () => Promise<Made>,
): Promise<Made> {
  const key = createHash('sha256').update(JSON.stringify([program, process.versions, process.arch, sources.length]));
  for (const source of sources) key.update(createHash('sha256').update(source).digest());
  const digest = key.digest('hex').slice(0, 32);
  const file = join(folder, `${name}-${digest}.bin`);
  const kept = readWhole<Made>(file);
  if (kept) return kept.made;
  const made = await make();
  try {
    mkdirSync(folder, { recursive: true });
    const bytes = serialize({ made });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, Buffer.concat([createHash('sha256').update(bytes).digest(), bytes]));
    renameSync(unfinished, file);
    for (const old of readdirSync(folder))
      if (old.startsWith(`${name}-`) && old.endsWith('.bin') && !old.includes(digest)) rmSync(join(folder, old), { force: true });
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
  }
  return made;
}

function readWhole<Made>(file: string): { readonly made: Made } | null {
  try {
    const kept = readFileSync(file);
    const bytes = kept.subarray(digestBytes);
    if (!createHash('sha256').update(bytes).digest().equals(kept.subarray(0, digestBytes))) return null;
    return deserialize(bytes) as { made: Made };
  } catch {
    return null;
  }
}
