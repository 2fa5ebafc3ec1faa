/** An AWS request, as far as it identifies action and resource. */
export interface AwsRequest {
  service: string;
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** The operation of a request in AWS's JSON protocol, such as `GetItem`. */
export const operationOf = ({ headers }: Pick<AwsRequest, 'headers'>) =>
  String(headers['x-amz-target']).split('.').at(-1) ?? '';
