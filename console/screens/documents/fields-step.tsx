import { useState } from 'react';
import { useApiQuery } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { FieldDialog } from './field-dialog.tsx';
import type { FieldEdits } from './field-edits.ts';
import { LinkForm } from './link-form.tsx';
import { type DocumentRecord, FIELD_TYPES, type Field, isSigning } from './words.ts';

type Query = Parameters<typeof QueryPart<{ items: readonly Field[] }>>[0]['query'];

/**
 * Fields of a draft as a table, placed by numbers or linked to the form of the PDF. Another way to place them takes the
 * same properties.
 */
export function FieldsStep({
  document,
  fields,
  edits,
  onChanged,
}: {
  document: DocumentRecord;
  fields: Query;
  edits: FieldEdits;
  onChanged(): Promise<unknown>;
}) {
  const { id, signers } = document;
  const [edited, setEdited] = useState<'new' | string>();
  const [isLinking, setLinking] = useState(false);
  const open = useOpenForm(id, fields.data?.items);
  const blocked = !signers.some(isSigning) ? 'Add a signer first.' : null;
  const nameOf = (signerId: string) => signers.find((signer) => signer.id === signerId)?.name ?? '';
  return (
    <Card
      title="Fields"
      end={
        <span className="cluster">
          {open.length > 0 && (
            <Button size="small" blocked={blocked} onClick={() => setLinking(true)}>
              Link fields of the form
            </Button>
          )}
          <Button size="small" blocked={blocked} onClick={() => setEdited('new')}>
            Add a field
          </Button>
        </span>
      }
    >
      <QueryPart query={fields}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="card-body quiet">No fields yet. Each signer needs at least one.</p>
          ) : (
            <Table
              rows={items}
              idOf={(field) => field.id}
              columns={[
                {
                  title: 'Field',
                  cell: (field) => (
                    <>
                      {FIELD_TYPES[field.fieldType]}
                      {field.required && <span className="quiet"> required</span>}
                      <div className="caption">{field.label ?? field.acroFieldName}</div>
                    </>
                  ),
                },
                { title: 'Signer', cell: ({ signerId }) => nameOf(signerId) },
                {
                  title: 'Place',
                  look: 'quiet nowrap',
                  cell: ({ pageNumber, xPosition, yPosition }) =>
                    `page ${pageNumber}, ${Math.round(xPosition)}, ${Math.round(yPosition)}`,
                },
                {
                  title: 'Actions',
                  isTitleHidden: true,
                  look: 'right nowrap',
                  cell: (field) => (
                    <>
                      <Button size="small" aria-label={`Edit ${titleOf(field)}`} onClick={() => setEdited(field.id)}>
                        Edit
                      </Button>{' '}
                      <Button
                        size="small"
                        look="plain"
                        aria-label={`Remove ${titleOf(field)}`}
                        onClick={() => void edits.remove(field)}
                      >
                        Remove
                      </Button>
                    </>
                  ),
                },
              ]}
            />
          )
        }
      </QueryPart>
      {edited && !edits.isSaving && (
        <FieldDialog
          document={document}
          field={fields.data?.items.find(({ id: one }) => one === edited)}
          onChanged={onChanged}
          onClose={() => setEdited(undefined)}
        />
      )}
      {isLinking && (
        <LinkForm document={document} form={open} onChanged={onChanged} onClose={() => setLinking(false)} />
      )}
    </Card>
  );
}

export const titleOf = ({ fieldType, label, acroFieldName }: Field) =>
  `${FIELD_TYPES[fieldType]} ${label ?? acroFieldName ?? ''}`.trim();

/** Fields of the PDF's form that no field is linked to. */
export function useOpenForm(id: string, fields: readonly Field[] | undefined) {
  const form = useApiQuery(['document', id, 'form'], (client, signal) =>
    client.documents.listFormFields({ params: { id }, signal }),
  );
  const linked = new Set(fields?.map(({ acroFieldName }) => acroFieldName));
  return form.data?.items.filter(({ name }) => !linked.has(name)) ?? [];
}
