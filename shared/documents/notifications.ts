import * as z from 'zod';
import { DELIVERY_REASONS } from './email-delivery.ts';

/** Webhook payload of a document event: ids and hashes, never a name, an address or a value. */
const about = {
  subjectId: z.null().describe('Always null: documents have no risk subject.'),
  resourceId: z.uuid().describe('The document.'),
  documentId: z.uuid().describe('The document.'),
};
const signerId = z.uuid().meta({ examples: ['019ced2d-1f00-7a00-8a00-6f1c2b9a4e00'] });
const sessionId = z
  .uuid()
  .describe('The verification session.')
  .meta({ examples: ['019ced2d-1f00-7a00-8a00-6f1c2b9a4e02'] });
const fieldId = z.uuid().meta({ examples: ['019ced2d-1f00-7a00-8a00-6f1c2b9a4e01'] });
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] });

export const documentNotifications = {
  'document.sent': z.object(about),
  'document.viewed': z.object({ ...about, signerId }),
  'document.field_filled': z.object({ ...about, signerId, fieldId }),
  'document.signed': z.object({ ...about, signerId }),
  'document.approved': z.object({ ...about, signerId }),
  'signer.delegated': z.object({ ...about, signerId }),
  'document.completed': z.object({
    ...about,
    sha256: sha256.describe('Of the sealed file.'),
  }),
  'document.declined': z.object({ ...about, signerId }),
  'signer.email_bounced': z.object({ ...about, signerId, reason: z.enum(DELIVERY_REASONS) }),
  'signer.email_complained': z.object({ ...about, signerId, reason: z.enum(DELIVERY_REASONS) }),
  'signer.identity_verified': z.object({ ...about, signerId }),
  'signer.identity_check_requested': z.object({ ...about, signerId, sessionId }),
  'signer.identity_check_approved': z.object({ ...about, signerId, sessionId }),
  'signer.identity_name_differs': z.object({ ...about, signerId, sessionId }),
  'document.voided': z.object(about),
  'document.expired': z.object(about),
  'document.retention_ended': z.object({
    ...about,
    sha256: sha256.describe('Of the original.'),
    finalSha256: sha256.nullable().describe('Of the sealed file; null if it was never sealed.'),
  }),
};
