import type { ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { isNotFound, useMode } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { draftKey } from './document-draft.ts';
import { type Template, useTemplateAt } from './use-template-at.ts';

/** A form about a template, once it and the signed-in person are known: what is typed is kept for one person. */
export function TemplateForm({
  title,
  id,
  revision,
  kind,
  children,
}: {
  title: string;
  id: string;
  revision: number | undefined;
  kind: 'template' | 'bulk';
  children(template: Template, storageKey: string, userId: string): ReactNode;
}) {
  const me = useMe();
  const mode = useMode();
  const template = useTemplateAt(id, revision);
  if (me.data && template.data)
    return children(template.data, draftKey(me.data.userId, mode, kind, id), me.data.userId);
  return (
    <>
      <TopBar title={title} crumbs={<Crumbs />} />
      <div className="page">
        {isNotFound(template.error) ? (
          <Empty title="There is no template with this id and revision in this mode">
            <NextStep to={['templates']}>All templates</NextStep>
          </Empty>
        ) : (
          <QueryPart query={template.data ? me : template} lines={8}>
            {() => null}
          </QueryPart>
        )}
      </div>
    </>
  );
}
