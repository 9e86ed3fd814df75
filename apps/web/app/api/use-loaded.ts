import { useEffect, useState } from 'react'
import { api } from './browser.ts'
import { ApiError, errorText } from './errors.ts'

/** What a page loads before it shows anything. */
export interface Loaded<T> {
  data: T | null
  /** The server said that it is not there, or not for this person. */
  isMissing: boolean
  /** Why it could not be loaded: an outage, or no connection. */
  failed: { problem: string; retry: () => void } | null
}

interface Answer<T> {
  of: string
  data: T | null
  error: unknown
}

/** Loads from a path of the API; from `null` nothing yet. */
export function useLoaded<T>(path: string | null): Loaded<T> {
  const [answer, setAnswer] = useState<Answer<T> | null>(null)
  const [tries, setTries] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads it again.
  useEffect(() => {
    if (path === null) return
    const leaving = new AbortController()
    setAnswer(null)
    api
      .get<T>(path, { signal: leaving.signal })
      .then(data => setAnswer({ of: path, data, error: null }))
      .catch(error => leaving.signal.aborted || setAnswer({ of: path, data: null, error }))
    return () => leaving.abort()
  }, [path, tries])
  const { data, error } = answer?.of === path ? answer : { data: null, error: null }
  const isMissing = error instanceof ApiError && error.status === 404
  const retry = () => setTries(tries + 1)
  const failed = error === null || isMissing ? null : { problem: errorText(error), retry }
  return { data, isMissing, failed }
}
