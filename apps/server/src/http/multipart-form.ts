import { messages } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../core/refusal.ts'

type FormValue = unknown
interface FormGroup {
  [name: string]: FormValue
}

/** At most two pairs of brackets, as in `virtual_event[profile][picture]`. */
const BRACKETED = /^\w+(\[\w+\]){1,2}$/

/**
 * Reads a multipart form into the body that the route's schema then validates, as it would a JSON body: `a[b]` becomes
 * `{a: {b}}` and files become Files. For `preValidation`; other content types pass untouched.
 */
export async function readMultipartForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.isMultipart()) return
  const form = emptyGroup()
  try {
    for await (const part of request.parts()) {
      setField(form, part.fieldname, part.type === 'file' ? await readFile(part) : part.value)
    }
  } catch (error) {
    // What is still on its way is not read: a refused upload must not hold the connection.
    reply.header('connection', 'close')
    throw error instanceof Refusal || isTooMuch(error) ? error : refuse.invalid('The form could not be read')
  }
  request.body = form
}

async function readFile(part: { fieldname: string; toBuffer(): Promise<Buffer<ArrayBufferLike>> }) {
  try {
    return new File([new Uint8Array(await part.toBuffer())], part.fieldname)
  } catch (error) {
    if (isTooMuch(error))
      throw new Refusal('too_large', { [dotted(part.fieldname)]: [messages.imageTooLarge] })
    throw error
  }
}

/** The groups have no prototype, so that a field named `__proto__` is a field like any other. */
function emptyGroup(): FormGroup {
  return Object.create(null)
}

function setField(form: FormGroup, name: string, value: FormValue): void {
  const path = BRACKETED.test(name) ? dotted(name).split('.') : [name]
  const last = path.pop() ?? name
  let group = form
  for (const step of path) {
    const nested = group[step]
    const inner = isGroup(nested) ? nested : emptyGroup()
    group[step] = inner
    group = inner
  }
  group[last] = value
}

const isGroup = (value: FormValue): value is FormGroup =>
  value !== null && typeof value === 'object' && !(value instanceof File)

const dotted = (name: string) => (BRACKETED.test(name) ? name.replaceAll('[', '.').replaceAll(']', '') : name)

function isTooMuch(error: unknown): boolean {
  return error instanceof Error && (error as { statusCode?: unknown }).statusCode === 413
}
