import { refused, tooLarge } from '@assay/foundation';
import { canonicalJson } from '@assay/foundation/canonical-json';
import { PolicyDefinition } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import { messageOf } from '#shared/platform/http/shape-messages.ts';
import { POLICY_REQUEST_BYTES } from '../limits.ts';
import { validateDefinition, withCanonicalSources } from '../listed-sources.ts';
import { validateNamed } from './named-sources.ts';

/** Error that a draft may contain. It is refused at publication. */
const REFUSED_AT_PUBLICATION = 'undocumented_value';

const requestBytes = (key: string, definition: unknown) => Buffer.byteLength(canonicalJson({ key, definition }));

/**
 * The size limit applies to the normalized request. Normalizing only adds defaults, so a definition
 * that is too large as sent is too large in any case.
 */
export const sizeIssues = (key: string, definition: unknown) =>
  requestBytes(key, definition) > POLICY_REQUEST_BYTES
    ? [
        {
          path: '',
          code: 'policy_too_large',
          message: `The normalized policy is larger than ${POLICY_REQUEST_BYTES} bytes.`,
        },
      ]
    : [];

/** Returns the normalized definition of a draft, or throws a problem that names all errors. */
export async function checkedDraft(context: Context, key: string, requested: unknown): Promise<PolicyDefinition> {
  assertSize(key, requested);
  const { errors, definition } = await validateNamed(context, requested);
  const findings = errors.filter(({ code }) => code !== REFUSED_AT_PUBLICATION);
  if (findings.length > 0) throw invalidPolicy(findings);
  const normalized = withCanonicalSources(PolicyDefinition.parse(definition));
  assertSize(key, normalized);
  return normalized;
}

function assertSize(key: string, definition: unknown): void {
  const bytes = requestBytes(key, definition);
  if (bytes > POLICY_REQUEST_BYTES)
    throw tooLarge(
      'policy_too_large',
      `The normalized policy has ${bytes} bytes. The limit is ${POLICY_REQUEST_BYTES}.`,
    );
}

export function assertPublishable(definition: PolicyDefinition): void {
  const { errors } = validateDefinition(definition, messageOf);
  if (errors.length > 0) throw invalidPolicy(errors);
}

/** Validates a definition for a simulation. */
export async function checkedDefinition(context: Context, definition: unknown): Promise<PolicyDefinition> {
  assertSize('', definition);
  const { valid, errors, normalized } = await validateNamed(context, definition);
  if (!valid || !normalized) throw invalidPolicy(errors);
  assertSize('', normalized);
  return normalized;
}

/** Problem that names every error with its path in the request. */
export const invalidPolicy = (errors: readonly { path: string; message: string }[]) =>
  refused(
    'invalid_policy',
    'The policy definition is invalid. See `errors`.',
    errors.map(({ path, message }) => ({
      path: path === '' ? 'definition' : `definition.${path}`,
      message,
    })),
  );
