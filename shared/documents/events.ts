import type { NewEvent } from '#shared/platform/change.ts';

/** What happened to a document. Subscribers are told ids and hashes: never a name, an address or a value. */
export const documentEvent = (
  type: `document.${string}`,
  document: { id: string },
  {
    announced = true,
    ...told
  }: Partial<Pick<NewEvent, 'payload' | 'details' | 'reason' | 'announced'>> = {},
): NewEvent => ({
  type,
  resource: 'documents',
  resourceId: document.id,
  subjectId: null,
  announced,
  ...told,
  payload: { documentId: document.id, ...told.payload },
});

/** Kept in the history alone. */
export const templateEvent = (
  type: 'template.created' | 'template.updated',
  template: { id: string; revision: number; sourceHash: string },
): NewEvent => ({
  type,
  resource: 'templates',
  resourceId: template.id,
  subjectId: null,
  announced: false,
  details: { revision: template.revision, sourceHash: template.sourceHash },
});
