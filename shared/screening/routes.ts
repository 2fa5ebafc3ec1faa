import { batchRoutes } from './routes/batches.ts';
import { listRoutes } from './routes/lists.ts';
import { matchRoutes } from './routes/matches.ts';
import { profileRoutes } from './routes/profiles.ts';
import { runRoutes } from './routes/runs.ts';

/** All routes of the module. */
export const screeningRoutes = { ...listRoutes, ...runRoutes, ...batchRoutes, ...matchRoutes, ...profileRoutes };
