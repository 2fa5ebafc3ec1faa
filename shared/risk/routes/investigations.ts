import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { InvestigationRecord, InvestigationState, NewInvestigation } from '../investigation.ts';
import { AiSettings, NewAiSettings } from '../investigation-ai-settings.ts';
import { InvestigationReviewRecord, NewInvestigationReview } from '../investigation-review.ts';

export const investigationRoutes = defineRoutes('risk', {
  readInvestigationAiSettings: get('/risk/investigation-ai-settings', 'client', AiSettings, {
    summary: 'Read the AI settings',
    description: 'Consent applies to the organization in one mode.',
    uses: { tables: { risk: ['GetItem'] } },
  }),
  updateInvestigationAiSettings: post('/risk/investigation-ai-settings', 'owner', NewAiSettings, AiSettings, {
    summary: 'Update the AI settings',
    description:
      'Gives or withdraws consent to AI-assisted investigations in the mode of the request. The other mode ' +
      'keeps its own.',
    status: 200,
    uses: { tables: { risk: ['PutItem'] } },
  }),
  startInvestigation: post('/risk/subjects/{id}/investigations', 'client', NewInvestigation, InvestigationRecord, {
    summary: 'Start an investigation',
    problems: {
      ...missing,
      ai_consent_required: [
        403,
        'The owner has not consented to AI-assisted investigations in this mode. Consent with `POST /risk/investigation-ai-settings`.',
      ],
      ai_unavailable: [409, 'This installation has no AI model. Use `assistance` `none`.'],
      unknown_assessment: [422, 'An assessment does not belong to this subject.'],
      spending_limit: [
        429,
        'The organization has used its AI-assisted investigations or its tokens of the AI model of today (UTC).',
      ],
    },
    uses: {
      tables: {
        risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
        journal: ['Query', 'BatchGetItem'],
        identity: ['GetItem', 'PutItem', 'UpdateItem'],
      },
      spendingLimits: true,
      modelName: true,
      queues: ['investigations'],
    },
    memoryMb: 1024,
  }),
  readInvestigationState: get('/risk/investigations/{id}/state', 'client', InvestigationState, {
    summary: 'Read the state of an investigation',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'Query'], journal: ['Query', 'BatchGetItem'] } },
  }),
  reviewInvestigation: post(
    '/risk/investigations/{id}/reviews',
    'admin',
    NewInvestigationReview,
    InvestigationReviewRecord,
    {
      summary: 'Review a finding',
      description: 'All reviews of a finding are kept. The console shows the latest.',
      problems: {
        ...missing,
        investigation_not_completed: [409, 'The investigation is not completed.'],
        unknown_finding: [422, 'The finding does not exist in this investigation.'],
      },
      uses: { tables: { risk: ['GetItem', 'PutItem'] } },
    },
  ),
});
