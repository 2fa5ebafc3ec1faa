import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { SourceName } from '../../domain/source-name.tsx';
import { valueInWords } from '../../domain/words.ts';
import { TextAreaField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { toast } from '../../parts/toast.tsx';

export type Attempt = Awaited<ReturnType<Api['verification']['listSubjectAttempts']>>['items'][number];
export type Decision = 'approved' | 'rejected' | 'revoked';

export const DECISIONS: Record<Decision, { word: string; tone: Tone; verb: string }> = {
  approved: { word: 'Approved', tone: 'ok', verb: 'Approve' },
  rejected: { word: 'Rejected', tone: 'bad', verb: 'Reject' },
  revoked: { word: 'Revoked', tone: 'alert', verb: 'Revoke' },
};
const CONSEQUENCES: Record<Decision, string> = {
  approved: 'Outputs of extract and enrich steps become evidence of the subject.',
  rejected: 'Outputs of extract and enrich steps stay unavailable.',
  revoked: 'Evidence that came from the approval is revoked.',
};
const REASON_CHARACTERS = 2_000;

const resultOf = ({ run }: Attempt, key: string) =>
  Object.hasOwn(run.data.steps, key) ? run.data.steps[key] : undefined;

export const failedSteps = (attempt: Attempt) =>
  attempt.workflow.steps.filter(({ key }) => resultOf(attempt, key)?.status === 'failed');

/** Whether no identity document was read, so that there is nothing to approve. */
export function hasNothingToApprove(attempt: Attempt): boolean {
  const extracting = attempt.workflow.steps.filter(({ type }) => type === 'extract');
  return extracting.length > 0 && extracting.every(({ key }) => resultOf(attempt, key)?.status === 'failed');
}

/** The attempt with its outputs, which owners and admins may read. */
const useReported = ({ session, run }: Attempt) =>
  useApiQuery(['subject', session.data.riskSubjectId, 'run', run.id], (api, signal) =>
    api.verification.readRun({ params: { id: session.id, runId: run.id }, signal }),
  );

/** What an approval would make evidence, beside what the subject has from other sources. */
export function Reported({ attempt }: { attempt: Attempt }) {
  return (
    <QueryPart query={useReported(attempt)} lines={3}>
      {(run) => <ReportedTable attempt={attempt} run={run} />}
    </QueryPart>
  );
}

function ReportedTable({ attempt: { workflow, known = [] }, run }: { attempt: Attempt; run: Attempt['run'] }) {
  const waiting = workflow.steps.filter(({ type }) => type === 'extract' || type === 'enrich');
  const rows = waiting.flatMap(({ key: step }) =>
    Object.entries((Object.hasOwn(run.data.steps, step) && run.data.steps[step]?.outputs) || {}).map(
      ([fact, value]) => ({ step, fact, value }),
    ),
  );
  if (rows.length === 0) return <p className="card-body note quiet">No values were reported for approval.</p>;
  return (
    <Table
      className="note"
      caption="Reported, not yet evidence"
      rows={rows}
      idOf={({ step, fact }) => `${step} ${fact}`}
      columns={[
        { title: 'Fact', look: 'mono', cell: ({ fact }) => fact },
        { title: 'Reported', cell: ({ value }) => valueInWords(value) },
        {
          title: 'Subject has',
          cell: ({ fact, value }) => <Known known={known.filter(({ data }) => data.fact === fact)} reported={value} />,
        },
      ]}
    />
  );
}

function Known({ known, reported }: { known: NonNullable<Attempt['known']>; reported: unknown }) {
  if (known.length === 0) return <span className="quiet">nothing</span>;
  return known.map(({ id, data }) => (
    <p key={id} className="cluster">
      {valueInWords(data.value)}
      {JSON.stringify(data.value) === JSON.stringify(reported) ? (
        <Pill tone="ok">Same</Pill>
      ) : (
        <Pill tone="warn">Differs</Pill>
      )}
      <span className="quiet">
        <SourceName source={data.source} />
      </span>
    </p>
  ));
}

interface DialogProps {
  attempt: Attempt;
  subjectId: string;
  onClose(): void;
}

export const DecisionDialog = ({ decision, ...dialog }: DialogProps & { decision: Decision }) =>
  decision === 'approved' ? <ApprovalDialog {...dialog} /> : <RefusalDialog {...dialog} decision={decision} />;

function useDecide({ attempt: { session, run }, subjectId, onClose }: DialogProps) {
  const api = useApi();
  const invalidate = useInvalidate();
  return async (
    decision: { decision: Decision; reason: string; acceptFailedSteps?: string[] },
    idempotencyKey: string,
  ) => {
    await api.risk.decideVerification({
      params: { id: subjectId },
      body: { sessionWorkflowId: session.id, workflowRunId: run.id, ...decision },
      idempotencyKey,
    });
    toast(`${DECISIONS[decision.decision].word}.`);
    onClose();
    await invalidate(['subject', subjectId]);
  };
}

function RefusalDialog({ decision, ...dialog }: DialogProps & { decision: Decision }) {
  const decide = useDecide(dialog);
  const { verb } = DECISIONS[decision];
  return (
    <ReasonDialog
      title={`${verb} the attempt`}
      label="Reason"
      button={verb}
      maxLength={REASON_CHARACTERS}
      hint={CONSEQUENCES[decision]}
      look="danger"
      onClose={dialog.onClose}
      onSubmit={(reason, idempotencyKey) => decide({ decision, reason }, idempotencyKey)}
    />
  );
}

/** Shows what becomes evidence, and has every failed step accepted by name. */
function ApprovalDialog(dialog: DialogProps) {
  const { attempt, onClose } = dialog;
  const decide = useDecide(dialog);
  const failed = failedSteps(attempt).map(({ key }) => key);
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const { isSuccess: isShown } = useReported(attempt);
  const blocked = !isShown
    ? 'The reported values are not shown yet.'
    : failed.some((key) => !accepted.includes(key))
      ? 'Accept every failed step first, or reject the attempt.'
      : reason.trim() === ''
        ? 'Write a reason first.'
        : null;
  return (
    <FormDialog
      title="Approve the attempt"
      button="Approve"
      look={failed.length > 0 ? 'danger' : 'primary'}
      blocked={blocked}
      onClose={onClose}
      onSubmit={(idempotencyKey) =>
        decide(
          {
            decision: 'approved',
            reason: reason.trim(),
            ...(failed.length > 0 && { acceptFailedSteps: failed }),
          },
          idempotencyKey,
        )
      }
    >
      <p className="quiet">{CONSEQUENCES.approved}</p>
      <Reported attempt={attempt} />
      {failed.length > 0 && (
        <div className="notice bad">
          <fieldset className="plain-set">
            <legend>Failed steps</legend>
            {failed.map((key) => (
              <label key={key} className="check">
                <input
                  type="checkbox"
                  checked={accepted.includes(key)}
                  onChange={({ target }) =>
                    setAccepted(target.checked ? [...accepted, key] : accepted.filter((one) => one !== key))
                  }
                />
                <span>
                  Approve although <span className="mono">{key}</span> failed
                </span>
              </label>
            ))}
          </fieldset>
        </div>
      )}
      <TextAreaField
        label={failed.length > 0 ? 'Reason, also for the failed steps' : 'Reason'}
        rows={4}
        required
        maxLength={REASON_CHARACTERS}
        value={reason}
        onText={setReason}
      />
    </FormDialog>
  );
}
