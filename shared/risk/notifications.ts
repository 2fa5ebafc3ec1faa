import { Timestamp } from '@assay/foundation';
import * as z from 'zod';

/** Payload of each webhook event: the changed record and its subject, nothing else. */
const ofSubject = (resource: string) =>
  z.object({
    subjectId: z.uuid(),
    resourceId: z.uuid().meta({
      description: resource,
      examples: ['019ced2c-5000-7000-8000-5d3c2b1a0f00'],
    }),
  });

const ofPolicy = z.object({
  subjectId: z.null().describe('Always null: policies have no subject.'),
  resourceId: z.uuid().describe('The policy version.'),
});

export const riskNotifications = {
  'risk.subject.created': z.object({
    subjectId: z.uuid(),
    resourceId: z.uuid().describe('The subject.'),
  }),
  'risk.policy.created': ofPolicy,
  'risk.policy.published': ofPolicy,
  'risk.policy.retired': ofPolicy,
  'risk.activity.reported': ofSubject('The event that contains the activity.'),
  'risk.evidence.recorded': ofSubject('The receipt.'),
  'risk.evidence.batch_recorded': ofSubject('The batch.'),
  'risk.assessment.created': ofSubject('The assessment; read its state.'),
  'risk.action.requested': ofSubject('The action.'),
  'risk.action.transitioned': ofSubject('The action.'),
  'risk.assignment.changed': z.object({
    subjectId: z.uuid(),
    resourceId: z.uuid().describe('The subject.'),
  }),
  'risk.override.created': ofSubject('The override.'),
  'risk.override.revoked': ofSubject('The override.'),
  'risk.override.carried': ofSubject('The override on the newer assessment.'),
  'risk.outcome.recorded': ofSubject('The outcome.'),
  'risk.outcome.withdrawn': ofSubject('The outcome.'),
  'risk.review.due': ofSubject('The assessment that requested the actions of the review.'),
  'risk.review.overdue': ofSubject('The same assessment.'),
  'work.requested': ofSubject('The request.'),
  'work.answered': ofSubject('The request.'),
  'risk.investigation.finished': ofSubject('The investigation.').extend({
    status: z.enum(['completed', 'failed']),
  }),
  'risk.backtest.completed': z.object({
    subjectId: z.null().describe('Always null: a backtest is about many subjects.'),
    resourceId: z.uuid().describe('The backtest.'),
  }),
  'audit.root.sealed': z.object({
    subjectId: z.null().describe('Always null: a root has no subject.'),
    resourceId: z.uuid().describe('The root.'),
    treeSize: z.int(),
    root: z
      .string()
      .describe('Root of the audit log, to be stored outside the service.')
      .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
    upTo: Timestamp.describe('Events whose ids have a time before this are sealed.'),
    sealedAt: Timestamp,
  }),
};
