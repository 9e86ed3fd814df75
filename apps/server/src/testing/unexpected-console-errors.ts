import { afterEach, beforeEach, expect } from 'vitest'

/** Fails a test in which any code called console.error; a test that expects it replaces console.error itself. */
const original = console.error
let unexpected: unknown[][] = []

beforeEach(() => {
  unexpected = []
  console.error = (...values) => {
    unexpected.push(values)
    original(...values)
  }
})

afterEach(() => {
  console.error = original
  expect(unexpected, 'console.error was called').toEqual([])
})
