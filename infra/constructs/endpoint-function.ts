import type { Construct } from 'constructs';
import { needsCredential, type Route } from '#shared/platform/http/route.ts';
import { usesOfRoute } from '../grants.ts';
import type { ServiceWithIssuer } from '../service.ts';
import { ServiceFunction } from './service-function.ts';

/** One Lambda from one line of the route table. */
export class EndpointFunction extends ServiceFunction {
  constructor(scope: Construct, id: string, service: ServiceWithIssuer, route: Route) {
    const { issuer, jwksUri, audience } = service.issuer;
    super(scope, id, {
      service,
      fn: route,
      uses: usesOfRoute(route),
      memoryMb: route.memoryMb,
      timeoutSeconds: route.timeoutSeconds,
      environment: needsCredential(route)
        ? { ISSUER: issuer, JWKS_URI: jwksUri, AUDIENCE: audience }
        : {},
    });
  }
}
