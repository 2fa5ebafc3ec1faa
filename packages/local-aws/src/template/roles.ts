import * as z from 'zod';
import { PolicyDocument } from '../aws/grants.ts';
import type { TemplateResource } from './template.ts';

const InlinePolicies = z.array(z.object({ PolicyDocument }));

const RoleProperties = z.object({
  Policies: InlinePolicies.default([]),
  ManagedPolicyArns: z.array(z.never({ error: 'The local cloud cannot look into managed policies.' })).default([]),
});

const PolicyProperties = z.object({ PolicyDocument, Roles: z.array(z.string()) });

/** All policies of a role: inline and attached ones. */
export function policiesOf(roleArn: string, resources: readonly TemplateResource[]): PolicyDocument[] {
  const role = resources.find(({ type, identity }) => type === 'AWS::IAM::Role' && identity.attributes.Arn === roleArn);
  if (!role) throw new Error(`There is no role ${roleArn}.`);
  const attached = resources
    .filter(({ type }) => type === 'AWS::IAM::Policy')
    .map(({ properties }) => PolicyProperties.parse(properties))
    .filter(({ Roles }) => Roles.includes(role.identity.ref));
  return [...RoleProperties.parse(role.properties).Policies, ...attached].map((policy) => policy.PolicyDocument);
}
