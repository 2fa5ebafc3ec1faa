import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Service } from '../service.ts';
import { canTriggerItself, type Worker } from '../workers.ts';
import { createInTurn } from './creation-order.ts';
import { addDueAlarms } from './due-alarms.ts';
import { addFunctionAlarms } from './function-alarms.ts';
import { WorkerFunction } from './worker-function.ts';

/** All functions that are not triggered by HTTP requests, in a nested stack. */
export class Workers extends NestedStack {
  constructor(scope: Construct, id: string, service: Service, workers: readonly Worker[]) {
    super(scope, id);

    const lambdas = workers.map((worker) => {
      const mayLoop = canTriggerItself(worker, workers);
      const { lambda } = new WorkerFunction(this, worker.name, { service, worker, mayLoop });
      return [worker.name, lambda] as const;
    });
    createInTurn(lambdas.map(([, lambda]) => lambda));
    const lines = workers.flatMap(({ dueLines = [] }) => dueLines);
    addDueAlarms(this, service, lines);
    addFunctionAlarms(this, service.alarms, Object.fromEntries(lambdas));
  }
}
