import type { Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { KeptDocument, KeptSigner } from '../document.ts';
import { isTurnOf } from '../fields/turn.ts';
import { addMail } from '../repository/mails.ts';

/** Mail for those of the signers whose turn it is. */
export const invitationsFor = (
  { caller, now }: Context,
  document: KeptDocument,
  signers: readonly KeptSigner[],
): Write[] =>
  signers
    .filter((signer) => isTurnOf(signer, document.signers))
    .map(({ id, linkVersion }) =>
      addMail(
        caller,
        { kind: 'invitation', documentId: document.id, signerId: id, linkVersion },
        now,
      ),
    );

/** Mail for everybody who has signed. */
export const completionsFor = ({ caller, now }: Context, { id, signers }: KeptDocument): Write[] =>
  signers.map((signer) =>
    addMail(
      caller,
      {
        ...{ kind: 'completion', documentId: id, signerId: signer.id },
        linkVersion: signer.linkVersion,
      },
      now,
    ),
  );
