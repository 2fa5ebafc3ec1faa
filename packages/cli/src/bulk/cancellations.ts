/**
 * Cancels all requests in progress. Each has a signal of its own: a signal that lives as long as the run would
 * collect the signals that are derived from it, one per request.
 */
export class Cancellations {
  readonly #active = new Set<AbortController>();

  async track<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#active.add(controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#active.delete(controller);
    }
  }

  cancel(): void {
    for (const controller of this.#active) controller.abort();
  }
}
