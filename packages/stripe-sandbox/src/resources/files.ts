import type Stripe from 'stripe'
import { invalidParameter, missingParameter } from '../errors.ts'
import { newId } from '../identifiers.ts'
import type { Answer, Call, Route } from '../work.ts'
import { listRoute, retrieveRoute } from './lists.ts'

/** Stripe's limits for evidence: PDF, JPEG or PNG, 5 MB. */
const EVIDENCE_MAX_BYTES = 5 * 1024 * 1024
const TYPES = new Map([
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
])

function create(call: Call): Answer {
  const { upload } = call
  const purpose = call.params.required('purpose')
  if (!upload) throw missingParameter('file')
  if (purpose !== 'dispute_evidence') throw invalidParameter('purpose', `Not spoken here: ${purpose}.`)
  const type = TYPES.get(upload.type)
  if (type === undefined) throw invalidParameter('file', 'Only PDF, JPEG and PNG are taken as evidence.')
  if (upload.bytes.length > EVIDENCE_MAX_BYTES)
    throw invalidParameter('file', 'The file is larger than 5 MB.')
  const id = newId('file')
  const file: Stripe.File = {
    ...{ id, object: 'file', created: call.seconds, expires_at: null, links: null, purpose, type },
    ...{ filename: upload.filename, size: upload.bytes.length, title: null },
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  }
  call.store.insert(file)
  call.store.setAttribute(id, 'contents', upload.bytes.toString('base64'))
  return file
}

export const FILE_ROUTES: readonly Route[] = [
  listRoute('file', '/v1/files', ['purpose']),
  retrieveRoute('file', '/v1/files'),
  { method: 'POST', path: '/v1/files', access: 'secret', accepts: ['file', 'purpose'], handle: create },
]
