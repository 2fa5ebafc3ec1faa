/** A record as it was read, and how often it had been written. Who replaces it says what was read. */
export interface Stored<R> {
  record: R;
  writes: number;
}
