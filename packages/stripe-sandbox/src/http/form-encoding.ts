import { invalidParameter } from '../errors.ts'

/** A map, never a plain object: a parameter called `__proto__` must not reach a prototype. */
export type FormGroup = Map<string, FormValue>
type FormValue = string | FormGroup

const MAX_PAIRS = 1000
const MAX_DEPTH = 8

/** Reads Stripe's bracket notation (`a[b][c]=`, `a[]=`, `a[0]=`) into nested groups. */
export function decodeForm(text: string): FormGroup {
  const root: FormGroup = new Map()
  let pairs = 0
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1
    if (pairs > MAX_PAIRS) throw invalidParameter('', 'Too many parameters.')
    // The database holds no such text; URLSearchParams itself makes half of a pair whole.
    if (name.includes('\0') || value.includes('\0'))
      throw invalidParameter('', 'Invalid string: a NUL character.')
    place(root, pathOf(name), value)
  }
  return root
}

function pathOf(name: string): string[] {
  const head = /^[^[\]]+/.exec(name)?.[0]
  const rest = name.slice(head?.length ?? 0)
  if (head === undefined || !/^(\[[^[\]]*\])*$/.test(rest)) {
    throw invalidParameter(name.slice(0, 40), 'Invalid parameter name.', 'parameter_unknown')
  }
  const path = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(match => match[1] ?? '')]
  if (path.length > MAX_DEPTH) throw invalidParameter(head, 'Parameters are nested too deeply.')
  return path
}

function place(root: FormGroup, path: readonly string[], value: string): void {
  let group = root
  for (const segment of path.slice(0, -1)) {
    const key = segment === '' ? String(group.size) : segment
    const next = group.get(key)
    if (next instanceof Map) {
      group = next
    } else {
      const fresh: FormGroup = new Map()
      group.set(key, fresh)
      group = fresh
    }
  }
  const last = path.at(-1) ?? ''
  group.set(last === '' ? String(group.size) : last, value)
}
