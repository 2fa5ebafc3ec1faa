import type * as z from 'zod';
import type { NewEvent } from '#shared/platform/change.ts';
import type { documentNotifications } from './notifications.ts';

type Announced = keyof typeof documentNotifications;
type EventPayload<Type extends Announced> = z.infer<(typeof documentNotifications)[Type]>;

/** Events of a document and their payloads. */
export const documentEvent = <Type extends Announced>(
  type: Type,
  { id }: { id: string },
  details: Omit<EventPayload<Type>, 'subjectId' | 'resourceId' | 'documentId'>,
  about: Pick<NewEvent, 'reason' | 'details'> = {},
): NewEvent => ({
  type,
  resource: 'documents',
  resourceId: id,
  subjectId: null,
  announced: true,
  payload: { documentId: id, ...details },
  ...about,
});

/** Recorded in the history only. */
export const quietDocumentEvent = (
  type:
    | 'document.created'
    | 'document.renamed'
    | 'document.signer_corrected'
    | 'document.email_reported'
    | 'document.link_requested'
    | 'document.signer_reminded'
    | 'document.sending_changed'
    | 'document.retention_changed'
    | 'document.legal_hold.placed'
    | 'document.legal_hold.released'
    | 'document.deleted',
  { id }: { id: string },
  about: Pick<NewEvent, 'details' | 'reason'> = {},
): NewEvent => ({ type, resource: 'documents', resourceId: id, subjectId: null, announced: false, ...about });

/** Recorded in the history only. */
export const templateEvent = (
  type: 'template.created' | 'template.updated' | 'template.renamed' | 'template.deleted',
  template: { id: string; revision: number; sourceHash: string },
): NewEvent => ({
  type,
  resource: 'templates',
  resourceId: template.id,
  subjectId: null,
  announced: false,
  details: { revision: template.revision, sourceHash: template.sourceHash },
});
