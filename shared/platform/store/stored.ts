/** A record as read, with its revision; a replacement is conditional on that revision. */
export interface Stored<R> {
  record: R;
  writes: number;
}
