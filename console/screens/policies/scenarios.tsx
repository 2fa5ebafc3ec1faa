import type { Api } from '../../api/client.ts';
import type { RecordOf } from '../../api/records.ts';
import { useApiQuery } from '../../app.tsx';
import { decisionWord } from '../../domain/decision-words.ts';
import { counted } from '../../domain/list-reasons.ts';
import type { Definition } from '../../domain/policy-sentences.ts';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { WhenSeen } from '../../parts/when-seen.tsx';
import { type Coverage, coverageInWords } from './coverage-words.ts';

type Version = RecordOf<'policies'>;
type Saved = Awaited<ReturnType<Api['risk']['readPolicyScenarios']>>;
type Tested = Saved['scenarios'][number];

/** What the stored scenarios of a version expect of it, and what none of them reaches. */
export const Scenarios = ({ version }: { version: Version }) => (
  <WhenSeen height={120}>
    <Loaded version={version} />
  </WhenSeen>
);

function Loaded({ version: { id, data } }: { version: Version }) {
  const tests = useApiQuery(['records', 'policies', id, 'scenarios'], (api, signal) =>
    api.risk.readPolicyScenarios({ params: { id }, signal }),
  );
  return (
    <Card title="Tests" end={tests.data && <Counts tests={tests.data} />}>
      <QueryPart query={tests} lines={3}>
        {({ scenarios, unreached }) =>
          scenarios.length === 0 ? (
            <p className="card-body quiet">
              This version has no scenarios.
              {data.status === 'draft' && (
                <>
                  {' '}
                  Write some in the lab, or save them with <code>assay policies push</code>: it cannot be published
                  while one of them fails.
                </>
              )}
            </p>
          ) : (
            <>
              <Table
                caption="Scenarios"
                rows={scenarios}
                idOf={({ name }) => name}
                columns={[
                  { title: 'Scenario', look: 'strong', cell: ({ name }) => name },
                  { title: 'Gives', cell: (one) => given(one) },
                  { title: 'Test', cell: (one) => <Verdict tested={one} /> },
                ]}
              />
              <Unreached unreached={unreached} definition={data.definition} />
            </>
          )
        }
      </QueryPart>
    </Card>
  );
}

export const Counts = ({
  tests: { passed, failed, unchecked },
}: {
  tests: Pick<Saved, 'passed' | 'failed' | 'unchecked'>;
}) => (
  <span className="cluster">
    {failed > 0 && <Pill tone="bad">{failed} failed</Pill>}
    {passed > 0 && <Pill tone="ok">{passed} passed</Pill>}
    {unchecked > 0 && <span className="quiet">{unchecked} without expectation</span>}
  </span>
);

interface Given {
  actual: Pick<Tested['actual'], 'applicability' | 'outcome' | 'score' | 'band' | 'decision'>;
}

export function given({ actual: { applicability, outcome, score, band, decision } }: Given): string {
  if (applicability !== 'applicable')
    return applicability === 'unknown' ? 'unknown whether it applies' : 'does not apply';
  const points = outcome === 'incomplete' ? 'incomplete' : `${score} points`;
  return [points, band && `band ${band}`, decision && decisionWord(decision)].filter(Boolean).join(' · ');
}

export function Verdict({ tested: { passed, differences = [] } }: { tested: Pick<Tested, 'passed' | 'differences'> }) {
  if (passed === undefined) return <span className="quiet">expects nothing</span>;
  if (passed) return <Pill tone="ok">Passed</Pill>;
  return (
    <div className="stack-s">
      <Pill tone="bad">Failed</Pill>
      {differences.map(({ member, expected, actual }) => (
        <span key={member}>
          {MEMBERS[member]}: expected {shown(expected)}, was {shown(actual)}
        </span>
      ))}
    </div>
  );
}

const MEMBERS: Record<NonNullable<Tested['differences']>[number]['member'], string> = {
  applicability: 'Applies',
  outcome: 'Outcome',
  score: 'Score',
  band: 'Band',
  decision: 'Decision',
  actions: 'Actions',
  matchedRules: 'Rules that match',
};

const shown = (value: unknown): string =>
  value === null ? 'none' : Array.isArray(value) ? value.join(', ') || 'none' : String(value);

/** Parts of the policy that could be anything: no scenario would notice. */
export function Unreached({ unreached, definition }: { unreached: Coverage; definition: Definition }) {
  const parts = coverageInWords(unreached, definition);
  if (parts.length === 0)
    return <p className="card-body quiet">Every group, case, band and rule is reached by a scenario.</p>;
  return (
    <div className="card-body stack-s">
      <p>
        <strong>No scenario reaches {counted(parts.length, 'part')} of the policy:</strong>
      </p>
      <ul className="sentences">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </div>
  );
}
