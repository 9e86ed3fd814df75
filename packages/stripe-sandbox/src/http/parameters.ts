import { invalidParameter, missingParameter } from '../errors.ts'
import type { FormGroup } from './form-encoding.ts'

/** Typed reading of one request's parameters; every method throws Stripe's own validation error. */
export class Parameters {
  readonly #group: FormGroup
  readonly #path: string

  constructor(group: FormGroup, path = '') {
    this.#group = group
    this.#path = path
  }

  has(name: string): boolean {
    return this.#group.has(name)
  }

  nameOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`
  }

  /** The text given, '' where Stripe's "unset" was sent, undefined where nothing was. */
  text(name: string): string | undefined {
    const value = this.#group.get(name)
    if (value === undefined || typeof value === 'string') return value
    throw invalidParameter(this.nameOf(name), 'Invalid string.')
  }

  required(name: string): string {
    const value = this.text(name)
    if (value === undefined || value === '') throw missingParameter(this.nameOf(name))
    return value
  }

  integer(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    if (!/^-?\d{1,12}$/.test(value)) {
      throw invalidParameter(
        this.nameOf(name),
        `Invalid integer: ${value.slice(0, 30)}`,
        'parameter_invalid_integer',
      )
    }
    return Number(value)
  }

  flag(name: string): boolean {
    const value = this.text(name)
    if (value === undefined || value === '' || value === 'false') return false
    if (value === 'true') return true
    throw invalidParameter(this.nameOf(name), `Invalid boolean: ${value.slice(0, 30)}`)
  }

  choice<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    const found = allowed.find(one => one === value)
    if (found === undefined) {
      throw invalidParameter(this.nameOf(name), `Invalid ${name}: must be one of ${allowed.join(', ')}`)
    }
    return found
  }

  isGroup(name: string): boolean {
    return this.#group.get(name) instanceof Map
  }

  group(name: string): Parameters | undefined {
    const value = this.#group.get(name)
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string') throw invalidParameter(this.nameOf(name), 'Invalid object')
    return new Parameters(value, this.nameOf(name))
  }

  list(name: string): string[] {
    const value = this.#group.get(name)
    if (value === undefined || value === '') return []
    if (typeof value === 'string') throw invalidParameter(this.nameOf(name), 'Invalid array')
    return [...value.values()].filter(item => typeof item === 'string')
  }

  /** The same parameters with one more, as where the path itself says the customer. */
  with(name: string, value: string): Parameters {
    return new Parameters(new Map(this.#group).set(name, value), this.#path)
  }

  without(names: readonly string[]): Parameters {
    return new Parameters(new Map([...this.#group].filter(([name]) => !names.includes(name))), this.#path)
  }

  names(): string[] {
    return [...this.#group.keys()]
  }

  /**
   * What the metadata becomes: given keys are merged, an empty value removes its key, an empty metadata removes all.
   */
  metadata(before: Record<string, string>): Record<string, string> {
    if (this.#group.get('metadata') === '') return {}
    const given = this.group('metadata')
    if (given === undefined) return before
    const merged = new Map(Object.entries(before))
    for (const key of given.names()) {
      const value = given.text(key)
      if (value === undefined || value === '') merged.delete(key)
      else merged.set(key, value)
    }
    return Object.fromEntries(merged)
  }

  /** Refuses what Stripe would not know, so that a misspelt parameter is found here and not in production. */
  refuseUnknown(known: readonly string[]): void {
    const unknown = this.names().find(name => !known.includes(name))
    if (unknown !== undefined) {
      throw invalidParameter(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown')
    }
  }
}
