import { ifThenElse, requiredIff } from '@assay/foundation';
import { documentedValues, MEASURES_FACT, SCREENING_FACTS } from './screening-facts.ts';

/**
 * Rules between properties, as far as JSON Schema can express them. They document the format:
 * `validate-definition.ts` reports violations.
 */
const ofType = (operators: readonly string[], type: string | readonly string[]) =>
  ifThenElse({ properties: { operator: { enum: operators } } }, { properties: { value: { type } } });

const withDocumentedValues = (fact: string) => {
  const values = { enum: documentedValues(fact) };
  return ifThenElse(
    { properties: { input: { const: fact } } },
    {
      properties: {
        operator: { enum: fact === MEASURES_FACT ? ['contains', 'intersects'] : ['eq', 'neq', 'in', 'not_in'] },
        value: { anyOf: [values, { type: 'array', items: values }] },
      },
    },
  );
};

export const INPUT_RULES = {
  allOf: [
    requiredIff('itemType', 'type', 'list'),
    ifThenElse(
      { properties: { key: { enum: SCREENING_FACTS.filter((fact) => fact !== MEASURES_FACT) } } },
      { properties: { type: { const: 'string' } } },
    ),
    ifThenElse(
      { properties: { key: { const: MEASURES_FACT } } },
      { properties: { type: { const: 'list' }, itemType: { const: 'string' } } },
    ),
    ifThenElse({ required: ['itemOrder'] }, { properties: { type: { const: 'list' } } }),
    ifThenElse(
      { required: ['values'] },
      {
        anyOf: [
          { properties: { type: { const: 'string' } } },
          { properties: { type: { const: 'list' }, itemType: { const: 'string' } } },
        ],
      },
    ),
  ],
};

export const CONDITION_RULES = {
  allOf: [
    ofType(['eq', 'neq', 'contains'], ['string', 'number', 'boolean']),
    ofType(['in', 'not_in', 'intersects'], 'array'),
    ofType(['gt', 'gte', 'lt', 'lte'], 'number'),
    ofType(['eq_fact', 'neq_fact'], 'string'),
  ],
};

/**
 * Apply to publication and not to drafts, so the API's own schema of a policy does not contain
 * them.
 */
export const PUBLISHED_RULES = SCREENING_FACTS.map(withDocumentedValues);

/** In `allOf`, because `prefixItems` beside `items` would exempt the first element from `items`. */
export const FIRST_BAND_RULE = {
  allOf: [{ prefixItems: [{ properties: { from: { const: 0 } } }] }],
};
