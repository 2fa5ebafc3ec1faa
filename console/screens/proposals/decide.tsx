import { useProposals, type Waiting } from '../../api/proposals.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { ApprovalDialog } from '../../domain/approval-dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { approvalOf, longestReason } from './approve.ts';
import { Details } from './details.tsx';
import { titleOf } from './words.ts';

const EVERYTHING = [
  ['proposals'],
  ['counts'],
  ['records', 'policies'],
  ['subject'],
  ['worklist'],
  ['matches'],
  ['match'],
  ['settings'],
  ['members'],
  ['profiles'],
  ['lists'],
  ['me'],
] as const;

export interface Asked {
  item: Waiting;
  dialog: 'approve' | 'decline' | 'withdraw';
}

/** Belongs to the page and not to the proposal, so that it stays when the proposal leaves the list. */
export function Decide({
  asked: { item, dialog },
  nameOf,
  onAsk,
  onClose,
}: {
  asked: Asked;
  nameOf(userId: string): string;
  onAsk(asked: Asked): void;
  onClose(): void;
}) {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data } = useProposals('open');
  const isGone = data !== undefined && !data.items.some(({ proposal }) => proposal.id === item.proposal.id);
  const next = isGone && item.about !== null ? data.items.find((one) => isAboutSame(one, item)) : undefined;
  const approval = approvalOf(item);
  const { id } = item.proposal;
  const send = (reason: string, idempotencyKey: string): Promise<unknown> => {
    const close = { params: { id }, body: { kind: item.kind, about: item.about, reason }, idempotencyKey };
    if (dialog === 'decline') return api.organization.declineProposal(close);
    if (dialog === 'withdraw') return api.organization.withdrawProposal(close);
    return approval?.send(api, reason, idempotencyKey) ?? Promise.resolve();
  };
  const [button, done, hint] = wordsOf(dialog, approval);
  return (
    <ApprovalDialog
      title={`${button}: ${titleOf(item, nameOf)}`}
      button={button}
      look={dialog === 'approve' ? (approval?.look ?? 'primary') : 'primary'}
      maxLength={dialog === 'approve' ? longestReason(item) : CLOSING_CHARACTERS}
      hint={hint}
      proposal={item.proposal}
      isGone={isGone}
      next={
        next && {
          words: `${titleOf(next, nameOf)}.`,
          onTake: () => onAsk({ item: next, dialog }),
        }
      }
      onClose={onClose}
      onSubmit={async (reason, idempotencyKey) => {
        try {
          // Another proposal in the same dialog is another request.
          await send(reason, `${idempotencyKey}:${id}`);
        } catch (problem) {
          // What is shown is outdated: the list says what is open now.
          void invalidate(...EVERYTHING);
          throw problem;
        }
        toast(done);
        onClose();
        await invalidate(...EVERYTHING);
      }}
    >
      {dialog === 'approve' && <Details key={id} item={item} />}
    </ApprovalDialog>
  );
}

const CLOSING_CHARACTERS = 2_000;

const isAboutSame = (one: Waiting, { kind, about }: Waiting) =>
  one.waitsForCaller && one.kind === kind && one.about === about;

const wordsOf = (dialog: Asked['dialog'], approval: ReturnType<typeof approvalOf>): [string, string, string] =>
  ({
    approve: [approval?.button ?? '', 'Done. The history names both of you.', approval?.effect ?? ''],
    decline: ['Decline', 'Declined.', 'Nothing changes. The person who proposed it reads your reason.'],
    withdraw: ['Withdraw', 'Withdrawn.', 'Nothing changes. You can propose it again.'],
  })[dialog] as [string, string, string];
