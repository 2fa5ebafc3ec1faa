/** An AWS request, as far as it identifies action and resource. */
export interface AwsRequest {
  service: string;
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
