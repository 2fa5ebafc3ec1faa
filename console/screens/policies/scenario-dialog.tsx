import { useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import { decisionWord } from '../../domain/decision-words.ts';
import { counted } from '../../domain/list-reasons.ts';
import type { Definition } from '../../domain/policy-sentences.ts';
import { SourceName } from '../../domain/source-name.tsx';
import { wordsOf } from '../../domain/words.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NamesField, NumberField, ValueField } from './form-fields.tsx';
import type { Scenario } from './lab-draft.ts';
import { rowsOf, type ScenarioRow, unreadIn, withExpectation, withStatement } from './scenario-form.ts';

const STATUSES = [
  ['', 'no evidence'],
  ['available', 'a value'],
  ['unavailable', 'the source could not tell'],
  ['revoked', 'withdrawn'],
] as const;

/** Writes one scenario: what is known, and what is expected of the policy. */
export function ScenarioDialog({
  title,
  scenario: given,
  definition,
  taken,
  onClose,
  onSave,
}: {
  title: string;
  scenario: Scenario;
  definition: Definition;
  /** Names of the other scenarios. */
  taken: readonly string[];
  onClose(): void;
  onSave(scenario: Scenario): void;
}) {
  const [scenario, setScenario] = useState(given);
  const { name, evaluatedAt, expect = {} } = scenario;
  const unread = unreadIn(scenario, definition);
  const isTime = evaluatedAt === undefined || !Number.isNaN(Date.parse(evaluatedAt));
  const blocked =
    name.trim() === ''
      ? 'Give the scenario a name.'
      : taken.includes(name.trim())
        ? 'Another scenario has this name.'
        : isTime
          ? null
          : 'Write the time as 2026-03-14T09:26:53Z.';
  const expected = <Member extends keyof typeof expect>(member: Member, value: (typeof expect)[Member] | undefined) =>
    setScenario((now) => withExpectation(now, member, value));
  return (
    <FormDialog
      title={title}
      button="Keep"
      blocked={blocked}
      onClose={onClose}
      onSubmit={async () => {
        const trimmed = { ...scenario, name: name.trim() };
        onSave(trimmed);
      }}
    >
      <TextField
        label="Name"
        maxLength={200}
        value={name}
        autoFocus
        onText={(next) => setScenario({ ...scenario, name: next })}
      />
      <TextField
        label="Evaluated at"
        hint="Empty: at the time it is saved."
        value={evaluatedAt ?? ''}
        onText={(next) => {
          const { evaluatedAt: _, ...others } = scenario;
          setScenario(next.trim() === '' ? others : { ...others, evaluatedAt: next.trim() });
        }}
      />
      <fieldset className="plain-set stack-s">
        <legend className="strong">What is known</legend>
        {rowsOf(scenario, definition).map((row, index) => (
          <EvidenceRow
            key={`${row.fact}${String(index)}`}
            row={row}
            at={evaluatedAt}
            onStatement={(statement) => setScenario((now) => withStatement(now, row, statement))}
          />
        ))}
        {unread.length > 0 && (
          <p className="quiet">
            {counted(unread.length, 'other fact')} that the policy does not read:{' '}
            {unread.map(({ fact }) => fact).join(', ')}.
          </p>
        )}
      </fieldset>
      <fieldset className="plain-set stack-s">
        <legend className="strong">What is expected</legend>
        <div className="form-grid">
          <SelectField
            label="Decision"
            value={expect.decision ?? ''}
            options={[
              ['', 'not compared'],
              ...(['none', 'review', 'restrict', 'reject', 'awaiting_evidence'] as const).map(
                (one) => [one, decisionWord(one)] as const,
              ),
            ]}
            onValue={(next) => expected('decision', next === '' ? undefined : next)}
          />
          <SelectField
            label="Band"
            value={expect.band ?? ''}
            options={[
              ['', 'not compared'],
              ...[...new Set([...definition.bands.map(({ id }) => id), ...(expect.band ? [expect.band] : [])])].map(
                (id) => [id, wordsOf(id)] as const,
              ),
            ]}
            onValue={(next) => expected('band', next === '' ? undefined : next)}
          />
          <NumberField
            isOptional
            label="Score"
            hint="Empty: not compared."
            value={expect.score}
            onValue={(next) => expected('score', next ?? undefined)}
          />
          <SelectField
            label="The policy covers the subject"
            value={expect.applicability ?? ''}
            options={[
              ['', 'not compared'],
              ['applicable', 'yes'],
              ['not_matched', 'no'],
              ['unknown', 'unknown'],
            ]}
            onValue={(next) => expected('applicability', next === '' ? undefined : next)}
          />
          <NamesField
            label="All actions"
            hint="Empty: not compared."
            value={expect.actions}
            onValue={(next) => expected('actions', next.length === 0 ? undefined : [...next])}
          />
          <NamesField
            label="All rules that match"
            hint="Empty: not compared."
            value={expect.matchedRules}
            onValue={(next) => expected('matchedRules', next.length === 0 ? undefined : [...next])}
          />
        </div>
      </fieldset>
    </FormDialog>
  );
}

function EvidenceRow({
  row: { fact, type, itemType, sources, statement },
  at,
  onStatement,
}: {
  row: ScenarioRow;
  at: string | undefined;
  onStatement(statement: ScenarioRow['statement']): void;
}) {
  const source = statement?.source ?? sources[0] ?? '';
  const [first] = STATUSES;
  return (
    <div className="form-grid evidence-row">
      <SelectField
        label={
          <>
            <span className="mono">{fact}</span>{' '}
            <span className="quiet">
              <SourceName source={source} />
            </span>
          </>
        }
        value={statement?.status ?? first[0]}
        options={STATUSES}
        onValue={(status) => {
          if (status === '') return onStatement(undefined);
          const { value, ...others } = statement ?? {
            fact,
            source,
            value: null,
            observedAt: at ?? new Date(serverNow()).toISOString(),
          };
          onStatement({ ...others, status, ...(status === 'available' && { value: value ?? emptyOf(type) }) });
        }}
      />
      {statement?.status === 'available' && (
        <ValueField
          label={`Value of ${fact}`}
          type={type === 'list' ? itemType : type}
          isList={type === 'list'}
          value={statement.value}
          onValue={(value) => onStatement({ ...statement, value: value as NonNullable<typeof statement.value> })}
        />
      )}
    </div>
  );
}

const emptyOf = (type: string) => (type === 'number' ? 0 : type === 'boolean' ? false : type === 'list' ? [] : '');
