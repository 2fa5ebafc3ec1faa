import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { usePages } from '../../api/pages.ts';
import { useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW, useRowKeys } from '../../parts/use-row-keys.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

/** Templates with their signer roles. */
export function Templates() {
  const mode = useMode();
  const order = useOrder();
  useRowKeys();
  const list = usePages(['templates', order], (api, { offset, signal }) =>
    api.documents.listTemplates({ query: { order, offset }, signal }),
  );
  return (
    <>
      <TopBar title="Templates">
        <OrderSwitch />
      </TopBar>
      <div className="page">
        <Card title="Templates">
          <QueryPart query={list}>
            {() =>
              list.items.length === 0 ? (
                <Empty title="No templates yet">
                  <p>A template is Markdown with variables, or a PDF with fields.</p>
                </Empty>
              ) : (
                <div className="scroll-x">
                  <table className="table">
                    <thead>
                      <tr>
                        <th>Name</th>
                        <th>Kind</th>
                        <th>Signer roles</th>
                        <th className="right">Revision</th>
                        <th>Changed</th>
                      </tr>
                    </thead>
                    <tbody>
                      {list.items.map((template) => (
                        <tr key={template.id} className="is-link">
                          <td>
                            <Link {...ROW} className="strong" to={pathIn(mode, 'templates', template.id)}>
                              {template.name}
                            </Link>
                            {template.description && <div className="caption">{template.description}</div>}
                          </td>
                          <td>{template.kind === 'pdf' ? 'PDF' : 'Markdown'}</td>
                          <td>{template.signerRoles.map(({ label, id }) => label ?? id).join(', ')}</td>
                          <td className="right num">{template.revision}</td>
                          <td className="quiet">
                            <Time at={template.updatedAt} />
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )
            }
          </QueryPart>
          <More list={list} />
        </Card>
      </div>
    </>
  );
}
