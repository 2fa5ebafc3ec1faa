import { invalid, Problem } from '@assay/foundation';
import * as z from 'zod';
import { addressHash, assertNotBlind, assertScope, callerInMode, claimOf } from './identity/index.ts';
import { carryOut, pipeline, type Reveal, type UseCase } from './pipeline.ts';
import { type Caller, Mode } from './platform/caller.ts';
import { now } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { assertAccess } from './platform/http/access.ts';
import { type Flow, type FlowStep, inputOf } from './platform/http/flow.ts';
import type { Input } from './platform/http/parse-request.ts';
import type { HttpRequest } from './platform/http/request.ts';
import type { RawBody } from './platform/http/response.ts';
import { isMutation, type Route } from './platform/http/route.ts';
import { returnLongWork, takeLongWork } from './platform/rate-limit/long-work.ts';
import { assertWithinRates, type Bucket } from './platform/rate-limit/rate-limiter.ts';
import { spendNow } from './platform/rate-limit/spending.ts';
import { dynamoStore } from './platform/store/dynamo-store.ts';
import { activeSetRead } from './webhooks/index.ts';

/**
 * Route + use case -> Lambda handler, for callers with an API key or a token. Public routes use
 * `public-endpoint.ts`, routes of a signing link `signer-endpoint.ts`.
 */
export const endpoint = <R extends Route, Stored = z.infer<R['result']>>(
  route: R,
  useCase: UseCase<R, Stored>,
  { reveal }: { reveal?: Reveal<R, Stored> } = {},
) => pipeline(route, stepsOf(route), (context, flow) => carryOut(route, { context, flow }, useCase, reveal));

/** For queries too long for a URL: a POST that returns a result and changes nothing. */
export const readOnlyEndpoint = <R extends Route>(
  route: R,
  useCase: (context: Context, input: Input<R>) => Promise<z.infer<R['result']> | RawBody>,
) =>
  pipeline(route, stepsOf(route), async (context, flow) => ({
    status: route.status,
    body: await useCase(context, inputOf(flow)),
    isReplay: false,
  }));

const stepsOf = <R extends Route>(route: R) => ({
  identify: identifyCaller(route),
  hashAddress: (address: string) => addressHash(address, now()),
  parsed: [followBodyMode(route), ...(route.isLongWork ? [limitLongWork(route)] : [])],
});

/** A commit needs the active webhooks. Reading them together with the credential saves a round trip. */
function identifyCaller<R extends Route>(route: R): FlowStep<R> {
  return {
    before: async ({ event: flow }) => {
      const { scope, reads, confirm, noteUse } = await claimOf(flow.request);
      const more = isMutation(route) ? [activeSetRead(scope)] : [];
      const readMs = performance.now();
      const rows = await dynamoStore.getMany([...reads, ...more]);
      flow.caller = await confirm(rows.slice(0, reads.length)).catch((error: unknown) => {
        throw lostBytes(flow.request, error) ?? error;
      });
      flow.useNoted = noteUse?.(dynamoStore, rows.slice(0, reads.length));
      await assertWithinRates(bucketsOf(flow.caller));
      assertAccess(route, flow.caller);
      assertScope(route, flow.caller);
      assertNotBlind(route, flow.caller);
      flow.prefetched = { mode: scope.mode, activeSet: rows[reads.length], readMs };
      flow.confirmAgain = async () => {
        await confirm(await dynamoStore.getMany(reads));
      };
    },
    // Lambda suspends the process after the response, so concurrent work must finish before it.
    after: ({ event }) => event.useNoted,
    onError: ({ event }) => event.useNoted,
  };
}

/**
 * A signature cannot match a body whose bytes were replaced on the way. Whether any were can be said to everyone: it
 * depends on the request alone, and every credential that is refused with such a body gets this answer.
 */
function lostBytes({ headers, mayHaveLostBytes }: HttpRequest, error: unknown): Problem | undefined {
  const isKeyRefused = error instanceof Problem && error.status === 401 && headers['x-api-key'] !== undefined;
  if (!isKeyRefused || !mayHaveLostBytes) return undefined;
  return invalid(
    'invalid_json',
    'The body is not valid UTF-8, so its signature cannot be verified. If it is UTF-8 and contains U+FFFD, the ' +
      'credential is unknown, expired or invalid.',
  );
}

/** Requests of an API key count against the limits of the key and, if it is within them, of its organization. */
const bucketsOf = ({ kind, id, organizationId }: Caller): Bucket[] => [
  ...(kind === 'api_key' ? [{ limited: 'key' as const, id: `${organizationId}#${id}` }] : []),
  { limited: 'organization', id: organizationId },
];

/** After parsing, so that an invalid request takes no lease. */
function limitLongWork<R extends Route>({ timeoutSeconds, spends }: R): FlowStep<R> {
  const giveBack = async ({ longWork }: Flow<R>) => {
    if (longWork) await returnLongWork(longWork);
  };
  return {
    before: async ({ event: flow }) => {
      const { organizationId } = flow.caller;
      flow.longWork = await takeLongWork({ organizationId, requestId: flow.request.requestId, timeoutSeconds });
      if (spends) await spendNow(flow.caller, spends, now());
    },
    after: ({ event }) => giveBack(event),
    onError: ({ event }) => giveBack(event),
  };
}

/** If the body names a mode, the record has that mode; otherwise the mode of the caller. */
function followBodyMode<R extends Route>({ isModeInBody }: R): FlowStep<R> {
  const BodyWithMode = z.object({ mode: Mode.optional() });
  return {
    before: ({ event: flow }) => {
      if (!isModeInBody) return;
      const { mode } = BodyWithMode.parse(inputOf(flow).body);
      if (mode) flow.caller = callerInMode(flow.caller, mode);
    },
  };
}
