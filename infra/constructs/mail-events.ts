import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { ConfigurationSet, EmailSendingEvent, EventDestination, SuppressionReasons } from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Event types as SES names them. */
const EVENT_TYPES = ['Bounce', 'Complaint', 'Delivery', 'Reject'];

/**
 * Reporting of email results: SES sends events of the configuration set to the default event bus,
 * the only one it supports, and a rule forwards them to the queue of the worker that records them.
 */
export class MailEvents extends Construct {
  readonly configurationSetName: string;

  constructor(scope: Construct, id: string, queue: IQueue) {
    super(scope, id);

    const set = new ConfigurationSet(this, 'Set', {
      // SES suppresses addresses that bounced or complained, to protect the reputation of the
      // account.
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSetName = set.configurationSetName;
    set.addEventDestination('Events', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.REJECT,
      ],
    });
    new Rule(this, 'Rule', {
      description: 'What became of emails to signers',
      eventPattern: {
        source: ['aws.ses'],
        detail: {
          eventType: EVENT_TYPES,
          mail: { tags: { 'ses:configuration-set': [this.configurationSetName] } },
        },
      },
      targets: [new SqsQueue(queue)],
    });
  }
}
