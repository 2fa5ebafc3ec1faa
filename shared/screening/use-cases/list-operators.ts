import { forbidden } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import type { Caller } from '#shared/platform/caller.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { isOwnKey } from '../lists/list-id.ts';

/** Means every organization of the installation. */
const EVERY_ORGANIZATION = '*';

/**
 * Lists are shared by every organization of an installation, so changing them is denied unless the setting
 * `listOperators` names the caller's organization.
 */
function requireListOperator(caller: Caller): void {
  if (optionalSetting('LIST_OPERATORS') === undefined)
    throw forbidden(
      'No organization may change lists: the setting `listOperators` is not set. ' +
        'Deploy with `-c listOperators=<organization id>`.',
    );
  if (!isListOperator(caller)) throw forbidden('Your organization is not named in the setting `listOperators`.');
}

/** An own list is changed by the owners and admins of its organization. */
export function requireOperatorOf(caller: Caller, key: string): void {
  if (!isOwnKey(key)) requireListOperator(caller);
}

export const isOperatorOf = (caller: Pick<Caller, 'organizationId'>, key: string) =>
  isOwnKey(key) || isListOperator(caller);

export function isListOperator({ organizationId }: Pick<Caller, 'organizationId'>): boolean {
  const operators = optionalSetting('LIST_OPERATORS')?.split(',') ?? [];
  return operators.includes(EVERY_ORGANIZATION) || operators.includes(organizationId);
}

/**
 * The organizations whose history records scheduled changes; none if every organization is an
 * operator.
 */
export const namedOperators = (): string[] =>
  (optionalSetting('LIST_OPERATORS')?.split(',') ?? []).filter((id) => id !== EVERY_ORGANIZATION);

/**
 * An organization in rows of lists, which belong to the installation and outlive it: enough to tell two apart, without
 * the id.
 */
export const operatorMark = (organizationId: string) => sha256Hex(`list-operator ${organizationId}`).slice(0, 32);

/** Whether one person may upload a file and approve it. */
export const isSingleApproval = () => optionalSetting('LIST_UPLOADS') === 'single';
