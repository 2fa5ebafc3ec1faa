import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { usePages } from '../../api/pages.ts';
import { useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';

/** Templates that lead to the address of a form. */
export function ChooseTemplate({ to }: { to: readonly string[] }) {
  const mode = useMode();
  const list = usePages(['templates', 'newest'], (api, { offset, signal }) =>
    api.documents.listTemplates({ query: { order: 'newest', offset }, signal }),
  );
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
          {
            title: 'Signer roles',
            cell: ({ signerRoles }) => signerRoles.map(({ label, id }) => label ?? id).join(', '),
          },
          { title: 'Changed', look: 'quiet', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
        ]}
      />
    </Card>
  );
}
