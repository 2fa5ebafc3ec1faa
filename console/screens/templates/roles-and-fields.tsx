import { Card } from '../../parts/card.tsx';
import type { LivePreview } from './use-live-preview.ts';

/** The roles and fields of a template, stored or as it is typed. */
export const RolesAndFields = ({ roles, fields }: Pick<LivePreview, 'roles' | 'fields'>) => (
  <>
    <Card title="Signer roles">
      {roles.length === 0 && <p className="card-body quiet">None.</p>}
      {roles.map((role) => (
        <p key={role.id} className="card-row">
          <span>{role.label ?? role.id}</span>
          <code>{role.id}</code>
        </p>
      ))}
    </Card>
    <Card title="Fields">
      {fields.length === 0 && <p className="card-body quiet">None.</p>}
      {fields.map((field, index) => (
        <p key={field.key ?? index} className="card-row">
          <span>
            {field.label ?? field.key ?? field.fieldType}
            {field.required && <span className="quiet"> required</span>}
          </span>
          <span className="quiet">
            {field.fieldType} · {field.role}
          </span>
        </p>
      ))}
    </Card>
  </>
);
