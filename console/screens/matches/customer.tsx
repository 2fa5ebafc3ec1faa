import { useId } from 'react';
import type { MatchDetail } from '../../api/matches.ts';
import { readSubjectCard, useSubjectCard } from '../../api/subject-card.ts';
import type { Customer } from '../../domain/compare-entry.ts';

export const NO_CUSTOMER: Customer = {
  names: [],
  born: null,
  countries: [],
  documents: [],
  address: null,
};

/** The customer as the customer's own system shows it, straight into this browser; Assay never receives it. */
export function useCustomer({ subject }: MatchDetail): Customer | undefined {
  const card = useSubjectCard(subject);
  return card.data ? readSubjectCard(card.data) : undefined;
}

/** Assay stores no name of the customer, so the analyst can type it here for the comparison. */
export function CustomerForm({ customer, onChange }: { customer: Customer; onChange(customer: Customer): void }) {
  const ids = useId();
  const list = (text: string) =>
    text
      .split(/[,;]/)
      .map((part) => part.trim())
      .filter(Boolean);
  return (
    <details className="card">
      <summary className="card-head">
        Compare with the customer’s data
        <span className="caption">Stays in this page. It is not sent or stored.</span>
      </summary>
      <div className="card-body form-grid">
        <div className="field">
          <label htmlFor={`${ids}-name`}>Name</label>
          <input
            id={`${ids}-name`}
            className="input"
            autoComplete="off"
            onChange={(event) => onChange({ ...customer, names: list(event.target.value) })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${ids}-born`}>Date of birth</label>
          <input
            id={`${ids}-born`}
            className="input"
            placeholder="1988-09-23"
            autoComplete="off"
            onChange={(event) => onChange({ ...customer, born: event.target.value.trim() || null })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${ids}-countries`}>Nationality (two letters)</label>
          <input
            id={`${ids}-countries`}
            className="input"
            placeholder="GB"
            autoComplete="off"
            onChange={(event) =>
              onChange({
                ...customer,
                countries: list(event.target.value.toUpperCase()).filter((code) => /^[A-Z]{2}$/.test(code)),
              })
            }
          />
        </div>
        <div className="field">
          <label htmlFor={`${ids}-documents`}>Document number</label>
          <input
            id={`${ids}-documents`}
            className="input"
            autoComplete="off"
            onChange={(event) =>
              onChange({
                ...customer,
                documents: list(event.target.value).map((value) => ({ value, country: null })),
              })
            }
          />
        </div>
      </div>
    </details>
  );
}
