import { createHash } from 'node:crypto'
import { invalidParameter } from '../errors.ts'
import { decodeForm, type FormGroup } from './form-encoding.ts'

/** A file as it was uploaded. */
export interface Upload {
  filename: string
  type: string
  bytes: Buffer
}

/** The fields of a multipart body, and its file. */
export class MultipartBody {
  readonly form: FormGroup
  readonly upload: Upload | null

  constructor(form: FormGroup, upload: Upload | null) {
    this.form = form
    this.upload = upload
  }
}

/**
 * Reads `multipart/form-data`; the digest of the file stands for it among the fields, so that a repeated call is known.
 */
export async function readMultipart(body: Buffer, contentType: string): Promise<MultipartBody> {
  const headers = { 'content-type': contentType }
  const parsed = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw invalidParameter('', 'Invalid multipart body.')
  })
  const fields = new URLSearchParams()
  let upload: Upload | null = null
  for (const [name, value] of parsed) {
    if (typeof value === 'string') fields.append(name, value)
    else {
      const bytes = Buffer.from(await value.arrayBuffer())
      upload = { filename: value.name, type: value.type, bytes }
      fields.append(name, createHash('sha256').update(bytes).digest('hex'))
    }
  }
  return new MultipartBody(decodeForm(fields.toString()), upload)
}
