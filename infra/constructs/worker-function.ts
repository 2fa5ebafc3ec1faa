import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Service } from '../service.ts';
import type { Worker } from '../workers.ts';
import { attachToVpc, egressStatements } from './egress.ts';
import { eventSourceOf } from './event-sources.ts';
import { ServiceFunction } from './service-function.ts';

const DEFAULT_MEMORY_MB = 512;

export interface WorkerFunctionProps {
  service: Service;
  worker: Worker;
  /** Whether its messages may return to it. */
  mayLoop: boolean;
}

/** A worker's Lambda function with its trigger. */
export class WorkerFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, { service, worker, mayLoop }: WorkerFunctionProps) {
    super(scope, id);
    const { trigger, uses, memoryMb = DEFAULT_MEMORY_MB, timeoutSeconds } = worker;

    const isInVpc = callsOut(service, worker);
    const source = eventSourceOf(this, service, trigger);
    const { lambda } = new ServiceFunction(this, 'Worker', {
      service,
      fn: worker,
      uses,
      memoryMb,
      timeoutSeconds,
      statements: [...source.statements, ...(isInVpc ? egressStatements(service, worker) : [])],
      mayLoop,
    });
    if (isInVpc) attachToVpc(lambda, service);
    source.connect(lambda);
    this.lambda = lambda;
  }
}

/** The worker that seals calls the timestamp authority, if the stage has one. */
const callsOut = ({ settings }: Service, { callsOut, uses }: Worker) =>
  callsOut === true && settings.egressVpc !== undefined && (!uses.seal || settings.timestampAuthority !== undefined);
