import { useApiQuery } from '../../app.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { LANGUAGE_OPTIONS, type SignerText } from './sending.ts';

const CHECKS: readonly (readonly [string, string])[] = [
  ['', 'None: the link suffices'],
  ['email_code', 'A code by email'],
];

/** The checks, of which workflows are the last. */
function useChecks(): readonly (readonly [string, string])[] {
  const { data } = useApiQuery(['workflows'], (api, signal) => api.verification.listWorkflows({ signal }));
  const workflows = data?.items ?? [];
  return [...CHECKS, ...workflows.map(({ id, data: { key } }) => [id, `A code, then the workflow ${key}`] as const)];
}

type Roles = readonly (readonly [SignerText['role'], string])[];

/** What people do who have no role of a template. */
export const OTHER_ROLES: Roles = [
  ['approver', 'Approver'],
  ['copy', 'Recipient of a copy'],
];
export const ROLES: Roles = [['', 'Signer'], ...OTHER_ROLES];

/** One signer. Faults are by property: `email`. */
export const SignerFields = ({
  signer,
  faults,
  hasFocus = false,
  roles,
  onChange,
}: {
  signer: SignerText;
  faults: ReadonlyMap<string, string>;
  hasFocus?: boolean;
  /** What the person may do, if that can be chosen. */
  roles?: Roles;
  onChange(change: Partial<SignerText>): void;
}) => {
  const checks = useChecks();
  return (
    <div className="form-grid">
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        autoFocus={hasFocus}
        value={signer.name}
        fault={faults.get('name')}
        onText={(name) => onChange({ name })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        value={signer.email}
        fault={faults.get('email')}
        onText={(email) => onChange({ email })}
      />
      {roles && (
        <SelectField
          label="Takes part as"
          hint="Approvers and recipients of copies have no fields."
          value={signer.role}
          options={roles}
          onValue={(role) => onChange({ role })}
        />
      )}
      <TextField
        label="Order"
        hint="Lower numbers come first."
        inputMode="numeric"
        value={signer.order}
        fault={faults.get('signingOrder')}
        onText={(order) => onChange({ order })}
      />
      <SelectField
        label="Language"
        value={signer.language}
        options={[['', 'That of the document'], ...LANGUAGE_OPTIONS]}
        onValue={(language) => onChange({ language })}
      />
      <SelectField
        label="Identity check"
        hint="With a code, a forwarded link neither shows nor signs the document. A workflow also compares names."
        value={signer.identityCheck}
        options={checks}
        onValue={(identityCheck) => onChange({ identityCheck })}
      />
    </div>
  );
};

const WHO = { '': 'the signer', approver: 'the approver', copy: 'the recipient of the copy' };

/** Why a signer cannot be stored; null if it can. */
export const signerBlocked = ({ name, email, order, role }: SignerText): string | null => {
  if (name.trim() === '') return `Name ${WHO[role]}.`;
  if (email.trim() === '') return `Enter the email address of ${WHO[role]}.`;
  return /^\d{1,4}$/.test(order.trim()) && Number(order) >= 1 && Number(order) <= 1000
    ? null
    : 'The order is a number from 1 to 1,000.';
};
