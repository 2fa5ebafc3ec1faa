import type { ReactNode } from 'react';
import { useRecords } from '../../api/records.ts';
import { decisionWord } from '../../domain/decision-words.ts';
import { shown as shownNumber, signed, wordsOf } from '../../domain/words.ts';
import { Button } from '../../parts/button.tsx';
import { exactDuration } from '../../parts/duration.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { parseJson, withSwapped, withValue } from '../../parts/json-text.ts';
import { Conditions, type Edit } from './form-conditions.tsx';
import {
  DurationField,
  FormItem,
  type Loose,
  NamesField,
  NumberField,
  objectIn,
  objectsIn,
  textIn,
  textsIn,
} from './form-fields.tsx';

const DECISIONS = ['none', 'review', 'restrict', 'reject'] as const;

/** A form over the same text: each change replaces one value in it, and all other characters stay as they are. */
export function PolicyForm({
  text,
  isReadOnly,
  onText,
}: {
  text: string;
  isReadOnly: boolean;
  onText(text: string): void;
}) {
  const { root } = parseJson(text);
  if (!root)
    return <p className="card-body">The form needs a text without errors of JSON. The first one is listed below.</p>;
  const definition = objectIn(root.value);
  const edit: Edit = (path, value) => onText(withValue(text, path, value));
  const swap = (part: string, index: number) => onText(withSwapped(text, [part], index));
  const part = { definition, edit, swap };
  return (
    <fieldset className="plain-set policy-form" disabled={isReadOnly} aria-label="Definition as a form">
      <Inputs {...part} />
      <Factors {...part} onText={onText} text={text} />
      <Bands {...part} />
      <Rules {...part} />
      <General {...part} />
      <p className="card-body quiet">
        Who the policy covers, labels, workflow steps and other details are written in the JSON, and the form leaves
        them as they are.
      </p>
    </fieldset>
  );
}

interface PartProps {
  definition: Loose;
  edit: Edit;
  swap(part: string, index: number): void;
}

const Section = ({ title, isList, children }: { title: string; isList: boolean; children: ReactNode }) => (
  <section className="form-section">
    <h3>{title}</h3>
    {isList ? children : <p className="quiet">This part is no list of objects. Correct it in the JSON.</p>}
  </section>
);

const isPlainList = (value: unknown) =>
  value === undefined || (Array.isArray(value) && objectsIn(value).length === value.length);

/** An absent list is written with its first item. */
const adder = (edit: Edit, name: string, value: unknown) => (item: Loose) =>
  Array.isArray(value) ? edit([name, value.length], item) : edit([name], [item]);

/** The choice that is none. */
const NO_SOURCE: string = '';

const TYPES = [
  ['string', 'text'],
  ['number', 'number'],
  ['boolean', 'yes or no'],
  ['list', 'list'],
] as const;

