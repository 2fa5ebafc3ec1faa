import { type CertificateEvent, fitsInEvent, nameInEvent, signerNumbered } from '@assay/agreements/pdf';
import type { AuditAction, AuditEntry } from '../audit.ts';
import type { StoredDocument } from '../document.ts';
import { type HandOut, handOutsIn } from './hand-outs.ts';

/**
 * Audit entries shown on the certificate: who sent, was given a link to, opened, consented to and signed the
 * document. The API returns all entries; hundreds of placed and filled fields would hide these.
 */
const SHOWN: Partial<Record<AuditAction, string>> = {
  'document.sent': 'Document sent',
  'identity.code_sent': 'Code emailed',
  'identity.verified': 'Emailed code entered',
  'identity.check_approved': 'Identity check approved',
  'document.viewed': 'Document opened',
  'consent.accepted': 'Disclosure accepted',
  'signer.signed': 'Signed',
  'signer.approved': 'Approved',
};

const SENDER = 'Sender';

/** Links can be issued without limit; the rows of a certificate are printed while a signer waits. */
const HAND_OUTS_PER_SIGNER = 10;

/**
 * A corrected email address, or another person, comes with a new link, and the holder of the old link was not the
 * signer named on the certificate. So the events of each signer begin after the last correction.
 */
export function certificateEvents(
  trail: readonly AuditEntry[],
  { signers, senderName }: Pick<StoredDocument, 'signers' | 'senderName'>,
): CertificateEvent[] {
  const sender = senderName !== null && fitsInEvent(senderName) ? senderName : SENDER;
  const known = new Map<string, { name: string; corrected: number; correction: string }>(
    signers.map(({ id, name }, index) => {
      const corrected = lastCorrection(trail, id);
      const correction = `${signerNumbered(index)} corrected`;
      return [`signer:${id}`, { name: nameInEvent(name, index), corrected, correction }] as const;
    }),
  );
  const corrections = new Map(known.values().map(({ corrected, correction }) => [corrected, correction] as const));
  const delegations = delegationsIn(trail, signers);
  const handOuts = Map.groupBy(
    signers.flatMap(({ id }, index) => handOutEvents(currentHandOuts(trail, id), signerNumbered(index), sender)),
    ({ index }) => index,
  );
  return trail.flatMap(({ at, actor, action, ipAddress }, index) => {
    const signer = known.get(actor);
    const event = corrections.get(index) ?? SHOWN[action];
    const isShown = event !== undefined && !(signer && index < signer.corrected);
    const delegation = delegations.get(index);
    return [
      ...(delegation
        ? [{ at, ...delegation, ipAddress }]
        : isShown
          ? [{ at, event, actor: signer?.name ?? sender, ipAddress }]
          : []),
      ...(handOuts.get(index) ?? []).map((one) => one.event),
    ];
  });
}

/** By index in the trail, with the person who handed the turn on. */
function delegationsIn(trail: readonly AuditEntry[], signers: StoredDocument['signers']) {
  const found = signers.flatMap(({ id, delegations = [] }, index) =>
    trail
      .flatMap(({ action, details }, at) => (action === 'signer.delegated' && details.signerId === id ? [at] : []))
      .map((at, nth) => {
        const actor = nameInEvent(delegations[nth]?.name ?? '', index);
        return [at, { event: `Turn of ${signerNumbered(index)} handed over`, actor }] as const;
      }),
  );
  return new Map(found);
}

/** The hand-outs of a signer's link since the last correction of the address. */
export function currentHandOuts(trail: readonly AuditEntry[], signerId: string): HandOut[] {
  const corrected = lastCorrection(trail, signerId);
  return handOutsIn(trail, [signerId]).filter(({ index }) => index > corrected);
}

function handOutEvents(
  handOuts: readonly HandOut[],
  signer: string,
  sender: string,
): { index: number; event: CertificateEvent }[] {
  const shown = handOuts.slice(-HAND_OUTS_PER_SIGNER);
  const [earlier] = handOuts;
  const omitted = handOuts.length - shown.length;
  return [
    ...(earlier && omitted > 0
      ? [
          {
            index: earlier.index,
            event: {
              at: earlier.at,
              event: `Link of ${signer}: ${omitted} earlier hand-outs, see the audit trail`,
              actor: null,
              ipAddress: null,
            },
          },
        ]
      : []),
    ...shown.map(({ index, at, to, ipAddress }) => ({
      index,
      event:
        to === null
          ? { at, event: `Link of ${signer} emailed`, actor: null, ipAddress: null }
          : { at, event: `Link of ${signer} given to sender`, actor: sender, ipAddress },
    })),
  ];
}

const lastCorrection = (trail: readonly AuditEntry[], signerId: string) =>
  trail.findLastIndex(
    ({ action, details }) =>
      details.signerId === signerId &&
      (action === 'signer.delegated' || (action === 'signer.corrected' && details.isLinkReplaced === true)),
  );
