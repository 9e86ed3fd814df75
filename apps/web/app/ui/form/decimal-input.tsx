import { type ChangeEvent, type ComponentProps, type Ref, useRef } from 'react'
import { numberText } from '../../language/formats.ts'

const SEPARATOR = /[.,]/g

/** The separator that the page's language writes before the decimals: a point, or a German comma. */
const ownSeparator = () => numberText(0.5).charAt(1)
const shown = (value: string) => value.replace(SEPARATOR, ownSeparator())
const stored = (value: string) => value.replace(SEPARATOR, '.')

/** Writes both separators as the language does: a keyboard often has only one of them. */
function writeSeparator(input: HTMLInputElement): void {
  const written = shown(input.value)
  if (written === input.value) return
  const at = input.selectionStart
  input.value = written
  input.setSelectionRange(at, at)
}

/** The control as its form sees it: its value has a point, as the API writes numbers. */
function withPoint(input: HTMLInputElement): HTMLInputElement {
  return new Proxy(input, {
    get(control, name) {
      const value: unknown = Reflect.get(control, name)
      if (name === 'value') return stored(control.value)
      return typeof value === 'function' ? value.bind(control) : value
    },
    set(control, name, value) {
      return Reflect.set(control, name, name === 'value' ? shown(String(value)) : value)
    },
  })
}

function give(ref: Ref<HTMLInputElement> | undefined, input: HTMLInputElement | null) {
  if (typeof ref === 'function') return ref(input)
  if (ref) ref.current = input
}

/** A control for a number with decimals: a person reads and types it in the page's language, its form has a point. */
export function DecimalInput({ ref, value, onChange, ...rest }: ComponentProps<'input'>) {
  const ownControl = useRef<HTMLInputElement | null>(null)
  const formControl = useRef<HTMLInputElement | null>(null)
  const keep = (input: HTMLInputElement | null) => {
    // The form knows its control by identity: one element has one.
    if (input !== null && input !== ownControl.current) {
      ownControl.current = input
      formControl.current = withPoint(input)
    }
    return give(ref, input && formControl.current)
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    writeSeparator(event.target)
    const target = formControl.current ?? event.target
    return onChange?.({ ...event, target, currentTarget: target })
  }
  return (
    <input
      {...rest}
      ref={keep}
      onChange={change}
      {...(value === undefined ? {} : { value: shown(String(value)) })}
    />
  )
}
