import { useId, useRef, useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import type { RecordOf } from '../../api/records.ts';
import type { OverrideProposal } from '../../api/subject.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { decisionWord } from '../../domain/decision-words.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DAY } from '../../parts/duration.ts';
import { Failure } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

const DECISIONS = ['none', 'review', 'restrict', 'reject'] as const;
const DAYS = [1, 7, 30, 90, 365] as const;
const REASON_CHARACTERS = 2_000;

/** Replaces the decision of an assessment for a limited time, with a reason, or proposes that. */
export function OverrideDialog({
  assessment,
  proposal,
  isProposal,
  onClose,
  onDone,
}: {
  assessment: RecordOf<'assessments'>;
  /** The proposal that is approved: its decision and end are fixed. */
  proposal: OverrideProposal | undefined;
  isProposal: boolean;
  onClose(): void;
  onDone(): void;
}) {
  const api = useApi();
  const invalidate = useInvalidate();
  const ids = useId();
  const key = useRef(crypto.randomUUID());
  const [decision, setDecision] = useState<(typeof DECISIONS)[number]>('review');
  const [days, setDays] = useState<number>(30);
  const [reason, setReason] = useState(proposal?.reason ?? '');
  const [error, setError] = useState<unknown>();
  const submit = async () => {
    setError(undefined);
    try {
      // One minute less than the full time, because one year is the limit of the service.
      const expiresAt = new Date(serverNow() + days * DAY * 1000 - 60_000).toISOString();
      const call = {
        params: { id: assessment.id },
        body: { decision, reason: reason.trim(), expiresAt },
        idempotencyKey: key.current,
      };
      if (isProposal) await api.risk.proposeOverride(call);
      else if (proposal)
        await api.risk.createOverride({
          ...call,
          body: {
            decision: proposal.decision,
            expiresAt: proposal.expiresAt,
            reason: reason.trim(),
            proposalId: proposal.id,
          },
        });
      else await api.risk.createOverride(call);
      onDone();
    } catch (problem) {
      setError(problem);
      void invalidate(['subject']);
    }
  };
  // The service refuses `none` for an incomplete assessment.
  const decisions = DECISIONS.filter((one) => one !== 'none' || assessment.data.outcome !== 'incomplete');
  const [title, button] = isProposal
    ? ['Propose an override', 'Propose']
    : proposal
      ? ['Approve the override', 'Approve']
      : ['Override the decision', 'Override'];
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') void submit();
        }}
      >
        {isProposal && <p className="quiet">Another owner or admin approves the override.</p>}
        {proposal ? (
          <p>
            The decision becomes <strong>{decisionWord(proposal.decision)}</strong> until{' '}
            <Time at={proposal.expiresAt} style="exact" />.
          </p>
        ) : (
          <>
            <div className="field">
              <label htmlFor={`${ids}-decision`}>Decision</label>
              <select
                id={`${ids}-decision`}
                className="input"
                value={decision}
                onChange={(event) => setDecision(event.target.value as typeof decision)}
              >
                {decisions.map((one) => (
                  <option key={one} value={one}>
                    {decisionWord(one)}
                  </option>
                ))}
              </select>
            </div>
            <div className="field">
              <label htmlFor={`${ids}-days`}>For</label>
              <select
                id={`${ids}-days`}
                className="input"
                value={days}
                onChange={(event) => setDays(Number(event.target.value))}
              >
                {DAYS.map((one) => (
                  <option key={one} value={one}>
                    {one === 365 ? '1 year' : one === 1 ? '1 day' : `${one} days`}
                  </option>
                ))}
              </select>
            </div>
          </>
        )}
        <div className="field">
          <label htmlFor={`${ids}-reason`}>Reason</label>
          <textarea
            id={`${ids}-reason`}
            className="input"
            rows={3}
            required
            maxLength={REASON_CHARACTERS}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        {error !== undefined && <Failure error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" blocked={reason.trim() === '' ? 'Write a reason first.' : null}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
