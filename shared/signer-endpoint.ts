import { Problem, unauthenticated } from '@assay/foundation';
import type * as z from 'zod';
import {
  documentRead,
  isDeleted,
  isSecretOf,
  linkEndsAt,
  parseToken,
  type SignerContext,
  type SigningLink,
  type StoredDocument,
  type StoredSigner,
  statusAt,
  storedDocument,
} from './documents/index.ts';
import { erasureRead, isRetired, retiredKeysRead } from './identity/index.ts';
import { carryOut, pipeline, type Reveal, type UseCase } from './pipeline.ts';
import { now } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { type Flow, type FlowStep, inputOf } from './platform/http/flow.ts';
import type { Input } from './platform/http/parse-request.ts';
import { isMutation, type Route } from './platform/http/route.ts';
import { assertWithinRates } from './platform/rate-limit/rate-limiter.ts';
import { dynamoStore } from './platform/store/dynamo-store.ts';
import type { Item } from './platform/store/store.ts';
import type { Stored as StoredRecord } from './platform/store/stored.ts';
import { activeSetRead } from './webhooks/index.ts';

/**
 * Makes a Lambda handler from a route and a use case, for the holder of the signing link in the
 * path.
 */
export const signerEndpoint = <R extends Route, Stored = z.infer<R['result']>>(
  route: R,
  useCase: UseCase<R, Stored, SignerContext>,
  { reveal, takesExpired = false }: { reveal?: Reveal<R, Stored>; takesExpired?: boolean } = {},
) =>
  pipeline(route, { identify: identifySigner(route, takesExpired) }, (context, flow) => {
    const signing = signingContext(context, flow);
    return carryOut(route, { context, flow }, (_, input) => useCase(signing, input), reveal);
  });

/** A POST that changes nothing: its use case returns no change to commit. */
export const signerReadOnlyEndpoint = <R extends Route>(
  route: R,
  useCase: (context: SignerContext, input: Input<R>) => Promise<unknown>,
) =>
  pipeline(route, { identify: identifySigner(route) }, async (context, flow) => ({
    status: route.status,
    body: await useCase(signingContext(context, flow), inputOf(flow)),
    isReplay: false,
  }));

/** A flow after its signer has been identified. */
interface SignerFlow<R extends Route> extends Flow<R> {
  linked?: {
    link: SigningLink;
    stored: StoredRecord<StoredDocument>;
    verify: () => Promise<Verified>;
  };
}

function signingContext<R extends Route>(
  context: Context,
  { linked }: SignerFlow<R>,
): SignerContext {
  if (!linked) throw new Error('The signer has not been identified.');
  const { link, stored, verify } = linked;
  let read: StoredRecord<StoredDocument> | undefined = stored;
  const readLinked = async () => {
    const known = read;
    read = undefined;
    return known ?? (await verify()).stored;
  };
  return { ...context, link, readLinked };
}

const documentIn = (row: Item | undefined, { documentId }: SigningLink) =>
  row?.id === documentId && !isDeleted(row) ? storedDocument(row) : undefined;

interface Verified {
  stored: StoredRecord<StoredDocument>;
  signer: StoredSigner;
  activeSet: Item | undefined;
}

/**
 * Reads the document of a link and verifies that the link opens it now: the signer's latest, of a master
 * key in use, and not expired. Runs for every request, again before a commit that took long, and again
 * whenever a concurrent change won, since that change may have replaced the link.
 */
async function verifiedLink(
  link: SigningLink,
  { isMutating, takesExpired }: { isMutating: boolean; takesExpired: boolean },
): Promise<Verified> {
  const [row, erasure, retiredKeys, activeSet] = await dynamoStore.getMany([
    documentRead(link, link.documentId),
    erasureRead(link.organizationId),
    retiredKeysRead,
    ...(isMutating ? [activeSetRead(link)] : []),
  ]);
  const stored = documentIn(row, link);
  const document = stored?.record;
  const signer = document?.signers.find(({ id }) => id === link.signerId);
  if (erasure || !stored || !document || !signer) throw unauthenticated();
  const isReplaced = !isSecretOf(link, signer.linkHash);
  if (isReplaced && !isSecretOf(link, signer.endedLinkHash)) throw unauthenticated();
  if (isRetired(retiredKeys, signer.linkMasterKey)) throw unauthenticated();
  if (statusAt(document, now()) === 'expired')
    throw new Problem(410, 'link_expired', 'The link has expired.');
  const endsAt = linkEndsAt(document, signer);
  if (!takesExpired && (isReplaced || (endsAt !== null && endsAt <= now())))
    throw new Problem(
      410,
      'completed_link_expired',
      'The link to this completed document has expired. Request a new one: POST /signing/{token}/link.',
    );
  return { stored, signer, activeSet };
}

/** Finds the document of the link in the path. */
function identifySigner<R extends Route>(route: R, takesExpired = false): FlowStep<R> {
  return {
    before: async ({ event }) => {
      const flow: SignerFlow<R> = event;
      const link = parseToken(flow.request.pathParameters.token ?? '');
      if (!link) throw unauthenticated();
      const readMs = performance.now();
      const verify = () => verifiedLink(link, { isMutating: isMutation(route), takesExpired });
      const { stored, signer, activeSet } = await verify();
      // Only the holder of the link gets here, so others cannot use up its rate limit tokens.
      await assertWithinRates([{ limited: 'link', id: `${link.documentId}#${link.signerId}` }]);

      const { organizationId, mode } = link;
      flow.caller = { organizationId, mode, kind: 'signer', id: signer.id, role: 'client' };
      flow.early = { mode, activeSet, readMs };
      flow.confirmAgain = async () => {
        await verify();
      };
      flow.linked = { link, stored, verify };
    },
  };
}
