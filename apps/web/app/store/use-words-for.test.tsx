import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useWordsFor } from './use-words-for.ts'

/** What is written each time that one of these is open; `writes` are the words that the person adds there. */
function openOneByOne(steps: { id: string | null; writes?: string }[]) {
  const read: string[] = []
  function Page() {
    const [at, setAt] = useState(0)
    const step = steps[at]
    const [words, write] = useWordsFor(step?.id ?? null)
    if (!step) return null
    read.push(words)
    if (step.writes !== undefined) write(step.writes)
    setAt(at + 1)
    return null
  }
  renderToStaticMarkup(<Page />)
  return read
}

it('words that are written for one request are not there for another one', () => {
  const read = openOneByOne([{ id: 'a', writes: 'I am ill' }, { id: null }, { id: 'b' }])
  expect(read.at(-1)).toBe('')
})

it('words that are written for a request are there again when it is opened again', () => {
  const read = openOneByOne([{ id: 'a', writes: 'I am ill' }, { id: null }, { id: 'a' }])
  expect(read.at(-1)).toBe('I am ill')
})
