import { randomUUID } from 'node:crypto';
import { fullPath, functionFile } from '../../../shared/platform/http/route.ts';
import { allRoutes } from '../../../shared/routes.ts';
import { type Gateway, routerOf, startGateway } from '../../local-aws/index.ts';

/** The routes of the service behind HTTP on a free port, in this process. */
export async function serveRoutes(): Promise<Gateway> {
  const gateway = await startGateway(0);
  gateway.serve({
    router: routerOf(
      allRoutes.map((route) => ({
        key: `${route.method} ${fullPath(route)}`,
        functionName: functionFile(route),
      })),
    ),
    invoke: async (file, event) => {
      const { handler } = await import(/* @vite-ignore */ `../../../functions/${file}`);
      const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 30_000 };
      return handler(event, context);
    },
    local: () => undefined,
  });
  return gateway;
}
