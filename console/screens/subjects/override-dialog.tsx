import { useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import type { RecordOf } from '../../api/records.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { decisionWord } from '../../domain/decision-words.ts';
import { DAY } from '../../parts/duration.ts';
import { SelectField, TextAreaField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';

const DECISIONS = ['none', 'review', 'restrict', 'reject'] as const;
const DAYS = [
  ['1', '1 day'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;
const REASON_CHARACTERS = 2_000;

/** What a person may expect of the override that was created. */
export const overriddenWords = ({ notices = [] }: { notices?: readonly string[] | undefined }) =>
  notices.includes('ends_with_next_assessment')
    ? 'The decision is overridden until monitoring assesses the subject again.'
    : 'The decision is overridden.';

/** Replaces the decision of an assessment for a limited time, with a reason, or proposes that. */
export function OverrideDialog({
  assessment,
  isProposal,
  onClose,
  onDone,
}: {
  assessment: RecordOf<'assessments'>;
  isProposal: boolean;
  onClose(): void;
  onDone(words: string): void;
}) {
  const api = useApi();
  const invalidate = useInvalidate();
  const [decision, setDecision] = useState<(typeof DECISIONS)[number]>('review');
  const [days, setDays] = useState<(typeof DAYS)[number][0]>('30');
  const [reason, setReason] = useState('');
  const send = async (idempotencyKey: string) => {
    // One minute less than the full time, because one year is the limit of the service.
    const expiresAt = new Date(serverNow() + Number(days) * DAY * 1000 - 60_000).toISOString();
    const params = { id: assessment.id };
    const chosen = { decision, expiresAt, reason: reason.trim() };
    if (!isProposal) return overriddenWords(await api.risk.createOverride({ params, body: chosen, idempotencyKey }));
    await api.risk.proposeOverride({ params, body: chosen, idempotencyKey });
    return 'Override proposed.';
  };
  // The service refuses `none` for an incomplete assessment.
  const decisions = DECISIONS.filter((one) => one !== 'none' || assessment.data.outcome !== 'incomplete');
  const [title, button] = isProposal ? ['Propose an override', 'Propose'] : ['Override the decision', 'Override'];
  return (
    <FormDialog
      title={title}
      button={button}
      blocked={reason.trim() === '' ? 'Write a reason first.' : null}
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        let words: string;
        try {
          words = await send(idempotencyKey);
        } catch (problem) {
          // What is shown may be outdated.
          void invalidate(['subject'], ['me']);
          throw problem;
        }
        onDone(words);
      }}
    >
      {isProposal && <p className="quiet">Another owner or admin approves the override.</p>}
      <SelectField
        label="Decision"
        value={decision}
        options={decisions.map((one) => [one, decisionWord(one)] as const)}
        onValue={setDecision}
      />
      <SelectField label="For" value={days} options={DAYS} onValue={setDays} />
      <TextAreaField label="Reason" rows={3} required maxLength={REASON_CHARACTERS} value={reason} onText={setReason} />
    </FormDialog>
  );
}
