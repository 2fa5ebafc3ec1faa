import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { IDENTIFIERS, type Identifier, MAX_IDENTIFIERS } from './screen-form.ts';

const NEW: Identifier = { kind: 'passport', value: '', country: '' };

/** Numbers of documents and registers, each with its kind and country. */
export function IdentifierRows({
  identifiers,
  onChange,
}: {
  identifiers: readonly Identifier[];
  onChange(identifiers: readonly Identifier[]): void;
}) {
  const replace = (at: number, change: Partial<Identifier>) =>
    onChange(identifiers.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <fieldset className="plain-set stack">
      <legend className="strong">Identifiers</legend>
      {identifiers.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
        <div key={at} className="identifier-row">
          <SelectField
            label="Kind of identifier"
            value={one.kind}
            options={IDENTIFIERS}
            onValue={(kind) => replace(at, { kind })}
          />
          <TextField
            label="Number"
            value={one.value}
            onText={(value) => replace(at, { value })}
            autoComplete="off"
            maxLength={200}
            spellCheck={false}
          />
          <TextField
            label="Issued by"
            placeholder="GB"
            value={one.country}
            onText={(country) => replace(at, { country })}
            autoComplete="off"
            maxLength={3}
          />
          <Button
            aria-label={`Remove identifier ${at + 1}`}
            onClick={() => onChange(identifiers.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="small"
          blocked={identifiers.length >= MAX_IDENTIFIERS ? `At most ${MAX_IDENTIFIERS} are searched.` : null}
          onClick={() => onChange([...identifiers, NEW])}
        >
          Add an identifier
        </Button>
      </div>
    </fieldset>
  );
}
