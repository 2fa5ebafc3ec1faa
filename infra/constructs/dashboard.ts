import { Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Dashboard, GraphWidget, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { deployedName, type FunctionName } from '../function-names.ts';
import { mapRecord } from '../map-record.ts';
import type { RouteTable, Service } from '../service.ts';
import type { Stage } from '../stage.ts';
import type { Worker } from '../workers.ts';
import { COUNT, ownMetric, PERIOD, sumOf, throttlesOf } from './metrics.ts';
import { unknownPaths } from './unknown-paths.ts';

const WIDGET_WIDTH = 8;

export interface ServiceDashboardProps {
  service: Service;
  api: HttpApi;
  routes: RouteTable;
  workers: readonly Worker[];
}

/** Dashboard of the service: requests, failures, backlogs and throttling. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    const { service, api, routes, workers } = props;
    const { stage, queues, tables } = service;

    const groups = { ...routes, workers, unknownPaths: [unknownPaths] };
    const errors = Object.entries(groups).map(([label, functions]) =>
      sumOf(label, errorsOf(stage, Object.values(functions))),
    );
    const ages = Object.entries(queues).map(([label, { queue }]) =>
      queue.metricApproximateAgeOfOldestMessage({ label, period: PERIOD }),
    );
    const throttles = Object.values(mapRecord(tables, (table, name) => throttlesOf(name, table)));
    const latency = (statistic: string) => api.metricLatency({ statistic, label: statistic, period: PERIOD });

    // Dashboard names are unique per account across regions.
    const dashboardName = `assay-${stage.name}-${Stack.of(this).region}`;
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName });
    dashboard.addWidgets(
      graph('Requests', [api.metricCount({ ...COUNT, label: 'requests' })]),
      graph('Refused and failed', [
        api.metricClientError({ ...COUNT, label: '4xx' }),
        api.metricServerError({ ...COUNT, label: '5xx' }),
        ownMetric(stage, 'Defects'),
        ownMetric(stage, 'DependencyFailures'),
      ]),
      graph('Latency in ms', [latency('p50'), latency('p99')]),
    );
    dashboard.addWidgets(
      graph('Errors by module', errors),
      graph('Age of the oldest message in s', ages),
      graph('Requests refused by DynamoDB', throttles),
    );
  }
}

const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: WIDGET_WIDTH });

/** Names instead of references, so that the dashboard does not couple the stacks. */
const errorsOf = (stage: Stage, functions: readonly FunctionName[]) =>
  functions.map(
    (fn) =>
      new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        dimensionsMap: { FunctionName: deployedName(stage, fn) },
        ...COUNT,
      }),
  );
