import { hasOwnFactNames } from '@assay/policy-engine';
import { type AnalystRule, cite } from './cite.ts';
import type { Snapshot, SnapshotReceipt } from './snapshot.ts';

/**
 * Reports sources that state different values of the same fact. Unavailable evidence is not
 * compared.
 */
export const contradictions: AnalystRule = (snapshot) => {
  const disputed = [...byFact(snapshot), ...byInput(snapshot)].filter(({ stated }) => valuesOf(stated) > 1);
  // Inputs of several policies can have the same name and fact. Each is reported once.
  return [...Map.groupBy(disputed, ({ name }) => name)].flatMap(([name, groups]) => {
    const stated = groups.flatMap((group) => group.stated);
    const sources = new Set(stated.map(({ source }) => source)).size;
    const statement = `${sources} sources state ${valuesOf(stated)} different values of ${name}.`;
    return cite({ key: `contradiction:${name}`, statement, confidence: 'high' }, { evidence: stated });
  });
};

/** Receipts that are compared with each other. */
interface Group {
  name: string;
  stated: SnapshotReceipt[];
}

/** Receipts with the same fact, except from sources whose fact names are their own. */
function byFact({ receipts }: Snapshot): Group[] {
  const shared = receipts.filter((one) => isComparable(one) && !hasOwnFactNames(one.source));
  return [...Map.groupBy(shared, ({ fact }) => fact)].map(([name, stated]) => ({ name, stated }));
}

/** Receipts of the same input of a latest assessment, whatever fact names their sources use. */
function byInput({ receipts, assessments }: Snapshot): Group[] {
  const comparable = new Map(receipts.filter(isComparable).map((receipt) => [receipt.id, receipt]));
  return assessments
    .filter(({ isLatest }) => isLatest)
    .flatMap(({ inputs }) => inputs)
    .map(({ key, receiptIds }) => ({
      name: key,
      stated: receiptIds.flatMap((id) => comparable.get(id) ?? []),
    }));
}

const isComparable = ({ status, value, valueDigest }: SnapshotReceipt) =>
  status === 'available' && (value !== null || valueDigest !== null);

const valuesOf = (stated: readonly SnapshotReceipt[]) => new Set(stated.map(comparable)).size;

const comparable = ({ value, valueDigest }: SnapshotReceipt) => valueDigest ?? JSON.stringify(value);
