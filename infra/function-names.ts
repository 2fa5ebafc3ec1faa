import { functionFile } from '#shared/platform/http/route.ts';
import type { Stage } from './stage.ts';

/** Identifies a function: a route, a worker or a trigger. */
export interface FunctionName {
  module: string;
  name: string;
}

/** `createSubject` of `risk` is bundled into `risk-create-subject`. */
export const bundleName = (fn: FunctionName) => functionFile(fn).replace('/', '-').replace(/\.ts$/, '');

/** Explicit names, so that logs, metrics and consoles are readable. */
export const deployedName = (stage: Stage, fn: FunctionName) => `assay-${stage.name}-${bundleName(fn)}`;
