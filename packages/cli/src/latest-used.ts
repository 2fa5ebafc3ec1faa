/** Remembers the latest used values, so that many rows about one thing read it once. */
export class LatestUsed<V> {
  readonly #values = new Map<string, V>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string, create: () => V): V {
    const value = this.#values.get(key) ?? create();
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#limit && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
