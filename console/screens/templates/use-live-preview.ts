import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi } from '../../app.tsx';
import type { TextFinding } from '../../parts/code-editor.tsx';
import { useAskedAtRest } from '../../parts/use-asked-at-rest.ts';
import { parseSample, type TemplateText } from './template-draft.ts';

type Check = Awaited<ReturnType<Api['documents']['checkTemplate']>>;

export interface LivePreview {
  /** The latest PDF that could be printed; it stays while the text has findings. */
  pdf: Uint8Array | undefined;
  roles: Check['signerRoles'];
  fields: Check['fields'];
  findings: readonly TextFinding[];
  sampleFinding: TextFinding | undefined;
  /** A failure that is no finding, such as a lost connection. */
  error: unknown;
  /** An answer to the text as it is now is outstanding. */
  isWaiting: boolean;
}

const NOTHING: LivePreview = {
  pdf: undefined,
  roles: [],
  fields: [],
  findings: [],
  sampleFinding: undefined,
  error: undefined,
  isWaiting: false,
};

/** The PDF, roles, fields and findings of a text, once it rests. Answers to earlier texts are dropped. */
export function useLivePreview({ source, sample, pageSize, language, images }: TemplateText): LivePreview {
  const api = useApi();
  const [state, setState] = useState(NOTHING);
  const change = (next: Partial<LivePreview>) => setState((now) => ({ ...now, ...next }));
  const ask = async (_about: string, signal: AbortSignal) => {
    // The outstanding answer is aborted; one that has arrived already must not be shown either.
    const show = (next: Partial<LivePreview>) => {
      if (!signal.aborted) change(next);
    };
    const parsed = parseSample(sample);
    if ('finding' in parsed) return show({ sampleFinding: parsed.finding, isWaiting: false });
    if (source.trim() === '') return show(NOTHING);
    const body = { source, sampleData: parsed.data, pageSize, language: language || null, images };
    const [checked, printed] = await Promise.allSettled([
      api.documents.checkTemplate({ body, signal }),
      api.documents.previewTemplate({ body, signal }).then((pdf) => {
        // A source that was printed has no findings. Its roles may take longer.
        show({ pdf, findings: [], sampleFinding: undefined });
      }),
    ]);
    const findings = checked.status === 'fulfilled' ? checked.value.findings : [];
    const refused = printed.status === 'rejected' ? findingsIn(printed.reason) : [];
    const failed = [checked, printed].find(
      (answer) => answer.status === 'rejected' && findingsIn(answer.reason).length === 0,
    );
    show({
      sampleFinding: undefined,
      isWaiting: false,
      findings: refused.length > 0 ? refused : findings,
      error: failed?.status === 'rejected' ? failed.reason : undefined,
      ...(checked.status === 'fulfilled' &&
        findings.length === 0 && { roles: checked.value.signerRoles, fields: checked.value.fields }),
    });
  };
  const about = JSON.stringify([source, sample, pageSize, language, images]);
  useAskedAtRest(about, { wait: () => change({ isWaiting: true }), ask });
  return state;
}

/** `source:3:14` of a refusal. */
export function findingsIn(error: unknown): TextFinding[] {
  if (!isProblem(error)) return [];
  return error.issues.flatMap(({ path, message }) => {
    const [, line, column] = /^source:(\d+):(\d+)$/.exec(path) ?? [];
    return line && column ? [{ line: Number(line), column: Number(column), message }] : [];
  });
}
