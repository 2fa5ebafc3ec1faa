import { actionRoutes } from './routes/actions.ts';
import { assessmentRoutes } from './routes/assessments.ts';
import { auditRoutes } from './routes/audit.ts';
import { backtestRoutes } from './routes/backtests.ts';
import { contextRoutes } from './routes/contexts.ts';
import { countRoutes } from './routes/counts.ts';
import { evidenceRoutes } from './routes/evidence.ts';
import { investigationRoutes } from './routes/investigations.ts';
import { journeyRoutes } from './routes/journey.ts';
import { monitoringRoutes } from './routes/monitoring.ts';
import { noteRoutes } from './routes/notes.ts';
import { noticeRoutes } from './routes/notices.ts';
import { outcomeRoutes } from './routes/outcomes.ts';
import { overrideRoutes } from './routes/overrides.ts';
import { policyRoutes } from './routes/policies.ts';
import { recordRoutes } from './routes/records.ts';
import { requestRoutes } from './routes/requests.ts';
import { rolloutRoutes } from './routes/rollouts.ts';
import { shadowRoutes } from './routes/shadows.ts';
import { sourceRoutes } from './routes/sources.ts';
import { statisticsRoutes } from './routes/statistics.ts';
import { subjectRoutes } from './routes/subjects.ts';
import { verifiedRoutes } from './routes/verification.ts';

/**
 * All routes of the module. A function imports only the routes of its topic, to keep its bundle
 * small.
 */
export const riskRoutes = {
  ...policyRoutes,
  ...rolloutRoutes,
  ...backtestRoutes,
  ...shadowRoutes,
  ...statisticsRoutes,
  ...sourceRoutes,
  ...subjectRoutes,
  ...noteRoutes,
  ...requestRoutes,
  ...noticeRoutes,
  ...evidenceRoutes,
  ...verifiedRoutes,
  ...monitoringRoutes,
  ...assessmentRoutes,
  ...overrideRoutes,
  ...outcomeRoutes,
  ...actionRoutes,
  ...contextRoutes,
  ...journeyRoutes,
  ...investigationRoutes,
  ...countRoutes,
  ...auditRoutes,
  ...recordRoutes,
};
