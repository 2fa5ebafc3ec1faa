import type { CfnResource } from 'aws-cdk-lib';
import { Code, type CodeConfig } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** Code that the local cloud runs where it lies in the assembly; it cannot be deployed. */
export class CodeInAssembly extends Code {
  readonly isInline = false;
  readonly #path: string;

  /** `path` is relative to the assembly. */
  constructor(path: string) {
    super();
    this.#path = path;
  }

  override bind(_scope: Construct): CodeConfig {
    return { s3Location: { bucketName: 'not-deployed', objectKey: this.#path } };
  }

  override bindToResource(resource: CfnResource): void {
    resource.addMetadata('aws:asset:path', this.#path);
  }
}
