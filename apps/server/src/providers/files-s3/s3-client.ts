import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Outage } from '../../core/outage.ts'

export interface S3Settings {
  bucket: string
  /** Another S3 than Amazon's own. */
  endpoint: string | undefined
  region: string
  /** Null: those of the machine's role, as the SDK finds them. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

const CONNECT_TIMEOUT_MS = 2_000
/** The longest silence of the store, before its answer and within it. */
const SILENCE_TIMEOUT_MS = 10_000
const ATTEMPTS_MAX = 3
const CONNECTIONS_MAX = 64

/** A client that gives up in bounded time and tries a failed request again a few times. */
export function createS3Client({ endpoint, region, credentials }: S3Settings): S3Client {
  return new S3Client({
    region,
    maxAttempts: ATTEMPTS_MAX,
    // Servers of one's own rarely have a host name for each bucket, and some know no checksums that were not asked for.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(credentials ? { credentials } : {}),
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: SILENCE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_TIMEOUT_MS,
      httpAgent: { maxSockets: CONNECTIONS_MAX },
      httpsAgent: { maxSockets: CONNECTIONS_MAX },
    },
  })
}

/** Answers to a client (a redirect, a 4xx) that another try may mend: too slow, in conflict, too many. */
const WORTH_ANOTHER_TRY = new Set([408, 409, 429])

/** Any failure of the store as an outage; bad keys or a missing bucket are not mended by asking again. */
export function imageOutage(error: unknown): Outage {
  if (error instanceof Outage) return error
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500
  return new Outage('pictures', status >= 500 || WORTH_ANOTHER_TRY.has(status) ? 'yes' : 'no', error)
}

/** True for an object that is not there; a bucket that is not there is another matter. */
export function isNoSuchKey(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchKey'
}

/** True when an object that was to be new is there already, or is being made by another just now. */
export function isKeyTaken(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  return error.name === 'PreconditionFailed' || error.name === 'ConditionalRequestConflict'
}
