import { useEffect, useState } from 'react'
import { type CallSound, createCallSound } from './call-sound.ts'
import type { QueueSnapshot } from './queue-session.ts'
import { isNext } from './rules/line-state.ts'

type Seen = Pick<QueueSnapshot, 'turn' | 'shown'> | null

/** Rings while a fan is called and their turn has not begun, and says once by two notes that they come next. */
export function bellOf(sound: Pick<CallSound, 'ring' | 'chime' | 'stop'>): (now: Seen) => void {
  let wasCalled = false
  let wasNext = false
  return now => {
    const isCalled = now?.turn?.state === 'called'
    const comesNext = now?.shown ? isNext(now.shown) : false
    if (comesNext && !wasNext) sound.chime()
    if (isCalled && !wasCalled) sound.ring()
    if (wasCalled && !isCalled) sound.stop()
    wasCalled = isCalled
    wasNext = comesNext
  }
}

/** The sound of a message about this page's line; null for the host. */
export function useCallSound(now: QueueSnapshot | null): CallSound {
  const [sound] = useState(createCallSound)
  const [update] = useState(() => bellOf(sound))
  useEffect(() => update(now), [update, now])
  useEffect(() => sound.close, [sound])
  return sound
}
