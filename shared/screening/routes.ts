import { assuranceRoutes } from './routes/assurance.ts';
import { attestationRoutes } from './routes/attestations.ts';
import { batchMappingRoutes } from './routes/batch-mappings.ts';
import { batchWatchRoutes } from './routes/batch-watches.ts';
import { batchRoutes } from './routes/batches.ts';
import { listRoutes } from './routes/lists.ts';
import { lookBackRoutes } from './routes/look-backs.ts';
import { matchRoutes } from './routes/matches.ts';
import { profileRoutes } from './routes/profiles.ts';
import { rememberedRoutes } from './routes/remembered-decisions.ts';
import { runRoutes } from './routes/runs.ts';
import { watchRoutes } from './routes/watches.ts';

/** All routes of the module. */
export const screeningRoutes = {
  ...listRoutes,
  ...runRoutes,
  ...batchRoutes,
  ...batchMappingRoutes,
  ...matchRoutes,
  ...profileRoutes,
  ...watchRoutes,
  ...batchWatchRoutes,
  ...assuranceRoutes,
  ...lookBackRoutes,
  ...rememberedRoutes,
  ...attestationRoutes,
};
