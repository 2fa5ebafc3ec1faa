import { cite, type Rule } from './cite.ts';
import type { SnapshotReceipt } from './snapshot.ts';

/** Sources that state different values of the same fact. What is unavailable contradicts nothing. */
export const contradictions: Rule = ({ receipts }) =>
  [...Map.groupBy(receipts.filter(isComparable), ({ fact }) => fact)].flatMap(([fact, stated]) => {
    const values = new Set(stated.map(comparable)).size;
    if (values < 2) return [];
    const sources = new Set(stated.map(({ source }) => source)).size;
    const statement = `${sources} sources state ${values} different values of ${fact}.`;
    return cite(
      { key: `contradiction:${fact}`, statement, confidence: 'high' },
      { evidence: stated },
    );
  });

const isComparable = ({ status, value, valueDigest }: SnapshotReceipt) =>
  status === 'available' && (value !== null || valueDigest !== null);

const comparable = ({ value, valueDigest }: SnapshotReceipt) =>
  valueDigest ?? JSON.stringify(value);
