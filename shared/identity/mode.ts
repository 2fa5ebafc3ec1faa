import { invalid } from '@assay/foundation';
import type { Caller, Mode } from '#shared/platform/caller.ts';

/** The mode requested in headers, if any. Contradicting headers are an error. */
export function requestedMode(headers: Readonly<Record<string, string | undefined>>): Mode | undefined {
  const asked = ['x-risk-mode', 'x-service-mode'].flatMap((name): Mode[] => {
    const value = headers[name];
    if (value === undefined) return [];
    if (value !== 'test' && value !== 'live')
      throw invalid('invalid_mode', `The header ${name} must be "test" or "live".`);
    return [value];
  });
  if (new Set(asked).size > 1)
    throw invalid('contradictory_mode', '`X-Risk-Mode` and `X-Service-Mode` must name the same mode.');
  return asked[0];
}

/** The mode of an API key never changes; a header may repeat it but not change it. */
export function assertModeAgrees(mode: Mode, asked: Mode | undefined): void {
  if (asked !== undefined && asked !== mode)
    throw invalid('contradictory_mode', `This API key works in ${mode} mode only.`);
}

/** For operations whose body names the mode: the body of a user decides, that of an API key must agree. */
export function callerInMode(caller: Caller, mode: Mode): Caller {
  if (caller.kind === 'api_key') assertModeAgrees(caller.mode, mode);
  return { ...caller, mode };
}
