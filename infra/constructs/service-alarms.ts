import type { Construct } from 'constructs';
import type { Service } from '../service.ts';
import { ownMetric } from './metrics.ts';

/** Alarms on what no one function, queue or table can tell. */
export function addServiceAlarms(scope: Construct, { stage, alarms }: Service) {
  alarms.add(scope, 'DefectAlarm', {
    metric: ownMetric(stage, 'Defects'),
    tolerates: 0,
    means:
      'Something of ours failed, though it may have been answered: search the logs for "defect". ' +
      'A letter not sent, a screening that was an error and a model that refuses are among these.',
  });
}
