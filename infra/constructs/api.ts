import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CfnStage, CorsHttpMethod, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct, type IDependable } from 'constructs';
import { mapRecord } from '../map-record.ts';
import { metricNamespace, type Stage, type Throttle } from '../stage.ts';
import type { Alarms } from './alarms.ts';
import { COUNT, PERIOD } from './metrics.ts';

/**
 * One access log line per request. Without IP addresses, queries and bodies, which may be personal
 * data.
 */
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

/**
 * An occasional 503 after a conflict or dependency failure is normal; more than this is an
 * incident.
 */
const TOLERATED_FAILURES = 5;
const TOLERATED_LATENCY_MS = 3_000;

/** With fewer requests, a p99 is a single slow request. */
const REQUESTS_WORTH_JUDGING = 100;

export interface ApiProps {
  stage: Stage;
  alarms: Alarms;
  logKey: IKey | undefined;
  /** CORS origins; none by default. */
  corsOrigins: string[];
}

/** The HTTP API. Its routes are in a separate stack, and its stage is created after them. */
export class Api extends Construct {
  readonly http: HttpApi;
  readonly #stage: Stage;
  readonly #accessLog: LogGroup;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { stage, alarms, corsOrigins, logKey } = props;

    this.http = new HttpApi(this, 'Http', {
      apiName: `assay-${stage.name}`,
      createDefaultStage: false,
      ...(corsOrigins.length > 0 && { corsPreflight: corsFor(corsOrigins) }),
    });
    this.#stage = stage;
    this.#accessLog = new LogGroup(this, 'AccessLogs', {
      // Below this prefix AWS needs no resource policy per group, of which an account has room for a few only.
      logGroupName: `/aws/vendedlogs/assay-${stage.name}/api`,
      retention: stage.logRetention,
      removalPolicy: stage.removalPolicy,
      ...(logKey && { encryptionKey: logKey }),
    });
    this.addFailureAlarm(alarms);
    this.addCrashAlarm(alarms);
    this.addLatencyAlarm(alarms);
  }

  /**
   * Creates the API stage after the routes: they are then deployed once instead of one by one, and
   * API Gateway refuses a throttle for a route that does not exist.
   */
  addStage(throttles: Record<string, Throttle>, ...after: IDependable[]) {
    const { throttle } = this.#stage;
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttle.requestsPerSecond, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.#accessLog),
        format: ACCESS_LOG,
      },
    });
    stage.node.addDependency(...after);
    const { defaultChild } = stage.node;
    if (!(defaultChild instanceof CfnStage)) throw new Error('The API stage has no resource.');
    defaultChild.routeSettings = mapRecord(throttles, ({ requestsPerSecond, burst }) => ({
      ThrottlingRateLimit: requestsPerSecond,
      ThrottlingBurstLimit: burst,
    }));
  }

  /**
   * A function that crashes returns no response, which the access log records: one metric for all
   * functions, because error metrics of each would be billed by the hundred.
   */
  private addCrashAlarm(alarms: Alarms) {
    const crashes = this.#accessLog.addMetricFilter('Crashes', {
      filterName: 'Crashes',
      // The access log has a dash for an empty value.
      filterPattern: FilterPattern.stringValue('$.functionError', '!=', '-'),
      metricNamespace: metricNamespace(this.#stage),
      metricName: 'Crashes',
      metricValue: '1',
    });
    alarms.add(this, 'CrashAlarm', {
      metric: crashes.metric(COUNT),
      tolerates: 0,
      means:
        'A function gave API Gateway no answer: it crashed, timed out or could not be run. The ' +
        'access log names the route and the reason.',
      runbook: 'api-crashes',
    });
  }

  private addFailureAlarm(alarms: Alarms) {
    alarms.add(this, 'FailureAlarm', {
      metric: this.http.metricServerError(COUNT),
      tolerates: TOLERATED_FAILURES,
      means: 'The API answers 5xx. The access log names the routes, their functions log the reason.',
      runbook: 'api-failures',
    });
  }

  private addLatencyAlarm(alarms: Alarms) {
    alarms.add(this, 'LatencyAlarm', {
      metric: new MathExpression({
        expression: `IF(requests >= ${REQUESTS_WORTH_JUDGING}, latency, 0)`,
        usingMetrics: {
          requests: this.http.metricCount(COUNT),
          latency: this.http.metricLatency({ statistic: 'p99', period: PERIOD }),
        },
        label: 'p99 of busy periods',
        period: PERIOD,
      }),
      tolerates: TOLERATED_LATENCY_MS,
      periods: 3,
      means: 'One request in a hundred has taken more than three seconds for a quarter of an hour.',
      runbook: 'api-latency',
    });
  }
}

const corsFor = (allowOrigins: string[]) => ({
  allowOrigins,
  allowMethods: [CorsHttpMethod.ANY],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-risk-mode', 'x-service-mode'],
  exposeHeaders: ['idempotent-replayed', 'retry-after'],
});
