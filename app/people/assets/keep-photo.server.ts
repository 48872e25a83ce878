import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { cleanPicture, pictureTypeOf, type PictureType } from '#app/platform/clean-picture.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { mostPhotoBytes, mostPhotoPixels } from './asset-kinds.ts';
import type { AssetPhoto } from './assets.tables.ts';

export interface CheckedPhoto {
  readonly type: PictureType;
  readonly content: Uint8Array;
}

/** A picture of a thing without anything that was written into its file, or what is wrong with it. */
export function checkPhoto(content: Uint8Array): CheckedPhoto | 'photo-too-large' | 'photo-damaged' | 'photo-type' {
  if (content.byteLength > mostPhotoBytes) return 'photo-too-large';
  const type = pictureTypeOf(content);
  if (!type) return 'photo-type';
  const clean = cleanPicture(content, type);
  if (!clean || clean.width * clean.height === 0) return 'photo-damaged';
  if (clean.width * clean.height > mostPhotoPixels) return 'photo-too-large';
  return { type, content: clean.content };
}

const place = (id: string) => `asset_photos|file|${id}`;

/** Keeps a picture sealed; the name on disk says nothing. */
export async function keepPhoto(
  platform: Pick<Platform, 'files' | 'crypto'>,
  photo: CheckedPhoto,
): Promise<Omit<AssetPhoto, 'paperId' | 'assetId' | 'at'>> {
  const id = randomUUID();
  const file = `asset-photo-${randomUUID()}.bin`;
  await platform.files.put(file, Buffer.from(platform.crypto.seal(Buffer.from(photo.content).toString('base64'), place(id))));
  return { id, file, type: photo.type, bytes: photo.content.byteLength };
}

/** A picture as an answer, with a line in the audit that somebody saw it; null where none is stored. The caller has judged access. */
export async function readPhoto(
  platform: Platform,
  photo: AssetPhoto,
  reader: { readonly staffId: string; readonly requestId: string },
): Promise<Response | null> {
  const sealed = await platform.files.find(photo.file);
  if (!sealed) return null;
  const content = Buffer.from(platform.crypto.open(sealed.toString('utf8'), place(photo.id)), 'base64');
  await transact(platform.db, (tx) =>
    audit(tx, platform.clock.now(), {
      actor: `staff:${reader.staffId}`,
      action: 'asset-photo.read',
      subject: `asset_photos:${photo.id}`,
      requestId: reader.requestId,
    }),
  );
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': photo.type,
      'Content-Disposition': `inline; filename="${photo.id}.${photo.type === 'image/png' ? 'png' : 'jpg'}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}
