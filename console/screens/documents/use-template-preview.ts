import { useEffect, useRef, useState } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useApi } from '../../app.tsx';
import { variableIn } from '../../domain/template-variables.ts';

export interface TemplatePreview {
  /** The latest PDF that could be printed. */
  pdf: Uint8Array | undefined;
  /** The first finding about each variable. */
  faults: ReadonlyMap<string, string>;
  /** Findings about no single variable. */
  others: readonly string[];
  error: unknown;
  isWaiting: boolean;
}

/** With a warm printer, the PDF follows within 300 ms of the last key. */
const REST_MS = 150;

const NOTHING: TemplatePreview = {
  pdf: undefined,
  faults: new Map(),
  others: [],
  error: undefined,
  isWaiting: false,
};

/** The PDF of a revision with data, once the data rests. Answers to earlier data are dropped. */
export function useTemplatePreview(
  { id, revision, isOn }: { id: string; revision: number; isOn: boolean },
  data: Readonly<Record<string, unknown>>,
): TemplatePreview {
  const api = useApi();
  const [state, setState] = useState(NOTHING);
  const isFirst = useRef(true);
  const text = JSON.stringify(data);
  useEffect(() => {
    if (!isOn) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (next: Partial<TemplatePreview>) => {
      if (!signal.aborted) setState((now) => ({ ...now, ...next, isWaiting: false }));
    };
    const ask = async () => {
      try {
        const body = { templateData: JSON.parse(text) as Record<string, unknown>, revision };
        const pdf = await api.documents.generatePdf({ params: { id }, body, signal });
        show({ ...NOTHING, pdf });
      } catch (error) {
        show(refusedIn(error));
      }
    };
    setState((now) => ({ ...now, isWaiting: true }));
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : REST_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [api, id, revision, isOn, text]);
  return state;
}

/** Findings of a refusal by variable; anything else is a failure. */
export function refusedIn(error: unknown): Pick<TemplatePreview, 'faults' | 'others' | 'error'> {
  if (!isProblem(error) || error.issues.length === 0) return { faults: new Map(), others: [], error };
  const named = error.issues.map((issue) => ({ variable: variableIn(issue), message: issue.message }));
  return {
    faults: new Map(
      named.flatMap(({ variable, message }) => (variable ? [[variable, message] as const] : [])).toReversed(),
    ),
    others: named.flatMap(({ variable, message }) => (variable ? [] : [message])),
    error: undefined,
  };
}
