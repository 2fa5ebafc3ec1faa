import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useApi } from '../../app.tsx';
import { type Effect, effectOf, type PastAssessment, scenariosOf } from '../../domain/policy-effect.ts';
import type { Definition } from '../../domain/policy-sentences.ts';
import type { TextFinding } from '../../parts/code-editor.tsx';
import { offsetOf, parseJson, placeIn } from '../../parts/json-text.ts';
import { useAskedAtRest } from '../../parts/use-asked-at-rest.ts';
import { type Coverage, commonTo } from './coverage-words.ts';
import type { Scenario } from './lab-draft.ts';

type Simulation = Awaited<ReturnType<Api['risk']['simulatePolicy']>>;
export type TestedScenario = Simulation['results'][number];

export interface LabFinding extends TextFinding {
  code: string;
}

export interface LabChecks {
  findings: readonly LabFinding[];
  /** As the service understands the text; undefined while it has errors. */
  normalized: Definition | undefined;
  /** The latest ones that could be calculated; they stay while the text has errors. */
  effect: Effect | undefined;
  milliseconds: number | undefined;
  tests: readonly TestedScenario[];
  unreached: Coverage | undefined;
  /** The definition that `tests` and `unreached` are about. */
  tested: Definition | undefined;
  effectError: unknown;
  testsError: unknown;
  error: unknown;
  isWaiting: boolean;
}

const NOTHING: LabChecks = {
  findings: [],
  normalized: undefined,
  effect: undefined,
  milliseconds: undefined,
  tests: [],
  unreached: undefined,
  tested: undefined,
  effectError: undefined,
  testsError: undefined,
  error: undefined,
  isWaiting: false,
};

/** One simulation takes as many. */
const SCENARIOS_AT_ONCE = 50;

/** A draft may have them. They are refused when it is published. */
export const isRefusedAtPublication = ({ code, isWarning }: LabFinding) => !isWarning && code === 'undocumented_value';

/** Findings, effect and tests of a text once it rests. Answers to earlier texts are dropped. */
export function useLabChecks(about: {
  key: string;
  text: string;
  scenarios: readonly Scenario[];
  past: readonly PastAssessment[] | undefined;
  /** Counts what a person asked for again. */
  run: number;
}): LabChecks {
  const { key, text, scenarios, past } = about;
  const api = useApi();
  const [state, setState] = useState(NOTHING);
  const ask = async (_about: string, signal: AbortSignal) => {
    const show = (next: Partial<LabChecks>) => {
      if (!signal.aborted) setState((now) => ({ ...now, ...next }));
    };
    const parsed = parseJson(text);
    if (!parsed.root) {
      const { offset, message } = parsed.fault;
      return show({ ...unchecked(text, offset, message) });
    }
    const { root } = parsed;
    if (typeof root.value !== 'object' || root.value === null || Array.isArray(root.value))
      return show({ ...unchecked(text, root.start, 'A policy is a JSON object.') });
    const definition = { ...root.value } as Record<string, unknown>;
    try {
      const checked = await api.risk.validatePolicy({ body: { key: key || 'policy', definition }, signal });
      const findings = [
        ...checked.errors.map((issue) => ({ ...issue, isWarning: false })),
        ...checked.warnings.map((issue) => ({ ...issue, isWarning: true })),
      ].map(({ path, code, message, isWarning }) => ({
        ...placeIn(text, offsetOf(root, path)),
        code,
        message,
        isWarning,
      }));
      const { normalized } = checked;
      if (!normalized) return show({ findings, normalized: undefined, error: undefined, isWaiting: false });
      show({ findings, normalized, error: undefined });
      await Promise.all([
        effect(api, signal, normalized, past).then(
          (answer) => show({ ...answer, effectError: undefined }),
          (effectError: unknown) => show({ effectError }),
        ),
        tests(api, signal, normalized, scenarios).then(
          (answer) => show({ ...answer, tested: normalized, testsError: undefined }),
          (testsError: unknown) => show({ testsError }),
        ),
      ]);
      show({ isWaiting: false });
    } catch (error) {
      show({ error, isWaiting: false });
    }
  };
  useAskedAtRest(JSON.stringify([key, text, scenarios, past?.[0]?.id, past?.length, about.run]), {
    wait: () => setState((now) => ({ ...now, isWaiting: true })),
    ask,
  });
  return state;
}

const unchecked = (text: string, offset: number, message: string): Partial<LabChecks> => ({
  findings: [{ ...placeIn(text, offset), code: 'invalid_json', message }],
  normalized: undefined,
  error: undefined,
  isWaiting: false,
});

async function effect(
  api: Api,
  signal: AbortSignal,
  definition: Definition,
  past: readonly PastAssessment[] | undefined,
): Promise<Pick<LabChecks, 'effect' | 'milliseconds'>> {
  if (!past || past.length === 0) return { effect: undefined, milliseconds: undefined };
  const began = performance.now();
  const { results } = await api.risk.simulatePolicy({
    body: { definition: { ...definition }, scenarios: scenariosOf(past) },
    signal,
  });
  return {
    effect: effectOf(past, results, definition.inputs),
    milliseconds: Math.round(performance.now() - began),
  };
}

async function tests(
  api: Api,
  signal: AbortSignal,
  definition: Definition,
  scenarios: readonly Scenario[],
): Promise<Pick<LabChecks, 'tests' | 'unreached'>> {
  const answers: Simulation[] = [];
  for (let at = 0; at < scenarios.length; at += SCENARIOS_AT_ONCE)
    answers.push(
      await api.risk.simulatePolicy({
        body: {
          definition: { ...definition },
          scenarios: scenarios.slice(at, at + SCENARIOS_AT_ONCE),
          coverage: true,
        },
        signal,
      }),
    );
  return {
    tests: answers.flatMap(({ results }) => results),
    unreached: commonTo(answers.flatMap(({ unreached }) => unreached ?? [])),
  };
}
