import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { faultsBelow } from './document-draft.ts';
import { NEW_OTHER, type SignerText } from './sending.ts';
import { OTHER_ROLES, SignerFields } from './signer-fields.tsx';

/** What the service accepts: a document has 20 people, of whom a template names up to 8. */
const MOST = 12;

/** Approvers and recipients of copies of a document that is created from a template. */
export function OthersCard({
  others,
  issues,
  onOthers,
}: {
  others: readonly SignerText[];
  issues: readonly { path: string; message: string }[];
  onOthers(others: readonly SignerText[]): void;
}) {
  const fault = faultsBelow('others', issues).get('');
  return (
    <Card
      title="Approvers and copies"
      end={
        <Button
          size="small"
          blocked={others.length < MOST ? null : `A document has at most ${MOST} approvers and copies.`}
          onClick={() => onOthers([...others, NEW_OTHER])}
        >
          Add a person
        </Button>
      }
    >
      {others.length === 0 && <p className="card-body quiet">Nobody approves the document or gets a copy of it.</p>}
      {fault !== undefined && <p className="card-body text-bad">{fault}</p>}
      {others.map((one, index) => {
        const name = `Person ${index + 1}`;
        const key = `${index}`;
        return (
          <fieldset key={key} className="note signer-set stack-s">
            <legend className="visually-hidden">{name}</legend>
            <div className="between">
              <p className="strong" aria-hidden="true">
                {name}
              </p>
              <Button
                size="small"
                look="plain"
                aria-label={`Remove ${name}`}
                onClick={() => onOthers(others.toSpliced(index, 1))}
              >
                Remove
              </Button>
            </div>
            <SignerFields
              signer={one}
              faults={faultsBelow(`others.${index}.`, issues)}
              roles={OTHER_ROLES}
              onChange={(part) => onOthers(others.with(index, { ...one, ...part }))}
            />
          </fieldset>
        );
      })}
    </Card>
  );
}
