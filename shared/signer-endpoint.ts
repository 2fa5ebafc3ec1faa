import { Problem, unauthenticated } from '@assay/foundation';
import type * as z from 'zod';
import {
  documentRead,
  identityIn,
  identityRequired,
  isDeleted,
  isIdentityConfirmed,
  isSecretOf,
  linkEndsAt,
  linkTokenIn,
  needsIdentity,
  parseToken,
  type SignerContext,
  type SigningLink,
  type StoredDocument,
  type StoredSigner,
  statusAt,
  storedDocument,
  verifiedIn,
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
import type { Item, Read } from './platform/store/store.ts';
import type { Stored as StoredRecord } from './platform/store/stored.ts';
import { activeSetRead } from './webhooks/index.ts';

/**
 * Makes a Lambda handler from a route and a use case, for the holder of the signing link in the
 * path.
 */
export const signerEndpoint = <R extends Route, Stored = z.infer<R['result']>>(
  route: R,
  useCase: UseCase<R, Stored, SignerContext>,
  { reveal, ...taken }: { reveal?: Reveal<R, Stored> } & Taken = {},
) =>
  pipeline(route, { identify: identifySigner(route, taken) }, (context, flow) => {
    const signing = signingContext(context, flow);
    return carryOut(route, { context, flow }, (_, input) => useCase(signing, input), reveal);
  });

/** What a route takes that others refuse. */
interface Taken {
  /** The expired link to a completed document. */
  takesExpired?: boolean;
  /** A signer who has not passed the identity check yet. */
  isBeforeIdentity?: boolean;
}

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
  linked?: Linked;
}

interface Linked {
  link: SigningLink;
  /** The document that was read last. */
  stored: StoredRecord<StoredDocument>;
  /** Reads the document again, and verifies that the link still opens it. */
  readAgain: () => Promise<StoredRecord<StoredDocument>>;
  identity: SignerContext['identity'];
}

function signingContext<R extends Route>(context: Context, { linked }: SignerFlow<R>): SignerContext {
  if (!linked) throw new Error('The signer has not been identified.');
  let isFirst = true;
  const readLinked = async () => {
    const known = isFirst ? linked.stored : await linked.readAgain();
    isFirst = false;
    return known;
  };
  return { ...context, link: linked.link, identity: linked.identity, readLinked };
}

const documentIn = (row: Item | undefined, { documentId }: SigningLink) =>
  row?.id === documentId && !isDeleted(row) ? storedDocument(row) : undefined;

/** The rows beside the document that can invalidate a link. */
const invalidating = ({ organizationId }: SigningLink) => [erasureRead(organizationId), retiredKeysRead];

interface Opened {
  stored: StoredRecord<StoredDocument> | undefined;
  erasure: Item | undefined;
  retiredKeys: Item | undefined;
}

/** The signer of a link that opens the document now: the latest, of a master key in use, and not expired. */
function signerOf(link: SigningLink, { stored, erasure, retiredKeys }: Opened, takesExpired: boolean): StoredSigner {
  const document = stored?.record;
  const signer = document?.signers.find(({ id }) => id === link.signerId);
  if (erasure || !document || !signer) throw unauthenticated();
  const isReplaced = !isSecretOf(link, signer.linkHash);
  if (isReplaced && !isSecretOf(link, signer.endedLinkHash)) throw unauthenticated();
  if (isRetired(retiredKeys, signer.linkMasterKey)) throw unauthenticated();
  if (statusAt(document, now()) === 'expired') throw new Problem(410, 'link_expired', 'The link has expired.');
  const endsAt = linkEndsAt(document, signer);
  if (!takesExpired && (isReplaced || (endsAt !== null && endsAt <= now())))
    throw new Problem(
      410,
      'completed_link_expired',
      'The link to this completed document has expired. Request a new one: POST /signing/{token}/link.',
    );
  return signer;
}

/** Whether the holder of the link has passed the identity check of the signer, and when. */
function identityOf({
  stored,
  signer,
  session,
}: {
  stored: StoredRecord<StoredDocument>;
  signer: StoredSigner;
  session: string | undefined;
}): SignerContext['identity'] {
  if (!needsIdentity(signer, stored.record)) return null;
  const verifiedAt = verifiedIn(signer, session, now());
  if (verifiedAt === undefined) return 'missing';
  return isIdentityConfirmed(signer) ? { verifiedAt } : 'unconfirmed';
}

/**
 * Finds the document of the link in the path. The link is verified again whenever a concurrent change won,
 * since that change may have replaced it. Before a commit that took long only the other rows are read again:
 * the commit is conditional on the document that was read.
 */
function identifySigner<R extends Route>(
  route: R,
  { takesExpired = false, isBeforeIdentity = false }: Taken = {},
): FlowStep<R> {
  return {
    before: async ({ event }) => {
      const flow: SignerFlow<R> = event;
      const path = flow.request.pathParameters.token ?? '';
      const link = parseToken(linkTokenIn(path));
      if (!link) throw unauthenticated();
      const readMs = performance.now();
      const read = async (...others: Read[]) => {
        const [row, erasure, retiredKeys, ...rest] = await dynamoStore.getMany([
          documentRead(link, link.documentId),
          ...invalidating(link),
          ...others,
        ]);
        const stored = documentIn(row, link);
        const signer = signerOf(link, { stored, erasure, retiredKeys }, takesExpired);
        if (!stored) throw unauthenticated();
        return { stored, signer, rest };
      };
      const { stored, signer, rest } = await read(...(isMutation(route) ? [activeSetRead(link)] : []));
      // Only the holder of the link gets here, so others cannot use up its rate limit tokens.
      await assertWithinRates([{ limited: 'link', id: `${link.documentId}#${link.signerId}` }]);

      const identity = identityOf({ stored, signer, session: identityIn(path) });
      if (typeof identity === 'string' && !isBeforeIdentity && !takesExpired) throw identityRequired(identity);
      const { organizationId, mode } = link;
      flow.caller = { organizationId, mode, kind: 'signer', id: signer.id, role: 'client' };
      flow.prefetched = { mode, activeSet: rest[0], readMs };
      const linked: Linked = {
        link,
        stored,
        identity,
        readAgain: async () => {
          linked.stored = (await read()).stored;
          return linked.stored;
        },
      };
      flow.linked = linked;
      flow.confirmAgain = async () => {
        const [erasure, retiredKeys] = await dynamoStore.getMany(invalidating(link));
        signerOf(link, { stored: linked.stored, erasure, retiredKeys }, takesExpired);
      };
    },
  };
}
