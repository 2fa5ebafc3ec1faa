import { ACCOUNT } from '../template/identities.ts';
import type { RequestedAction } from './grants.ts';

export interface AwsAnswer {
  status: number;
  contentType: string;
  headers?: Record<string, string>;
  body: string;
}

/** An access-denied error in the format of the service. */
export const denial = (service: string, functionName: string, { action, resource }: RequestedAction) =>
  refusal(
    service,
    'AccessDenied',
    `User: arn:aws:sts::${ACCOUNT}:assumed-role/${functionName} is not authorized to perform: ` +
      `${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
  );

export const stranger = (service: string, accessKeyId: string) =>
  refusal(service, 'InvalidClientTokenId', `No function here signs as "${accessKeyId}".`);

/** S3's error for a wrong signature. */
const SIGNATURE_FAULTS = {
  AccessDenied: 'The request is not signed, has expired or has headers that are not signed.',
  RequestTimeTooSkewed: 'The difference between the request time and the current time is too large.',
  SignatureDoesNotMatch: 'The request signature we calculated does not match the signature you provided.',
};
export type SignatureFault = keyof typeof SIGNATURE_FAULTS;

export const wrongSignature = (service: string, fault: SignatureFault) =>
  refusal(service, fault, SIGNATURE_FAULTS[fault]);

/**
 * A request that the local cloud cannot parse is a mistake of the caller or a gap of the local
 * cloud; the error names which.
 */
export const failure = (error: unknown) =>
  jsonRefusal(400, 'ValidationException', error instanceof Error ? error.message : String(error));

function refusal(service: string, code: string, message: string): AwsAnswer {
  if (service === 's3')
    return {
      status: 403,
      contentType: 'application/xml',
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`,
    };
  const type = code === 'AccessDenied' ? 'AccessDeniedException' : code;
  if (service !== 'sqs') return jsonRefusal(400, type, message);
  return {
    ...jsonRefusal(403, type, message),
    headers: { 'x-amzn-query-error': `${code};Sender` },
  };
}

const jsonRefusal = (status: number, type: string, message: string): AwsAnswer => ({
  status,
  contentType: 'application/x-amz-json-1.0',
  body: JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message, Message: message }),
});

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
