import { useEffect, useRef, useState } from 'react'

/** What is new is read out together, at most this often. */
const ANNOUNCED_EVERY_MS = 3_000

interface Announced {
  id: string
  from: string
  text: string
  isOwn: boolean
  /** Not read out: it was there before this page. */
  isEarlier?: boolean
}

interface AnnouncementsProps {
  all: readonly Announced[]
  /** The sentence for more than one. */
  many: (count: number) => string
}

/** What is read out of these, all that is new of others; and what is announced afterwards, of what is still there. */
export function announce(all: readonly Announced[], announced: ReadonlySet<string>) {
  const fresh = all.filter(each => !announced.has(each.id) && !each.isOwn && each.isEarlier !== true)
  return { fresh, announced: new Set(all.map(({ id }) => id)) }
}

/** Reads new lines of others to a screen reader: one line by its text, several by their number; not earlier lines. */
export function Announcements({ all, many }: AnnouncementsProps) {
  const [spoken, setSpoken] = useState({ number: 0, words: '' })
  const before = useRef<ReadonlySet<string>>(new Set(all.map(each => each.id)))
  const latest = useRef({ all, many })
  latest.current = { all, many }
  useEffect(() => {
    const timer = setInterval(() => {
      const { all: now, many: manyWords } = latest.current
      const { fresh, announced } = announce(now, before.current)
      before.current = announced
      const [one] = fresh
      if (!one) return
      const words = fresh.length === 1 ? `@${one.from}: ${one.text}` : manyWords(fresh.length)
      setSpoken(({ number }) => ({ number: number + 1, words }))
    }, ANNOUNCED_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="visually-hidden" aria-live="polite">
      {/* The same words again are a new element: a text that does not change is not read. */}
      <span key={spoken.number}>{spoken.words}</span>
    </p>
  )
}
