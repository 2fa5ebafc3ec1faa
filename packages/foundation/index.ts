export {
  ifThenElse,
  onlyAlongWith,
  refineRequiredIff,
  required,
  requiredIff,
} from './src/member-rules.ts';
export {
  conflict,
  type Finding,
  forbidden,
  incompleteCredential,
  invalid,
  notFound,
  Problem,
  type ProblemExtra,
  refused,
  timestampOutOfRange,
  tooLarge,
  unauthenticated,
  unavailable,
} from './src/problem.ts';
export { RecordId, Timestamp } from './src/shapes.ts';
