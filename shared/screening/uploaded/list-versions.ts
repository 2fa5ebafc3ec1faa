import type { RunSource } from '../run.ts';

export const listVersionsOf = (sources: readonly RunSource[]) =>
  sources.map(({ key, versionId, publishedAt }) => ({ list: key, versionId, publishedAt }));
