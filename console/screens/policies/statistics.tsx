import { useApiQuery } from '../../app.tsx';
import { wordsOf } from '../../domain/words.ts';
import { Card } from '../../parts/card.tsx';
import { Table } from '../../parts/record-table.tsx';

const MINUTE_MS = 60_000;
const SHOWN = 10;

/** How the policy decides: its subjects now, and what happened in the last 30 days. Nothing before its first assessment. */
export function Statistics({ policyKey }: { policyKey: string }) {
  const { data } = useApiQuery(
    ['policy-statistics', policyKey],
    (api, signal) => api.risk.readPolicyStatistics({ params: { key: policyKey }, signal }),
    { staleMs: MINUTE_MS },
  );
  if (!data || data.subjects.total + data.assessments.total === 0) return null;
  const { subjects, assessments, rules, unresolvedInputs, overrides } = data;
  return (
    <>
      <Card title="Subjects now" end={<span className="figure-s num">{subjects.total}</span>}>
        <Counts what="Band" rows={subjects.bands} />
        <Counts what="Decision" rows={subjects.decisions} />
      </Card>
      <Card title="Assessments in 30 days" end={<span className="figure-s num">{assessments.total}</span>}>
        <Counts what="Rule that matched" rows={rules.slice(0, SHOWN)} />
        <Counts
          what="Input without a value"
          rows={unresolvedInputs.slice(0, SHOWN).map(({ input, reason, count }) => ({
            key: `${input}: ${reason.replaceAll('_', ' ')}`,
            count,
            isText: true,
          }))}
        />
        <p className="card-body quiet">
          {overrides.created} overrides created, {overrides.carried} carried, {overrides.revoked} revoked.
        </p>
      </Card>
    </>
  );
}

interface Row {
  key: string | null;
  count: number;
  /** Not to be read as a key. */
  isText?: boolean;
}

function Counts({ what, rows }: { what: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <Table
      rows={rows}
      idOf={({ key }) => key ?? ''}
      columns={[
        { title: what, cell: ({ key, isText }) => (key === null ? 'None' : isText ? key : wordsOf(key)) },
        { title: 'Count', look: 'right num', cell: ({ count }) => count },
      ]}
    />
  );
}
