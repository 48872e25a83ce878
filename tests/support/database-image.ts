import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';

/** The files of an embedded database by their path below its folder; a folder holds nothing of its own. */
export type DatabaseImage = readonly (readonly [name: string, mode: number, data: Uint8Array | null])[];

const root = PGlite.paths.PGDATA;
const extensions = { btree_gist, citext, pg_trgm, unaccent };

type Write = (stream: { readonly node: File }, ...rest: never[]) => number;

interface File {
  contents: Uint8Array;
  usedBytes: number;
  stream_ops: { readonly write: Write };
}

interface Folder {
  readonly node_ops: { mknod(parent: Folder, name: string, mode: number, device: number): Folder & File };
}

/**
 * Memory that begins with the files of an image, which are the image's own until one is written to: most never are.
 * An archive takes the engine ten times as long to read.
 */
class FilledMemory extends MemoryFS {
  readonly #image: DatabaseImage;
  readonly #shared: ReadonlySet<Uint8Array>;

  constructor(image: DatabaseImage) {
    super();
    this.#image = image;
    this.#shared = new Set(image.flatMap(([, , data]) => data ?? []));
  }

  override async initialSyncFs(): Promise<void> {
    const files = this.pg!.Module.FS;
    files.mkdirTree(root);
    const folders = new Map<string, Folder>([['', files.lookupPath(root, {}).node as unknown as Folder]]);
    let operations: File['stream_ops'] | undefined;
    for (const [name, mode, data] of this.#image) {
      const cut = name.lastIndexOf('/');
      const parent = folders.get(name.slice(0, cut))!;
      const made = parent.node_ops.mknod(parent, name.slice(cut + 1), mode, 0);
      if (data) {
        operations ??= this.#copyingOnWrite(made.stream_ops);
        Object.assign(made, { contents: data, usedBytes: data.length, stream_ops: operations });
      } else folders.set(name, made);
    }
  }

  /** Whatever makes a file longer or shorter copies it anyway; only writing in its place would reach the image. */
  #copyingOnWrite<Operations extends File['stream_ops']>(operations: Operations): Operations {
    const write: Write = (stream, ...rest) => {
      if (this.#shared.has(stream.node.contents)) stream.node.contents = stream.node.contents.slice();
      return operations.write(stream, ...rest);
    };
    return { ...operations, write };
  }
}

/** A database of one's own that begins as the image is, and leaves the image as it is. */
export function openImage(image: DatabaseImage): Promise<PGlite> {
  return PGlite.create({
    fs: new FilledMemory(image),
    extensions,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=24MB'],
  });
}

/** The files of an open database. Everything is written to them first, so that opening the image has nothing to repeat. */
export async function imageOf(client: PGlite): Promise<DatabaseImage> {
  await client.exec('checkpoint');
  const files = client.Module.FS;
  const image: (readonly [string, number, Uint8Array | null])[] = [];
  const walk = (folder: string) => {
    for (const entry of files.readdir(folder)) {
      if (entry === '.' || entry === '..') continue;
      const path = `${folder}/${entry}`;
      const { mode } = files.stat(path);
      const isFolder = files.isDir(mode);
      image.push([path.slice(root.length), mode, isFolder ? null : files.readFile(path, { encoding: 'binary' })]);
      if (isFolder) walk(path);
    }
  };
  walk(root);
  return image;
}
