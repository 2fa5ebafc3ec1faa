import type { AwsRequest } from './aws-request.ts';
import type { RequestedAction } from './grants.ts';

type Maker = (bucketArn: string, objectArn: string, request: AwsRequest) => RequestedAction[];

const onObject =
  (action: string): Maker =>
  (_bucket, resource) => [{ action: `s3:${action}`, resource }];

const onBucket =
  (action: string): Maker =>
  (resource) => [{ action: `s3:${action}`, resource }];

/** A copy also reads its source. */
const putObject: Maker = (_bucket, resource, { headers }) => {
  const source = headers['x-amz-copy-source'];
  return [
    { action: 's3:PutObject', resource },
    ...(typeof source === 'string' ? [{ action: 's3:GetObject', resource: arnAt(source.replace(/^\//, '')) }] : []),
  ];
};

const deleteObjects: Maker = (bucket, _object, { body }) =>
  [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => ({
    action: 's3:DeleteObject',
    resource: `${bucket}/${key}`,
  }));

/**
 * Operations by method, presence of a key, and the query parameter that selects a different
 * operation.
 */
const operations: Record<string, Maker> = {
  'GET object': onObject('GetObject'),
  'HEAD object': onObject('GetObject'),
  'PUT object': putObject,
  'DELETE object': onObject('DeleteObject'),
  'POST object uploads': putObject,
  'PUT object uploadId': putObject,
  'POST object uploadId': putObject,
  'GET object uploadId': onObject('ListMultipartUploadParts'),
  'DELETE object uploadId': onObject('AbortMultipartUpload'),
  'GET object tagging': onObject('GetObjectTagging'),
  'PUT object tagging': onObject('PutObjectTagging'),
  'GET bucket': onBucket('ListBucket'),
  'HEAD bucket': onBucket('ListBucket'),
  'GET bucket uploads': onBucket('ListBucketMultipartUploads'),
  'GET bucket location': onBucket('GetBucketLocation'),
  'POST bucket delete': deleteObjects,
};

const SUBRESOURCES = ['uploads', 'uploadId', 'tagging', 'location', 'delete'];

export function s3Calls(request: AwsRequest): RequestedAction[] {
  const { pathname, searchParams } = new URL(request.path, 'http://s3');
  const [bucket = '', ...key] = decodeURIComponent(pathname).slice(1).split('/');
  const subresource = SUBRESOURCES.find((name) => searchParams.has(name));
  const target = key.join('/') === '' ? 'bucket' : 'object';

  const name = [request.method, target, subresource].filter(Boolean).join(' ');
  const calls = operations[name];
  if (!calls) throw new Error(`The local cloud does not support the S3 request ${name}.`);
  return calls(arnAt(bucket), arnAt([bucket, ...key].join('/')), request);
}

/** Only DeleteObjects names its objects in the body; all other requests can be streamed. */
export const tellsInBody = ({ method, path }: Pick<AwsRequest, 'method' | 'path'>) =>
  method === 'POST' && new URL(path, 'http://s3').searchParams.has('delete');

/**
 * The `ListBucket` call implied by reading an object: without that permission, S3 answers 403
 * instead of 404.
 */
export function listingOf(request: AwsRequest): RequestedAction | undefined {
  if (request.service !== 's3') return undefined;
  const [call] = s3Calls(request);
  if (call?.action !== 's3:GetObject') return undefined;
  return { action: 's3:ListBucket', resource: call.resource.replace(/\/.*$/, '') };
}

const arnAt = (path: string) => `arn:aws:s3:::${path}`;

const OVERRIDES = ['content-disposition', 'content-type', 'cache-control'];

/** Headers that a request for an object names for its answer, which the engine does not know. */
export function overriddenHeaders({ service, method, path }: AwsRequest): Record<string, string> {
  if (service !== 's3' || method !== 'GET') return {};
  const { searchParams } = new URL(path, 'http://s3');
  return Object.fromEntries(
    OVERRIDES.flatMap((name) => {
      const value = searchParams.get(`response-${name}`);
      return value === null ? [] : [[name, value]];
    }),
  );
}
