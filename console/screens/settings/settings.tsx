import { useApiQuery } from '../../app.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { WhenSeen } from '../../parts/when-seen.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { AiConsent } from './ai-consent.tsx';
import { BrandCard } from './brand-card.tsx';
import { DeleteOrganization } from './delete-organization.tsx';
import { LinksByEmail } from './links-by-email.tsx';
import { RememberDecisions } from './remember-decisions.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TwoPeople } from './two-people.tsx';

/** Settings of the organization: name, brand, deadlines, reasons, remembered decisions, two-person rule, AI consent, deletion. */
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
                <RememberDecisions settings={latest} />
                <LinksByEmail settings={latest} />
                <TwoPeople settings={latest} />
                <WhenSeen height={120}>
                  <AiConsent />
                </WhenSeen>
              </>
            )}
          </QueryPart>
          <DeleteOrganization />
        </div>
      </div>
    </>
  );
}
