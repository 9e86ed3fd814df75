import type { InputEvent } from 'react'

/** Email and username are lowercase as typed. */
export function lowercaseAsTyped(event: InputEvent<HTMLInputElement>) {
  const input = event.currentTarget
  const lower = input.value.toLowerCase()
  if (input.value !== lower) input.value = lower
}
