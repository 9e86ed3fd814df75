import { useEffect, useState } from 'react'
import { type CallSound, createCallSound } from './call-sound.ts'
import type { QueueSnapshot } from './queue-session.ts'

/** Rings while a fan is called and their turn has not begun, and says once by two notes that they come next; null for the host. */
export function useCallSound(now: QueueSnapshot | null): CallSound {
  const [sound] = useState(createCallSound)
  const isCalled = now?.turn?.state === 'called'
  const isNext = now?.shown?.you?.ahead === 1 && now.shown.state === 'running'
  useEffect(() => {
    if (!isCalled) return
    sound.ring()
    return sound.stop
  }, [sound, isCalled])
  useEffect(() => {
    if (isNext) sound.chime()
  }, [sound, isNext])
  useEffect(() => sound.close, [sound])
  return sound
}
