import type { AwsClient } from '../aws/aws-client.ts';
import type { EventRuleBlueprint } from '../template/blueprint.ts';
import { matchesPattern } from './event-pattern.ts';

/** EventBridge's default bus: sends an event to the queues of all matching rules. */
export const eventBus =
  (rules: readonly EventRuleBlueprint[], sqs: AwsClient, report: (line: string) => void) =>
  (events: readonly object[]): void => {
    for (const event of events)
      for (const { pattern, queueUrls } of rules)
        if (matchesPattern(pattern, event))
          for (const QueueUrl of queueUrls)
            sqs
              .call('sqs', 'SendMessage', { QueueUrl, MessageBody: JSON.stringify(event) })
              .catch((error: unknown) => report(`An event was lost: ${String(error)}`));
  };
