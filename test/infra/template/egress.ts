import { expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { synthesise } from '../synthesised.ts';

const VPC = { subnets: ['subnet-0a1b2c3d', 'subnet-4e5f6a7b'], securityGroups: ['sg-0a1b2c3d'] };
/** Webhooks go to customers, lists come from publishers and Wikidata. */
const CALLS_OUT = ['crawl-chunk', 'deliver-slow-webhook', 'deliver-webhook', 'refresh-list'];

interface Statement {
  Effect: string;
  Action: string | string[];
  Condition?: { ArnEquals?: Record<string, unknown> };
}

const plain = synthesise('dev');
const inVpc = synthesise('dev', { routes: {}, settings: { egressVpc: VPC } });

const attachedIn = (service: typeof plain) =>
  service.all('AWS::Lambda::Function').filter(({ properties }) => properties.VpcConfig !== undefined);

/** The statements of each role on network interfaces. */
const attachingRoles = (service: typeof plain) =>
  service
    .all('AWS::IAM::Role')
    .map(({ properties }) => {
      const policies: { PolicyDocument: { Statement: Statement[] } }[] = properties.Policies ?? [];
      return policies
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(({ Action }) => [Action].flat().includes('ec2:CreateNetworkInterface'));
    })
    .filter((statements) => statements.length > 0);

test('without the setting no function is in a VPC, and no role may use network interfaces', () => {
  expect(attachedIn(plain)).toEqual([]);
  expect(attachingRoles(plain)).toEqual([]);
});

test('the functions that call addresses outside AWS run in the given subnets and security groups, and no others', () => {
  const attached = attachedIn(inVpc);
  const names = attached.map(({ properties }) => properties.FunctionName.replace('assay-dev-workers-', ''));

  expect(names.sort()).toEqual(CALLS_OUT);
  for (const { properties } of attached)
    expect(properties.VpcConfig).toEqual({ SubnetIds: VPC.subnets, SecurityGroupIds: VPC.securityGroups });
});

test('Lambda may attach these functions, and their code may not use what is granted for it', () => {
  const roles = attachingRoles(inVpc);
  const deniedTo = roles.map(([allowed, denied, ...others]) => {
    expect(others).toEqual([]);
    expect(allowed).toMatchObject({ Effect: 'Allow', Resource: '*' });
    expect(denied).toMatchObject({ Effect: 'Deny', Resource: '*', Action: allowed?.Action });
    const condition = JSON.stringify(denied?.Condition?.ArnEquals?.['lambda:SourceFunctionArn']);
    return /function:assay-dev-workers-([\w-]+)"/.exec(condition)?.[1];
  });

  expect(deniedTo.sort()).toEqual(CALLS_OUT);
});

test('the function that seals is one of them if a timestamp authority is configured', () => {
  const { completeSigning, findSealed } = documentRoutes;
  const settings = { egressVpc: VPC, timestampAuthority: 'https://timestamps.example.com' };
  const attachedWith = (given: object) =>
    attachedIn(synthesise('dev', { routes: { documents: { completeSigning, findSealed } }, settings: given })).map(
      ({ properties }) => properties.FunctionName,
    );

  expect(attachedWith(settings)).toContain('assay-dev-documents-complete-signing');
  expect(attachedWith(settings)).not.toContain('assay-dev-documents-find-sealed');
  expect(attachedWith({ egressVpc: VPC })).not.toContain('assay-dev-documents-complete-signing');
});
