import type { InputEvent } from 'react'

function rewrite(input: HTMLInputElement, next: string) {
  // Only while typing at the end: a rewrite would throw the caret there.
  if (input.value !== next && input.selectionStart === input.value.length) input.value = next
}

/** Card numbers stand in groups of four while they are typed. */
export function groupCardNumber(event: InputEvent<HTMLInputElement>) {
  const input = event.currentTarget
  const digits = input.value.replace(/\D/g, '').slice(0, 19)
  rewrite(input, digits.replace(/(\d{4})(?=\d)/g, '$1 '))
}

/** The slash of MM/YY comes by itself. */
export function slashDate(event: InputEvent<HTMLInputElement>) {
  const input = event.currentTarget
  const digits = input.value.replace(/\D/g, '').slice(0, 4)
  rewrite(input, digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits)
}
