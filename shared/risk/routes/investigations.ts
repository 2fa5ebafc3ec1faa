import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { InvestigationRecord, InvestigationState, NewInvestigation } from '../investigation.ts';
import { AiSettings, NewAiSettings } from '../investigation-ai-settings.ts';
import { InvestigationReviewRecord, NewInvestigationReview } from '../investigation-review.ts';
import { missing } from './common.ts';

/** A closer look at a subject. */
export const investigationRoutes = defineRoutes('risk', {
  readInvestigationAiSettings: get('/risk/investigation-ai-settings', 'client', AiSettings, {
    summary: 'Read the AI settings',
    description: 'Consent belongs to the organization and one mode, like every resource.',
    uses: { tables: { risk: ['GetItem'] } },
  }),
  updateInvestigationAiSettings: post(
    '/risk/investigation-ai-settings',
    'owner',
    NewAiSettings,
    AiSettings,
    {
      summary: 'Update the AI settings',
      description:
        'Gives or withdraws consent to AI-assisted investigations in the mode of the request. The other mode keeps its own.',
      status: 200,
      uses: { tables: { risk: ['PutItem'] } },
    },
  ),
  startInvestigation: post(
    '/risk/subjects/{id}/investigations',
    'client',
    NewInvestigation,
    InvestigationRecord,
    {
      summary: 'Have a subject looked into, as it is known now',
      refusals: {
        ...missing,
        forbidden: [403, 'The owner has not consented to the assistance of a language model.'],
        unknown_assessment: [422, 'An assessment is not of this subject.'],
      },
      uses: {
        tables: {
          risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
          journal: ['Query', 'BatchGetItem'],
        },
        queues: ['investigations'],
      },
      memoryMb: 1024,
    },
  ),
  readInvestigationState: get('/risk/investigations/{id}/state', 'client', InvestigationState, {
    summary: 'Tell whether an investigation’s snapshot is out of date',
    refusals: missing,
    uses: { tables: { risk: ['GetItem', 'Query'], journal: ['Query', 'BatchGetItem'] } },
  }),
  reviewInvestigation: post(
    '/risk/investigations/{id}/reviews',
    'admin',
    NewInvestigationReview,
    InvestigationReviewRecord,
    {
      summary: 'Say what a person makes of a finding; changes no decision',
      refusals: {
        ...missing,
        investigation_not_completed: [409, 'The investigation has no findings yet, or failed.'],
        unknown_finding: [422, 'The investigation has no such finding.'],
      },
      uses: { tables: { risk: ['GetItem', 'PutItem'] } },
    },
  ),
});
