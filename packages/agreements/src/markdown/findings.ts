import { MAX_FINDINGS } from './bounds.ts';
import type { SourceFinding } from './finding.ts';
import type { SourcePlaces } from './source-places.ts';

/** Collects findings by offset in the source. */
export interface SourceFindings {
  /** `about` identifies a finding whose message varies, so that a loop does not repeat it. */
  add: (offset: number, message: string, about?: string) => void;
  count: () => number;
  /** Sorted by place in the source, and limited in number. */
  list: (places: SourcePlaces) => SourceFinding[];
}

export function newFindings(): SourceFindings {
  const found = new Map<string, { offset: number; message: string }>();
  return {
    add: (offset, message, about = message) => {
      const key = `${offset} ${about}`;
      if (!found.has(key)) found.set(key, { offset, message });
    },
    count: () => found.size,
    list: (places) =>
      [...found.values()]
        .sort((one, other) => one.offset - other.offset)
        .slice(0, MAX_FINDINGS)
        .map(({ offset, message }) => ({ ...places.placeAt(offset), message })),
  };
}
