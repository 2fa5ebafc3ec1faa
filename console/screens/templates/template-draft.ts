import type { Api } from '../../api/client.ts';
import { useStoredDraft } from '../../parts/stored-draft.ts';
import type { TemplateImages } from './images-card.tsx';

export type TemplateRecord = Awaited<ReturnType<Api['documents']['readTemplate']>>;

/** What an author edits. Sample data is text until it is sent, so that half-typed JSON is not lost. */
export interface TemplateText {
  name: string;
  source: string;
  sample: string;
  pageSize: 'A4' | 'Letter';
  language: string;
  /** Digests by name. */
  images: TemplateImages;
}

/** A text with the revision that it is based on; a new template has none. */
export interface TemplateDraft {
  text: TemplateText;
  base: { revision: number; text: TemplateText } | null;
}

export const textOf = ({ name, source, sampleData, pageSize, language, images }: TemplateRecord): TemplateText => ({
  name,
  source: source ?? '',
  sample: JSON.stringify(sampleData, null, 2),
  pageSize: pageSize ?? 'A4',
  language: language ?? '',
  images,
});

export const draftOf = (template: TemplateRecord): TemplateDraft => {
  const text = textOf(template);
  return { text, base: { revision: template.revision, text } };
};

export const isChanged = ({ text, base }: TemplateDraft) =>
  JSON.stringify(text) !== JSON.stringify(base?.text ?? EMPTY_TEXT);

export const EMPTY_TEXT: TemplateText = {
  name: '',
  source: '',
  sample: '{}',
  pageSize: 'A4',
  language: '',
  images: {},
};

/** Unsaved text is that of one person, mode and template. */
export function useTemplateDraft(key: string, initial: TemplateDraft) {
  const { changeDraft, ...stored } = useStoredDraft(key, initial, isChanged);
  const { text, base } = stored.draft;
  return {
    ...stored,
    // A draft that was stored before templates had images has none.
    draft: { text: withImages(text), base: base && { ...base, text: withImages(base.text) } },
    setText: (change: Partial<TemplateText>) =>
      changeDraft((draft) => ({ ...draft, text: { ...draft.text, ...change } })),
  };
}

const withImages = (text: TemplateText): TemplateText => ({ ...EMPTY_TEXT, ...text });

/** Sample data, or where the text is no JSON. */
export function parseSample(
  text: string,
): { data: Record<string, unknown> } | { finding: { line: number; column: number; message: string } } {
  try {
    const data: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { data: { ...data } };
    return { finding: { line: 1, column: 1, message: 'Sample data is a JSON object: { "name": "value" }.' } };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const before = text.slice(0, position).split('\n');
    return {
      finding: {
        line: line ? Number(line) : before.length,
        column: column ? Number(column) : (before.at(-1)?.length ?? 0) + 1,
        message: 'The sample data is not valid JSON.',
      },
    };
  }
}
