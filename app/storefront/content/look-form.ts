import { posterLandmarks, posterPalettes, posterScenes, type PosterArt } from '#app/ui/poster/poster-names.ts';
import { contentTopics, hasPoster, mayChangeTopic, type ContentKind } from './content-kinds.ts';

/** How a text stands among the others: its topic and its poster. */
export interface ContentLook {
  readonly topic: string;
  readonly poster: PosterArt | null;
}

/** Reads what was chosen; what a kind does not have, or nobody knows, stays as it is. An empty scene is no poster. */
export function readLook(chosen: { get(name: string): unknown }, kind: ContentKind, now: ContentLook): ContentLook {
  const topic = (contentTopics[kind] as readonly string[]).find((each) => each === chosen.get('topic'));
  const scene = posterScenes.find((each) => each === chosen.get('scene'));
  const palette = posterPalettes.find((each) => each === chosen.get('palette'));
  const landmark = posterLandmarks.find((each) => each === chosen.get('landmark')) ?? null;
  const poster = chosen.get('scene') === '' ? null : scene && palette ? { scene, palette, landmark } : now.poster;
  return { topic: mayChangeTopic(kind) && topic ? topic : now.topic, poster: hasPoster(kind) ? poster : now.poster };
}