function Inputs({ definition, edit }: PartProps) {
  const sources = useRecords('sources');
  const nameOf = (source: string) => sources.items.find(({ id }) => source === `registered:${id}`)?.data.key ?? source;
  const inputs = objectsIn(definition.inputs);
  const add = adder(edit, 'inputs', definition.inputs);
  return (
    <Section title="Inputs" isList={isPlainList(definition.inputs)}>
      {inputs.map((input, index) => {
        const at = ['inputs', index];
        const accepted = textsIn(input.acceptedSources);
        const offered = sources.items.filter(
          ({ id, data }) =>
            data.enabled && data.facts.some(({ key }) => key === input.key) && !accepted.includes(`registered:${id}`),
        );
        const key = textIn(input.key);
        const age =
          typeof input.maxAgeSeconds === 'number' ? `, at most ${exactDuration(input.maxAgeSeconds)} old` : '';
        return (
          <FormItem
            key={at.join('.')}
            summary={`${key || 'Input'} (${textIn(input.type)})${age}`}
            removeLabel={`Remove ${key || 'the input'}`}
            onRemove={() => edit(at, undefined)}
          >
            <div className="form-grid">
              <TextField label="Fact" value={key} onText={(next) => edit([...at, 'key'], next)} />
              <SelectField
                label="Type"
                value={textIn(input.type)}
                options={TYPES}
                onValue={(next) => edit([...at, 'type'], next)}
              />
              <DurationField
                label="Maximum age"
                value={input.maxAgeSeconds}
                onValue={(seconds) => edit([...at, 'maxAgeSeconds'], seconds)}
              />
            </div>
            <ul className="plain-list" aria-label={`Sources of ${key}`}>
              {accepted.map((source, place) => (
                <li key={source} className="between">
                  <span className="mono truncate">{nameOf(source)}</span>
                  <Button
                    size="small"
                    look="plain"
                    aria-label={`Remove the source ${nameOf(source)}`}
                    onClick={() => edit([...at, 'acceptedSources', place], undefined)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
            <SelectField
              label="Add a source"
              hint="Registered sources that state this fact. Others, such as screening, are written in the JSON."
              value={NO_SOURCE}
              options={[['', 'choose'] as const, ...offered.map(({ id, data }) => [id, data.key] as const)]}
              onValue={(id) => id !== '' && edit([...at, 'acceptedSources', accepted.length], `registered:${id}`)}
            />
          </FormItem>
        );
      })}
      <AddButton onAdd={() => add({ key: '', type: 'string', acceptedSources: [], maxAgeSeconds: 2_592_000 })}>
        Add an input
      </AddButton>
    </Section>
  );
}

const AddButton = ({ onAdd, children }: { onAdd(): void; children: ReactNode }) => (
  <div>
    <Button size="small" onClick={onAdd}>
      {children}
    </Button>
  </div>
);

const MATCHES = [
  ['first', 'the first case that holds'],
  ['highest', 'the case with most points'],
] as const;

function Factors({ definition, edit, text, onText }: PartProps & { text: string; onText(text: string): void }) {
  const inputs = objectsIn(definition.inputs);
  const factors = objectsIn(definition.factors);
  const add = adder(edit, 'factors', definition.factors);
  return (
    <Section title="Factors" isList={isPlainList(definition.factors)}>
      {factors.map((factor, index) => {
        const at = ['factors', index];
        const cases = objectsIn(factor.cases);
        const name = textIn(factor.label) || wordsOf(textIn(factor.key));
        return (
          <FormItem
            key={at.join('.')}
            summary={`${name}: ${cases.map(({ points }) => (typeof points === 'number' ? signed(points) : '?')).join(', ')}`}
            removeLabel={`Remove ${name}`}
            onRemove={() => edit(at, undefined)}
          >
            <div className="form-grid">
              <TextField label="Key" value={textIn(factor.key)} onText={(next) => edit([...at, 'key'], next)} />
              <TextField
                label="Label"
                value={textIn(factor.label)}
                onText={(next) => edit([...at, 'label'], next === '' ? null : next)}
              />
              <SelectField
                label="What counts"
                value={textIn(factor.match)}
                options={MATCHES}
                onValue={(next) => edit([...at, 'match'], next)}
              />
              <NumberField label="Weight" value={factor.weight} onValue={(next) => edit([...at, 'weight'], next)} />
              <NumberField
                isOptional
                label="Points without a case"
                value={factor.defaultPoints}
                onValue={(next) => edit([...at, 'defaultPoints'], next)}
              />
            </div>
            {cases.map((one, place) => {
              const where = [...at, 'cases', place];
              return (
                <fieldset key={where.join('.')} className="form-case">
                  <legend>Case {place + 1}</legend>
                  <Conditions path={[...where, 'all']} value={one.all} inputs={inputs} edit={edit} />
                  <div className="form-grid">
                    <NumberField
                      label="Points"
                      value={one.points}
                      onValue={(next) => edit([...where, 'points'], next)}
                    />
                  </div>
                  <div className="cluster">
                    {place > 0 && (
                      <Button size="small" onClick={() => onText(withSwapped(text, [...at, 'cases'], place - 1))}>
                        Try case {place + 1} earlier
                      </Button>
                    )}
                    {cases.length > 1 && (
                      <Button size="small" onClick={() => edit(where, undefined)}>
                        Remove case {place + 1}
                      </Button>
                    )}
                  </div>
                </fieldset>
              );
            })}
            <AddButton
              onAdd={() =>
                edit([...at, 'cases', cases.length], {
                  all: [{ input: textIn(inputs[0]?.key), operator: 'eq', value: '' }],
                  points: 0,
                })
              }
            >
              Add a case
            </AddButton>
          </FormItem>
        );
      })}
      <AddButton
        onAdd={() =>
          add({
            key: '',
            label: null,
            match: 'first',
            weight: 1,
            defaultPoints: 0,
            cases: [{ all: [{ input: textIn(inputs[0]?.key), operator: 'eq', value: '' }], points: 0 }],
          })
        }
      >
        Add a factor
      </AddButton>
    </Section>
  );
}

const DECISION_OPTIONS = DECISIONS.map((decision) => [decision, decisionWord(decision)] as const);

/** Sets a member of an effect, which may be absent. */
function EffectFields({ at, value, edit }: { at: readonly (string | number)[]; value: unknown; edit: Edit }) {
  const effect = objectIn(value);
  const set = (member: string, next: unknown) =>
    value === undefined
      ? edit([...at, 'effect'], { decision: 'none', actions: [], [member]: next })
      : edit([...at, 'effect', member], next);
  return (
    <>
      <SelectField
        label="Decision"
        value={DECISIONS.find((one) => one === effect.decision) ?? 'none'}
        options={DECISION_OPTIONS}
        onValue={(next) => set('decision', next)}
      />
      <NamesField
        label="Actions"
        hint="With commas between them."
        value={effect.actions}
        onValue={(next) => set('actions', next)}
      />
    </>
  );
}

function Bands({ definition, edit }: PartProps) {
  const bands = objectsIn(definition.bands);
  const add = adder(edit, 'bands', definition.bands);
  return (
    <Section title="Bands" isList={isPlainList(definition.bands)}>
      {bands.map((band, index) => {
        const at = ['bands', index];
        const id = textIn(band.id);
        const { decision } = objectIn(band.effect);
        const from = typeof band.from === 'number' ? shownNumber(band.from) : '?';
        return (
          <FormItem
            key={at.join('.')}
            summary={`${wordsOf(id) || 'Band'} from ${from}: ${decisionWord(textIn(decision))}`}
            removeLabel={`Remove ${id || 'the band'}`}
            onRemove={() => edit(at, undefined)}
          >
            <div className="form-grid">
              <TextField label="Id" value={id} onText={(next) => edit([...at, 'id'], next)} />
              <NumberField label="From" value={band.from} onValue={(next) => edit([...at, 'from'], next)} />
              <EffectFields at={at} value={band.effect} edit={edit} />
            </div>
          </FormItem>
        );
      })}
      <AddButton onAdd={() => add({ id: '', from: 0, effect: { decision: 'review', actions: [] } })}>
        Add a band
      </AddButton>
    </Section>
  );
}

function Rules({ definition, edit, swap }: PartProps) {
  const inputs = objectsIn(definition.inputs);
  const rules = objectsIn(definition.rules);
  const bands = objectsIn(definition.bands).map(({ id }) => textIn(id));
  const add = adder(edit, 'rules', definition.rules);
  return (
    <Section title="Rules" isList={isPlainList(definition.rules)}>
      {rules.map((rule, index) => {
        const at = ['rules', index];
        const key = textIn(rule.key);
        const forced = textIn(rule.forceBand);
        return (
          <FormItem
            key={at.join('.')}
            summary={`${wordsOf(key) || 'Rule'}: ${decisionWord(textIn(objectIn(rule.effect).decision) || 'none')}`}
            removeLabel={`Remove ${key || 'the rule'}`}
            onRemove={() => edit(at, undefined)}
            onUp={index > 0 ? () => swap('rules', index - 1) : undefined}
          >
            <Conditions path={[...at, 'all']} value={rule.all} inputs={inputs} edit={edit} />
            <div className="form-grid">
              <TextField label="Key" value={key} onText={(next) => edit([...at, 'key'], next)} />
              <TextField label="Reason" value={textIn(rule.reason)} onText={(next) => edit([...at, 'reason'], next)} />
              <EffectFields at={at} value={rule.effect} edit={edit} />
              <SelectField
                label="Band is at least"
                value={forced}
                options={[
                  ['', 'not forced'],
                  ...[...new Set([...bands, ...(forced ? [forced] : [])])].map((id) => [id, wordsOf(id)] as const),
                ]}
                onValue={(next) => edit([...at, 'forceBand'], next === '' ? null : next)}
              />
            </div>
          </FormItem>
        );
      })}
      <AddButton
        onAdd={() =>
          add({
            key: '',
            all: [{ input: textIn(inputs[0]?.key), operator: 'eq', value: '' }],
            reason: '',
            effect: { decision: 'review', actions: [] },
          })
        }
      >
        Add a rule
      </AddButton>
    </Section>
  );
}

const AGGREGATIONS = [
  ['sum', 'the points are added up'],
  ['maximum', 'the highest factor counts'],
] as const;

const MISSING = [
  ['review', 'leads to a review'],
  ['awaiting_evidence', 'is waited for'],
] as const;

const General = ({ definition, edit }: PartProps) => (
  <Section title="Score and review" isList>
    <div className="form-grid">
      <SelectField
        label="Score"
        value={textIn(definition.aggregation)}
        options={AGGREGATIONS}
        onValue={(next) => edit(['aggregation'], next)}
      />
      <SelectField
        label="Missing evidence"
        value={textIn(definition.missingEvidence)}
        options={MISSING}
        onValue={(next) => edit(['missingEvidence'], next)}
      />
      <NumberField
        isOptional
        label="At least"
        value={definition.floor}
        onValue={(next) => edit(['floor'], next ?? 0)}
      />
      <NumberField isOptional label="At most" value={definition.ceiling} onValue={(next) => edit(['ceiling'], next)} />
      <DurationField
        label="Review after"
        value={definition.reviewAfterSeconds}
        onValue={(seconds) => edit(['reviewAfterSeconds'], seconds)}
      />
    </div>
  </Section>
);
