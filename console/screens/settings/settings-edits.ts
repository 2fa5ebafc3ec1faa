import type { Api } from '../../api/client.ts';
import { deadlineRows, deadlinesFrom, deadlinesInWords } from './deadline-rows.ts';
import { reasonsFrom, reasonsInWords, rowsOf } from './reason-rows.ts';

/** Unsaved input of the settings form, field by field, so that two people can edit different fields. */
export type SettingsRecord = Awaited<ReturnType<Api['organization']['readSettings']>>;
type Update = NonNullable<Parameters<Api['organization']['updateSettings']>[0]['body']>;

const FIELDS = ['name', 'deadlines', 'reasons', 'subjectLink', 'highestReviewScore'] as const;
export type Field = (typeof FIELDS)[number];

export const LABELS: Record<Field, string> = {
  name: 'Name',
  deadlines: 'Deadlines',
  reasons: 'Reasons for decisions',
  subjectLink: 'Link to a subject in your system',
  highestReviewScore: 'Highest review score of screenings',
};

/** Rows as the text of one field, which is compared to find out who has changed it. */
export const rowsAsText = (rows: readonly object[]) => JSON.stringify(rows);
export const rowsFromText = <Row>(text: string): readonly Row[] => JSON.parse(text);

/** What a person typed, and what the field showed when they began. */
export type Edits = Partial<Record<Field, { text: string; from: string }>>;

/** The settings as the fields of the form show them. */
export const textsOf = ({
  name,
  deadlines,
  reasons,
  subjectLink,
  highestReviewScore,
}: SettingsRecord): Record<Field, string> => ({
  name: name ?? '',
  deadlines: rowsAsText(deadlineRows(deadlines)),
  reasons: rowsAsText(rowsOf(reasons)),
  subjectLink: subjectLink ?? '',
  highestReviewScore: highestReviewScore === null ? '' : String(highestReviewScore),
});

/** What a field has in the stored settings, in words. */
export function shownIn(settings: SettingsRecord, field: Field): string {
  if (field === 'deadlines') return deadlinesInWords(settings.deadlines) || 'none';
  if (field !== 'reasons') return textsOf(settings)[field] || 'none';
  return Object.entries(reasonsInWords(settings.reasons))
    .map(([label, words]) => `${label}: ${words}`)
    .join('. ');
}

/** A field that says again what is stored is not edited. */
export function withEdit(edits: Edits, field: Field, { text, from }: { text: string; from: string }): Edits {
  const others = Object.entries(edits).filter(([name]) => name !== field);
  return Object.fromEntries(text === from ? others : [...others, [field, { text, from }]]);
}

/** Fields that this person edited and another one has changed meanwhile to something else. */
export function conflictsIn(edits: Edits, latest: SettingsRecord): Field[] {
  const stored = textsOf(latest);
  return FIELDS.filter((field) => {
    const edit = edits[field];
    return edit !== undefined && edit.from !== stored[field] && edit.text !== stored[field];
  });
}

/** Only what this person changed; the service leaves everything else as it is. */
export function updateOf(edits: Edits, latest: SettingsRecord): Update {
  const { name, deadlines, reasons, subjectLink, highestReviewScore } = edits;
  return {
    expectedRevision: latest.revision,
    ...(name && { name: name.text.trim() || null }),
    ...(deadlines && { deadlines: deadlinesFrom(rowsFromText(deadlines.text)) }),
    ...(reasons && { reasons: reasonsFrom(rowsFromText(reasons.text)) }),
    ...(subjectLink && { subjectLink: subjectLink.text.trim() || null }),
    ...(highestReviewScore && {
      highestReviewScore: highestReviewScore.text.trim() === '' ? null : Number(highestReviewScore.text),
    }),
  };
}
