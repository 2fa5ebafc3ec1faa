import { KEY_CHARACTERS } from './limits.ts';

/** Source identities that a policy can accept, in the forms that the server assigns. */
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const FORMS = [
  `registered:${UUID}`,
  `api_key:${UUID}`,
  `user:${UUID}`,
  'verification:[A-Za-z0-9_.-]{1,80}:r[1-9][0-9]{0,8}:[A-Za-z0-9_.-]{1,80}',
  'service:screening:[a-z0-9_]+([+][a-z0-9_]+)*:r[0-9]{1,3}:m[0-9]{1,3}(:l[0-9]{1,4})?',
];

const NAMED = `source:[a-z][a-z0-9_.-]{0,${KEY_CHARACTERS - 1}}`;

/** For requests, which can name a registered source by its key. Definitions are evaluated and stored without such names. */
export const SOURCE_PATTERN = `^(${[...FORMS, NAMED].join('|')})$`;
const SOURCE = new RegExp(`^(${FORMS.join('|')})$`);

/** The same forms, for error messages. */
export const SOURCE_FORMS = [
  '`source:<key of the source>`',
  '`registered:<id of the source>`',
  '`api_key:<id of the key>`',
  '`user:<id of the user>`',
  '`verification:<workflowId>:r<revision>:<stepKey>`',
  '`service:screening:<list>+<list>:r<reviewScore>:m<matchScore>`',
].join(', ');

export const isSourceIdentity = (source: string) => SOURCE.test(source);

/** Retired: refused in new policies, and never counted for old policies that name it. */
export const RETIRED_SOURCE = 'service:session-checks';

export const verificationSource = ({
  workflowId,
  revision,
  stepKey,
}: {
  workflowId: string;
  revision: number;
  stepKey: string;
}) => `verification:${workflowId}:r${revision}:${stepKey}`;

export const isVerificationSource = (source: string) => source.startsWith('verification:');

/**
 * Whether fact names of a source are its own. Two steps can both have a `score`, and two screenings
 * can search different lists, so the same fact of another source is a different fact.
 */
export const hasOwnFactNames = (source: string) => isVerificationSource(source) || source.startsWith('service:');
