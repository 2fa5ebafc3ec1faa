import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import type { Rule } from './facts.ts';

const [DOCUMENT, DELETED, ENTRY] = ['a', 'b', 'c'];
const START = '0'.repeat(64);

/**
 * A document's trail has as many entries as the document records, chained to the recorded last
 * hash.
 */
export const trailsAstray: Rule = {
  read: ({ row: { table, kind, rest, item } }, state) => {
    if (table !== 'documents') return;
    if (kind === 'documents' && item.auditHead)
      state('trails', String(item.id), DOCUMENT, Number(item.auditCount), String(item.auditHead));
    // A worker removes the trail of a deleted draft before its row.
    if (item.isDeleted === true) state('trails', String(item.id), DELETED);
    if (item.sk.startsWith('audit#')) {
      const { pk, sk, hash, details, ...told } = item;
      const entry = { ...told, details: JSON.parse(String(details)) };
      const isWhole = sha256Hex(canonicalJson(entry)) === hash;
      state(
        'trails',
        rest,
        ENTRY,
        sk,
        pk,
        Number(told.number),
        String(told.previousHash),
        String(hash),
        Number(isWhole),
      );
    }
  },
  judges: {
    trails: (id, facts, _state, find) => {
      const documents: { count: number; head: string }[] = [];
      let [isKnown, entries, head]: [boolean, number, string] = [false, 0, START];
      let broken: string | undefined;
      for (const { kind, values } of facts) {
        if (kind !== ENTRY) isKnown = true;
        if (kind === DOCUMENT) documents.push({ count: Number(values[0]), head: values[1] ?? '' });
        if (kind !== ENTRY) continue;
        const [sk, pk, number, previousHash, hash = '', isWhole] = values;
        entries += 1;
        const isNext = Number(number) === entries && previousHash === head && isWhole === '1';
        if (!isNext) broken ??= `${pk} ${sk} breaks its trail`;
        head = hash;
      }
      if (!isKnown) find(`${id} is a trail of nothing`);
      for (const document of documents)
        if (broken) find(broken);
        else if (entries !== document.count || head !== document.head)
          find(`${id} has ${entries} entries, not ${document.count}`);
    },
  },
};
