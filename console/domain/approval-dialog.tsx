import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { ProposalNotice } from './proposal.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface Proposal {
  proposedBy: string;
  proposedAt: string;
  reason?: string | undefined;
}

/**
 * What a second person decides: the change, who proposed it and why, and a reason of their own. It stays with what was
 * typed when the proposal is no longer open.
 */
export function ApprovalDialog({
  proposal,
  isGone,
  next,
  children,
  ...dialog
}: {
  title: string;
  label?: string;
  button: string;
  look?: 'primary' | 'danger';
  maxLength: number;
  hint: string;
  proposal: Proposal;
  isGone: boolean;
  /** The proposal that took its place. */
  next?: { words: string; onTake(): void } | undefined;
  /** What exactly is decided. */
  children?: ReactNode;
  onClose(): void;
  onSubmit(reason: string, idempotencyKey: string): Promise<void>;
}) {
  return (
    <ReasonDialog
      label="Your reason"
      {...dialog}
      blocked={isGone ? 'The proposal is no longer open.' : null}
      about={
        <>
          {isGone && (
            <div className="notice bad" role="alert">
              <strong>This proposal is no longer open</strong>
              <p>
                Another person decided, replaced or withdrew it, or the record has changed. Nothing was changed by you,
                and what you have typed is still below.
              </p>
              {next && (
                <>
                  <p>Open now: {next.words}</p>
                  <div>
                    <Button size="small" onClick={next.onTake}>
                      Look at that proposal
                    </Button>
                  </div>
                </>
              )}
            </div>
          )}
          {children}
          <ProposalNotice proposal={proposal} title="Proposed" />
        </>
      }
    />
  );
}
