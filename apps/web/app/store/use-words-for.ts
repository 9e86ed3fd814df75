import { useState } from 'react'

/**
 * What a person writes about one thing, such as a request. It stays while nothing is open (`null`), and is there again
 * for the same thing only: for another one nothing is written yet.
 */
export function useWordsFor(id: string | null): [words: string, write: (words: string) => void] {
  const [written, setWritten] = useState<{ id: string | null; words: string }>({ id: null, words: '' })
  const isOfThis = id === null || written.id === id
  return [isOfThis ? written.words : '', words => setWritten({ id, words })]
}
