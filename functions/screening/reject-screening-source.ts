import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { reject } from '#shared/screening/lists/list-state.ts';
import { removeIndex } from '#shared/screening/repository/list-indexes.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { presentSource } from '#shared/screening/source.ts';
import { requireHeldVersion } from '#shared/screening/use-cases/held-version.ts';
import { listStateChange } from '#shared/screening/use-cases/list-change.ts';
import { requireOperatorOf } from '#shared/screening/use-cases/list-operators.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';

/** Discards an uploaded version, or dismisses the faults of uploads that could not be read. */
export const handler = endpoint(
  listRoutes.rejectScreeningSource,
  async (context, { params, body: { versionId, reason } }) => {
    const { now, caller } = context;
    requireOperatorOf(caller, params.key);
    const { id: key, state: before } = await requireList(context, params.key);
    if (!versionId) {
      const { uploadFaults: reasons } = before;
      if (reasons.length === 0)
        throw conflict(
          'nothing_to_dismiss',
          'Every upload of this list could be read. Name a held version in `versionId`.',
        );
      const after = { ...before, uploadFaults: [] };
      const change = { type: 'screening.list.rejected', list: key, reasons, reason } as const;
      return {
        ...listStateChange(context, change, { before, after }),
        result: presentSource(key, after, { now, isOperator: true }),
      };
    }
    const version = requireHeldVersion(before, versionId);
    // A publisher's version would be held again at the next refresh.
    if (version.origin === 'publisher')
      throw conflict(
        'not_an_upload',
        'The publisher has this version. It stays held until it is approved or a newer one is published.',
      );

    const after = reject(before, version);
    const change = { type: 'screening.list.rejected', list: key, version, reason } as const;
    return {
      ...listStateChange(context, change, { before, after }),
      result: presentSource(key, after, { now, isOperator: true }),
      // Objects that are left behind only cost storage.
      hints: [() => removeIndex(key, versionId)],
    };
  },
);
