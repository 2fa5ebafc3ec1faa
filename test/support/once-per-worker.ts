/**
 * Made once for all files that a worker runs one after another, though each of them has its own instances of our
 * modules. Workers end with the run.
 */
export function oncePerWorker<Made>(name: string, make: () => Made): Made {
  const made = globalThis as Record<symbol, Made | undefined>;
  const key = Symbol.for(`assay.test.${name}`);
  made[key] ??= make();
  return made[key];
}
