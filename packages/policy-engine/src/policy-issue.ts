/** Error in a policy definition: its path, a stable code for programs, and a message for people. */
export interface PolicyIssue {
  path: string;
  code: PolicyIssueCode;
  message: string;
}

export type PolicyIssueCode =
  // errors of the schema
  | 'required'
  | 'invalid_type'
  | 'invalid_value'
  | 'invalid_format'
  | 'too_small'
  | 'too_big'
  | 'unknown_property'
  // errors in how parts refer to each other
  | 'duplicate_key'
  | 'duplicate_source'
  | 'duplicate_value'
  | 'invalid_source'
  | 'unknown_source'
  | 'undeclared_fact'
  | 'source_type_mismatch'
  | 'retired_source'
  | 'verification_source_missing'
  | 'item_type_required'
  | 'item_type_not_allowed'
  | 'values_not_allowed'
  | 'item_order_not_allowed'
  | 'conditional_input'
  | 'screening_fact_type'
  | 'undocumented_value'
  | 'unknown_input'
  | 'self_comparison'
  | 'operator_type_mismatch'
  | 'value_type_mismatch'
  | 'bands_not_from_zero'
  | 'bands_not_increasing'
  | 'unknown_band'
  | 'ceiling_below_floor'
  | 'too_many_actions';

export const policyIssue = (path: string, code: PolicyIssueCode, message: string): PolicyIssue => ({
  path,
  code,
  message,
});
