/** Paths of files, from the root of the project. */
export const shortJourneys: readonly string[];
/** Paths of folders and files, from the root of the project. */
export const waiting: readonly string[];
/** What of the environment a short run sets, where nothing else is said. */
export const lessOften: Readonly<Record<string, string>>;
