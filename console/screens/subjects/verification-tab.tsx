import { useState } from 'react';
import { useIsAdmin } from '../../api/me.ts';
import { useApiQuery } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { ApiReference } from '../../domain/next-step.tsx';
import { valueInWords } from '../../domain/words.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import {
  type Attempt,
  DECISIONS,
  type Decision,
  DecisionDialog,
  failedSteps,
  hasNothingToApprove,
  Reported,
} from './attempt-decision.tsx';

const CHECKS: Record<string, { word: string; tone: Tone }> = {
  completed: { word: 'Completed', tone: 'ok' },
  failed: { word: 'Failed', tone: 'bad' },
  clear: { word: 'Clear', tone: 'ok' },
  review_required: { word: 'To review', tone: 'warn' },
  match: { word: 'Match', tone: 'bad' },
  error: { word: 'Error', tone: 'bad' },
};
const OUTCOMES: Record<string, { word: string; tone: Tone }> = {
  clear: { word: 'Clear', tone: 'ok' },
  review: { word: 'To review', tone: 'warn' },
  block: { word: 'Blocked', tone: 'bad' },
};
const EVIDENCE: Record<string, string> = {
  unavailable: 'not available',
  revoked: 'revoked',
};

/** The current attempt of each workflow: its steps and checks, and the evidence that came from it. */
export function VerificationTab({ subjectId }: { subjectId: string }) {
  const attempts = useApiQuery(['subject', subjectId, 'attempts'], (api, signal) =>
    api.verification.listSubjectAttempts({ params: { id: subjectId }, signal }),
  );
  return (
    <QueryPart query={attempts}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="Not verified yet">
            <p>Your backend starts verification sessions with the API. The latest attempt of each appears here.</p>
            <ApiReference />
          </Empty>
        ) : (
          items.map((attempt) => <AttemptCard key={attempt.run.id} attempt={attempt} subjectId={subjectId} />)
        )
      }
    </QueryPart>
  );
}

