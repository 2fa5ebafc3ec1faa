import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi } from '../../app.tsx';
import { variableIn } from '../../domain/template-variables.ts';
import { useAskedAtRest } from '../../parts/use-asked-at-rest.ts';

export interface TemplatePreview {
  /** The latest PDF that could be printed. */
  pdf: Uint8Array | undefined;
  /** The first finding about each variable; in a bundle its name follows `templates.1.`. */
  faults: ReadonlyMap<string, string>;
  /** Findings about no single variable. */
  others: readonly string[];
  error: unknown;
  isWaiting: boolean;
}

const NOTHING: TemplatePreview = {
  pdf: undefined,
  faults: new Map(),
  others: [],
  error: undefined,
  isWaiting: false,
};

/** The PDF of a revision with data, once the data rests. Answers to earlier data are dropped. */
export const useTemplatePreview = (
  { id, revision, isOn }: { id: string; revision: number; isOn: boolean },
  data: Readonly<Record<string, unknown>>,
): TemplatePreview => usePrints([{ templateId: id, revision, templateData: data }], isOn);

interface PrintedTemplate {
  templateId: string;
  revision: number;
  templateData: Readonly<Record<string, unknown>>;
}

/** The PDF of templates with data, printed as one document, once the data rests. */
export function usePrints(templates: readonly PrintedTemplate[], isOn: boolean): TemplatePreview {
  const api = useApi();
  const [state, setState] = useState(NOTHING);
  const ask = async (about: string, signal: AbortSignal) => {
    const show = (next: Partial<TemplatePreview>) => {
      if (!signal.aborted) setState((now) => ({ ...now, ...next, isWaiting: false }));
    };
    try {
      show({ ...NOTHING, pdf: await printed(api, JSON.parse(about), signal) });
    } catch (error) {
      show(refusedIn(error));
    }
  };
  const wait = () => setState((now) => ({ ...now, isWaiting: true }));
  useAskedAtRest(JSON.stringify(templates), { isOn, wait, ask });
  return state;
}

function printed(api: Api, templates: PrintedTemplate[], signal: AbortSignal) {
  const [only, ...others] = templates;
  if (!only || others.length > 0) return api.documents.generateBundle({ body: { templates }, signal });
  const { templateId, ...body } = only;
  return api.documents.generatePdf({ params: { id: templateId }, body, signal });
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
