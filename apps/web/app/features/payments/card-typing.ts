import type { InputEvent } from 'react'

function rewrite(input: HTMLInputElement, next: string) {
  // Only while typing at the end: otherwise the new value would move the caret there.
  if (input.value !== next && input.selectionStart === input.value.length) input.value = next
}

/** Groups the digits of a card number by four while a person types. */
export function groupCardNumber(event: InputEvent<HTMLInputElement>) {
  const input = event.currentTarget
  const digits = input.value.replace(/\D/g, '').slice(0, 19)
  rewrite(input, digits.replace(/(\d{4})(?=\d)/g, '$1 '))
}

/** Inserts the slash of MM/YY. */
export function slashDate(event: InputEvent<HTMLInputElement>) {
  const input = event.currentTarget
  const digits = input.value.replace(/\D/g, '').slice(0, 4)
  rewrite(input, digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits)
}
