import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CorsHttpMethod,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { metricNamespace, type Stage } from '../stage.ts';
import type { Alarms } from './alarms.ts';
import { COUNT, PERIOD } from './metrics.ts';

/** One line per request. No addresses, queries or bodies: those may hold personal data. */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    route: '$context.routeKey',
    status: '$context.status',
    responseBytes: '$context.responseLength',
    durationMs: '$context.responseLatency',
    functionMs: '$context.integrationLatency',
    functionError: '$context.integrationErrorMessage',
    at: '$context.requestTime',
  }),
);

/** A lost race or a dependency in trouble answers 503 now and then; more than this is an incident. */
const TOLERATED_FAILURES = 5;
const TOLERATED_LATENCY_MS = 3_000;

export interface ApiProps {
  stage: Stage;
  alarms: Alarms;
  /** Browser origins that may call; none by default. */
  corsOrigins: string[];
}

/** The HTTP API itself; modules hang their routes onto it. */
export class Api extends Construct {
  readonly http: HttpApi;

  constructor(scope: Construct, id: string, { stage, alarms, corsOrigins }: ApiProps) {
    super(scope, id);

    this.http = new HttpApi(this, 'Http', {
      apiName: `assay-${stage.name}`,
      createDefaultStage: false,
      ...(corsOrigins.length > 0 && { corsPreflight: corsFor(corsOrigins) }),
    });
    const logGroup = new LogGroup(this, 'AccessLogs', {
      retention: stage.logRetention,
      removalPolicy: stage.removalPolicy,
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: '$default',
      autoDeploy: true,
      throttle: {
        rateLimit: stage.throttle.requestsPerSecond,
        burstLimit: stage.throttle.burst,
      },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: ACCESS_LOG,
      },
    });
    this.addAlarms(alarms);
    this.addCrashAlarm(stage, alarms, logGroup);
  }

  /**
   * A function that dies answers nothing, and the access log says so: one metric for all of them, where
   * the errors of each would be billed by the hundred.
   */
  private addCrashAlarm(stage: Stage, alarms: Alarms, accessLog: LogGroup) {
    const crashes = accessLog.addMetricFilter('Crashes', {
      filterName: 'Crashes',
      // A dash stands for nothing.
      filterPattern: FilterPattern.stringValue('$.functionError', '!=', '-'),
      metricNamespace: metricNamespace(stage),
      metricName: 'Crashes',
      metricValue: '1',
    });
    alarms.add(this, 'CrashAlarm', {
      metric: crashes.metric(COUNT),
      tolerates: 0,
      means:
        'A function gave API Gateway no answer: it died, took too long or could not be run. The ' +
        'access log names the route and the reason.',
    });
  }

  private addAlarms(alarms: Alarms) {
    alarms.add(this, 'FailureAlarm', {
      metric: this.http.metricServerError(COUNT),
      tolerates: TOLERATED_FAILURES,
      means:
        'The API answers 5xx. The access log names the routes, their functions log the reason.',
    });
    alarms.add(this, 'LatencyAlarm', {
      metric: this.http.metricLatency({ statistic: 'p99', period: PERIOD }),
      tolerates: TOLERATED_LATENCY_MS,
      periods: 3,
      means: 'One request in a hundred has taken more than three seconds for a quarter of an hour.',
    });
  }
}

const corsFor = (allowOrigins: string[]) => ({
  allowOrigins,
  allowMethods: [CorsHttpMethod.ANY],
  allowHeaders: [
    'authorization',
    'content-type',
    'idempotency-key',
    'x-risk-mode',
    'x-service-mode',
  ],
  exposeHeaders: ['idempotent-replayed', 'retry-after'],
});
