import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, put } from '#shared/platform/http/route.ts';
import { twoPeople } from '#shared/platform/proposals.ts';
import { Document } from '../document.ts';
import { DocumentHoldChange, RetentionChange } from '../keeping.ts';

export const keepingRoutes = defineRoutes('documents', {
  setDocumentRetention: put('/documents/{id}/retention', 'admin', RetentionChange, Document, {
    summary: 'Lengthen the retention of a document',
    description:
      'The retention begins when the document is completed, declined or voided or has expired, and is set when it is sent ' +
      '(`retainDays`). Afterwards it can only be lengthened, until the document is deleted. The history records from ' +
      'what, by whom and why.',
    idempotency: 'optional',
    problems: {
      ...missing,
      not_sent: [409, 'The document is a draft. Send it with `retainDays`.'],
      retention_shorter: [409, 'The retention would be shorter than it is.'],
    },
    uses: { tables: { documents: ['GetItem', 'PutItem'] } },
  }),
  setDocumentHold: put('/documents/{id}/legal-hold', 'owner', DocumentHoldChange, Document, {
    summary: 'Place or release the legal hold of a document',
    description:
      'While a document is under a legal hold, its draft cannot be deleted and the end of its retention deletes nothing; ' +
      'only the deletion of the organization does, which a legal hold of the organization prevents. One owner places it. ' +
      'Releasing it takes as many people as releasing that of the organization: while a rule of `fourEyes` is on, or if the ' +
      'installation sets `organizationDeletion=two-persons`, the request accepts the open proposal of another owner or ' +
      'admin (`document_hold_release` of `POST /organization/proposals`) with `proposalId`. A request for what already is ' +
      'changes nothing.',
    idempotency: 'optional',
    problems: {
      ...missing,
      ...twoPeople,
      proposal_differs: [409, 'The proposal has other values.'],
    },
    uses: {
      tables: { documents: ['GetItem', 'PutItem'], identity: ['BatchGetItem', 'PutItem'] },
      organizationDeletion: true,
    },
  }),
});
