/** Shapes and pure functions that route tables, the client and infra may import. */
export { ApiKey } from './api-key.ts';
export { identifierOf } from './key-identifier.ts';
export { KeyScopes, UNRESTRICTED } from './key-scope.ts';
export { Person, rankOf, roleOf, UserRole } from './person.ts';
export { SECRET_RETIRED } from './retired-secret.ts';
