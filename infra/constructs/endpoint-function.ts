import type { Construct } from 'constructs';
import { needsCredential, type Route } from '#shared/platform/http/route.ts';
import { usesOfRoute } from '../grants.ts';
import type { ServiceWithIssuer } from '../service.ts';
import { consoleEnvironment } from './console-environment.ts';
import { attachToVpc, egressStatements } from './egress.ts';
import { frontEnvironment, linkEnvironment, ServiceFunction, settingEnvironment } from './service-function.ts';

/** Timeout above which a few requests to one route could use up the concurrency of an account. */
const LONG_SECONDS = 10;
export const isLong = ({ timeoutSeconds }: Pick<Route, 'timeoutSeconds'>) => timeoutSeconds > LONG_SECONDS;

/** The Lambda function of one route. */
export class EndpointFunction extends ServiceFunction {
  constructor(scope: Construct, id: string, service: ServiceWithIssuer, route: Route) {
    const { issuer, jwksUri, audience } = service.issuer;
    const { commandClientId } = service.console;
    const isInVpc = callsOut(service, route);
    super(scope, id, {
      service,
      fn: route,
      uses: usesOfRoute(route),
      memoryMb: route.memoryMb,
      timeoutSeconds: route.timeoutSeconds,
      environment: {
        ...frontEnvironment(service.front),
        ...(needsCredential(route) && { ISSUER: issuer, JWKS_URI: jwksUri, AUDIENCE: audience }),
        ...(needsCredential(route) && commandClientId && { COMMAND_CLIENT_ID: commandClientId }),
        ...(route.uses.console && consoleEnvironment(service)),
        ...(route.access === 'signer' && linkEnvironment(service)),
        ...(route.access !== 'public' && settingEnvironment(service.settings, 'rateLimits')),
        ...(route.isLongWork && settingEnvironment(service.settings, 'longRequests')),
        ...(route.spends && settingEnvironment(service.settings, 'spendingLimits')),
      },
      reservedConcurrency: isLong(route) ? reservedFor(service, route) : undefined,
      ...(isInVpc && { statements: egressStatements(service, route) }),
    });
    if (isInVpc) attachToVpc(this.lambda, service);
  }
}

/** The function that seals calls the timestamp authority; all other endpoints call services of AWS only. */
const callsOut = ({ settings }: ServiceWithIssuer, { uses }: Route) =>
  uses.seal === true && settings.egressVpc !== undefined && settings.timestampAuthority !== undefined;

/** Neither long work of others nor a flood of requests without a link keeps signers from completing a document. */
function reservedFor({ settings, stage }: ServiceWithIssuer, { access }: Route): number | undefined {
  if (access !== 'signer') return settings.longFunctionConcurrency;
  return settings.longFunctionConcurrency ?? settings.signingConcurrency ?? stage.signingConcurrency;
}
