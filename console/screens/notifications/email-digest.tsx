import { useState } from 'react';
import { useNotificationSettings } from '../../api/notifications.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { SelectField } from '../../parts/field.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';

const INTERVALS = [
  ['off', 'Off'],
  ['daily', 'Every day'],
  ['weekly', 'Every Monday'],
] as const;

/** Switches the email digest of this person on or off. */
export function EmailDigest() {
  const api = useApi();
  const mode = useMode();
  const invalidate = useInvalidate();
  const settings = useNotificationSettings();
  const [saving, setSaving] = useState<(typeof INTERVALS)[number][0]>();
  const save = async (emailDigest: (typeof INTERVALS)[number][0]) => {
    setSaving(emailDigest);
    try {
      await api.risk.updateNotificationSettings({ body: { emailDigest } });
      toast(emailDigest === 'off' ? 'Email digest switched off.' : 'Email digest switched on.');
    } catch (error) {
      toastError(error);
    }
    await invalidate(['notification-settings']);
    setSaving(undefined);
  };
  return (
    <Card title="Email digest">
      <QueryPart query={settings} lines={2}>
        {({ emailDigest, email, nextDigestAt }) => (
          <div className="card-body stack-s">
            <SelectField
              label="Send me a digest"
              hint={`At 06:00 UTC, for ${mode} mode, only if something is new. It has numbers and links, no names.`}
              value={saving ?? emailDigest}
              options={INTERVALS}
              onValue={(value) => void save(value)}
              isDisabled={saving !== undefined || email === null}
            />
            {email === null ? (
              <p className="caption">Your sign-in does not state an email address, so no digest can be sent.</p>
            ) : (
              <p className="caption">
                To {email}
                {nextDigestAt && (
                  <>
                    {' · next '}
                    <Time at={nextDigestAt} />
                  </>
                )}
              </p>
            )}
          </div>
        )}
      </QueryPart>
    </Card>
  );
}
