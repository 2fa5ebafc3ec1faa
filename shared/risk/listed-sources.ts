import {
  canonicalListOrder,
  canonicalScreeningSource,
  normalizeSources,
  type PolicyDefinition,
  type Validation,
  validatePolicy,
} from '@assay/policy-engine';
import { LIST_KEYS } from '@assay/watchlist/catalogue';
import type * as z from 'zod';

/**
 * The policy engine with the lists of the catalogue. Sources of screenings are compared by their canonical form,
 * which depends on the order of the lists, so the service takes these functions from here.
 */
export const canonicalLists = (keys: readonly string[]) => canonicalListOrder(keys, LIST_KEYS);

/** The source with its lists in canonical order. Other sources are unchanged. */
export const canonicalSource = (source: string) => canonicalScreeningSource(source, LIST_KEYS);

export const withCanonicalSources = (definition: PolicyDefinition) => normalizeSources(definition, LIST_KEYS);

export const validateDefinition = (value: unknown, messageOf?: z.core.$ZodErrorMap): Validation =>
  validatePolicy(value, { lists: LIST_KEYS, ...(messageOf && { messageOf }) });
