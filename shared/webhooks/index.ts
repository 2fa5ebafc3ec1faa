export { erasableBehindOutbox, erasableWebhooks, isBeingDispatched } from './erasable.ts';
export { DueDelivery, DueRecovery } from './messages.ts';
export { failedDeliveryPartitions } from './repository/deliveries.ts';
export {
  listSubscriptions,
  parseSubscription,
  subscriptionsOf,
} from './repository/subscriptions.ts';
export {
  ActiveSubscription,
  activeSetRead,
  activeSubscribers,
  selects,
  subscribersAtCommit,
} from './subscribers.ts';
export { deliverWebhook } from './use-cases/deliver-webhook.ts';
export { dispatchDue } from './use-cases/dispatch-due.ts';
export { dispatchRows } from './use-cases/dispatch-rows.ts';
export { workOnWebhook } from './use-cases/work-on-webhook.ts';
