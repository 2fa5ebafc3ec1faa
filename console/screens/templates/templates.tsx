import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { usePages } from '../../api/pages.ts';
import { useMode } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Card } from '../../parts/card.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

/** Templates with their signer roles. */
export function Templates() {
  const mode = useMode();
  const order = useOrder();
  const list = usePages(['templates', order], (api, { offset, signal }) =>
    api.documents.listTemplates({ query: { order, offset }, signal }),
  );
  return (
    <>
      <TopBar
        title="Templates"
        end={
          <Link className="button primary" to={pathIn(mode, 'templates', 'new')}>
            New template
          </Link>
        }
      >
        <OrderSwitch />
      </TopBar>
      <div className="page">
        <Card title="Templates">
          <RecordTable
            list={list}
            rows={list.items}
            idOf={({ id }) => id}
            isLink
            empty={
              <Empty title="No templates yet">
                <p>A template is Markdown with variables, or a PDF with fields.</p>
                <NextStep to={['templates', 'new']}>New template</NextStep>
              </Empty>
            }
            columns={[
              {
                title: 'Name',
                cell: ({ id, name, description }) => (
                  <>
                    <Link {...ROW} className="strong" to={pathIn(mode, 'templates', id)}>
                      {name}
                    </Link>
                    {description && <div className="caption">{description}</div>}
                  </>
                ),
              },
              { title: 'Kind', cell: ({ kind }) => (kind === 'pdf' ? 'PDF' : 'Markdown') },
              {
                title: 'Signer roles',
                cell: ({ signerRoles }) => signerRoles.map(({ label, id }) => label ?? id).join(', '),
              },
              { title: 'Revision', look: 'right num', cell: ({ revision }) => revision },
              { title: 'Changed', look: 'quiet', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
            ]}
          />
        </Card>
      </div>
    </>
  );
}
