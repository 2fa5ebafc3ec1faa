import { useApiQuery } from '../../app.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { AiConsent } from './ai-consent.tsx';
import { BrandCard } from './brand-card.tsx';
import { DeleteOrganization } from './delete-organization.tsx';
import { LinksByEmail } from './links-by-email.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TwoPeople } from './two-people.tsx';

/** Settings of the organization: name, brand, deadlines, reasons, two-person rule, AI consent, deletion. */
export function Settings() {
  const settings = useApiQuery(['settings'], (api, signal) => api.organization.readSettings({ signal }));
  return (
    <>
      <TopBar title="Settings" />
      <div className="page narrow">
        <div className="stack">
          <QueryPart query={settings} lines={8}>
            {(latest) => (
              <>
                <SettingsForm latest={latest} />
                <BrandCard />
                <LinksByEmail settings={latest} />
                <TwoPeople settings={latest} />
              </>
            )}
          </QueryPart>
          <AiConsent />
          <DeleteOrganization />
        </div>
      </div>
    </>
  );
}
