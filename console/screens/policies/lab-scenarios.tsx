import { useState } from 'react';
import type { Case } from '../../domain/policy-effect.ts';
import { evidenceOf, type PastAssessment } from '../../domain/policy-effect.ts';
import type { Definition } from '../../domain/policy-sentences.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Failure } from '../../parts/states.tsx';
import type { Scenario } from './lab-draft.ts';
import { ScenarioDialog } from './scenario-dialog.tsx';
import { freeName } from './scenario-form.ts';
import { Counts, given, Unreached, Verdict } from './scenarios.tsx';
import type { LabChecks, TestedScenario } from './use-lab-checks.ts';

/** The scenarios of the text: written, run while typing, and saved with the version. */
export function LabScenarios({
  scenarios,
  checks,
  isReadOnly,
  definition,
  onScenarios,
}: {
  scenarios: readonly Scenario[];
  checks: LabChecks;
  isReadOnly: boolean;
  /** The latest that had no errors. */
  definition: Definition | undefined;
  onScenarios(scenarios: readonly Scenario[]): void;
}) {
  const [edited, setEdited] = useState<number>();
  const { tests, unreached, tested, testsError } = checks;
  const resultOf = ({ name }: Scenario) => tests.find((one) => one.name === name);
  const counts = {
    passed: tests.filter(({ passed }) => passed === true).length,
    failed: tests.filter(({ passed }) => passed === false).length,
    unchecked: tests.filter(({ passed }) => passed === undefined).length,
  };
  const blocked = isReadOnly
    ? 'Owners and admins write scenarios.'
    : definition
      ? null
      : 'Correct the findings of the definition first.';
  const current = edited === undefined ? undefined : (scenarios[edited] ?? { name: '', evidence: [] });
  return (
    <Card title="Scenarios" end={scenarios.length > 0 && <Counts tests={counts} />}>
      {testsError !== undefined && (
        <div className="card-body">
          <Failure error={testsError} />
        </div>
      )}
      {scenarios.length === 0 ? (
        <p className="card-body quiet">
          No scenarios yet. They are saved with the version, which cannot be published while one of them fails.
        </p>
      ) : (
        <Table
          rows={scenarios.map((scenario, index) => ({ scenario, index, result: resultOf(scenario) }))}
          idOf={({ scenario }) => scenario.name}
          columns={[
            { title: 'Scenario', look: 'strong', cell: ({ scenario }) => scenario.name },
            { title: 'Gives', cell: ({ result }) => (result ? givenBy(result) : '–') },
            {
              title: 'Test',
              cell: ({ result }) =>
                result ? <Verdict tested={verdictOf(result)} /> : <span className="quiet">not run</span>,
            },
            {
              title: 'Actions',
              isTitleHidden: true,
              look: 'right',
              cell: ({ scenario, index }) => (
                <span className="cluster">
                  <Button
                    size="small"
                    blocked={blocked}
                    aria-label={`Edit ${scenario.name}`}
                    onClick={() => setEdited(index)}
                  >
                    Edit
                  </Button>
                  <Button
                    size="small"
                    look="plain"
                    blocked={isReadOnly ? blocked : null}
                    aria-label={`Remove ${scenario.name}`}
                    onClick={() => onScenarios(scenarios.filter((_, at) => at !== index))}
                  >
                    Remove
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {unreached && tested && scenarios.length > 0 && <Unreached unreached={unreached} definition={tested} />}
      <p className="card-body">
        <Button size="small" blocked={blocked} onClick={() => setEdited(scenarios.length)}>
          Add a scenario
        </Button>
      </p>
      {current && definition && edited !== undefined && (
        <ScenarioDialog
          title={edited < scenarios.length ? 'Edit the scenario' : 'New scenario'}
          scenario={current}
          definition={definition}
          taken={scenarios.filter((_, at) => at !== edited).map(({ name }) => name)}
          onClose={() => setEdited(undefined)}
          onSave={(scenario) => {
            onScenarios(scenarios.toSpliced(edited, 1, scenario));
            setEdited(undefined);
          }}
        />
      )}
    </Card>
  );
}

const givenBy = ({ applicability, evaluation }: TestedScenario) =>
  given({
    actual: {
      applicability: applicability.status,
      outcome: evaluation?.outcome ?? null,
      score: evaluation?.score ?? null,
      band: evaluation?.band ?? null,
      decision: evaluation?.decision ?? null,
    },
  });

const verdictOf = ({ passed, differences }: TestedScenario) => ({
  ...(passed !== undefined && { passed }),
  ...(differences !== undefined && { differences }),
});

/** The evidence of a past assessment as a scenario that expects what it gave. */
export function scenarioFrom(assessment: PastAssessment, one: Case, scenarios: readonly Scenario[]): Scenario {
  const { data } = assessment;
  return {
    name: freeName(`like ${data.subjectId.slice(-8)} on ${data.evaluatedAt.slice(0, 10)}`, scenarios),
    evaluatedAt: data.evaluatedAt,
    evidence: evidenceOf(data),
    expect: { decision: one.before.decision as NonNullable<Scenario['expect']>['decision'] },
  };
}
