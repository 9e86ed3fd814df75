import { messages } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../core/refusal.ts'

type FormValue = unknown
interface FormGroup {
  [name: string]: FormValue
}

const BRACKETED = /^(\w+)\[(\w+)\]$/

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
  const [, group, inner] = BRACKETED.exec(name) ?? []
  if (group === undefined || inner === undefined) {
    form[name] = value
    return
  }
  const nested = form[group]
  if (nested !== null && typeof nested === 'object' && !(nested instanceof File)) {
    Object.assign(nested, { [inner]: value })
  } else {
    form[group] = Object.assign(emptyGroup(), { [inner]: value })
  }
}

const dotted = (name: string) => name.replace(BRACKETED, '$1.$2')

function isTooMuch(error: unknown): boolean {
  return error instanceof Error && (error as { statusCode?: unknown }).statusCode === 413
}
