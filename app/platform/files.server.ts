import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Stored documents, by random name, outside the web root; pages decide who may read one. */
export interface Files {
  put(name: string, content: Uint8Array): Promise<void>;
  find(name: string): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
}

export function folderFiles(dataDir: string): Files {
  const folder = join(dataDir, 'files');
  const pathOf = (name: string) => {
    if (!/^[\w-]{8,80}(\.[a-z0-9]{1,8})?$/.test(name)) throw new Error('Not a stored file name');
    return join(folder, name);
  };
  return {
    async put(name, content) {
      await mkdir(folder, { recursive: true });
      await writeFile(`${pathOf(name)}.part`, content);
      await rename(`${pathOf(name)}.part`, pathOf(name));
    },
    async find(name) {
      try {
        return await readFile(pathOf(name));
      } catch (fault) {
        if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw fault;
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}
