import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { usePages } from '../../api/pages.ts';
import { useMode } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import type { Template } from './use-template-at.ts';

const useTemplates = () =>
  usePages(['templates', 'newest'], (api, { offset, signal }) =>
    api.documents.listTemplates({ query: { order: 'newest', offset }, signal }),
  );

const labelsOf = (roles: Template['signerRoles']) => roles.map(({ label, id }) => label ?? id).join(', ');

/** Templates that lead to the address of a form. */
export function ChooseTemplate({ to }: { to: readonly string[] }) {
  const mode = useMode();
  const list = useTemplates();
  return (
    <Card title="From a template">
      <RecordTable
        list={list}
        rows={list.items}
        idOf={({ id }) => id}
        isLink
        empty={
          <Empty title="No templates yet">
            <Link to={pathIn(mode, 'templates', 'new')}>New template</Link>
          </Empty>
        }
        columns={[
          {
            title: 'Template',
            cell: ({ id, name }) => (
              <Link {...ROW} className="strong" to={pathIn(mode, ...to)} search={{ template: id }}>
                {name}
              </Link>
            ),
          },
          { title: 'Signer roles', cell: ({ signerRoles }) => labelsOf(signerRoles) },
          { title: 'Changed', look: 'quiet', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
        ]}
      />
    </Card>
  );
}

/** A further template of a document. */
export function AddTemplate({
  onAdd,
  onClose,
}: {
  onAdd(template: Pick<Template, 'id' | 'name' | 'revision'>): void;
  onClose(): void;
}) {
  const list = useTemplates();
  return (
    <Dialog title="Add a template" onClose={onClose}>
      <div className="dialog-body stack">
        <p className="quiet">
          It is printed after the others and begins on a new page. A role that several templates have is one signer.
        </p>
        <RecordTable
          list={list}
          rows={list.items}
          idOf={({ id }) => id}
          columns={[
            { title: 'Template', look: 'strong', cell: ({ name }) => name },
            { title: 'Signer roles', cell: ({ signerRoles }) => labelsOf(signerRoles) },
            {
              title: 'Add',
              isTitleHidden: true,
              look: 'right',
              cell: (one) => (
                <Button
                  size="small"
                  aria-label={`Add ${one.name}`}
                  blocked={
                    one.kind === 'pdf' ? 'A PDF template cannot be part of a document of several templates.' : null
                  }
                  onClick={() => onAdd(one)}
                >
                  Add
                </Button>
              ),
            },
          ]}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
