export const contentKinds = ['help', 'blog', 'press', 'legal'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** Topics by kind, in the order in which pages show them. */
export const contentTopics = {
  help: ['booking', 'paying', 'changes', 'travellers', 'extras', 'papers'],
  blog: ['places', 'planning', 'family', 'food', 'flying'],
  press: ['company'],
  legal: ['terms', 'privacy'],
} as const satisfies Readonly<Record<ContentKind, readonly string[]>>;

export function isContentKind(value: unknown): value is ContentKind {
  return (contentKinds as readonly unknown[]).includes(value);
}

export function isTopicOf(kind: ContentKind, topic: string): boolean {
  return (contentTopics[kind] as readonly string[]).includes(topic);
}

/** Kinds whose pages show a poster. */
export const hasPoster = (kind: ContentKind) => kind === 'blog';

/** A legal text is known by its topic; of any other it may be changed. */
export const mayChangeTopic = (kind: ContentKind) => kind !== 'legal' && contentTopics[kind].length > 1;

/** Something bookable that a text speaks of: a folder of the catalogue, or two places (`DXB-LHR`). */
export const relatedKinds = ['tour', 'experience', 'stay', 'route'] as const;
export interface Related {
  readonly kind: (typeof relatedKinds)[number];
  readonly id: string;
}

/** Longest lengths in characters, of the editor and of the files. */
export const longest = { title: 140, summary: 320, body: 40_000 } as const;

const listOf: Readonly<Record<ContentKind, string>> = { help: '/help-center', blog: '/blog', press: '/press', legal: '' };

/** Where visitors read it. */
export function addressOfContent(kind: ContentKind, slug: string): string {
  return `${listOf[kind]}/${slug}`;
}