function AttemptCard({ attempt, subjectId }: { attempt: Attempt; subjectId: string }) {
  const { workflow, session, run, checks } = attempt;
  const isAdmin = useIsAdmin();
  const [deciding, setDeciding] = useState<Decision>();
  const [revoked, setRevoked] = useState<EarlierSession>();
  const last = run.data.decisions.at(-1);
  const failed = failedSteps(attempt);
  const isEmpty = hasNothingToApprove(attempt);
  const blocked = isAdmin ? null : 'Owners and admins can decide on an attempt.';
  return (
    <Card
      title={workflow.key}
      end={
        <span className="cluster">
          <AttemptStatus attempt={attempt} />
          <span className="quiet">
            <Time at={run.data.createdAt} />
          </span>
        </span>
      }
    >
      <div className="card-body stack note">
        <p className="quiet">
          Attempt {run.data.number} of {session.data.runs.length} · revision {workflow.revision} · session{' '}
          <span className="mono">{session.id}</span>
        </p>
        {last && (
          <p>
            {DECISIONS[last.decision].word} by <Actor actor={last.decidedBy} /> <Time at={last.decidedAt} />
            {last.acceptedFailedSteps.length > 0 && <> although {last.acceptedFailedSteps.join(', ')} failed</>}
          </p>
        )}
        {last === undefined && failed.length > 0 && (
          <div className="notice bad">
            <strong>Failed: {failed.map(({ key }) => key).join(', ')}</strong>
            <p>
              {isEmpty
                ? 'Every extract step failed, so there is nothing to approve.'
                : 'An approval has to accept every failed step, with a reason.'}
            </p>
          </div>
        )}
        {run.data.status === 'completed' && (
          <div className="cluster">
            {last === undefined && (
              <>
                <Button
                  size="small"
                  blocked={blocked ?? (isEmpty ? 'Every extract step failed: nothing to approve.' : null)}
                  onClick={() => setDeciding('approved')}
                >
                  Approve
                </Button>
                <Button size="small" look="danger" blocked={blocked} onClick={() => setDeciding('rejected')}>
                  Reject
                </Button>
              </>
            )}
            {last?.decision === 'approved' && (
              <Button size="small" look="danger" blocked={blocked} onClick={() => setDeciding('revoked')}>
                Revoke the approval
              </Button>
            )}
          </div>
        )}
      </div>
      {last === undefined && isAdmin && <Reported attempt={attempt} />}
      <Steps attempt={attempt} />
      {checks.length > 0 && <Checks checks={checks} />}
      <Contribution evidence={attempt.evidence} />
      <Earlier attempt={attempt} blocked={blocked} onRevoke={setRevoked} />
      {revoked && (
        <DecisionDialog
          attempt={{ ...attempt, ...revoked }}
          subjectId={subjectId}
          decision="revoked"
          onClose={() => setRevoked(undefined)}
        />
      )}
      {deciding && (
        <DecisionDialog
          attempt={attempt}
          subjectId={subjectId}
          decision={deciding}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </Card>
  );
}

type EarlierSession = NonNullable<Attempt['earlier']>[number];

/** Sessions before the current one: they are no evidence any more, but what was decided stays visible. */
function Earlier({
  attempt,
  blocked,
  onRevoke,
}: {
  attempt: Attempt;
  blocked: string | null;
  onRevoke(session: EarlierSession): void;
}) {
  if (!attempt.earlier) return null;
  return (
    <Table
      className="note"
      caption="Earlier sessions, no longer evidence"
      rows={attempt.earlier}
      idOf={({ session }) => session.id}
      columns={[
        { title: 'Session', look: 'mono', cell: ({ session }) => session.id.slice(0, 8) },
        { title: 'Status', cell: ({ run }) => <AttemptStatus attempt={{ run }} /> },
        { title: 'Begun', cell: ({ run }) => <Time at={run.data.createdAt} /> },
        {
          title: 'Decided by',
          cell: ({ run }) => {
            const last = run.data.decisions.at(-1);
            return last ? <Actor actor={last.decidedBy} /> : '–';
          },
        },
        {
          title: 'Actions',
          isTitleHidden: true,
          look: 'right',
          cell: (earlier) =>
            earlier.run.data.decision === 'approved' && (
              <Button size="small" look="danger" blocked={blocked} onClick={() => onRevoke(earlier)}>
                Revoke the approval
              </Button>
            ),
        },
      ]}
    />
  );
}

function AttemptStatus({ attempt: { run } }: { attempt: Pick<Attempt, 'run'> }) {
  const { status, decision } = run.data;
  if (decision !== null) return <Pill tone={DECISIONS[decision].tone}>{DECISIONS[decision].word}</Pill>;
  if (status === 'completed') return <Pill tone="warn">To decide</Pill>;
  return <Pill mark="ring">In progress</Pill>;
}

const Steps = ({ attempt: { workflow, run } }: { attempt: Attempt }) => (
  <Table
    className="note"
    rows={workflow.steps.map(({ key, type }) => ({
      key,
      type,
      result: Object.hasOwn(run.data.steps, key) ? run.data.steps[key] : undefined,
    }))}
    idOf={({ key }) => key}
    columns={[
      { title: 'Step', look: 'mono', cell: ({ key }) => key },
      { title: 'Type', cell: ({ type }) => type },
      { title: 'Result', cell: ({ result }) => <StepStatus status={result?.status} /> },
      { title: 'Observed', cell: ({ result }) => (result ? <Time at={result.observedAt} /> : '–') },
    ]}
  />
);

function StepStatus({ status }: { status: 'completed' | 'failed' | undefined }) {
  if (status === undefined) return <Pill mark="ring">Waiting</Pill>;
  return status === 'completed' ? <Pill tone="ok">Completed</Pill> : <Pill tone="bad">Failed</Pill>;
}

/** The worst of the outcome and all flags, as evidence counts the check. */
function worstOf({ outcome, flags }: Attempt['checks'][number]['data']) {
  if (outcome === null) return null;
  const results = [outcome, ...flags.map(({ severity }) => severity)];
  return results.includes('block') ? 'block' : results.includes('review') ? 'review' : 'clear';
}

const Checks = ({ checks }: { checks: Attempt['checks'] }) => (
  <Table
    className="note"
    rows={checks}
    idOf={({ id }) => id}
    columns={[
      {
        title: 'Check',
        cell: ({ data }) => (
          <>
            <span className="mono">{data.kind}</span>
            {data.participantKey && <span className="quiet"> · participant {data.participantKey}</span>}
          </>
        ),
      },
      { title: 'Status', cell: ({ data }) => <CheckStatus check={data} /> },
      { title: 'Flags', look: 'mono', cell: ({ data }) => data.flags.map(({ code }) => code).join(', ') || '–' },
      { title: 'Observed', cell: ({ data }) => <Time at={data.observedAt} /> },
    ]}
  />
);

function CheckStatus({ check }: { check: Attempt['checks'][number]['data'] }) {
  const shown = OUTCOMES[worstOf(check) ?? ''] ?? CHECKS[check.status];
  return <Pill tone={shown?.tone ?? 'neutral'}>{shown?.word ?? check.status}</Pill>;
}

function Contribution({ evidence }: { evidence: Attempt['evidence'] }) {
  if (evidence.length === 0)
    return (
      <p className="card-body note quiet">
        No evidence yet. Outputs of extract and enrich steps count after the attempt is approved.
      </p>
    );
  return (
    <Table
      className="note"
      rows={evidence}
      idOf={({ id }) => id}
      columns={[
        { title: 'Evidence', look: 'mono', cell: ({ data }) => data.fact },
        {
          title: 'Value',
          look: 'right num',
          cell: ({ data }) =>
            data.status === 'available' ? (
              valueInWords(data.value)
            ) : (
              <span className="text-warn">{EVIDENCE[data.status] ?? data.status}</span>
            ),
        },
        { title: 'Observed', cell: ({ data }) => <Time at={data.observedAt} /> },
      ]}
    />
  );
}
