import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ACCOUNT, type Identity, identityOf, physicalName, REGION } from './identities.ts';
import { type Names, resolveValue } from './intrinsics.ts';

/** One resource of the synthesised app with all references resolved. */
export interface TemplateResource {
  type: string;
  name: string;
  identity: Identity;
  properties: Record<string, unknown>;
  /** Directory of a function's code. */
  asset: string | undefined;
}

const RawResource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.object({ 'aws:cdk:path': z.string(), 'aws:asset:path': z.string() }).partial().default({}),
  Condition: z.never({ error: 'The local cloud does not know conditions.' }).optional(),
});
type RawResource = z.infer<typeof RawResource>;

const RawTemplate = z.object({
  Resources: z.record(z.string(), RawResource),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown() }).partial()).default({}),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.object({ templateFile: z.string() }).partial().default({}),
    }),
  ),
});

export interface TemplateOptions {
  /** Endpoint of AWS for functions. */
  endpoint: string;
  /** Placeholders and their values, such as addresses that were unknown at synthesis. */
  replacements?: Record<string, string>;
}

/** Reads all resources of an assembly, including nested stacks. */
export function readTemplate(assembly: string, options: TemplateOptions): TemplateResource[] {
  const { artifacts } = Manifest.parse(readJson(join(assembly, 'manifest.json')));
  const stacks = Object.values(artifacts).filter(({ type }) => type === 'aws:cloudformation:stack');
  const [stack, ...others] = stacks;
  if (!stack?.properties.templateFile || others.length > 0)
    throw new Error(`${assembly} must contain one stack, but has ${stacks.length}.`);
  return new Stack(assembly, stack.properties.templateFile, options).resources();
}

/** Values are resolved lazily, so their order does not matter. */
class Stack implements Names {
  readonly #assembly: string;
  readonly #template: z.infer<typeof RawTemplate>;
  readonly #options: TemplateOptions;
  readonly #parameters: Record<string, unknown>;
  readonly #nested = new Map<string, Stack>();

  constructor(assembly: string, file: string, options: TemplateOptions, parameters: Record<string, unknown> = {}) {
    this.#assembly = assembly;
    this.#template = RawTemplate.parse(readJson(join(assembly, file), options.replacements));
    this.#options = options;
    this.#parameters = parameters;
  }

  resources(): TemplateResource[] {
    return Object.entries(this.#template.Resources).flatMap(([id, raw]) =>
      raw.Type === NESTED ? this.#nestedStack(id).resources() : [this.#resource(id, raw)],
    );
  }

  ref(name: string): string {
    const pseudo = PSEUDO_PARAMETERS[name];
    if (pseudo !== undefined) return pseudo;
    if (name in this.#template.Parameters) return this.#parameter(name);
    return this.#identity(name).ref;
  }

  attribute(id: string, attribute: string): string {
    const raw = this.#raw(id);
    if (raw.Type === NESTED) return this.#nestedStack(id).output(attribute.replace('Outputs.', ''));
    return this.#identity(id).attributes[attribute] ?? `${this.#nameOf(id)}.${attribute}`;
  }

  output(name: string): string {
    const output = this.#template.Outputs[name];
    if (!output) throw new Error(`There is no output ${name}.`);
    return String(resolveValue(output.Value, this));
  }

  #raw(id: string): RawResource {
    const raw = this.#template.Resources[id];
    if (!raw) throw new Error(`The template refers to ${id}, which is not in it.`);
    return raw;
  }

  #parameter(name: string): string {
    const value = this.#parameters[name] ?? this.#template.Parameters[name]?.Default;
    if (value === undefined) throw new Error(`The parameter ${name} has no value.`);
    return String(value);
  }

  #identity(id: string): Identity {
    return identityOf(this.#raw(id).Type, this.#nameOf(id), this.#options.endpoint);
  }

  #nameOf(id: string): string {
    const { Type, Properties, Metadata } = this.#raw(id);
    const given = Properties[NAME_PROPERTIES[Type] ?? ''];
    if (given !== undefined) return String(resolveValue(given, this));
    const name = physicalName(Metadata['aws:cdk:path'] ?? id);
    return Type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
  }

  #resource(id: string, raw: RawResource): TemplateResource {
    const asset = raw.Metadata['aws:asset:path'];
    return {
      type: raw.Type,
      name: this.#nameOf(id),
      identity: this.#identity(id),
      properties: resolveValue(raw.Properties, this) as Record<string, unknown>,
      asset: asset === undefined ? undefined : join(this.#assembly, asset),
    };
  }

  #nestedStack(id: string): Stack {
    const known = this.#nested.get(id);
    if (known) return known;
    const { Metadata, Properties } = this.#raw(id);
    const file = Metadata['aws:asset:path'];
    if (!file) throw new Error(`The nested stack ${id} does not name its template.`);
    const parameters = resolveValue(Properties.Parameters ?? {}, this) as Record<string, unknown>;
    const nested = new Stack(this.#assembly, file, this.#options, parameters);
    this.#nested.set(id, nested);
    return nested;
  }
}

const NESTED = 'AWS::CloudFormation::Stack';

const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'assay-local',
};

const NAME_PROPERTIES: Record<string, string> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Logs::LogGroup': 'LogGroupName',
};

function readJson(file: string, replacements: Record<string, string> = {}): unknown {
  let content = readFileSync(file, 'utf8');
  for (const [from, to] of Object.entries(replacements)) content = content.replaceAll(from, to);
  return JSON.parse(content);
}
