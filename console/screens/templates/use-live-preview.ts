import { useEffect, useRef, useState } from 'react';
import type { Api } from '../../api/client.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi } from '../../app.tsx';
import type { TextFinding } from './code-editor.tsx';
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

/** With a warm printer, the PDF follows within 300 ms of the last key. */
const REST_MS = 150;

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
  const isFirst = useRef(true);
  // An effect compares objects by identity.
  const named = JSON.stringify(images);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    // The outstanding answer is aborted; one that has arrived already must not be shown either.
    const show = (next: Partial<LivePreview>) => {
      if (!signal.aborted) setState((now) => ({ ...now, ...next }));
    };
    const ask = async () => {
      const parsed = parseSample(sample);
      if ('finding' in parsed) return show({ sampleFinding: parsed.finding, isWaiting: false });
      if (source.trim() === '') return show({ ...NOTHING, pdf: undefined });
      const body = {
        source,
        sampleData: parsed.data,
        pageSize,
        language: language || null,
        images: JSON.parse(named) as TemplateText['images'],
      };
      const [checked, printed] = await Promise.allSettled([
        api.documents.checkTemplate({ body, signal }),
        api.documents.previewTemplate({ body, signal }),
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
        ...(printed.status === 'fulfilled' && { pdf: printed.value }),
        ...(checked.status === 'fulfilled' &&
          findings.length === 0 && { roles: checked.value.signerRoles, fields: checked.value.fields }),
      });
    };
    setState((now) => ({ ...now, isWaiting: true }));
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : REST_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [api, source, sample, pageSize, language, named]);
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
