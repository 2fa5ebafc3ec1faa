import { useMemo, useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import { useApi } from '../../app.tsx';
import { SelectField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { type EventName, useEventTypes } from './webhook-form.tsx';

const SINCE = [
  ['1', 'Since 1 hour ago'],
  ['24', 'Since 24 hours ago'],
  ['168', 'Since 7 days ago'],
] as const;
type Hours = (typeof SINCE)[number][0];

/** How long ago events may have occurred; the same time in a repeated request. */
function useSince() {
  const [hours, setHours] = useState<Hours>('24');
  const since = useMemo(() => new Date(serverNow() - Number(hours) * 3_600_000).toISOString(), [hours]);
  const field = <SelectField label="Events" value={hours} options={SINCE} onValue={setHours} />;
  return { since, field };
}

/** Starts a new round of attempts for what failed. */
export function Recover({ id, onClose, onDone }: { id: string; onClose(): void; onDone(count: number): void }) {
  const api = useApi();
  const { since, field } = useSince();
  return (
    <FormDialog
      title="Resend what failed"
      button="Resend"
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        const { deliveries } = await api.webhooks.recoverWebhook({
          params: { id },
          body: { since },
          idempotencyKey,
        });
        onDone(deliveries);
      }}
    >
      <p>Every delivery that failed or waits for its next attempt is sent again.</p>
      {field}
    </FormDialog>
  );
}

/** Sends events that the webhook did not receive because it was not active or did not exist. */
export function Replay({ id, onClose, onDone }: { id: string; onClose(): void; onDone(): void }) {
  const api = useApi();
  const { since, field } = useSince();
  return (
    <FormDialog
      title="Replay events"
      button="Replay"
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        await api.webhooks.replayWebhook({ params: { id }, body: { since }, idempotencyKey });
        onDone();
      }}
    >
      <p>
        Events that this webhook did not receive are sent, also those from before it existed or while it was paused.
        What was delivered is not sent again.
      </p>
      {field}
    </FormDialog>
  );
}

/** Sends a ping, or the sample of another event. */
export function TestEvent({ id, onClose, onDone }: { id: string; onClose(): void; onDone(): void }) {
  const api = useApi();
  const types = useEventTypes();
  const [event, setEvent] = useState<EventName>('webhook.ping');
  return (
    <FormDialog
      title="Send a test event"
      button="Send"
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        await api.webhooks.pingWebhook({ params: { id }, body: { event }, idempotencyKey });
        onDone();
      }}
    >
      <p>
        It is sent to this webhook alone, whatever it selects. A sample has <code>test: true</code> in its payload, and
        its ids are examples.
      </p>
      <QueryPart query={types} lines={1}>
        {({ items }) => (
          <SelectField
            label="Event"
            value={event}
            options={items.map((one) => [one.event, one.event] as const)}
            onValue={setEvent}
          />
        )}
      </QueryPart>
    </FormDialog>
  );
}
