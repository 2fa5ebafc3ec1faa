import * as z from 'zod';
import { VerificationDecision } from '#shared/risk/contract.ts';
import { RunOutcome } from './run.ts';

/** The webhook payloads of this module: ids and outcomes, no outputs and no reasons. */
const sessionId = z.uuid().meta({ examples: ['019ced2c-8000-7000-8000-5d3c2b1a0f00'] });

export const verificationNotifications = {
  'verification.run.completed': z.object({
    subjectId: z
      .uuid()
      .nullable()
      .describe('The risk subject of the session, if any.')
      .meta({ examples: ['019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00'] }),
    resourceId: z.uuid().describe('The attempt.'),
    sessionId,
    outcome: RunOutcome,
  }),
  'verification.decision.recorded': z.object({
    subjectId: z.uuid(),
    resourceId: z.uuid().describe('The decision.'),
    sessionId,
    runId: z
      .uuid()
      .describe('The attempt.')
      .meta({ examples: ['019ced2c-9000-7000-8000-5d3c2b1a0f00'] }),
    decision: VerificationDecision,
  }),
};
